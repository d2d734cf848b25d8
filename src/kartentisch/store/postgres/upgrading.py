"""Upgrades of the schema, one step and one transaction from each version to the next.

A step that begins with the line "-- grows" only adds to the schema, and programs from before it do not notice: tables,
indexes, columns with a default. They go on, and may also start again: while servers are updated one after the other, or
if the update is taken back.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import psycopg

from kartentisch.store.errors import StoreFailed
from kartentisch.store.postgres.database import failure

SCHEMA = Path(__file__).parent / "schema"
LOCK = 7_025_382_115_903
"""The number of the lock under which one server at a time upgrades."""
GROWS = "-- grows\n"
VERSION = """
CREATE TABLE IF NOT EXISTS kartentisch_schema (version integer NOT NULL);
ALTER TABLE kartentisch_schema ADD COLUMN IF NOT EXISTS oldest integer
"""
"""`oldest`: programs of this version of the schema and newer ones can use the database."""


def newest(folder: Path = SCHEMA) -> int:
    """The version that this program has."""
    return len(list(folder.glob("[0-9][0-9][0-9].sql")))


def version(db: psycopg.Connection[Any]) -> int:
    """The version of the schema in the database; 0 if there is none."""
    if not db.execute("SELECT to_regclass('kartentisch_schema') IS NOT NULL").fetchall()[0][0]:
        return 0
    return max((int(row[0]) for row in db.execute("SELECT version FROM kartentisch_schema")), default=0)


def too_new(db: psycopg.Connection[Any], folder: Path = SCHEMA) -> bool:
    """Whether the schema in the database has grown out of what this program can use."""
    known = newest(folder)
    if version(db) <= known:
        return False
    kept = db.execute("SELECT to_jsonb(s) -> 'oldest' FROM kartentisch_schema s").fetchall()
    return any(oldest is None or int(oldest) > known for (oldest,) in kept)


def _oldest(steps: Sequence[Path]) -> int:
    """The version that a program must have to use the schema after these steps."""
    return max((int(step.stem) for step in steps if not step.read_text("utf-8").startswith(GROWS)), default=0)


def upgrade(db: psycopg.Connection[Any], folder: Path = SCHEMA) -> None:
    """Bring the database up to the newest version of the schema.

    :raises StoreFailed: if it cannot be changed, is newer than the schema, or does not store UTF-8.
    """
    steps = sorted(folder.glob("[0-9][0-9][0-9].sql"))
    try:
        if db.execute("SHOW server_encoding").fetchall()[0][0] != "UTF8":
            raise StoreFailed("not_utf8")
        if too_new(db, folder):
            raise StoreFailed("newer")
        present = version(db)
        for step in steps[present:]:
            with db.transaction():
                db.execute("SELECT pg_advisory_xact_lock(%s)", (LOCK,))
                db.execute(VERSION)
                if version(db) < (number := int(step.stem)):  # else another server was quicker
                    db.execute(step.read_text(encoding="utf-8"))
                    db.execute("DELETE FROM kartentisch_schema")
                    db.execute("INSERT INTO kartentisch_schema VALUES (%s, %s)", (number, _oldest(steps[:number])))
    except psycopg.Error as error:
        raise failure(error) from error
