"""`make lock`: write locks/, the releases that `make` installs, each with the hashes of all its files.

    python -m scripts.lock             keep the releases of today, add what is new in pyproject.toml
    python -m scripts.lock --upgrade   take the newest releases

One lock holds for all platforms and Pythons that we support. It names no registry: pip's own settings say where
packages come from, and the hashes say which files are accepted.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "locks"
EXTRAS: dict[str, tuple[str, ...]] = {
    "long": ("cluster", "ray", "dev", "site", "release"),
    "release": ("cluster", "dev", "site", "release"),
    "dev": ("cluster", "dev"),
    "play": (),
}
"""What each lock holds besides what running needs. The largest comes first, and the others take its releases."""
HEAD = "# {what}. Written by make lock: change pyproject.toml instead.\n"
WHAT = {
    "play": "What make play installs",
    "dev": "What make test installs",
    "long": "What make test-long installs",
    "release": "What make site, make sbom and make lock install",
}


def command(name: str, out: Path) -> list[str]:
    """The call of uv that writes a lock."""
    first = next(iter(EXTRAS))
    return [
        *(sys.executable, "-m", "uv", "pip", "compile", "pyproject.toml", "--group", "make"),
        *("--universal", "--fork-strategy", "fewest"),  # one release for all Pythons, where there is one
        *("--generate-hashes", "--no-annotate", "--no-header", "--quiet"),
        *(f"--extra={extra}" for extra in EXTRAS[name]),
        *([] if name == first else ["--constraint", str(FOLDER / f"{first}.txt")]),
        *("--output-file", str(out)),
    ]


def main(arguments: list[str]) -> int:
    """Write all locks. Return uv's exit code if it fails; the lock is then as it was."""
    for name in EXTRAS:
        out = FOLDER / f"{name}.txt"
        done = subprocess.run([*command(name, out), *arguments], cwd=ROOT, check=False)
        if done.returncode:
            return done.returncode
        text = out.read_text(encoding="utf-8")
        out.write_text(HEAD.format(what=WHAT[name]) + text, encoding="utf-8")
        print(f"{out.relative_to(ROOT)}: {len(re.findall(r'^[a-z].*==', text, re.MULTILINE))} packages")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
