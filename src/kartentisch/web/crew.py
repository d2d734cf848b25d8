"""The bots at the tables. They think in threads, so that nobody waits for them but their own table."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

from kartentisch.bots.bot import Bot
from kartentisch.bots.levels import bots
from kartentisch.bots.thinking import Worth, consider
from kartentisch.engine import moves, views
from kartentisch.play.view import View

THREADS = 2


class Crew:
    """All bots of a server: one for each seat of a table that a bot plays."""

    def __init__(self, threads: int = THREADS) -> None:
        self.levels: tuple[str, ...] = bots()
        """Names of the levels, weakest first."""
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="bot")

    def hire(self, level: str, game: str, seed: int) -> Bot:
        return Bot(level, game, seed=seed)

    async def think(self, bot: Bot, view: views.View) -> str:
        """A complete move."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, bot.choose, view)

    async def consider(self, view: views.View, **how: Any) -> list[Worth]:
        """What moves are worth, as far as the seat of this view can know."""
        work = partial(consider, View(view), **how)
        return await asyncio.get_running_loop().run_in_executor(self._pool, work)

    def close(self) -> None:
        self._pool.shutdown(cancel_futures=True)


def fallback(view: views.View) -> str:
    """A move for a bot that failed: the first legal one."""
    return moves.write(view.game, view.complete(1)[0])
