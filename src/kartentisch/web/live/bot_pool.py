"""The bots at the tables. They think in threads, so that nobody waits for them but their own table."""

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
"""Seconds that a table shall wait for a bot, however many are thinking."""
LESSON = 900
"""Seconds after which compiling is given up: many times what it takes."""
PAUSE, LONGEST_PAUSE = 30.0, 3600.0
"""Seconds until a search that could not be loaded is tried again, the first time and at most."""
LEAST = 0.005
"""Seconds that a bot thinks even if its time is up."""
MOST = 200
"""Bots that may wait for their turn to think; who comes then plays at a glance, without waiting."""
GLANCE = 0.0
"""Seconds to think, for a bot that shall not search."""


@dataclass
class Waiting:
    """A bot that waits for its turn to think."""

    bot: Bot
    view: View
    wanted: Callable[[], bool]
    """Whether its table still waits for the move."""
    seconds: float
    """How long it may think at most."""
    due: float
    """When its table shall have the move, by the clock of `time.monotonic`."""
    move: Future[str]


class BotPool:
    """All bots of a server: one for each seat of a table that a bot plays."""

    def __init__(self, threads: int = THREADS) -> None:
        self.levels: tuple[str, ...] = (*(name for name in bots() if name != USUAL), USUAL)
        """Names of all levels; the last one plays for people who are gone."""
        self.stand_in = stand_in(self.levels)
        self.offered = FOR_PEOPLE
        """Those that people choose from, weakest first."""
        self.school = SearchCompiler()
        self._threads = threads
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="bot")
        self._lock = threading.Lock()
        self._tables: dict[str, deque[Waiting]] = {}
        """By table, the one whose turn comes next in front."""

    @property
    def waiting(self) -> int:
        """How many bots wait for their turn to think."""
        with self._lock:
            return sum(map(len, self._tables.values()))

    def hire(self, level: str, game: str, seed: int) -> Bot:
        return Bot(level, game, seed=seed)

    async def think(self, bot: Bot, view: View, table: str = "", wanted: Callable[[], bool] = lambda: True) -> str:
        """A complete move; empty if the table wants it no more when the bot's turn comes. Tables take turns."""
        seconds = longest(bot.name)
        if searches(bot.name):
            if self.waiting >= MOST:
                return await asyncio.to_thread(bot.choose, view, GLANCE)
            if not await self.school.fit(view.game):
                seconds = GLANCE
        one = Waiting(bot, view, wanted, seconds, time.monotonic() + PATIENCE, Future())
        with self._lock:
            self._tables.setdefault(table, deque()).append(one)
        self._pool.submit(self._work)
        return await asyncio.wrap_future(one.move)

    def _work(self) -> None:
        """Let the next bot think: of the table whose turn it is, which then goes to the end of the line."""
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
        except Exception as error:  # told to who waits for the move
            one.move.set_exception(error)

    def _share(self, now: float) -> float:
        """Seconds for each of those that wait, so that all of them have thought when their moves are due."""
        dues = sorted(one.due for line in self._tables.values() for one in line)
        shares = ((due - now) * self._threads / place for place, due in enumerate(dues, 1))
        return max(LEAST, min(shares))

    def close(self) -> None:
        self.school.close()
        self._pool.shutdown(cancel_futures=True)


class Failure(NamedTuple):
    """Until when a search that could not be loaded is not tried again, and how long that pause is in all."""

    until: float
    wait: float


class SearchCompiler:
    """Where searches are compiled, or loaded from the cache, beside everything else."""

    def __init__(self) -> None:
        self._loading = threading.Lock()
        self._begun: dict[str, float] = {}
        self._ready: set[str] = set()
        self._failed: dict[str, Failure] = {}
        self._lessons: list[subprocess.Popen[bytes]] = []
        self._closed = False

    def can(self, game: Game) -> bool:
        """Whether a game can be searched now; raises RuntimeError if that has just failed."""
        if not self.ready(game) and game.name in self._failed and game.name not in self._begun:
            raise RuntimeError(f"the search of {game.name} could not be compiled")
        return game.name in self._ready

    async def fit(self, game: Game) -> bool:
        """`ready`, asked from the event loop."""
        return game.name in self._ready or await asyncio.to_thread(self.ready, game)

    def ready(self, game: Game) -> bool:
        """Whether a game can be searched; if not, that is seen to. Takes a moment where it comes from the cache.

        What failed may have been a passing fault, as of a full disk: it is tried again, each time after a longer pause.
        """
        with self._loading:
            now, failure = time.monotonic(), self._failed.get(game.name)
            if game.name in self._ready or game.name in self._begun or (failure and now < failure.until):
                return game.name in self._ready
            self._begun[game.name] = now
            try:
                if prepared(game):
                    return self._learn(game, compiled=True)
                threading.Thread(target=self._learn, args=(game, False), name="school", daemon=True).start()
            except Exception as error:
                self._fail(game, error)
            return False

    def seconds(self, game: Game) -> int | None:
        """For how long a search that somebody wanted has been compiled; None if it need not be."""
        begun = self._begun.get(game.name)
        return None if begun is None or game.name in self._ready else int(time.monotonic() - begun)

    def _learn(self, game: Game, compiled: bool) -> bool:
        """Load it from the cache, after compiling where it is not there; whether that worked.

        A game that was brought is known in this process alone, so it is compiled here.
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
        """In a process of its own, since compiling lets no other thread go on."""
        command = [sys.executable, "-m", compiling.__name__, game.name, "--search"]
        lesson = subprocess.Popen(command, stdout=subprocess.DEVNULL, env=compiling.environment())
        self._lessons.append(lesson)
        try:
            if self._closed:
                raise RuntimeError("the server ends")
            if code := lesson.wait(LESSON):
                raise RuntimeError(f"the compiler ended with code {code}")
        finally:
            lesson.kill()

    def close(self) -> None:
        """Nobody needs what is still being compiled."""
        self._closed = True
        for lesson in self._lessons:
            lesson.terminate()


def fallback(view: View) -> str:
    """A move for a bot that failed: the first legal one."""
    return moves.write(view.game, view.complete(1)[0])
