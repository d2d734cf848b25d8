"""A copy of a whole database as the file of a `SqliteStore`, of one moment, while servers write on."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg

from kartentisch.store.connections import new_file
from kartentisch.store.postgres.database import Database, failure
from kartentisch.store.postgres.statements import ROW
from kartentisch.store.statements import COLUMNS, INSERT, PUT_ROW
from kartentisch.store.upgrading import upgrade

AT_ONCE = 2000
PARTS = {
    f"SELECT table_id, {COLUMNS} FROM facts WHERE table_id NOT IN (SELECT table_id FROM erasing)": INSERT,
    f"SELECT {ROW} FROM tables WHERE newest > 0": PUT_ROW,
    "SELECT table_id, deleted_at FROM tables WHERE deleted_at IS NOT NULL": "INSERT INTO deleted VALUES (?, ?)",
    "SELECT table_id, seat, sealed FROM names": "INSERT INTO names VALUES (?, ?, ?)",
    "SELECT table_id, time, seat, ask, sealed FROM talk": "INSERT INTO talk VALUES (?, ?, ?, ?, ?)",
    "SELECT table_id, seat, version FROM tokens": "INSERT INTO tokens VALUES (?, ?, ?)",
    "SELECT table_id, code FROM codes": "INSERT INTO codes VALUES (?, ?)",
    "SELECT code, since FROM resting": "INSERT INTO resting VALUES (?, ?)",
}
"""What is read there, and how it is written here. What is sealed stays sealed, with the same keys."""
KEYS = "SELECT table_id, key, row_number() OVER (ORDER BY table_id) FROM keys"


def copy(database: Database, path: Path) -> None:
    """Write the file. Raises StoreFailed."""
    with new_file(path) as file:
        upgrade(file)
        try:
            with database.connect() as db:
                db.execute("SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0")
                db.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
                file.execute("BEGIN")
                _copy(db, file)
                file.execute("COMMIT")
        except psycopg.Error as error:
            raise failure(error) from error


def _copy(db: psycopg.Connection[Any], file: sqlite3.Connection) -> None:
    for statement, insert in PARTS.items():
        file.executemany(insert, _rows(db, statement))
    for table_id, key, slot in _rows(db, KEYS):
        file.execute("INSERT INTO keys VALUES (?, ?)", (slot, key))
        file.execute("INSERT INTO slots VALUES (?, ?)", (table_id, slot))


def _rows(db: psycopg.Connection[Any], statement: str) -> Iterator[tuple[Any, ...]]:
    """The rows, some at a time, however many there are."""
    with db.cursor(name="copying") as cursor:
        cursor.itersize = AT_ONCE
        yield from cursor.execute(statement)
