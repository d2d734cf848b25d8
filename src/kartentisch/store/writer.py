"""One thread that writes: whatever waits goes into one commit."""

from __future__ import annotations

import contextlib
import errno
import queue
import sqlite3
import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from time import monotonic
from typing import Any, TypeVar

from kartentisch.store.base import Code, StoreFailed, running

T = TypeVar("T")
MOST = 256
"""Jobs in one commit: the first of them should not wait for too many others."""

SCRUB_AGAIN = 60.0
"""Seconds until scrubbing is tried again after it failed."""
SCRUB_REST = 10.0
"""Between two times of scrubbing lies so many times what the first one took: nobody can hold up the others by it."""

CODES: dict[int, Code] = {
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_BUSY: "locked",
    sqlite3.SQLITE_LOCKED: "locked",
    sqlite3.SQLITE_CANTOPEN: "gone",
    sqlite3.SQLITE_READONLY: "gone",
}
OWN_FAULT = (sqlite3.DataError, sqlite3.IntegrityError, sqlite3.ProgrammingError)
"""What SQLite says of one job; everything else it says is about the file."""


def failure(error: Exception) -> StoreFailed:
    """What to tell people about an error, with the error as its cause."""
    code: Code = "broken"
    if isinstance(error, OSError):
        code = "full" if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG) else "gone"
    elif isinstance(error, sqlite3.Error):
        code = CODES.get(getattr(error, "sqlite_errorcode", 0) & 0xFF, "broken")  # the low byte: without the details
    failed = StoreFailed(code)
    failed.__cause__ = error
    return failed


@dataclass(slots=True)
class _Job:
    work: Callable[[sqlite3.Connection], Any]
    scrub: bool
    future: Future[Any] = field(default_factory=lambda: running(Future()))


class Writer:
    """Does jobs on a connection in the order in which they come, many in one transaction.

    Each has its own savepoint: one that is out of step does not spoil the others. When the commit fails, all have
    failed. `present` is called before each transaction and raises OSError when the file is not where it was: SQLite
    itself would go on writing into a removed file.
    """

    def __init__(self, db: sqlite3.Connection, present: Callable[[], None]) -> None:
        self.commits = 0
        """Transactions so far."""
        self._db = db
        self._present = present
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._gate = threading.Lock()
        self._closed = False
        self._unscrubbed = 0.0
        """When the files are to be scrubbed, as that failed or had to wait; 0: they are clean."""
        self._rested = 0.0
        """When they may be scrubbed next."""
        self._thread = threading.Thread(target=self._run, name="store writer", daemon=True)
        self._thread.start()

    def submit(self, work: Callable[[sqlite3.Connection], T], *, scrub: bool = False) -> Future[T]:
        """Do this soon; the future is done after the commit.

        With `scrub`, no byte of what was removed stays behind then; or soon after, where that was done a moment ago.
        """
        job = _Job(work, scrub)
        with self._gate:
            if not self._closed:
                self._jobs.put(job)
                return job.future
        job.future.set_exception(StoreFailed("closed"))
        return job.future

    def close(self) -> None:
        """Do what was submitted, then end the thread."""
        with self._gate:
            if not self._closed:
                self._closed = True
                self._jobs.put(None)
        self._thread.join()

    def _run(self) -> None:
        closing = False
        while not closing:
            waiting = self._next()
            while len(waiting) < MOST and not self._jobs.empty():
                waiting.append(self._jobs.get())
            closing = None in waiting
            jobs = [job for job in waiting if job is not None]
            if jobs:
                self._commit(jobs)
        if self._unscrubbed:
            self._scrub()

    def _next(self) -> list[_Job | None]:
        """The next job; none if it is time to scrub before one comes."""
        try:
            return [self._jobs.get(timeout=max(0.0, self._unscrubbed - monotonic()) if self._unscrubbed else None)]
        except queue.Empty:
            self._scrub()
            return []

    def _commit(self, jobs: list[_Job]) -> None:
        try:
            self._present()
            self._db.execute("BEGIN IMMEDIATE")
            results = [self._attempt(job) for job in jobs]
            self._db.execute("COMMIT")
        except Exception as error:  # whatever it is: all who wait must hear of it, and the thread must live
            if self._db.in_transaction:
                with contextlib.suppress(sqlite3.Error):
                    self._db.execute("ROLLBACK")
            for job in jobs:
                job.future.set_exception(failure(error))
            return
        self.commits += 1
        done = list(zip(jobs, results, strict=True))
        self._tell([one for one in done if not one[0].scrub])
        if any(job.scrub for job in jobs):
            self._unscrubbed = max(self._rested, 1e-9)
        if 0 < self._unscrubbed <= monotonic():
            self._scrub()
        self._tell([one for one in done if one[0].scrub])

    @staticmethod
    def _tell(done: list[tuple[_Job, tuple[Any, Exception | None]]]) -> None:
        for job, (value, fault) in done:
            if fault is None:
                job.future.set_result(value)
            else:
                job.future.set_exception(fault)

    def _scrub(self) -> None:
        """Write the file anew without what was removed: pages that were parted may hold copies of it that deleting
        does not reach. If that fails, for want of room or as somebody reads, it is tried again.
        """
        begun = monotonic()
        self._unscrubbed = begun + SCRUB_AGAIN
        with contextlib.suppress(sqlite3.Error):
            self._db.execute("VACUUM")
            busy = self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
            self._unscrubbed = self._unscrubbed if busy else 0.0
        self._rested = monotonic() + SCRUB_REST * (monotonic() - begun)

    def _attempt(self, job: _Job) -> tuple[Any, Exception | None]:
        """What the job gives, or why it was undone."""
        value = None
        fault: Exception | None = None
        self._db.execute("SAVEPOINT job")
        try:
            value = job.work(self._db)
        except sqlite3.Error as error:
            if not isinstance(error, OWN_FAULT):
                raise
            fault = failure(error)
        except Exception as error:  # OutOfStep, or values that SQLite cannot take
            fault = error
        if fault is not None:
            self._db.execute("ROLLBACK TO job")
        self._db.execute("RELEASE job")
        return value, fault
