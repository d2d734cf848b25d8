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
"""Seconds until scrubbing is tried again."""

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
        """When the files are to be scrubbed again, as that failed; 0: they are clean."""
        self._thread = threading.Thread(target=self._run, name="store writer", daemon=True)
        self._thread.start()

    def submit(self, work: Callable[[sqlite3.Connection], T], *, scrub: bool = False) -> Future[T]:
        """Do this soon; the future is done after the commit. With `scrub`, no byte of what was removed stays behind."""
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
            waiting = [self._jobs.get()]
            while len(waiting) < MOST and not self._jobs.empty():
                waiting.append(self._jobs.get())
            closing = None in waiting
            jobs = [job for job in waiting if job is not None]
            if jobs:
                self._commit(jobs)
        if self._unscrubbed:
            self._scrub()

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
        if any(job.scrub for job in jobs) or 0 < self._unscrubbed <= monotonic():
            self._scrub()
        for job, (value, fault) in zip(jobs, results, strict=True):
            if fault is None:
                job.future.set_result(value)
            else:
                job.future.set_exception(fault)

    def _scrub(self) -> None:
        """Write the file anew without what was removed: pages that were parted may hold copies of it that deleting
        does not reach. If that fails, for want of room or as somebody reads, it is tried again.
        """
        self._unscrubbed = monotonic() + SCRUB_AGAIN
        with contextlib.suppress(sqlite3.Error):
            self._db.execute("VACUUM")
            busy = self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
            self._unscrubbed = self._unscrubbed if busy else 0.0

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
