"""Connections to the file: for writing, for reading, and to a new file."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from kartentisch.store.errors import StoreFailed
from kartentisch.store.folder import make_private, sync_folder
from kartentisch.store.writer import failure

PATIENCE = 1.0
"""Seconds to wait for a lock that another process holds."""


def connect(path: Path) -> sqlite3.Connection:
    """A connection that begins no transaction by itself. Any thread may use it, one at a time."""
    return sqlite3.connect(path, timeout=PATIENCE, isolation_level=None, check_same_thread=False)


def connect_to_read(path: Path) -> sqlite3.Connection:
    name = path.absolute().as_uri() + "?mode=ro"
    return sqlite3.connect(name, uri=True, timeout=PATIENCE, isolation_level=None, check_same_thread=False)


def prepare(db: sqlite3.Connection) -> None:
    """Set up the connection that writes. Its commits survive a power cut."""
    if db.execute("PRAGMA journal_mode = WAL").fetchone()[0] != "wal":
        raise sqlite3.OperationalError("no WAL on this file system")
    db.execute("PRAGMA synchronous = FULL")
    db.execute("PRAGMA fullfsync = ON")  # on macOS, fsync alone reaches only the cache of the drive
    db.execute("PRAGMA secure_delete = ON")  # removed data is overwritten


def emptied(db: sqlite3.Connection, wait: float = 0.0) -> bool:
    """Empty the log of writes (WAL), which still contains overwritten data. False if a reader prevents this."""
    db.execute(f"PRAGMA busy_timeout = {round(wait * 1000)}")
    try:
        return not db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
    finally:
        db.execute(f"PRAGMA busy_timeout = {round(PATIENCE * 1000)}")


def watch(path: Path) -> Callable[[], None]:
    """A function that raises OSError once the database file is no longer the one that is there now."""
    files = (path, path.with_name(path.name + "-wal"))

    def identities() -> list[tuple[int, int]]:
        return [(found.st_dev, found.st_ino) for found in map(os.stat, files)]

    known = identities()

    def present() -> None:
        if identities() != known:
            raise FileNotFoundError(f"{path} is another file now")

    return present


@contextmanager
def new_file(path: Path) -> Iterator[sqlite3.Connection]:
    """An empty private database, moved to `path` once it is complete and on the disk."""
    part = path.with_name(path.name + ".part")
    try:
        part.unlink(missing_ok=True)
        make_private(part)
        with closing(connect(part)) as db:
            yield db
            db.execute("PRAGMA journal_mode = DELETE")  # one file, no WAL beside it
            if db.execute("PRAGMA integrity_check").fetchone()[0] != "ok":
                raise StoreFailed("broken")
        part.replace(path)
        sync_folder(path.parent)
    except (sqlite3.Error, OSError) as error:
        raise failure(error) from error
    finally:
        part.unlink(missing_ok=True)
