"""Backups of a data folder: one file with its tables and its key, and the restore. Neither is ever left half done.

A restore writes the new files beside the old ones, then a note that they are complete, then moves them into place. If
it is interrupted before the note, nothing has changed. After the note, `finish` does the rest.
"""

from __future__ import annotations

import os
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from kartentisch.store.backup_file import KEY, BackupRefused, Holdings, examine, number_of_tables, opened
from kartentisch.store.connections import connect_to_read, new_file
from kartentisch.store.erasing import leave_out
from kartentisch.store.errors import StoreFailed
from kartentisch.store.folder import Hold, make, signing_key, sync_folder
from kartentisch.store.sqlite import FILE
from kartentisch.store.upgrading import Progress
from kartentisch.store.writer import failure

PAGES = 512
"""The pages that are copied between two reports of progress: 2 MB."""
NOTE = "restoring"
"""The file in the data folder which notes that the files of a restore are complete."""
NEW = ".restored"
"""The ending of the names of these files until they are in place."""
_BESIDE = ("-wal", "-shm", "-journal")
"""Files that SQLite puts beside a database."""


# ---- Making one ------------------------------------------------------------------------------------------------------


def back_up(folder: Path, file: Path, *, with_key: bool = True, progress: Progress = lambda share: None) -> Holdings:
    """Copy the tables and the key of a folder to a file, also while a server runs. An older backup is replaced.

    Anything else of this name stays.

    :raises BackupRefused: if it would not be a backup, or not lie safely.
    :raises StoreFailed: if the data cannot be read, the key is missing or damaged, or the file cannot be written.
    """
    if not (folder / FILE).is_file():
        raise BackupRefused("no_tables")
    check_place(folder, file)
    resume(folder)
    key = signing_key(folder, make_missing=False) if with_key else None
    with new_backup(file, key) as target, _reading(folder / FILE) as source:
        _copy(source, target, progress)
        held = Holdings(number_of_tables(target), key)
    return held


def check_place(folder: Path, file: Path) -> None:
    """Raise BackupRefused if a backup of this folder may not have this name."""
    if not file.parent.is_dir() or file.is_dir():
        raise BackupRefused("no_folder")
    if file.parent.resolve() == folder.resolve():
        raise BackupRefused("inside")
    if file.exists():
        try:
            examine(file)
        except BackupRefused as error:
            if error.why == "foreign":
                raise BackupRefused("taken") from error


@contextmanager
def new_backup(file: Path, key: bytes | None) -> Iterator[sqlite3.Connection]:
    """An empty file for the tables. After the block it takes the place of an older backup, with this key in it.

    :raises StoreFailed: if it cannot be written; then the older one stays, and nothing is left of the new one.
    """
    _sweep(file, ".part")
    try:
        with new_file(file) as target, _full():
            yield target
            target.execute("CREATE TABLE carried (name TEXT PRIMARY KEY, content BLOB NOT NULL) STRICT")
            if key is not None:
                target.execute("INSERT INTO carried VALUES (?, ?)", (KEY, key))
    finally:
        _sweep(file, ".part")


@contextmanager
def _full() -> Iterator[None]:
    """A write that fails because of a quota, or of the most that a file may have, fails as on a full disk."""
    try:
        yield
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode == sqlite3.SQLITE_IOERR_WRITE:
            raise StoreFailed("full") from error
        raise


