"""A backup as a file: what is in it, and whether it can be restored here."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Literal, NamedTuple

from kartentisch.store.connections import connect_to_read
from kartentisch.store.upgrading import SCHEMA

KEY = "key"
Why = Literal[
    "no_tables",
    "no_folder",
    "inside",
    "taken",
    "missing",
    "foreign",
    "damaged",
    "newer",
    "occupied",
    "other_key",
    "database_in_use",
    "database_occupied",
]


class BackupRefused(Exception):  # noqa: N818 - not a fault of the program
    """A backup or a restore was refused. Nothing has changed."""

    def __init__(self, why: Why) -> None:
        super().__init__(why)
        self.why = why


class Holdings(NamedTuple):
    """What a backup holds."""

    tables: int
    key: bytes | None
    """None if it was made without the key."""


def examine(file: Path) -> Holdings:
    """What is in a backup, or in a copy of a data folder's file that SQLite has made.

    :raises BackupRefused: if it cannot be restored here.
    """
    if not file.is_file():
        raise BackupRefused("missing")
    try:
        with opened(file) as db:
            version: int = db.execute("PRAGMA user_version").fetchone()[0]
            names = {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            if not version or "facts" not in names:
                raise BackupRefused("foreign")
            if version > len(list(SCHEMA.glob("[0-9][0-9][0-9].sql"))):
                raise BackupRefused("newer")
            if db.execute("PRAGMA integrity_check").fetchone()[0] != "ok":
                raise BackupRefused("damaged")
            return Holdings(number_of_tables(db), _carried(db) if "carried" in names else None)
    except sqlite3.DatabaseError as error:
        foreign = getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_NOTADB
        raise BackupRefused("foreign" if foreign else "damaged") from error


def opened(file: Path) -> closing[sqlite3.Connection]:
    """A connection to a file that nobody else writes; its folder may be read-only."""
    log = file.with_name(file.name + "-wal")
    if log.exists() and log.stat().st_size:  # the file of another folder: its newest facts are in there
        return closing(connect_to_read(file))
    return closing(sqlite3.connect(file.absolute().as_uri() + "?mode=ro&immutable=1", uri=True, isolation_level=None))


def _carried(db: sqlite3.Connection) -> bytes | None:
    row = db.execute("SELECT content FROM carried WHERE name = ?", (KEY,)).fetchone()
    return None if row is None else bytes(row[0])


def number_of_tables(db: sqlite3.Connection) -> int:
    number: int = db.execute("SELECT count(*) FROM facts WHERE number = 1").fetchone()[0]
    return number
