"""The nodes of a database as an operator sees them, from outside of any node."""

from __future__ import annotations

from typing import NamedTuple

import psycopg

from kartentisch.store.postgres import statements as sql
from kartentisch.store.postgres.database import Database, failure
from kartentisch.store.postgres.upgrading import newest, version


class Unready(Exception):  # noqa: N818 - not a fault of this program
    """The database has another version of the schema than this program."""

    def __init__(self, found: int) -> None:
        super().__init__()
        self.found = found
        """0: no server has been started on it yet."""
        self.newer = found > newest()


class Seen(NamedTuple):
    """A living node."""

    id: str
    name: str
    address: str
    version: str
    draining: bool
    silent: int
    """Milliseconds since its newest report."""
    tables: int
    pads: int


def nodes(database: Database) -> list[Seen]:
    """The living nodes, by name. Raises StoreFailed and Unready."""
    with database.connect() as db:
        try:
            check(version(db))
            return [Seen(*row) for row in db.execute(sql.OVERVIEW).fetchall()]
        except psycopg.Error as error:
            raise failure(error) from error


def set_draining(database: Database, name: str, draining: bool) -> bool:
    """Have a node give away what it has and take nothing, or take again. False if none of this name lives.

    Raises StoreFailed and Unready.
    """
    with database.connect() as db:
        try:
            check(version(db))
            return bool(db.execute(sql.SET_DRAINING, (draining, name)).rowcount)
        except psycopg.Error as error:
            raise failure(error) from error


def check(found: int) -> None:
    """Raise Unready unless this program reads this version of the schema."""
    if found != newest():
        raise Unready(found)
