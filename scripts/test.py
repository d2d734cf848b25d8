"""`make test`: the checks, then all tests, and those about the rules also with bounds checked and as plain Python.

The rules are compiled while the checks run. The tests for the browser wait much; what they leave of the processor, the
other ways of running the rules take meanwhile, with the lowest priority.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time

from scripts import check

COMPILED: dict[str, str] = {}
BOUNDS = {"NUMBA_BOUNDSCHECK": "1"}
PLAIN = {"NUMBA_DISABLE_JIT": "1"}
# What takes long stands first (tests/conftest.py), so that no core waits in the end.
ALL = ["-n", "2", "--dist", "loadfile", "--no-loadscope-reorder", "--durations=15"]
# Neighbours stay together, since the laws share their matches.
RULES = ["-n", "2", "--dist", "worksteal", "-m", "rules and not long", "-p", "no:cacheprovider"]
OTHER_WAYS = [("rules, bounds checked", BOUNDS), ("rules, plain Python", PLAIN)]
BESIDE = "--in-other-ways"


def main() -> int:
    """Run everything, also after a failure; 0 if nothing failed."""
    begun = time.monotonic()
    compiling = [_python(["-m", "scripts.compile_rules"], extra) for extra in (COMPILED, BOUNDS)]
    failed = ["check"] if check.main() else []
    failed += ["compiling the rules" for process in compiling if process.wait()]
    with tempfile.TemporaryFile() as printed:
        low = ["nice", "-n", "19"] if shutil.which("nice") else []
        beside = subprocess.Popen(
            [*low, sys.executable, "-m", "scripts.test", BESIDE], cwd=check.ROOT, stdout=printed, stderr=printed
        )
        print(f"--- all tests, rules compiled ({time.monotonic() - begun:.0f} s so far)", flush=True)
        if _python(["-m", "pytest", "-q", *ALL], COMPILED).wait():
            failed.append("all tests, rules compiled")
        print(f"--- the rules in other ways, meanwhile ({time.monotonic() - begun:.0f} s so far)", flush=True)
        if beside.wait():
            failed.append("the rules in other ways")
        printed.seek(0)
        print(printed.read().decode(errors="replace"), end="")
    print(f"--- {time.monotonic() - begun:.0f} s in all", flush=True)
    if failed:
        print("FAILED: " + "; ".join(failed), file=sys.stderr, flush=True)
    return 1 if failed else 0


def in_other_ways() -> int:
    """The tests of the rules, compiled with bounds checked and not compiled at all; 0 if nothing failed."""
    codes = []
    for name, extra in OTHER_WAYS:
        print(f"--- {name}", flush=True)
        codes.append(_python(["-m", "pytest", "-q", *RULES], extra).wait())
    return 1 if any(codes) else 0


def _python(arguments: list[str], extra: dict[str, str]) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, *arguments], cwd=check.ROOT, env={**os.environ, **extra})


if __name__ == "__main__":
    sys.exit(in_other_ways() if BESIDE in sys.argv[1:] else main())
