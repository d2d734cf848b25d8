"""The nodes of a database as an operator sees them, from outside of any node."""

from __future__ import annotations

from typing import Any, NamedTuple

import psycopg

from kartentisch.store.postgres import statements as sql
from kartentisch.store.postgres.database import Database, failure
from kartentisch.store.postgres.nodes import digest_of
from kartentisch.store.postgres.upgrading import newest, too_new, version
from kartentisch.store.sqlite_reads import listed
from kartentisch.store.values import Listed


class Unready(Exception):  # noqa: N818 - not a fault of this program
    """The database has another version of the schema than this program."""

    def __init__(self, found: int, newer: bool) -> None:
        super().__init__()
        self.found, self.newer = found, newer
        """0: no server has been started on it yet."""


class Seen(NamedTuple):
    """A living node."""

    id: str
    name: str
    address: str
    version: str
    draining: bool
    lease: float
    """Seconds after its newest report until others may take its tables."""
    silent: int
    """Milliseconds since its newest report."""
    tables: int
    pads: int

    @property
    def serves(self) -> bool:
        """Whether it is a server, which others reach. If not, it is a `kartentisch work`."""
        return bool(self.address)


class Look(NamedTuple):
    """One look at a database."""

    nodes: list[Seen]
    """The living ones, by name."""
    now: int
    """Milliseconds since 1970, by the clock of the database."""
    key: str
    """The digest of the key with which the servers sign links; "" before the first start."""

    def signs_with(self, key: bytes) -> bool:
        """Whether a server with this key may start."""
        return self.key in ("", digest_of(key))


def look(database: Database) -> Look:
    """The living nodes and what they share. Raises StoreFailed and Unready."""
    with database.connect() as db:
        try:
            check(db)
            found = [Seen(*row) for row in db.execute(sql.OVERVIEW).fetchall()]
            key = next(iter(db.execute(sql.KEY).fetchall()), ("",))[0]
            return Look(found, int(db.execute(f"SELECT {sql.NOW}").fetchall()[0][0]), key)
        except psycopg.Error as error:
            raise failure(error) from error


def nodes(database: Database) -> list[Seen]:
    """The living nodes, by name. Raises StoreFailed and Unready."""
    return look(database).nodes


def set_draining(database: Database, name: str, draining: bool) -> bool:
    """Have a node give away what it has and take nothing, or take again. False if none of this name lives.

    Raises StoreFailed and Unready.
    """
    with database.connect() as db:
        try:
            check(db)
            return bool(db.execute(sql.SET_DRAINING, (draining, name)).rowcount)
        except psycopg.Error as error:
            raise failure(error) from error


class Tables(NamedTuple):
    """What the operator sees of the tables."""

    servers: dict[str, str]
    """By id of a table, which may sleep: the name of the server that has it; "" for none."""
    listed: list[Listed]
    maintenance: str
    """The message to everybody; "" for none."""


def tables(database: Database) -> Tables:
    """All tables of a database. Raises StoreFailed and Unready."""
    with database.connect() as db:
        try:
            check(db)
            rows = db.execute(sql.TABLES_WITH_SERVERS).fetchall()
            said = next(iter(db.execute(sql.MAINTENANCE).fetchall()), ("",))[0]
            return Tables({row[0]: row[-1] for row in rows}, [listed(row[:-1]) for row in rows], said)
        except psycopg.Error as error:
            raise failure(error) from error


def say_to_all(database: Database, text: str) -> None:
    """Have all servers show a message, at their next report; "" removes it. Raises StoreFailed and Unready."""
    with database.connect() as db:
        try:
            check(db)
            db.execute(*((sql.SAY_TO_ALL, (text,)) if text else (sql.SAY_NO_MORE,)))
        except psycopg.Error as error:
            raise failure(error) from error


def check(db: psycopg.Connection[Any]) -> None:
    """Raise Unready unless this program reads the schema that is there."""
    found, newer = version(db), too_new(db)
    if newer or found < newest():
        raise Unready(found, newer)


def check_readable(db: psycopg.Connection[Any]) -> None:
    """Raise Unready if there are no tables, or if they are too new. Those of an older version can be read."""
    found, newer = version(db), too_new(db)
    if newer or not found:
        raise Unready(found, newer)
