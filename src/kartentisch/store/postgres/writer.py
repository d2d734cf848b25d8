"""Threads that write, each on a connection of its own. Each puts all waiting jobs into one transaction."""

from __future__ import annotations

import contextlib
import queue
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from dataclasses import dataclass, field
from time import monotonic, sleep
from typing import Any, TypeAlias, TypeVar

import psycopg

from kartentisch.store.errors import EndUnknown, LeaseLost, StoreFailed
from kartentisch.store.futures import running
from kartentisch.store.intake import Intake
from kartentisch.store.leases import Lease
from kartentisch.store.postgres.database import (
    WHOLE,
    Database,
    Session,
    close_if_read_only,
    code_of,
    failure,
    lost,
)
from kartentisch.store.postgres.logs import Commits, Held, Node, read
from kartentisch.store.postgres.statements import (
    ENDED,
    FIRST_NUMBER,
    LAST_NUMBER,
    NUMBERED,
    STILL_HERE,
)

T = TypeVar("T")
Db: TypeAlias = "psycopg.Connection[Any]"
Work: TypeAlias = Callable[[Db, Held], T]
MOST = 256
"""The most jobs in one transaction."""
LOOK_UP = 6.0
"""Seconds for which a writer tries to learn whether a commit was done."""
PAUSE = 0.2
"""Seconds between two such tries."""
AGAIN = ("40001", "40P01")
"""The database chose this transaction to give way to another one."""


@dataclass(frozen=True)
class More:
    """What a job returns that has more to do. It goes on with this work, behind the jobs that wait, without a lease."""

    work: Work[Any]


@dataclass(slots=True, eq=False)
class Job:
    """`work` writes one log. It raises only before its first write, as it cannot be undone alone."""

    log_id: str
    work: Work[Any]
    lease: Lease | None
    """None for work that needs none."""
    future: Future[Any] = field(default_factory=lambda: running(Future()))


