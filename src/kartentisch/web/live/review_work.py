"""The work of a review: from the log of a table to the review of one of its matches, as text that a store keeps."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import msgspec

from kartentisch.bots import reviewing
from kartentisch.bots.reviewing import Review
from kartentisch.engine.game import Game
from kartentisch.engine.rounds import FEWEST
from kartentisch.store import JobKey, Store
from kartentisch.table.logs import game_of
from kartentisch.web.live.job_worker import Progress
from kartentisch.web.live.record import record_of_log

REVIEW = "review-1"
"""The kind of these jobs. Its number rises when the form of the result changes: no other program then reads it."""
LOOK = 0.2
"""Seconds between two checks whether the search is compiled."""


def written_review(review: Review) -> str:
    return msgspec.json.encode(review).decode()


def read_review(text: str) -> Review:
    return msgspec.json.decode(text, type=Review)


class ReviewWork:
    """Works one review at a time, in a thread of its own."""

    def __init__(self, store: Store, find: Callable[[str], Game], can: Callable[[Game], bool]) -> None:
        """`find`: the rule sheet of a game. `can`: whether a game can be searched now, or begins to compile that."""
        self._store, self._find, self._can = store, find, can
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="review")

    async def __call__(self, key: JobKey, progress: Progress) -> str:
        progress(0, 0)
        facts = await self._store.facts(key.log_id)
        game = game_of(facts, self._find)
        record = await asyncio.to_thread(record_of_log, key.log_id, game, facts, key.number)
        while not await asyncio.to_thread(self._can, game):  # compiled in a process of its own
            progress(0, 0)
            await asyncio.sleep(LOOK)
        return await asyncio.get_running_loop().run_in_executor(
            self._pool, partial(_reviewed, record, game.wins == FEWEST, progress)
        )

    def close(self) -> None:
        self._pool.shutdown(cancel_futures=True)


def _reviewed(record: str, fewest: bool, progress: Progress) -> str:
    return written_review(reviewing.review(record, fewest, progress=progress))
