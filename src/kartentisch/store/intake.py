"""Jobs on their way to a thread that writes."""

from __future__ import annotations

import queue
import threading
from concurrent.futures import Future
from typing import Any, Generic, Protocol, TypeVar

from kartentisch.store.errors import StoreFailed


class HasFuture(Protocol):
    future: Future[Any]


Job = TypeVar("Job", bound=HasFuture)


class Intake(Generic[Job]):
    """Hands over jobs in their order of arrival; None after the last one. Once closed, it refuses jobs."""

    def __init__(self) -> None:
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._gate = threading.Lock()
        self._closed = False

    def submit(self, job: Job) -> Future[Any]:
        with self._gate:
            if not self._closed:
                self._jobs.put(job)
                return job.future
        job.future.set_exception(StoreFailed("closed"))
        return job.future

    def close(self) -> None:
        with self._gate:
            if not self._closed:
                self._closed = True
                self._jobs.put(None)

    def get(self, block: bool = True, timeout: float | None = None) -> Job | None:
        """The next job, or None after the last one. Raises queue.Empty if there is none in time."""
        return self._jobs.get(block, timeout)
