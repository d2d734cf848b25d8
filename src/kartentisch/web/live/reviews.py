"""Reviews of finished matches, computed in the background one after the other, and kept for a while."""

from __future__ import annotations

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import structlog

from kartentisch.bots import reviewing
from kartentisch.bots.reviewing import Review
from kartentisch.engine.rounds import FEWEST
from kartentisch.web.access.newest import Newest
from kartentisch.web.live.record import record
from kartentisch.web.live.room import Room

log = structlog.get_logger()
LOOK = 0.2
"""Seconds between two checks whether the search is compiled."""
KEPT = 40
WAITING = 8
"""The number of reviews that may wait for their turn."""


class Stopped(Exception):  # noqa: N818 - not a fault
    """The server stops, or the table is gone."""


@dataclass
class Job:
    """One review, with its progress: `done` of `of` decisions are judged."""

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
        self._jobs = Newest[tuple[str, int], Job](KEPT)
        self._pool: ThreadPoolExecutor | None = None
        self._stopped = False

    def get(self, room: Room, match: int, again: bool = False) -> Job | None:
        """The review of a match that is over, which begins now if it is new. None: too many are waiting.

        A failed review begins again only if somebody wants it `again`.
        """
        key = room.id, match
        job = self._jobs.get(key)
        if job is None or (job.failed and again):
            if sum(one.runs for one in self._jobs.values()) > WAITING:
                return None
            job = Job()
            if self._pool is None:
                self._pool = ThreadPoolExecutor(1, thread_name_prefix="review")
            self._pool.submit(self._work, job, room, match, asyncio.get_running_loop())
        return self._jobs.keep(key, job)

    def forget(self, table_id: str) -> None:
        """Drop the reviews of a deleted table."""
        for key in [key for key in self._jobs if key[0] == table_id]:
            self._jobs.pop(key).gone = True

    def _work(self, job: Job, room: Room, match: int, loop: asyncio.AbstractEventLoop) -> None:
        def progress(done: int, of: int) -> None:
            if self._stopped or job.gone:
                raise Stopped
            job.done, job.of = done, of

        try:
            progress(0, 0)
            text = asyncio.run_coroutine_threadsafe(record(room, match), loop).result()
            assert text is not None
            while not room.bot_pool.compiler.can(room.table.game):  # compiled in a process of its own
                progress(0, 0)
                time.sleep(LOOK)
            job.review = reviewing.review(text, room.table.game.wins == FEWEST, progress=progress)
        except Stopped:
            job.failed = True
        except Exception as error:  # nobody awaits this thread, so log it here
            log.exception("review failed", table=room.id, error=repr(error))
            job.failed = True

    async def close(self) -> None:
        """Stop after the current decision."""
        self._stopped = True
        if self._pool is not None:
            await asyncio.to_thread(self._pool.shutdown, cancel_futures=True)
