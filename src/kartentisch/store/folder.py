"""The data folder. It is private to its owner, held by one server at a time, and has the key that signs tokens."""

from __future__ import annotations

import contextlib
import os
import secrets
import sys
from pathlib import Path

from kartentisch.engine.locking import lock_at_once
from kartentisch.store.errors import FolderInUse, StoreFailed

KEY_BYTES = 32


def make(folder: Path) -> None:
    """Make the folder if it is missing, accessible only to its owner."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise StoreFailed("gone") from error


def make_private(path: Path) -> None:
    """Make an empty file that only its owner can read. An existing file keeps its content."""
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    with contextlib.suppress(PermissionError):  # on somebody else's volume the mode stays as it is
        path.chmod(0o600)


class Hold:
    """A hold on a data folder until `close`, or until the process ends in any way."""

    def __init__(self, folder: Path) -> None:
        """Take the hold.

        :raises FolderInUse: if somebody else holds the folder.
        """
        try:
            self._handle = os.open(folder / "lock", os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise StoreFailed("gone") from error
        try:
            lock_at_once(self._handle)
        except OSError as error:
            os.close(self._handle)
            held = isinstance(error, BlockingIOError | PermissionError)
            raise (FolderInUse() if held else StoreFailed("gone")) from error

    def close(self) -> None:
        os.close(self._handle)


def signing_key(folder: Path, make_missing: bool = True, replace_damaged: bool = False) -> bytes:
    """The key of this data folder.

    No backup of the tables contains it. After a loss, seat links must be renewed.

    :raises StoreFailed: with "no_key" or "bad_key" if there is no usable key and none may be made.
    """
    path = folder / "key"
    make(folder)
    try:
        if not path.exists():
            if not make_missing:
                raise StoreFailed("no_key")
            _make_key(path)
        key = path.read_bytes()
        if len(key) != KEY_BYTES and replace_damaged:
            path.replace(path.with_name("key.damaged"))
            _make_key(path)
            key = path.read_bytes()
    except OSError as error:
        raise StoreFailed("gone") from error
    if len(key) != KEY_BYTES:
        raise StoreFailed("bad_key") from ValueError(f"{path} holds {len(key)} bytes instead of {KEY_BYTES}")
    return key


def key_read_by_others(folder: Path) -> str:
    """A sentence if others on this computer could read the key, else "". The access is corrected where possible."""
    path = folder / "key"
    if sys.platform == "win32" or not path.stat().st_mode & 0o077:
        return ""
    with contextlib.suppress(OSError):
        path.chmod(0o600)
    if path.stat().st_mode & 0o077:
        return f"Others on this computer can read {path}, with which they can sit on every seat. Change its rights."
    return f"Others on this computer could read {path}, with which they can sit on every seat. Now only its owner can."


def _make_key(path: Path) -> None:
    """Write the key to a file beside its place, then move it there in one step, unless somebody else was quicker."""
    part = path.with_name(f"key.{secrets.token_hex(8)}")
    handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(secrets.token_bytes(KEY_BYTES))
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(part, path)
        except FileExistsError:
            pass
        except OSError:  # a file system without hard links
            part.replace(path)
    finally:
        part.unlink(missing_ok=True)
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Make sure that the folder's list of files is on the disk. Windows does this by itself."""
    if sys.platform != "win32":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
