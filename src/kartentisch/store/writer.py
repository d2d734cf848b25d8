"""One thread that writes: whatever waits goes into one commit."""

from __future__ import annotations

import contextlib
import errno
import queue
import sqlite3
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from time import monotonic
from typing import Any, TypeVar

from kartentisch.store.base import Code, StoreFailed, running

T = TypeVar("T")
MOST = 256
"""Jobs in one commit: the first of them should not wait for too many others."""
SOON, LATE = 0.01, 0.5
"""Seconds until it is tried again to empty the log of writes, while somebody who reads holds it: more each time."""

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


@dataclass(slots=True, eq=False)
class _Job:
    work: Callable[[sqlite3.Connection], Any]
    parts: bool
    """The work is one part of many: it says whether there is more."""
    clean: bool
    future: Future[Any] = field(default_factory=lambda: running(Future()))


class Writer:
    """Does jobs on a connection in the order in which they come, many in one transaction.

    Each has its own savepoint: one that is out of step does not spoil the others. When the commit fails, all have
    failed. `present` is called before each transaction and raises OSError when the file is not where it was: SQLite
    itself would go on writing into a removed file. `emptied` empties the log of writes and says whether it could.
    """

    def __init__(
        self,
        db: sqlite3.Connection,
        present: Callable[[], None],
        emptied: Callable[[sqlite3.Connection], bool],
        unclean: bool = False,
    ) -> None:
        self.commits = 0
        """Transactions so far."""
        self._db = db
        self._present = present
        self._emptied = emptied
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._parted: deque[_Job] = deque()
        """Jobs of which a part is done."""
        self._unclean = unclean
        """The log of writes holds what was removed."""
        self._cleaned: list[_Job] = []
        """What is done as soon as it does not."""
        self._again = self._pause = 0.0
        self._gate = threading.Lock()
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="store writer", daemon=True)
        self._thread.start()

    def submit(self, work: Callable[[sqlite3.Connection], T], *, clean: bool = False) -> Future[T]:
        """Do this soon; the future is done after the commit, with `clean` when no byte of what it removed is left."""
        return self._hand_over(_Job(work, False, clean))

    def submit_parts(self, part: Callable[[sqlite3.Connection], bool]) -> Future[Any]:
        """Do a part in one transaction, the next in another, until it says that there is no more; then as `clean`.

        The first part keeps the order of jobs. No transaction has two parts, so that nobody else waits for long.
        """
        return self._hand_over(_Job(part, True, True))

    def _hand_over(self, job: _Job) -> Future[Any]:
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
        while not closing or self._parted:
            waiting = self._next(closing)
            closing = closing or None in waiting
            jobs = [job for job in waiting if job is not None]
            if self._parted and not any(job.parts for job in jobs):
                jobs.append(self._parted.popleft())
            if jobs:
                self._commit(jobs)
            if self._unclean and not self._parted and self._again <= monotonic():
                self._clean()
        if self._unclean:
            self._clean()
        for job in self._cleaned:  # the next start does it
            job.future.set_exception(StoreFailed("closed"))

    def _next(self, closing: bool) -> list[_Job | None]:
        """The jobs that wait, up to the first that has parts; none if something else is due before one comes."""
        waiting: list[_Job | None] = []
        try:
            if closing or self._parted:
                waiting.append(self._jobs.get_nowait())
            elif self._unclean:
                waiting.append(self._jobs.get(timeout=max(0.001, self._again - monotonic())))
            else:
                waiting.append(self._jobs.get())
            while waiting[-1] is not None and not waiting[-1].parts and len(waiting) < MOST:
                waiting.append(self._jobs.get_nowait())
        except queue.Empty:
            pass
        return waiting

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
        for job, (value, fault) in zip(jobs, results, strict=True):
            if fault is not None:
                job.future.set_exception(fault)
            elif job.parts and value:
                self._parted.append(job)
            elif job.clean:
                self._cleaned.append(job)
            else:
                job.future.set_result(value)
            if job.clean:
                self._unclean, self._again, self._pause = True, 0.0, SOON

    def _clean(self) -> None:
        """Nobody who reads is waited for: others want to write. It is tried again, less and less often."""
        try:
            emptied = self._emptied(self._db)
        except sqlite3.Error:  # a full disk, for example
            emptied = False
        if not emptied:
            self._again = monotonic() + self._pause
            self._pause = min(LATE, 2 * self._pause or SOON)
            return
        self._unclean = False
        done, self._cleaned = self._cleaned, []
        for job in done:
            job.future.set_result(None)

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
