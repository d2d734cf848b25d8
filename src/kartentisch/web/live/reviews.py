"""Reviews of finished matches: worked out in the background, one after the other, and kept for a while."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import structlog

from kartentisch.bots import reviewing
from kartentisch.bots.reviewing import Review
from kartentisch.engine.rounds import FEWEST
from kartentisch.web.live.record import record
from kartentisch.web.live.room import Room

log = structlog.get_logger()
LOOK = 0.2
"""Seconds between two looks whether the search is compiled."""
KEPT = 40
WAITING = 8
"""Reviews that may wait for their turn."""


class Stopped(Exception):  # noqa: N818 - not a fault
    """The server ends, or the table is gone."""


@dataclass
class Job:
    """One review: how many of its decisions are judged, and what came of it."""

    done: int = 0
    of: int = 0
    review: Review | None = None
    failed: bool = False
    gone: bool = False
    """Its table was deleted."""

    @property
    def runs(self) -> bool:
        return self.review is None and not self.failed


class Reviews:
    def __init__(self) -> None:
        self._jobs: OrderedDict[tuple[str, int], Job] = OrderedDict()
        self._pool: ThreadPoolExecutor | None = None
        self._stopped = False

    def get(self, room: Room, match: int, again: bool = False) -> Job | None:
        """The review of a match that is over, begun if it has to be; None: too many are waiting.

        One that has failed is begun anew only when somebody wants it `again`.
        """
        key = room.id, match
        job = self._jobs.get(key)
        if job is None or (job.failed and again):
            if sum(one.runs for one in self._jobs.values()) > WAITING:
                return None
            job = self._jobs[key] = Job()
            if self._pool is None:
                self._pool = ThreadPoolExecutor(1, thread_name_prefix="review")
            self._pool.submit(self._work, job, room, match)
            self._tidy()
        self._jobs.move_to_end(key)
        return job

    def forget(self, table_id: str) -> None:
        """A table was deleted."""
        for key in [key for key in self._jobs if key[0] == table_id]:
            self._jobs.pop(key).gone = True

    def _tidy(self) -> None:
        while len(self._jobs) > KEPT:
            del self._jobs[next(iter(self._jobs))]

    def _work(self, job: Job, room: Room, match: int) -> None:
        def progress(done: int, of: int) -> None:
            if self._stopped or job.gone:
                raise Stopped
            job.done, job.of = done, of

        try:
            progress(0, 0)
            text = record(room, match)
            assert text is not None
            while not room.crew.school.can(room.table.game):  # compiled in a process of its own
                progress(0, 0)
                time.sleep(LOOK)
            job.review = reviewing.review(text, room.table.game.wins == FEWEST, progress=progress)
        except Stopped:
            job.failed = True
        except Exception as error:  # a fault in here must not go unheard
            log.exception("review failed", table=room.id, error=repr(error))
            job.failed = True

    async def close(self) -> None:
        """Stop after the decision that is being judged."""
        self._stopped = True
        if self._pool is not None:
            await asyncio.to_thread(self._pool.shutdown, cancel_futures=True)
