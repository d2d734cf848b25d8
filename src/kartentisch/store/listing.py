"""The tables of a data folder, for the operator, even while a server runs on it. Nothing is written."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from kartentisch.store.connections import connect_to_read
from kartentisch.store.errors import StoreFailed
from kartentisch.store.sqlite import FILE
from kartentisch.store.sqlite_reads import listed
from kartentisch.store.statements import TABLES
from kartentisch.store.upgrading import SCHEMA
from kartentisch.store.values import Listed
from kartentisch.store.writer import failure

LISTS, KINDS = 5, 7
"""The versions of the file that first have a row for each table, and a kind in it."""
BEFORE_KINDS = TABLES.replace(", kind", "").replace(" WHERE kind = 'table'", "")


def tables_of(folder: Path) -> list[Listed]:
    """All tables of a folder; none if it has no file yet.

    A file of an older version shows none until a server has upgraded it.

    :raises StoreFailed: if the file cannot be read.
    """
    if not (folder / FILE).is_file():
        return []
    try:
        with closing(connect_to_read(folder / FILE)) as db:
            version: int = db.execute("PRAGMA user_version").fetchone()[0]
            if version > len(list(SCHEMA.glob("[0-9][0-9][0-9].sql"))):
                raise StoreFailed("newer")
            if version < LISTS:
                return []
            return [listed(row) for row in db.execute(TABLES if version >= KINDS else BEFORE_KINDS)]
    except sqlite3.Error as error:
        raise failure(error) from error
