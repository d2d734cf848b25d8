"""Upgrades of the schema, one step and one transaction from each version to the next."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import psycopg

from kartentisch.store.errors import StoreFailed
from kartentisch.store.postgres.database import failure

SCHEMA = Path(__file__).parent / "schema"
LOCK = 7_025_382_115_903
"""The number of the lock under which one server at a time upgrades."""
VERSION = "CREATE TABLE IF NOT EXISTS kartentisch_schema (version integer NOT NULL)"


def newest(folder: Path = SCHEMA) -> int:
    """The version that this program has."""
    return len(list(folder.glob("[0-9][0-9][0-9].sql")))


def version(db: psycopg.Connection[Any]) -> int:
    """The version of the schema in the database; 0 if there is none."""
    if not db.execute("SELECT to_regclass('kartentisch_schema') IS NOT NULL").fetchall()[0][0]:
        return 0
    return max((int(row[0]) for row in db.execute("SELECT version FROM kartentisch_schema")), default=0)


def upgrade(db: psycopg.Connection[Any], folder: Path = SCHEMA) -> None:
    """Bring the database up to the newest version of the schema.

    :raises StoreFailed: if it cannot be changed, is newer than the schema, or does not store UTF-8.
    """
    steps = sorted(folder.glob("[0-9][0-9][0-9].sql"))
    try:
        if db.execute("SHOW server_encoding").fetchall()[0][0] != "UTF8":
            raise StoreFailed("not_utf8")
        if (present := version(db)) > len(steps):
            raise StoreFailed("newer")
        if present == len(steps):
            return
        for step in steps[present:]:
            with db.transaction():
                db.execute("SELECT pg_advisory_xact_lock(%s)", (LOCK,))
                db.execute(VERSION)
                if version(db) < (number := int(step.stem)):  # else another server was quicker
                    db.execute(step.read_text(encoding="utf-8"))
                    db.execute("DELETE FROM kartentisch_schema")
                    db.execute("INSERT INTO kartentisch_schema VALUES (%s)", (number,))
    except psycopg.Error as error:
        raise failure(error) from error
