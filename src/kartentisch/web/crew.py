"""The bots at the tables. They think in threads, so that nobody waits for them but their own table."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor

from kartentisch.bots.bot import Bot
from kartentisch.bots.levels import bots
from kartentisch.engine import moves
from kartentisch.engine.views import View

THREADS = 2


class Crew:
    """All bots of a server: one for each seat of a table that a bot plays."""

    def __init__(self, threads: int = THREADS) -> None:
        self.levels: tuple[str, ...] = bots()
        """Names of the levels, weakest first."""
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="bot")

    def hire(self, level: str, game: str, seed: int) -> Bot:
        return Bot(level, game, seed=seed)

    async def think(self, bot: Bot, view: View) -> str:
        """A complete move."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, bot.choose, view)

    def close(self) -> None:
        self._pool.shutdown(cancel_futures=True)


def fallback(view: View) -> str:
    """A move for a bot that failed: the first legal one."""
    return moves.write(view.game, view.complete(1)[0])
