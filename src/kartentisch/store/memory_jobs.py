"""Jobs in memory."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from concurrent.futures import Future
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any

from kartentisch.store.checks import check_ints, check_texts
from kartentisch.store.errors import StoreFailed
from kartentisch.store.jobs import (
    KEPT,
    ROOM,
    TRIES,
    WORKER_LIVES,
    Job,
    JobKey,
    State,
    check_key,
    check_report,
    check_result,
)


@dataclass
class JobRow:
    since: int
    """When it was asked for or, once it has ended, when that was."""
    state: State = "waiting"
    worker: str = ""
    until: int = 0
    tries: int = 0
    done: int = 0
    of: int = 0
    result: str = ""
    size: int = 0

    @property
    def job(self) -> Job:
        return Job(self.state, self.done, self.of, self.result)


class MemoryJobs:
    """See `Jobs` for the contract."""

    def __init__(
        self,
        rows: dict[JobKey, JobRow],
        logs: Mapping[str, object],
        write: Callable[[Callable[[], Any]], Future[Any]],
        reading: Callable[[], AbstractContextManager[Any]],
    ) -> None:
        self._rows, self._logs, self._write, self._reading = rows, logs, write, reading

    def ask(self, key: JobKey, now: int, most: int, again: bool = False) -> Future[Job | None]:
        check_key(key)
        check_ints(now, most)

        def work() -> Job | None:
            if key.log_id not in self._logs:
                raise StoreFailed("broken") from ValueError("there is no such log")
            found = self._rows.get(key)
            if found is not None and not (again and found.state == "failed"):
                return found.job
            unfinished = [row for one, row in self._rows.items() if one.kind == key.kind and _unfinished(row)]
            if len(unfinished) > most:
                return None
            self._rows[key] = JobRow(now)
            return self._rows[key].job

        return self._write(work)

    async def get(self, key: JobKey) -> Job | None:
        with self._reading():
            return row.job if (row := self._rows.get(key)) else None

    def take(self, worker: str, kinds: Collection[str], now: int) -> Future[JobKey | None]:
        check_texts(worker, *kinds)
        check_ints(now)

        def work() -> JobKey | None:
            for row in self._rows.values():
                if row.state == "working" and row.until <= now and row.tries >= TRIES:
                    row.state, row.since = "failed", now
            waiting = sorted(
                (row.since, key)
                for key, row in self._rows.items()
                if key.kind in kinds and (row.state == "waiting" or (row.state == "working" and row.until <= now))
            )
            if not waiting:
                return None
            _, key = waiting[0]
            row = self._rows[key]
            row.state, row.worker, row.until, row.done = "working", worker, now + WORKER_LIVES, 0
            row.tries += 1
            return key

        return self._write(work)

    def report(self, worker: str, key: JobKey, done: int, of: int, now: int) -> Future[bool]:
        check_report(worker, key, done, of, now)

        def work(row: JobRow) -> None:
            row.done, row.of, row.until = done, of, now + WORKER_LIVES

        return self._mine(worker, key, work)

    def finish(self, worker: str, key: JobKey, result: str, now: int) -> Future[bool]:
        check_report(worker, key, now)
        size = check_result(result)

        def work(row: JobRow) -> None:
            row.state, row.since, row.result, row.size = "done", now, result, size
            self._forget()

        return self._mine(worker, key, work)

    def fail(self, worker: str, key: JobKey, now: int) -> Future[bool]:
        check_report(worker, key, now)

        def work(row: JobRow) -> None:
            row.state, row.since = "failed", now
            self._forget()

        return self._mine(worker, key, work)

    def give_back(self, worker: str, key: JobKey) -> Future[bool]:
        check_report(worker, key)

        def work(row: JobRow) -> None:
            row.state = "waiting"
            row.tries -= 1

        return self._mine(worker, key, work)

    def _mine(self, worker: str, key: JobKey, change: Callable[[JobRow], None]) -> Future[bool]:
        def work() -> bool:
            row = self._rows.get(key)
            if row is None or row.state != "working" or row.worker != worker:
                return False
            change(row)
            return True

        return self._write(work)

    def _forget(self) -> None:
        ended = [(-row.since, key) for key, row in self._rows.items() if not _unfinished(row)]
        held = 0
        for place, (_, key) in enumerate(sorted(ended), 1):
            held += self._rows[key].size
            if place > KEPT or held > ROOM:
                del self._rows[key]


def _unfinished(row: JobRow) -> bool:
    return row.state in ("waiting", "working")
