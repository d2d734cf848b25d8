"""Backups of a database: the same file as of a data folder, of one moment while people play, and the restore."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple

import psycopg

from kartentisch.store import backups
from kartentisch.store.backup_file import KEY, BackupRefused, Holdings, examine, number_of_tables
from kartentisch.store.connections import connect
from kartentisch.store.errors import StoreFailed
from kartentisch.store.folder import Hold, make, signing_key
from kartentisch.store.postgres.copying import copy_into
from kartentisch.store.postgres.database import Database, failure
from kartentisch.store.postgres.moving import FolderSide, move, of_database
from kartentisch.store.postgres.nodes import digest_of
from kartentisch.store.postgres.overview import check_readable
from kartentisch.store.postgres.upgrading import version
from kartentisch.store.upgrading import Progress, upgrade
from kartentisch.store.writer import failure as file_failure

COPY = "tables.restoring"
"""The name of the copy in the data folder from which a database is filled."""


def back_up(
    database: Database, folder: Path, file: Path, *, with_key: bool = True, progress: Progress = lambda share: None
) -> Holdings:
    """Copy the tables of a database, and the key of a server's folder, to a file. An older backup is replaced.

    :raises BackupRefused: if it would not be a backup, or not lie safely.
    :raises StoreFailed: if the database cannot be used, the key is missing, damaged or another one than that of the
        servers, or the file cannot be written.
    :raises Unready: if there are no tables in the database, or newer ones.
    """
    backups.check_place(folder, file)
    key = signing_key(folder, make_missing=False) if with_key else None
    with backups.new_backup(file, key) as target:
        theirs = copy_into(database, target, progress)
        if key is not None and theirs not in ("", digest_of(key)):
            raise StoreFailed("other_key")
        return Holdings(number_of_tables(target), key)


# ---- Putting it back -------------------------------------------------------------------------------------------------


class Prepared(NamedTuple):
    """A backup that is ready to be put into a database."""

    held: Holdings
    source: FolderSide
    folder: Path
    """The data folder that gets the key."""


@contextmanager
def prepared(file: Path, folder: Path, progress: Progress = lambda share: None) -> Iterator[Prepared]:
    """A copy of the backup in the folder, with the schema of today, until the end of the block.

    :raises BackupRefused: if it cannot be restored, or if the folder has another key.
    :raises FolderInUse: if a server runs there.
    :raises StoreFailed: if the folder cannot be written.
    """
    held = examine(file)
    make(folder)
    path = folder / COPY
    with closing(Hold(folder)):
        if held.key is not None and _key(folder) not in (None, held.key):
            raise BackupRefused("other_key")
        try:
            backups.copy_without_key(file, path, progress)
            with closing(connect(path)) as db:
                upgrade(db)
                yield Prepared(held, FolderSide(db), folder)
        except sqlite3.Error as error:
            raise file_failure(error) from error
        finally:
            backups.sweep(path)


def _key(folder: Path) -> bytes | None:
    try:
        return (folder / KEY).read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise file_failure(error) from error


def restore(database: Database, backup: Prepared, progress: Progress = lambda share: None) -> int:
    """Put a backup into an empty database, all of it or nothing, and the key into the folder. How many logs there are.

    :raises BackupRefused: if there are tables in the database, or a server uses it.
    :raises MoveRefused: if it is used meanwhile, or what has arrived is not what the backup holds.
    :raises StoreFailed: if the database or the folder cannot be used.
    :raises Unready: if the database is of a newer version.
    """
    check_empty(database)
    key = backup.held.key
    try:
        with of_database(database) as target, target.at_once():
            moved = move(backup.source, target, progress)
            if key is not None:
                target.put_key(digest_of(key))
                backups.put_key(backup.folder, key)  # at the end: without the tables it does no harm
    except psycopg.Error as error:
        raise failure(error) from error
    return moved.logs


def check_empty(database: Database) -> None:
    """Raise BackupRefused if the database has tables, or notes of deleted ones, or a server."""
    with database.connect() as db:
        try:
            if not version(db):
                return
            check_readable(db)
            if db.execute("SELECT 1 FROM nodes WHERE until > clock_timestamp()").fetchone():
                raise BackupRefused("database_in_use")
            if db.execute("SELECT 1 FROM tables WHERE newest > 0 OR deleted_at IS NOT NULL LIMIT 1").fetchone():
                raise BackupRefused("database_occupied")
        except psycopg.Error as error:
            raise failure(error) from error
