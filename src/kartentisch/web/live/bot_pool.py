"""The bots at the tables. They think in threads, so only their own table waits for them."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import NamedTuple

import structlog

from kartentisch.bots import compiling
from kartentisch.bots.bot import Bot
from kartentisch.bots.levels import FOR_PEOPLE, bots, longest, searches
from kartentisch.bots.ready import prepare, prepared
from kartentisch.engine import homes, moves
from kartentisch.engine.game import Game
from kartentisch.engine.views import View
from kartentisch.table.verdict import stand_in

log = structlog.get_logger()

THREADS = 2
USUAL = "medium"
"""The level that stands in for people."""
PATIENCE = 1.0
"""Seconds after which a table should have the move of a bot, however many bots are thinking."""
COMPILING_LIMIT = 900
"""Seconds after which a compilation is given up: many times what it takes."""
PAUSE, LONGEST_PAUSE = 30.0, 3600.0
"""Seconds until a search that could not be loaded is tried again: the first pause, and the longest."""
LEAST = 0.005
"""Seconds that a bot thinks even if its move is already due."""
MOST = 200
"""The number of bots that may wait for their turn to think. Any further bot plays at a glance, without waiting."""
GLANCE = 0.0
"""Seconds to think for a bot that should not search."""


@dataclass
class Waiting:
    """A bot that waits for its turn to think."""

    bot: Bot
    view: View
    wanted: Callable[[], bool]
    """Whether its table still waits for the move."""
    seconds: float
    """The longest that it may think."""
    due: float
    """When its table should have the move, by the clock of `time.monotonic`."""
    move: Future[str]


class BotPool:
    """The bots of a server, one for each seat that a bot plays."""

    def __init__(self, threads: int = THREADS) -> None:
        self.levels: tuple[str, ...] = (*(name for name in bots() if name != USUAL), USUAL)
        """The names of all levels. The last one plays for people who are away."""
        self.stand_in = stand_in(self.levels)
        self.offered = FOR_PEOPLE
        """The levels that people choose from, weakest first."""
        self.compiler = SearchCompiler()
        self._threads = threads
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="bot")
        self._lock = threading.Lock()
        self._tables: dict[str, deque[Waiting]] = {}
        """The bots that wait, by table. The table whose turn is next comes first."""

    @property
    def waiting(self) -> int:
        """The number of bots that wait for their turn to think."""
        with self._lock:
            return sum(map(len, self._tables.values()))

    def create(self, level: str, game: str, seed: int) -> Bot:
        return Bot(level, game, seed=seed)

    async def think(self, bot: Bot, view: View, table: str = "", wanted: Callable[[], bool] = lambda: True) -> str:
        """A complete move; "" if the table no longer wants it when the bot's turn comes. Tables take turns."""
        seconds = longest(bot.name)
        if searches(bot.name):
            if self.waiting >= MOST:
                return await asyncio.to_thread(bot.choose, view, GLANCE)
            if not await self.compiler.ready(view.game):
                seconds = GLANCE
        one = Waiting(bot, view, wanted, seconds, time.monotonic() + PATIENCE, Future())
        with self._lock:
            self._tables.setdefault(table, deque()).append(one)
        self._pool.submit(self._work)
        return await asyncio.wrap_future(one.move)

    def _work(self) -> None:
        """Let the next bot think. Its table then goes to the end of the line."""
        with self._lock:
            seconds = self._share(time.monotonic())
            table = next(iter(self._tables))
            line = self._tables.pop(table)
            one = line.popleft()
            if line:
                self._tables[table] = line
        if not one.move.set_running_or_notify_cancel():
            return
        try:
            one.move.set_result(one.bot.choose(one.view, min(one.seconds, seconds)) if one.wanted() else "")
        except Exception as error:  # raised where the move is awaited
            one.move.set_exception(error)

    def _share(self, now: float) -> float:
        """Seconds for each bot that waits, so that all of them have thought by the time their moves are due."""
        dues = sorted(one.due for line in self._tables.values() for one in line)
        shares = ((due - now) * self._threads / place for place, due in enumerate(dues, 1))
        return max(LEAST, min(shares))

    def close(self) -> None:
        self.compiler.close()
        self._pool.shutdown(cancel_futures=True)


class Failure(NamedTuple):
    """When a search that could not be loaded may be tried again (`until`), and the length of that pause (`wait`)."""

    until: float
    wait: float


class SearchCompiler:
    """Compiles searches, or loads them from the cache, in the background."""

    def __init__(self) -> None:
        self._loading = threading.Lock()
        self._begun: dict[str, float] = {}
        self._ready: set[str] = set()
        self._failed: dict[str, Failure] = {}
        self._processes: list[subprocess.Popen[bytes]] = []
        self._closed = False

    def can(self, game: Game) -> bool:
        """Whether a game can be searched now. Raises RuntimeError if its compilation has just failed."""
        if not self.load(game) and game.name in self._failed and game.name not in self._begun:
            raise RuntimeError(f"the search of {game.name} could not be compiled")
        return game.name in self._ready

    async def ready(self, game: Game) -> bool:
        """`load` for the event loop."""
        return game.name in self._ready or await asyncio.to_thread(self.load, game)

    def load(self, game: Game) -> bool:
        """Whether a game can be searched. If not, start to compile it; loading it from the cache takes a moment.

        Some failures pass, such as a full disk, so it tries again, each time after a longer pause.
        """
        with self._loading:
            now, failure = time.monotonic(), self._failed.get(game.name)
            if game.name in self._ready or game.name in self._begun or (failure and now < failure.until):
                return game.name in self._ready
            self._begun[game.name] = now
            try:
                if prepared(game):
                    return self._prepare(game, compiled=True)
                threading.Thread(target=self._prepare, args=(game, False), name="compiler", daemon=True).start()
            except Exception as error:
                self._fail(game, error)
            return False

    def seconds(self, game: Game) -> int | None:
        """Seconds for which a search that somebody wanted has been compiling; None if it is not compiling."""
        begun = self._begun.get(game.name)
        return None if begun is None or game.name in self._ready else int(time.monotonic() - begun)

    def _prepare(self, game: Game, compiled: bool) -> bool:
        """Load a search, after compiling it if the cache has none. Return whether that worked.

        Only this process knows a game from another package, so it is compiled here.
        """
        try:
            if not compiled and game.name not in homes.brought():
                self._compile(game)
            prepare(game)
        except Exception as error:  # the tables go on with bots of a lower level
            self._fail(game, error)
            return False
        self._ready.add(game.name)
        return True

    def _fail(self, game: Game, error: Exception) -> None:
        before = self._failed.get(game.name)
        wait = min(2 * before.wait, LONGEST_PAUSE) if before else PAUSE
        self._failed[game.name] = Failure(time.monotonic() + wait, wait)
        self._begun.pop(game.name, None)
        if not self._closed:
            log.exception("search not compiled", game=game.name, error=repr(error), again_in_s=round(wait))

    def _compile(self, game: Game) -> None:
        """Compile in a separate process, since compiling stops all other threads."""
        command = [sys.executable, "-m", compiling.__name__, game.name, "--search"]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, env=compiling.environment())
        self._processes.append(process)
        try:
            if self._closed:
                raise RuntimeError("the server ends")
            if code := process.wait(COMPILING_LIMIT):
                raise RuntimeError(f"the compiler ended with code {code}")
        finally:
            process.kill()

    def close(self) -> None:
        """Stop all compilations."""
        self._closed = True
        for process in self._processes:
            process.terminate()


def fallback(view: View) -> str:
    """The move of a bot that failed: the first legal one."""
    return moves.write(view.game, view.complete(1)[0])
