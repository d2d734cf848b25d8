"""Jobs: long work about a log, such as the review of a match, done by any process that has time for it.

A job belongs to the worker that took it, as long as that worker reports. Work must be pure: a job whose worker has gone
is done again, and only one result counts. Results are not in backups, since they can be worked out again.
"""

from __future__ import annotations

from collections.abc import Collection
from concurrent.futures import Future
from typing import Literal, NamedTuple, Protocol

from kartentisch.store.checks import check_id, check_ints, check_texts

State = Literal["waiting", "working", "done", "failed"]
WORKER_LIVES = 10_000
"""Milliseconds after its last report for which a job belongs to its worker."""
TRIES = 3
"""How often a job is taken. If its worker has gone each time, the job is to blame, and it has failed."""
KEPT = 200
"""The number of finished jobs that are kept: the newest ones."""
ROOM = 16_000_000
"""The most bytes that all results have together."""
LARGEST = 4_000_000
"""The most bytes of one result."""


class JobKey(NamedTuple):
    kind: str
    log_id: str
    number: int
    """Which one of this kind, such as the number of a match."""


class Job(NamedTuple):
    """How a job stands."""

    state: State
    done: int = 0
    """So much `of` its work is done, as its worker last said."""
    of: int = 0
    result: str = ""


class Jobs(Protocol):
    """The jobs of a store. Each `now` is in milliseconds since 1970, by the clock that all its nodes share.

    Writes need no lease: a job changes nothing in its log. They fail as those of `Store` do. A write whose end is
    unknown can be repeated.
    """

    def ask(self, key: JobKey, now: int, most: int, again: bool = False) -> Future[Job | None]:
        """Have this job done, if nobody has asked for it before; with `again` also if it failed.

        The result is how it stands now; None, and nothing kept, if more than `most` of this kind are not finished. The
        future raises StoreFailed if there is no such log.
        """
        ...

    async def get(self, key: JobKey) -> Job | None:
        """How a job stands; None if nobody has asked for it, or it was forgotten."""
        ...

    def take(self, worker: str, kinds: Collection[str], now: int) -> Future[JobKey | None]:
        """Give a worker the job of these kinds that has waited longest. Also one whose worker has gone."""
        ...

    def report(self, worker: str, key: JobKey, done: int, of: int, now: int) -> Future[bool]:
        """Say that this worker is still on it. False: the job is no longer that worker's."""
        ...

    def finish(self, worker: str, key: JobKey, result: str, now: int) -> Future[bool]:
        """Keep the result, and forget the oldest ones. False, and nothing kept: the job is no longer that worker's."""
        ...

    def fail(self, worker: str, key: JobKey, now: int) -> Future[bool]:
        """Note that it cannot be done. False: the job is no longer that worker's."""
        ...

    def give_back(self, worker: str, key: JobKey) -> Future[bool]:
        """Let another worker take it, at once. False: the job is no longer that worker's."""
        ...


def check_key(key: JobKey) -> None:
    """Raise ValueError or TypeError for a key that a store could not give back exactly."""
    check_texts(key.kind)
    check_id(key.log_id)
    check_ints(key.number)


def check_report(worker: str, key: JobKey, *numbers: object) -> None:
    check_texts(worker)
    check_key(key)
    check_ints(*numbers)


def check_result(result: str) -> int:
    """The bytes of a result. Raises ValueError if it is too large, or no text that a store could give back."""
    check_texts(result)
    if (size := len(result.encode())) > LARGEST:
        raise ValueError(f"a result has at most {LARGEST} bytes, not {size}")
    return size
