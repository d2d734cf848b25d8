"""Giving the operator's orders to the servers of a database, and waiting for their answers."""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

import psycopg

from kartentisch.store.postgres import statements as sql
from kartentisch.store.postgres.database import Database, failure
from kartentisch.store.postgres.overview import check

TAKEN_WITHIN = 10.0
"""Seconds in which a server takes an order: its report, every two seconds, tells it."""
ANSWERED_WITHIN = 60.0
"""Seconds in which it answers one that it has taken: deleting waits for the disk."""
LOOK = 0.1
"""Seconds between two looks at the answers."""

End = Literal["answered", "no_server", "silent", "unknown"]


class Outcome(NamedTuple):
    """What came of an order about one table."""

    end: End
    """`no_server`: nobody lives to whom it could be given. `silent`: its server did not take it, and it was withdrawn:
    nothing has changed. `unknown`: its server has taken it and does not answer."""
    answer: str = ""
    server: str = ""
    """The name of the server that was asked."""


@dataclass
class _Given:
    """An order that was given and is not answered."""

    id: str
    server: str
    since: float = field(default_factory=time.monotonic)

    def lasts(self, seconds: float) -> bool:
        return time.monotonic() - self.since > seconds


def order(database: Database, what: str, tables: Iterable[str]) -> dict[str, Outcome]:
    """Have something done at tables, each by the living server that has it; if none has it, by any server.

    A server that ends in the middle may have done it or not: another one does it then, and twice is like once.

    :raises StoreFailed: if the database cannot be used. Orders that nobody has taken are withdrawn if it can.
    :raises Unready: if its schema has another version.
    """
    with database.connect() as db:
        try:
            check(db)
            return _Ordering(db, what).carried_out([*tables])
        except psycopg.Error as error:
            raise failure(error) from error


class _Ordering:
    def __init__(self, db: psycopg.Connection[Any], what: str) -> None:
        self._db, self._what = db, what
        self._given: dict[str, _Given] = {}
        self._ends: dict[str, Outcome] = {}
        self._begun = time.monotonic()

    def carried_out(self, tables: list[str]) -> dict[str, Outcome]:
        try:
            while left := [one for one in tables if one not in self._ends]:
                for table in left:
                    self._look_after(table)
                if self._given:
                    time.sleep(LOOK)
        finally:
            for given in self._given.values():
                self._withdraw(given)
        return self._ends

    def _look_after(self, table: str) -> None:
        given = self._given.get(table)
        if given is None:
            self._give(table)
            return
        state, answer, lives = self._db.execute(sql.ORDER, (given.id,)).fetchone() or ("gone", "", False)
        if state == "answered":
            self._answered(table, given, answer)
        elif not lives:
            self._forget(table)
        elif state == "waiting" and given.lasts(TAKEN_WITHIN):
            if self._withdraw(given):
                self._end(table, Outcome("silent", "", given.server))
        elif given.lasts(ANSWERED_WITHIN):
            self._end(table, Outcome("unknown", "", given.server))

    def _give(self, table: str) -> None:
        row = self._db.execute(sql.ADDRESSEE, {"table": table}).fetchone()
        if row is None:
            self._end(table, Outcome("no_server"))
            return
        order_id, (node, name) = secrets.token_hex(8), row
        if self._db.execute(sql.GIVE_ORDER, (order_id, self._what, table, node)).fetchone():
            self._given[table] = _Given(order_id, name)

    def _answered(self, table: str, given: _Given, answer: str) -> None:
        if answer == "moved" and time.monotonic() - self._begun < ANSWERED_WITHIN:
            self._forget(table)  # it went to another server meanwhile
        else:
            self._end(table, Outcome("answered", answer, given.server))

    def _end(self, table: str, outcome: Outcome) -> None:
        self._ends[table] = outcome
        self._forget(table)

    def _forget(self, table: str) -> None:
        if given := self._given.pop(table, None):
            self._db.execute(sql.FORGET_ORDER, (given.id,))

    def _withdraw(self, given: _Given) -> bool:
        """Take an order back. False if its server has taken it, and so may carry it out."""
        return self._db.execute(sql.WITHDRAW_ORDER, (given.id,)).fetchone() is not None
