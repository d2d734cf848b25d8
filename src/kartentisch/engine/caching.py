"""Where machine code is cached: in a folder named by everything that the code depends on.

Numba's disk cache does not notice a change in another file, and it looks for code by the path of the source. Our folder
is named by a hash of the sources of all rules, the versions, the processor and the way of compiling. So changed rules
never meet stale machine code, and the same sources in another place find what was compiled before.
"""

from __future__ import annotations

import atexit
import hashlib
import os
import shutil
import sys
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import RLock

import numba
from llvmlite import binding
from numba.core.caching import UserProvidedCacheLocator

from kartentisch.engine.locking import lock

PACKAGE = Path(__file__).resolve().parent.parent


def source_stamp(*folders: str) -> str:
    """A hash of every source file below these folders of the package: 16 hex digits."""
    digest = hashlib.blake2b(digest_size=8)
    for folder in folders:
        for path in sorted((PACKAGE / folder).rglob("*.py")):
            digest.update(path.relative_to(PACKAGE).as_posix().encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()


def _home() -> Path:
    if named := os.environ.get("KARTENTISCH_CACHE"):
        return Path(named)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", str(Path.home()))) / "kartentisch"
    return Path(os.environ.get("XDG_CACHE_HOME", str(Path.home() / ".cache"))) / "kartentisch"


def _target() -> str:
    """A hash of the processor and of the versions that compile for it: 16 hex digits."""
    processor = numba.config.CPU_NAME or binding.get_host_cpu_name()
    features = numba.config.CPU_FEATURES or binding.get_host_cpu_features().flatten()
    parts = (sys.version, numba.__version__, binding.get_default_triple(), processor, features)
    return hashlib.blake2b("\n".join(parts).encode(), digest_size=8).hexdigest()


def _choose() -> Path:
    bounds = "-bounds" if numba.config.BOUNDSCHECK else ""
    name = f"rules-{source_stamp('engine', 'games')}-{_target()}{bounds}"
    try:
        return _made(_home() / name)
    except OSError as error:
        return _made(_for_now(error) / name)


def _made(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    tempfile.TemporaryFile(dir=folder).close()  # raises an OSError if the folder cannot be written
    return folder


def _for_now(error: OSError) -> Path:
    """A temporary folder, for this process and its children, if the usual one cannot be written."""
    home = tempfile.mkdtemp(prefix="kartentisch-")
    atexit.register(shutil.rmtree, home, ignore_errors=True)
    os.environ["KARTENTISCH_CACHE"] = home
    warnings.warn(
        f"Compiled rules cannot be cached ({error}), so they are compiled again each time, which takes minutes. "
        "Set KARTENTISCH_CACHE to a folder that can be written.",
        RuntimeWarning,
        stacklevel=1,
    )
    return Path(home)


CACHE = _choose()
_settings = RLock()


class Locator(UserProvidedCacheLocator):  # type: ignore[misc]
    """Tells Numba to cache a function in `CACHE`, wherever its source is."""

    def get_cache_path(self) -> str:
        source = Path(self._py_file)
        inside = source.is_relative_to(PACKAGE)
        return str(CACHE / "-".join(source.relative_to(PACKAGE).parts[:-1])) if inside else super().get_cache_path()


@contextmanager
def alone(name: str) -> Iterator[None]:
    """Wait until no other process holds this name in this cache, and hold it. The end of a process releases it."""
    with (CACHE / f"{name}.lock").open("a") as file:
        lock(file.fileno())
        yield


@contextmanager
def kept() -> Iterator[None]:
    """Within this context, Numba caches functions in `CACHE`. Its settings are restored at the end."""
    with _settings:
        before = numba.config.CACHE_DIR, numba.config.CACHE_LOCATOR_CLASSES
        numba.config.CACHE_DIR = str(CACHE)
        numba.config.CACHE_LOCATOR_CLASSES = f"{__name__}.{Locator.__name__}"
        try:
            yield
        finally:
            numba.config.CACHE_DIR, numba.config.CACHE_LOCATOR_CLASSES = before
