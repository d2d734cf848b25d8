"""A copy of a whole database as the file of a `SqliteStore`, of one moment, while servers write on."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg

from kartentisch.store.connections import new_file
from kartentisch.store.errors import StoreFailed
from kartentisch.store.postgres import statements as sql
from kartentisch.store.postgres.database import Database, failure
from kartentisch.store.postgres.moving import DatabaseSide, FolderSide, digest
from kartentisch.store.postgres.overview import check_readable
from kartentisch.store.statements import COLUMNS, INSERT, PUT_ROW
from kartentisch.store.upgrading import Progress, upgrade

AT_ONCE = 2000
FACTS = f"SELECT table_id, {COLUMNS} FROM facts WHERE table_id NOT IN (SELECT table_id FROM erasing)"
PARTS = {
    FACTS: INSERT,
    f"SELECT {sql.ROW} FROM tables WHERE newest > 0": PUT_ROW,
    "SELECT table_id, deleted_at FROM tables WHERE deleted_at IS NOT NULL": "INSERT INTO deleted VALUES (?, ?)",
    "SELECT table_id, seat, sealed FROM names": "INSERT INTO names VALUES (?, ?, ?)",
    "SELECT table_id, time, seat, ask, sealed FROM talk": "INSERT INTO talk VALUES (?, ?, ?, ?, ?)",
    "SELECT table_id, seat, version FROM tokens": "INSERT INTO tokens VALUES (?, ?, ?)",
    "SELECT table_id, code FROM codes": "INSERT INTO codes VALUES (?, ?)",
    "SELECT code, since FROM resting": "INSERT INTO resting VALUES (?, ?)",
}
"""What is read there, and how it is written here. What is sealed stays sealed, with the same keys."""
KEYS = "SELECT table_id, key, row_number() OVER (ORDER BY table_id) FROM keys"
NUMBER = "SELECT coalesce(sum(newest), 0) FROM tables"


def copy(database: Database, path: Path) -> None:
    """Write the file. Raises StoreFailed."""
    with new_file(path) as file:
        copy_into(database, file)


def copy_into(database: Database, file: sqlite3.Connection, progress: Progress = lambda share: None) -> str:
    """Fill a new file, and compare each log by its digest. Return the digest of the key of the servers' links.

    Nothing is locked or changed in the database, whose schema may be older.

    :raises StoreFailed: if the database cannot be used, or what has arrived is not what is there ("broken").
    :raises Unready: if there are no tables in it, or newer ones.
    """
    upgrade(file)
    with database.connect() as db:
        try:
            db.execute("SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0")
            db.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            check_readable(db)
            file.execute("BEGIN")
            _copy(db, file, progress)
            file.execute("COMMIT")
            _compare(db, file, progress)
            return next(iter(db.execute(sql.KEY).fetchall()), ("",))[0] if _has_about(db) else ""
        except psycopg.Error as error:
            raise failure(error) from error


def _copy(db: psycopg.Connection[Any], file: sqlite3.Connection, progress: Progress) -> None:
    ((number,),) = db.execute(NUMBER).fetchall()
    for statement, insert in PARTS.items():
        rows = _rows(db, statement)
        file.executemany(insert, _counted(rows, int(number), progress) if statement == FACTS else rows)
    for table_id, key, slot in _rows(db, KEYS):
        file.execute("INSERT INTO keys VALUES (?, ?)", (slot, key))
        file.execute("INSERT INTO slots VALUES (?, ?)", (table_id, slot))


def _rows(db: psycopg.Connection[Any], statement: str) -> Iterator[tuple[Any, ...]]:
    """The rows, some at a time, however many there are."""
    with db.cursor(name="copying") as cursor:
        cursor.itersize = AT_ONCE
        yield from cursor.execute(statement)


def _counted(rows: Iterator[tuple[Any, ...]], number: int, progress: Progress) -> Iterator[tuple[Any, ...]]:
    """The same rows. They are half of the work; comparing is the other one."""
    for place, row in enumerate(rows):
        if place % AT_ONCE == 0:
            progress(min(0.5, place / max(1, number) / 2))
        yield row


def _compare(db: psycopg.Connection[Any], file: sqlite3.Connection, progress: Progress) -> None:
    """Compare what was written with what the same moment of the database holds."""
    there, here = DatabaseSide(db), FolderSide(file)
    ids = there.ids()
    if here.ids() != ids:
        raise StoreFailed("broken") from ValueError("not all tables are in the copy")
    for place, log_id in enumerate(ids):
        if digest(there.log(log_id)) != digest(here.log(log_id)):
            raise StoreFailed("broken") from ValueError(f"the copy of the table {log_id} is another one")
        progress(0.5 + (place + 1) / len(ids) / 2)
    progress(1.0)


def _has_about(db: psycopg.Connection[Any]) -> bool:
    """Whether the schema is new enough to tell the key."""
    return bool(db.execute("SELECT to_regclass('about') IS NOT NULL").fetchall()[0][0])
