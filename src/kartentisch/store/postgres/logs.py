"""What a writer knows of the logs that it has locked, and the node that it writes for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import psycopg

from kartentisch.store.errors import HeldElsewhere, LeaseLost, StoreFailed
from kartentisch.store.leases import Lease
from kartentisch.store.postgres.statements import LOCK, MAKE_ROWS, STATE, TAKE, THIS_NODE
from kartentisch.store.sqlite_reads import listed
from kartentisch.store.values import Listed


@dataclass(frozen=True)
class Node:
    """The node of this process. Its id changes if it had ended and began again."""

    name: str
    current: Callable[[], str]

    @property
    def id(self) -> str:
        return self.current()


class Commits(NamedTuple):
    """What the database has confirmed to a writer."""

    node: str
    writer: int
    number: int
    """Of the newest commit."""


@dataclass
class Held:
    """A locked log. Each job changes what it has written, so that the next one knows."""

    id: str
    node: str
    lives: bool
    """Whether this node lives."""
    draining: bool
    row: Listed | None = None
    """None if the log has no facts."""
    owner: str | None = None
    owner_lives: bool = False
    epoch: int = 0
    deleted: bool = False
    key: bytes | None = None

    @property
    def newest(self) -> int:
        return self.row.newest if self.row else 0

    def check(self, lease: Lease) -> None:
        """Raise LeaseLost unless the lease holds now."""
        if not self.lives or lease != (self.id, self.owner, self.epoch) or self.owner != self.node:
            raise LeaseLost(self.id)

    def alive(self) -> None:
        """Raise StoreFailed if the log was deleted. Nothing may be stored for it any more."""
        if self.deleted:
            raise StoreFailed("broken") from ValueError("this table was deleted")

    def take(self, db: psycopg.Connection[Any]) -> Lease:
        if not self.lives or self.draining:
            raise LeaseLost(self.id)
        if self.owner not in (None, self.node) and self.owner_lives:
            raise HeldElsewhere(self.id, str(self.owner))
        self.owner, self.owner_lives, self.epoch = self.node, True, self.epoch + 1
        db.execute(TAKE, (self.node, self.epoch, self.id))
        return Lease(self.id, self.node, self.epoch)


def read(db: psycopg.Connection[Any], node: str, ids: set[str], made: set[str]) -> dict[str, Held]:
    """Lock these logs until the end of the transaction. Those in `made` get a row if they have none."""
    ordered = sorted(ids)
    if made:
        db.execute(MAKE_ROWS, (sorted(made),))
    db.execute(LOCK, (ordered,))
    states = db.execute(STATE, (ordered,))
    here = db.execute(THIS_NODE, (node,)).fetchone()
    lives, draining = here or (False, False)
    found = {log_id: Held(log_id, node, bool(lives), bool(draining)) for log_id in ordered}
    for *row, owner, epoch, deleted, owner_lives, key in states.fetchall():
        log = found[row[0]]
        log.row = listed(tuple(row)) if row[1] else None
        log.owner, log.epoch, log.deleted, log.owner_lives = owner, epoch, deleted, owner_lives
        log.key = None if key is None else bytes(key)
    return found
