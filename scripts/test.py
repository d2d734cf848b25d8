"""`make test`: the checks, all tests, then those about the rules with bounds checked and once more as plain Python.

The rules are compiled while the checks run.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time

from scripts import check

COMPILED: dict[str, str] = {}
BOUNDS = {"NUMBA_BOUNDSCHECK": "1"}
PLAIN = {"NUMBA_DISABLE_JIT": "1"}
RUNS: list[tuple[str, dict[str, str], list[str]]] = [
    # What takes long stands first (tests/conftest.py), so that no core waits in the end.
    ("all tests, rules compiled", COMPILED, ["-n", "2", "--dist", "loadfile", "--no-loadscope-reorder"]),
    # Neighbours stay together, since the laws share their matches.
    ("rules, bounds checked", BOUNDS, ["-n", "2", "--dist", "worksteal", "-m", "rules and not long"]),
    ("rules, plain Python", PLAIN, ["-n", "2", "--dist", "worksteal", "-m", "rules and not long"]),
]


def main() -> int:
    """Run everything, also after a failure; 0 if nothing failed."""
    begun = time.monotonic()
    compiling = [_python(["-m", "scripts.compile_rules"], extra) for extra in (COMPILED, BOUNDS)]
    failed = ["check"] if check.main() else []
    failed += ["compiling the rules" for process in compiling if process.wait()]
    for name, extra, arguments in RUNS:
        print(f"--- {name} ({time.monotonic() - begun:.0f} s so far)", flush=True)
        if _python(["-m", "pytest", "-q", *arguments], extra).wait():
            failed.append(name)
    print(f"--- {time.monotonic() - begun:.0f} s in all", flush=True)
    if failed:
        print("FAILED: " + "; ".join(failed), file=sys.stderr, flush=True)
    return 1 if failed else 0


def _python(arguments: list[str], extra: dict[str, str]) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, *arguments], cwd=check.ROOT, env={**os.environ, **extra})


if __name__ == "__main__":
    sys.exit(main())