@contextmanager
def _reading(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection that sees the data of one moment, however long reading takes."""
    with closing(connect_to_read(path)) as db:
        db.execute("BEGIN")
        db.execute("SELECT 1 FROM sqlite_master").fetchone()
        yield db


def _copy(source: sqlite3.Connection, target: sqlite3.Connection, progress: Progress) -> None:
    """Copy everything. The copy is one file, with nothing beside it."""
    with _full():
        source.backup(target, pages=PAGES, progress=lambda _, left, pages: progress(1 - left / max(1, pages)))
    target.execute("PRAGMA journal_mode = DELETE")
    target.execute("PRAGMA secure_delete = ON")
    leave_out(target)


def _sweep(path: Path, ending: str) -> None:
    """Remove what an interrupted copy has left. SQLite would mistake its side files for those of the new copy."""
    try:
        for beside in ("", *_BESIDE):
            path.with_name(path.name + ending + beside).unlink(missing_ok=True)
    except OSError as error:
        raise failure(error) from error


# ---- Putting it back -------------------------------------------------------------------------------------------------


def restore(file: Path, folder: Path, *, replace: bool = False, progress: Progress = lambda share: None) -> Holdings:
    """Put a backup into a data folder. The folder's own key stays if the backup has none.

    :raises BackupRefused: if it cannot be restored, or if the folder has tables and they are not to be replaced.
    :raises FolderInUse: if a server runs there.
    :raises StoreFailed: if the folder cannot be written.
    """
    held = examine(file)
    make(folder)
    with closing(Hold(folder)):
        finish(folder)
        if not replace and occupied(folder):
            raise BackupRefused("occupied")
        try:
            _prepare(file, folder, held.key, progress)
            _write(folder / NOTE, b"")
            sync_folder(folder)
        except (sqlite3.Error, OSError) as error:
            raise failure(error) from error
        finally:
            if not (folder / NOTE).exists():
                _discard(folder)
        finish(folder)
    return held


def _prepare(file: Path, folder: Path, key: bytes | None, progress: Progress) -> None:
    copy_without_key(file, folder / (FILE + NEW), progress)
    if key is not None:
        _write(folder / (KEY + NEW), key)


def copy_without_key(file: Path, path: Path, progress: Progress) -> None:
    """Copy what a backup holds of tables to a new private file. Raises StoreFailed."""
    with new_file(path) as target, opened(file) as source:
        _copy(source, target, progress)
        target.execute("DROP TABLE IF EXISTS carried")


def put_key(folder: Path, key: bytes) -> None:
    """Give a folder the key, which is on the disk then. Raises StoreFailed."""
    try:
        _write(folder / (KEY + NEW), key)
        give_to_owner(folder / (KEY + NEW))
        (folder / (KEY + NEW)).replace(folder / KEY)
        sync_folder(folder)
    except OSError as error:
        raise failure(error) from error


def sweep(path: Path) -> None:
    """Remove a file that `copy_without_key` has made, whole or in parts. Raises StoreFailed."""
    _sweep(path, "")
    _sweep(path, ".part")


def _write(path: Path, content: bytes) -> None:
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def occupied(folder: Path) -> bool:
    """Whether the folder has tables, or a file that may have some."""
    path = folder / FILE
    if not path.exists() or not path.stat().st_size:
        return False
    try:
        with closing(connect_to_read(path)) as db:
            return bool(number_of_tables(db))
    except sqlite3.Error:
        return True


def finish(folder: Path) -> bool:
    """Finish a restore that was interrupted, or remove what is left of it. Return whether there was one to finish.

    The caller holds the folder.
    """
    note, table = folder / NOTE, folder / (FILE + NEW)
    try:
        if not note.exists():
            _discard(folder)
            return False
        for path in (table, folder / (KEY + NEW)):
            if path.exists():
                give_to_owner(path)
        if table.exists():
            for beside in _BESIDE:  # they belong to the file that goes
                (folder / (FILE + beside)).unlink(missing_ok=True)
            table.replace(folder / FILE)
        if (folder / (KEY + NEW)).exists():
            (folder / (KEY + NEW)).replace(folder / KEY)
        sync_folder(folder)
        note.unlink()
        sync_folder(folder)
    except OSError as error:
        raise failure(error) from error
    return True


def _discard(folder: Path) -> None:
    (folder / (KEY + NEW)).unlink(missing_ok=True)
    sweep(folder / (FILE + NEW))


def resume(folder: Path) -> None:
    """Before the data are used, finish a restore that was interrupted. Raises StoreFailed."""
    if unfinished(folder):
        with closing(Hold(folder)):
            finish(folder)


def give_to_owner(path: Path) -> None:
    """Give a new file to the owner of its folder: root works on folders of services."""
    if sys.platform != "win32" and os.geteuid() == 0:
        folder = path.parent.stat()
        os.chown(path, folder.st_uid, folder.st_gid)


def unfinished(folder: Path) -> bool:
    """Whether a restore was interrupted, which the next start finishes."""
    return (folder / NOTE).exists()