class Writer:
    """A thread that does jobs in their order of arrival, many in one transaction. A log has always the same writer.

    The transaction ends with its number in the table `commits`. If the connection breaks while it is committed, the
    writer reads on a new one whether the number is there, before it tells anybody.
    """

    def __init__(self, database: Database, node: Node, number: int) -> None:
        self.commits = 0
        """The number of the newest transaction."""
        self._database = database
        self._node = node
        self._number = number
        self._entered = ""
        """The id of the node for which this writer has its row."""
        self.confirmed = Commits("", number, 0)
        self._db: Session | None = None
        self._jobs = Intake[Job]()
        self._thread = threading.Thread(target=self._run, name=f"store writer {number}", daemon=True)
        self._thread.start()

    def submit(self, job: Job) -> Future[Any]:
        """Do this soon. The future is done after the commit."""
        return self._jobs.submit(job)

    def close(self) -> None:
        """Do the submitted jobs, then end the thread."""
        self._jobs.close()
        self._thread.join()
        if self._db is not None:
            self._db.close()

    # ---- The thread -------------------------------------------------------------------------------------------------

    def _run(self) -> None:
        more: list[Job] = []
        closing = False
        while not closing or more:
            waiting = self._next(wait=not (closing or more))
            closing = closing or None in waiting
            jobs = [job for job in waiting if job is not None] + more
            more = []
            for job, value in self._all(jobs):
                if isinstance(value, More):
                    job.work, job.lease = value.work, None
                    more.append(job)
                elif isinstance(value, BaseException):
                    job.future.set_exception(value)
                else:
                    job.future.set_result(value)

    def _next(self, wait: bool) -> list[Job | None]:
        waiting: list[Job | None] = []
        with contextlib.suppress(queue.Empty):
            waiting.append(self._jobs.get(block=wait))
            while waiting[-1] is not None and len(waiting) < MOST:
                waiting.append(self._jobs.get(block=False))
        return waiting

    def _all(self, jobs: list[Job]) -> Iterable[tuple[Job, Any]]:
        """What each job gave: a value or an error."""
        if not jobs:
            return []
        try:
            return zip(jobs, self._transaction(jobs), strict=True)
        except psycopg.Error as error:
            whole = code_of(error) in WHOLE
            if len(jobs) == 1 or whole:
                return [(job, self._fault(job, error)) for job in jobs]
        except Exception as error:  # of any kind: everyone who waits must learn of it, and the thread must survive
            return [(job, error) for job in jobs]
        return [pair for job in jobs for pair in self._all([job])]  # one of them has spoilt it for the others

    def _fault(self, job: Job, error: psycopg.Error) -> StoreFailed:
        if error.sqlstate == ENDED:
            return StoreFailed("unreachable") if job.lease is None else LeaseLost(job.log_id)
        return failure(error)

    def _transaction(self, jobs: list[Job]) -> list[Any]:
        """Values and errors of the jobs, all in one transaction. If it raises, nothing was written, or nobody knows."""
        for last in (False, True):
            begun = False
            try:
                db = self._connected()
                results, begun = self._work(db, jobs), True
                return self._committed(db, results)
            except psycopg.Error as error:
                close_if_read_only(self._db, error)
                again = error.sqlstate in AGAIN or (not begun and self._db is not None and lost(self._db))
                self._undo()
                if last or not again:
                    raise
        raise AssertionError

    def _work(self, db: Session, jobs: list[Job]) -> list[Any]:
        """Everything but the commit. Without it nothing of this is kept."""
        node = self._entered
        with db.pipeline():
            db.execute("BEGIN")
            logs = read(db, node, {job.log_id for job in jobs}, {job.log_id for job in jobs if job.lease is None})
            results = [self._attempt(db, job, logs[job.log_id]) for job in jobs]
            db.execute(NUMBERED, (self.commits + 1, self.confirmed.number, node, self._number))
            if any(job.lease for job in jobs):
                db.execute(STILL_HERE, (node,))
        return results

    def _attempt(self, db: Db, job: Job, log: Held) -> Any:
        try:
            if job.lease is not None:
                log.check(job.lease)
            return job.work(db, log)
        except psycopg.Error:
            raise
        except Exception as error:  # OutOfStep and the like
            return error

    def _committed(self, db: Session, results: list[Any]) -> list[Any]:
        """The results, once they are stored."""
        self.commits += 1
        try:
            db.execute("COMMIT")
        except psycopg.Error as error:
            if not lost(db):
                raise
            if (found := self._looked_up()) is None:
                raise EndUnknown from error
            if not found:
                raise failure(error) from error
        self.confirmed = Commits(self._entered, self._number, self.commits)
        return results

    def _looked_up(self) -> bool | None:
        """Whether the newest transaction was committed; None if nobody can tell."""
        until = monotonic() + LOOK_UP
        while monotonic() < until:
            self._undo()
            try:
                self._db = self._database.again(self._db)
                found = self._db.execute(LAST_NUMBER, (self._entered, self._number)).fetchone()
            except (psycopg.Error, StoreFailed):
                sleep(PAUSE)
                continue
            return None if found is None else bool(found[0] == self.commits)
        return None

    def _connected(self) -> Session:
        if self._db is None or lost(self._db):
            self._db = self._database.again(self._db)
        if self._entered != self._node.id:
            node = self._node.id
            self._db.execute(FIRST_NUMBER, {"node": node, "writer": self._number})
            self._entered, self.commits, self.confirmed = node, 0, Commits(node, self._number, 0)
        return self._db

    def _undo(self) -> None:
        """Leave no transaction open. A connection that cannot do that is closed."""
        if self._db is None:
            return
        try:
            if self._db.info.transaction_status != psycopg.pq.TransactionStatus.IDLE:
                self._db.execute("ROLLBACK")
        except psycopg.Error:
            self._db.close()
