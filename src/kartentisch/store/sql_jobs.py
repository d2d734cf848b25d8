"""What a worker writes of its job, the same in every store that speaks SQL."""

from __future__ import annotations

from abc import ABC, abstractmethod
from concurrent.futures import Future
from typing import Any, ClassVar

from kartentisch.store.jobs import WORKER_LIVES, JobKey, check_report, check_result


class SqlJobs(ABC):
    """See `Jobs` for the contract."""

    REPORT: ClassVar[str]
    GIVE_BACK: ClassVar[str]

    @abstractmethod
    def _changed(self, sql: str, *values: Any) -> Future[bool]:
        """Write this. The result is whether a row has changed."""

    @abstractmethod
    def _end(self, *values: Any) -> Future[bool]:
        """End the job, and forget the oldest ones. `values`: state, result, its size, time, key, worker."""

    def report(self, worker: str, key: JobKey, done: int, of: int, now: int) -> Future[bool]:
        check_report(worker, key, done, of, now)
        return self._changed(self.REPORT, done, of, now + WORKER_LIVES, *key, worker)

    def finish(self, worker: str, key: JobKey, result: str, now: int) -> Future[bool]:
        check_report(worker, key, now)
        return self._end("done", result, check_result(result), now, *key, worker)

    def fail(self, worker: str, key: JobKey, now: int) -> Future[bool]:
        check_report(worker, key, now)
        return self._end("failed", "", 0, now, *key, worker)

    def give_back(self, worker: str, key: JobKey) -> Future[bool]:
        check_report(worker, key)
        return self._changed(self.GIVE_BACK, *key, worker)
