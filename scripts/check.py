"""`make check`: formatting, ruff, mypy, import contracts, circles and tsc: a line each, and what failed tools print."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
CI = os.environ.get("CI") == "true"

CHECKS: dict[str, list[str | Path]] = {
    "format": [BIN / "ruff", "format", "--check", "--output-format", "concise", "."],
    "ruff": [BIN / "ruff", "check", "--quiet", "--output-format", "concise", "."],
    "mypy": [BIN / "mypy"],
    "layers": [BIN / "lint-imports"],
    "circles": [sys.executable, "-m", "scripts.circles"],
}
TSC = ROOT / "node_modules" / "typescript" / "bin" / "tsc"


def main() -> int:
    """Run all checks, even after a failure. Return 0 if none failed."""
    failed = [name for name, command in CHECKS.items() if not passes(name, [str(word) for word in command])]
    node = shutil.which("node")
    if node and TSC.exists():
        for name, project in (("tsc", "."), ("tsc, worker", "tsconfig.worker.json")):
            if not passes(name, [node, str(TSC), "--project", project]):
                failed.append(name)
    elif CI:
        print("FAILED  tsc: no Node.js with npm found, and CI=true")
        failed.append("tsc")
    else:
        print("left out: tsc, no Node.js with npm found (apt-get install nodejs npm, then make setup)")
    return 1 if failed else 0


def passes(name: str, command: list[str]) -> bool:
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    print(f"{'ok' if done.returncode == 0 else 'FAILED':6}  {name}", flush=True)
    if done.returncode:
        print((done.stdout + done.stderr).strip(), flush=True)
    return done.returncode == 0


if __name__ == "__main__":
    sys.exit(main())
