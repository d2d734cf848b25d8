"""Try the other Pythons that this computer has: `python -m scripts.pythons`. `.ci/run` calls it after make test.

Each gets an environment of its own below build/, with the packages of locks/dev.txt. What runs there is a part of the
tests that takes a minute or two: all that a new Python could break, Numba and the packages in C, is used in it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MINORS = (11, 12, 13)
"""The Pythons 3.x that we try, as the classifiers in pyproject.toml say."""
PINNED = ("install", "--quiet", "--require-hashes", "--only-binary", ":all:", "-r", "locks/dev.txt")
OURS = ("install", "--quiet", "--no-deps", "--no-build-isolation", "--editable", ".")
PYTEST = ("-m", "pytest", "-q", "-p", "no:cacheprovider", "-n", "2")
PLAIN = ("tests/table", "tests/store", "tests/words", "tests/web/phrases", "tests/web/access")
COMPILED = ("tests/test_readme.py",)
LEFT_OUT = "browser, games, engine, bots, cli, most of web, and the checks"


def candidates(minor: int) -> Iterator[Path]:
    """Where a Python 3.x may be: on the path, or installed by pyenv."""
    if found := shutil.which(f"python3.{minor}"):
        yield Path(found)
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    yield from sorted(pyenv.glob(f"versions/3.{minor}.*/bin/python3.{minor}"), reverse=True)


def works(python: Path, minor: int) -> bool:
    """Whether it is what its name says and can make environments. A shim of pyenv may lead to nothing."""
    test = f"import ensurepip, sys, venv; sys.exit(sys.version_info[:2] != (3, {minor}))"
    return subprocess.run([python, "-c", test], capture_output=True, check=False).returncode == 0


def find(minor: int) -> Path | None:
    return next((python for python in candidates(minor) if works(python, minor)), None)


def tried(python: Path, folder: Path) -> bool:
    """Set up an environment and run the tests there. What fails prints itself."""
    own = folder / "bin" / "python"
    steps: list[tuple[list[str | Path], dict[str, str]]] = [
        ([python, "-m", "venv", "--clear", folder], {}),
        ([own, "-m", "pip", *PINNED], {}),
        ([own, "-m", "pip", *OURS], {}),
        ([own, *PYTEST, *PLAIN], {"NUMBA_DISABLE_JIT": "1"}),
        ([own, *PYTEST, *COMPILED], {}),
    ]
    try:
        return all(
            subprocess.run(step, cwd=ROOT, env=os.environ | more, check=False).returncode == 0 for step, more in steps
        )
    finally:
        shutil.rmtree(folder, ignore_errors=True)  # half a gigabyte


def main() -> int:
    """Try those that are here besides this one, and say which. Return 1 if one fails."""
    passed, failed, absent = [f"3.{sys.version_info.minor} (all of make test)"], list[str](), list[str]()
    for minor in MINORS:
        if minor == sys.version_info.minor:
            continue
        name = f"3.{minor}"
        python = find(minor)
        if python is None:
            absent.append(name)
            continue
        begun = time.monotonic()
        print(f"Python {name}, {python}: a part of the tests", flush=True)
        good = tried(python, ROOT / "build" / f"python{name}")
        (passed if good else failed).append(f"{name} (a part, {time.monotonic() - begun:.0f} s)")
    print(f"Pythons tried: {', '.join(passed)}; failed: {', '.join(failed) or 'none'}; not here: ", end="")
    print(f"{', '.join(absent) or 'none'}. Left out for all but the first: {LEFT_OUT}.", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
