"""`python -m tests.cluster.started RULES …`: the command `kartentisch` with the fifth game of the tests.

RULES is the module with its rules. The rest is the version of the program that Python finds first.
"""

from __future__ import annotations

import sys

from kartentisch.cli.app import run
from kartentisch.engine import homes

if __name__ == "__main__":
    homes.bring("fifth", rules=sys.argv[1], words="tests.fifth.words", scenes="tests.fifth.scene")
    sys.exit(run(sys.argv[2:]))
