# mypy: ignore-errors
# This ran on one commit, whose types were other ones: it is kept to be read, and changes no more.
"""Writes `tests/stored/first_version/`. It is run on the first version (commit b03242c) only:

    python -m tests.stored.making

It refuses to run where a game has another rules number than the first one, and never overwrites what is there. A later
version that adds files brings a script and a folder of its own; see README.md.
"""

from __future__ import annotations

import sys

from kartentisch.play.games import games, sheet
from tests.stored.kit import FIRST
from tests.stored.making import folders, logs, matches

COMMIT = "b03242c"


def main() -> int:
    later = {name: sheet(name).rules for name in games() if sheet(name).rules != 1}
    if later:
        print(f"These are no first rules: {later}. The files are made on {COMMIT} only.", file=sys.stderr)
        return 1
    if FIRST.exists():
        print(f"{FIRST} is there already, and what is stored is not written again.", file=sys.stderr)
        return 1
    for folder in ("records", "halves", "logs"):
        (FIRST / folder).mkdir(parents=True)
    matches.make(FIRST)
    logs.make(FIRST)
    folders.make(FIRST)
    (FIRST / "COMMIT").write_text(f"{COMMIT}\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
