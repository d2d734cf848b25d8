"""The node of this process in the database: it enters, reports that it lives, drains and leaves."""

from __future__ import annotations

import hashlib
import secrets
import time
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from importlib.metadata import version
from typing import Any, TypeVar

import psycopg

from kartentisch.store.errors import LeaseLost, StoreFailed
from kartentisch.store.futures import running
from kartentisch.store.leases import NODE_LIVES
from kartentisch.store.postgres import statements as sql
from kartentisch.store.postgres.database import Database, Session, close_if_read_only, failure, lost
from kartentisch.store.postgres.logs import Commits, Node
from kartentisch.store.postgres.upgrading import upgrade
from kartentisch.table import contents

T = TypeVar("T")
UPGRADE = "SET statement_timeout = 0; SET lock_timeout = 0; SET idle_in_transaction_session_timeout = 0"


class CommitsLost(LeaseLost):
    """The database lacks commits that it had confirmed: a standby that was behind took over from its primary."""


def digest_of(key: bytes) -> str:
    """What the database has of the key that signs links to seats."""
    return hashlib.sha256(b"the key of the tables\0" + key).hexdigest()


def awake() -> int:
    """Milliseconds of a clock that runs on while the computer sleeps."""
    boot = getattr(time, "CLOCK_BOOTTIME", None)
    return (time.monotonic_ns() if boot is None else time.clock_gettime_ns(boot)) // 1_000_000


class Nodes:
    """One connection and one thread, so that no write delays the report that this node lives."""

    def __init__(self, database: Database, name: str, address: str, lives: float = NODE_LIVES) -> None:
        """`lives`: seconds for which this node lives after a report.

        Raises StoreFailed if the database cannot be used, or if a living node has this name.
        """
        self._database = database
        self.lives = lives
        self._name = name
        self._about = {"address": address, "version": version("kartentisch"), "facts": contents.level()}
        self._db: Session = database.connect()
        self.level = 1
        """The level of facts that all living nodes knew at the newest report."""
        self.runs = 0
        """How often this process has entered."""
        self._id = ""
        self._offset = 0
        self.confirmed = 0
        """When the newest report that was answered began, by `awake`."""
        self.draining = False
        """Whether this node takes nothing more. It stays so if it has to enter again; a restart ends it."""
        self.ordered = False
        """Whether the operator's orders wait for this node, at its newest report."""
        self.maintenance = ""
        """The operator's message to everybody at the newest report; "" for none."""
        self.confirmed_commits: Callable[[], Iterable[Commits]] = tuple
        """What each writer knows of its commits."""
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="store node")
        self._shut = False
        try:
            self._db.execute(UPGRADE)
            upgrade(self._db)
            self._db.execute(sql.FORGET_OLD)
            self._enter(self._db)
            self._stay(self._db)
        except psycopg.Error as error:
            self._db.close()
            raise failure(error) from error
        except StoreFailed:
            self._db.close()
            raise

    @property
    def node(self) -> Node:
        return Node(self._name, lambda: self._id)

    @property
    def id(self) -> str:
        return self._id

    def now(self) -> int:
        """Milliseconds since 1970 by the clock of the database, which all nodes share."""
        return awake() + self._offset

    def left_to_erase(self) -> list[str]:
        return [row[0] for row in self._db.execute("SELECT table_id FROM erasing").fetchall()]

    def stay(self) -> Future[None]:
        """See `Store.stay`."""
        return self._do(self._stay)

    def drain(self) -> Future[None]:
        """See `Store.drain`."""
        return self._do(lambda db: self._drain(db, True))

    def fill(self) -> Future[None]:
        """See `Peers.fill`."""
        return self._do(lambda db: self._drain(db, False))

    def _drain(self, db: psycopg.Connection[Any], draining: bool) -> None:
        db.execute(sql.DRAIN, (draining, self._id))
        self.draining = draining

    def begin_again(self) -> Future[None]:
        """Enter as another node; this one ends. Its leases stay with the one that ended."""
        return self._do(self._enter)

    def same_key(self, key: bytes, replace: bool) -> None:
        """Raise StoreFailed if the other servers sign links with another key. `replace`: from now on, this one counts.

        The database has a digest of the key, not the key.
        """
        digest = digest_of(key)

        def work(db: psycopg.Connection[Any]) -> None:
            db.execute(sql.REPLACE_KEY if replace else sql.FIRST_KEY, (digest,))
            if db.execute(sql.KEY).fetchall() != [(digest,)]:
                raise StoreFailed("other_key")

        self._do(work).result()

    def close(self) -> None:
        """Leave. The leases of this node end."""
        if self._shut:
            return

        def leave(db: psycopg.Connection[Any]) -> None:
            db.execute(sql.LEAVE, (self._id,))

        left = self._do(leave)
        self._shut = True
        left.exception()  # if the database cannot be reached, the node ends by itself
        self._thread.shutdown()
        self._db.close()

    def _enter(self, db: psycopg.Connection[Any]) -> None:
        node, begun = secrets.token_hex(8), awake()
        with db.transaction():
            db.execute("LOCK TABLE nodes IN SHARE ROW EXCLUSIVE MODE")  # of two with one name, one enters
            db.execute(sql.END, (self._id,))
            about = {"id": node, **self._about, "name": self._name or node}
            found = db.execute(sql.ENTER, about | {"draining": self.draining, "lives": self.lives}).fetchone()
            if found is None:
                raise StoreFailed("in_use")
        self._id, self._offset, self.confirmed, self.level = node, int(found[0]) - begun, begun, int(found[1])
        self.runs += 1

    def _stay(self, db: psycopg.Connection[Any]) -> None:
        begun, known = awake(), [*self.confirmed_commits()]
        if (found := db.execute(sql.STAY, {"id": self._id, "lives": self.lives}).fetchone()) is None:
            raise LeaseLost("")
        if any(one.node == self._id and found[5].get(str(one.writer), 0) < one.number for one in known):
            raise CommitsLost("")
        self._offset, self.confirmed, self.draining = int(found[0]) - begun, begun, bool(found[1])
        self.ordered, self.maintenance, self.level = bool(found[2]), str(found[3]), int(found[4])

    def _do(self, work: Callable[[psycopg.Connection[Any]], T]) -> Future[T]:
        if self._shut:
            future: Future[T] = running(Future())
            future.set_exception(StoreFailed("closed"))
            return future
        return self._thread.submit(self._on_connection, work)

    def _on_connection(self, work: Callable[[psycopg.Connection[Any]], T]) -> T:
        """Do this, and once more on a new connection if the old one broke: doing it twice is like doing it once."""
        for last in (False, True):
            if fresh := lost(self._db):
                self._db = self._database.again(self._db)
            try:
                return work(self._db)
            except psycopg.Error as error:
                close_if_read_only(self._db, error)
                if last or fresh or not lost(self._db):
                    raise failure(error) from error
        raise AssertionError
