"""`make test`: the checks, all tests, then those about the rules with bounds checked and once more as plain Python."""

from __future__ import annotations

import os
import subprocess
import sys

from scripts import check

RUNS: list[tuple[str, dict[str, str], list[str]]] = [
    ("all tests, rules compiled", {}, ["-n", "2", "--dist", "loadfile"]),
    ("rules, bounds checked", {"NUMBA_BOUNDSCHECK": "1"}, ["-n", "2", "-m", "rules and not long"]),
    ("rules, plain Python", {"NUMBA_DISABLE_JIT": "1"}, ["-n", "2", "-m", "rules and not long"]),
]


def main() -> int:
    """Run everything, also after a failure; 0 if nothing failed."""
    failed = ["check"] if check.main() else []
    for name, extra, arguments in RUNS:
        print(f"--- {name}", flush=True)
        command = [sys.executable, "-m", "pytest", "-q", *arguments]
        if subprocess.run(command, cwd=check.ROOT, env={**os.environ, **extra}, check=False).returncode:
            failed.append(name)
    if failed:
        print("FAILED: " + "; ".join(failed), file=sys.stderr, flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
