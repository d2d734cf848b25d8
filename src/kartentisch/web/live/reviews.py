"""Reviews of finished matches: asked for at tables, kept by the store, worked here or wherever there is time."""

from __future__ import annotations

import asyncio
import secrets
from dataclasses import dataclass

from kartentisch.bots.reviewing import Review
from kartentisch.store import JobKey, written
from kartentisch.web.live.compilation import compiled
from kartentisch.web.live.job_worker import JobWorker
from kartentisch.web.live.registry import RoomRegistry
from kartentisch.web.live.review_work import REVIEW, ReviewWork, read_review
from kartentisch.web.live.tasks import cancelled

WAITING = 8
"""The number of reviews that may wait for their turn; on a database with other servers, SHARED times as many."""
SHARED = 10
LOOK = 2.0
"""Seconds between two looks for reviews that wait in a database. `kartentisch work` looks more often, so it mostly
comes first, and servers have their time for people.
"""


@dataclass(frozen=True)
class AskedReview:
    """A review as it stands: `done` of `of` decisions are judged."""

    done: int = 0
    of: int = 0
    review: Review | None = None
    failed: bool = False

    @property
    def runs(self) -> bool:
        return self.review is None and not self.failed


class Reviews:
    """The reviews of a server. One thread works them."""

    def __init__(self, rooms: RoomRegistry) -> None:
        self._rooms = rooms
        self._jobs = rooms.store.jobs
        self._work = ReviewWork(rooms.store, rooms.find, rooms.bot_pool.compiler.can)
        self._worker: JobWorker | None = None
        self._starting: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Work reviews from now on: first those that an earlier run has left."""
        self._starting = asyncio.create_task(self._start())

    async def _start(self) -> None:
        await compiled(self._rooms.compilation)
        self._worker = JobWorker(
            self._jobs,
            {REVIEW: self._work},
            self._rooms.world.clock,
            secrets.token_hex(8),
            None if self._rooms.peers is None else LOOK,
            resting=lambda: self._rooms.closing,
        )
        self._worker.start()

    async def get(self, table_id: str, match: int, again: bool = False) -> AskedReview | None:
        """The review of a match that is over, which begins now if it is new. None: too many are waiting.

        A failed review begins again only if somebody wants it `again`. Raises StoreFailed.
        """
        key = JobKey(REVIEW, table_id, match)
        job = await self._jobs.get(key)
        if job is None or (again and job.state == "failed"):
            most = WAITING if self._rooms.peers is None else SHARED * WAITING
            job = await written(self._jobs.ask(key, self._rooms.world.clock(), most, again))
            if job is not None and self._worker is not None and self._rooms.peers is None:
                self._worker.poke()
        if job is None:
            return None
        if job.state == "done":
            return AskedReview(job.done, job.of, await asyncio.to_thread(read_review, job.result))
        doing = self._worker.doing if self._worker else None
        if doing is not None and doing.key == key:  # newer than the last report
            return AskedReview(doing.done, doing.of)
        return AskedReview(job.done, job.of, failed=job.state == "failed")

    async def close(self) -> None:
        """Stop after the current decision. Its review is given back."""
        if self._starting is not None:
            await cancelled(self._starting)
        if self._worker is not None:
            await self._worker.close()
        self._work.close()
