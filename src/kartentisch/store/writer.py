"""The one thread that writes. It puts all waiting jobs into one commit."""

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

from kartentisch.store.errors import Code, EndUnknown, StoreFailed
from kartentisch.store.futures import running
from kartentisch.store.intake import Intake

T = TypeVar("T")
MOST = 256
"""The most jobs in one commit, so that the first of them does not wait for too many others."""
SOON, LATE = 0.01, 0.5
"""The shortest and longest wait, in seconds, before another try to empty a log of writes that a reader holds. The wait
grows with each try.
"""

CODES: dict[int, Code] = {
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_BUSY: "locked",
    sqlite3.SQLITE_LOCKED: "locked",
    sqlite3.SQLITE_CANTOPEN: "gone",
    sqlite3.SQLITE_READONLY: "gone",
}
OWN_FAULT = (sqlite3.DataError, sqlite3.IntegrityError, sqlite3.ProgrammingError)
"""The errors of SQLite that concern a single job. All its other errors concern the file."""


def failure(error: Exception) -> StoreFailed:
    """The error to show to people, with `error` as its cause."""
    code: Code = "broken"
    if isinstance(error, OSError):
        code = "full" if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG) else "gone"
    elif isinstance(error, sqlite3.Error):
        code = CODES.get(getattr(error, "sqlite_errorcode", 0) & 0xFF, "broken")  # the low byte, without the details
    failed = StoreFailed(code)
    failed.__cause__ = error
    return failed


def unconfirmed(error: Exception) -> Exception:
    """The error of a COMMIT that failed.

    The record of a commit is the last thing that is written. If it could not be written, the write is refused. If the
    disk failed later, while confirming, the record may exist anyway, and a restart may find it.
    """
    code = getattr(error, "sqlite_errorcode", 0)
    if code & 0xFF != sqlite3.SQLITE_IOERR or code == sqlite3.SQLITE_IOERR_WRITE:
        return failure(error)
    unknown = EndUnknown()
    unknown.__cause__ = error
    return unknown


@dataclass(slots=True, eq=False)
class _Job:
    work: Callable[[sqlite3.Connection], Any]
    parts: bool
    """The work is one part of several, and returns whether there is more."""
    clean: bool
    single: bool
    """The work writes by one statement, so it is done or undone as a whole without a savepoint."""
    future: Future[Any] = field(default_factory=lambda: running(Future()))


class Writer:
    """A thread that does jobs on a connection in their order of arrival, many in one transaction. Each job has its own
    savepoint, so a failing job does not affect the others. If the commit fails, all of its jobs fail. `present` is
    called before each transaction and raises OSError if the file is not where it was; SQLite itself would keep writing
    to a removed file. `emptied` empties the log of writes and returns whether it succeeded.
    """

    def __init__(
        self,
        db: sqlite3.Connection,
        present: Callable[[], None],
        emptied: Callable[[sqlite3.Connection], bool],
        unclean: bool = False,
    ) -> None:
        self.commits = 0
        """The number of transactions so far."""
        self._db = db
        self._present = present
        self._emptied = emptied
        self._jobs = Intake[_Job]()
        self._parted: deque[_Job] = deque()
        """The jobs of which some parts are done."""
        self._unclean = unclean
        """Whether the log of writes still contains removed data."""
        self._cleaned: list[_Job] = []
        """The jobs that are done once it no longer does."""
        self._again = self._pause = 0.0
        self._thread = threading.Thread(target=self._run, name="store writer", daemon=True)
        self._thread.start()

    def submit(
        self, work: Callable[[sqlite3.Connection], T], *, clean: bool = False, single: bool = False
    ) -> Future[T]:
        """Do this soon. The future is done after the commit or, with `clean`, once no byte of the removed data is
        left. `single`: the work writes by one statement.
        """
        return self._jobs.submit(_Job(work, False, clean, single))

    def submit_parts(self, part: Callable[[sqlite3.Connection], bool]) -> Future[Any]:
        """Call `part` in one transaction after the other until it returns False. Then continue as with `clean`.

        The first part keeps its place in the order of jobs. No transaction has two parts, so that nobody else waits for
        long.
        """
        return self._jobs.submit(_Job(part, True, True, False))

    def close(self) -> None:
        """Do the submitted jobs, then end the thread."""
        self._jobs.close()
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
        for job in self._cleaned:  # the next start cleans up
            job.future.set_exception(StoreFailed("closed"))

    def _next(self, closing: bool) -> list[_Job | None]:
        """The waiting jobs, up to the first one with parts. Empty if something else is due before a job comes."""
        waiting: list[_Job | None] = []
        try:
            if closing or self._parted:
                waiting.append(self._jobs.get(block=False))
            elif self._unclean:
                waiting.append(self._jobs.get(timeout=max(0.001, self._again - monotonic())))
            else:
                waiting.append(self._jobs.get())
            while waiting[-1] is not None and not waiting[-1].parts and len(waiting) < MOST:
                waiting.append(self._jobs.get(block=False))
        except queue.Empty:
            pass
        return waiting

    def _commit(self, jobs: list[_Job]) -> None:
        alone = len(jobs) == 1 and jobs[0].single
        confirming = alone  # a statement of its own commits as it ends
        try:
            self._present()
            if not alone:
                self._db.execute("BEGIN IMMEDIATE")
            results = [self._attempt(job) for job in jobs]
            confirming = True
            if not alone:
                self._db.execute("COMMIT")
        except Exception as error:  # of any kind: everyone who waits must learn of it, and the thread must survive
            if self._db.in_transaction:
                with contextlib.suppress(sqlite3.Error):
                    self._db.execute("ROLLBACK")
            for job in jobs:
                job.future.set_exception(unconfirmed(error) if confirming else failure(error))
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
        """Try to empty the log of writes, without waiting for readers, as others want to write. Retries get rarer."""
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
        """The result of the job, or the error for which it was undone."""
        value = None
        fault: Exception | None = None
        if not job.single:
            self._db.execute("SAVEPOINT job")
        try:
            value = job.work(self._db)
        except sqlite3.Error as error:
            if not isinstance(error, OWN_FAULT):
                raise
            fault = failure(error)
        except Exception as error:  # OutOfStep, or values that SQLite cannot take
            fault = error
        if not job.single:
            if fault is not None:
                self._db.execute("ROLLBACK TO job")
            self._db.execute("RELEASE job")
        return value, fault
