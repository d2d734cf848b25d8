"""`make test`: the checks and all tests. Those marked `ways` also run with bounds checked and as plain Python.

The rules are compiled while the checks run. The browser tests wait a lot, so the other ways run at the same time with a
low priority. `make test-long` (`--long`) runs what takes minutes: the tests marked `long`, with many more examples, and
all tests of the rules in the other ways. `make test-cluster` (`--cluster`) does to several servers what can happen to
them, again and again, and writes its figures to build/cluster/.
"""

from __future__ import annotations

import os
import signal
import sys
import time

from scripts import inherited
from scripts.phases import Costs, Job, run, said

PYTEST = ("-m", "pytest", "-q", "-p", "no:cacheprovider")
BOUNDS = {"NUMBA_BOUNDSCHECK": "1"}
PLAIN = {"NUMBA_DISABLE_JIT": "1"}
PREPARED = [
    Job("check", ["-m", "scripts.check"]),
    Job("compiling the rules", ["-m", "scripts.compile_rules"]),
    Job("compiling the rules, bounds checked", ["-m", "scripts.compile_rules"], BOUNDS),
]
WAYS = [*PYTEST, "-m", "ways", *(f"tests/{folder}" for folder in ("engine", "games", "play", "testing"))]
# Long tests come first (tests/conftest.py), so that no core waits at the end.
# A test that never ends costs its worker; a new worker would begin with the same test.
ALL = [*PYTEST, "-n", "2", "--dist", "loadfile", "--no-loadscope-reorder", "--max-worker-restart=0", "--durations=15"]
# Neighbours stay together, since the laws share matches.
RULES = [*PYTEST, "-n", "2", "--dist", "worksteal", "-m", "rules and not long"]
PATIENT = ("-o", "faulthandler_timeout=3600")
LONG = [*PYTEST, "-n", "2", "-m", "long and not cluster", "--hypothesis-profile=wide", *PATIENT]
CLUSTER = [*PYTEST, "-m", "cluster and long", "--durations=0", *PATIENT, "tests/cluster"]
SHORT_PHASES = [
    ("checks, and compiling beside them", PREPARED),
    (
        "all tests, and the other ways beside them",
        [
            Job("all tests, rules compiled", ALL),
            Job("some rules, bounds checked", WAYS, BOUNDS, low=True),
            Job("some rules, plain Python", WAYS, PLAIN, low=True),
        ],
    ),
]
LONG_PHASES = [
    ("compiling", PREPARED[1:]),
    ("tests that take minutes", [Job("tests that take minutes", LONG)]),
    ("all rules, bounds checked", [Job("all rules, bounds checked", RULES, BOUNDS)]),
    ("all rules, plain Python", [Job("all rules, plain Python", RULES, PLAIN)]),
]
CLUSTER_PHASES = [("several servers, and what can happen to them", [Job("several servers", CLUSTER)])]
PHASES = {"--long": LONG_PHASES, "--cluster": CLUSTER_PHASES}


def main(arguments: list[str]) -> int:
    """Run everything, even after a failure. Return 0 if nothing failed."""
    inherited.calm()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that the started processes are ended
    begun, failed, costs = time.monotonic(), list[str](), Costs()
    for title, jobs in PHASES[arguments[0]] if arguments else SHORT_PHASES:
        failed += run(title, jobs, costs)
    costs.close()
    print(said(f"in all, on {os.cpu_count()} cores", time.monotonic() - begun, costs.total()), flush=True)
    if failed:
        print("FAILED: " + "; ".join(failed), file=sys.stderr, flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
