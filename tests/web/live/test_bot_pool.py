"""How bots share the time to think: fairly between tables, less when many wait, never in the server's way."""

from __future__ import annotations

import asyncio
import threading
import time
from collections import deque
from concurrent.futures import Future
from typing import Any

import pytest

import kartentisch as kt
from kartentisch.bots.bot import Bot
from kartentisch.engine.views import View
from kartentisch.web.live import bot_pool
from kartentisch.web.live.bot_pool import GLANCE, LEAST, PATIENCE, BotPool, SearchCompiler, Waiting

VIEW = kt.Match("schweinsgalopp", 2, seed=1).view(0).seen


class Slow(Bot):
    """Thinks until it is let go, and notes who thought, and for how long it might have."""

    gate = threading.Semaphore(0)
    order: list[tuple[str, float | None]]

    def __init__(self, name: str, order: list[tuple[str, float | None]]) -> None:
        super().__init__("random", "schweinsgalopp", seed=1)
        self.order, self.called = order, name

    def choose(self, view: Any, seconds: float | None = None) -> str:
        assert self.gate.acquire(timeout=60)
        self.order.append((self.called, seconds))
        return super().choose(view, seconds)


@pytest.fixture
def one() -> Any:
    found = BotPool(threads=1)
    yield found
    found.close()


def thoughts(bot_pool: BotPool, *tables: str, wanted: Any = lambda: True) -> list[tuple[str, float | None]]:
    """Who thinks after whom when these bots are asked at once, the first while nobody else waits."""
    order: list[tuple[str, float | None]] = []

    async def run() -> None:
        asked = []
        for number, table in enumerate(tables):
            asked.append(asyncio.ensure_future(bot_pool.think(Slow(f"{table}{number}", order), VIEW, table, wanted)))
            await asyncio.sleep(0.01)
        Slow.gate.release(len(tables))
        await asyncio.gather(*asked)

    asyncio.run(run())
    return order


def test_tables_take_turns_whoever_has_more_bots(one: BotPool) -> None:
    order = [name for name, _ in thoughts(one, "a", "a", "a", "a", "b", "c", "b")]
    assert order == ["a0", "a1", "b4", "c5", "a2", "b6", "a3"]


def test_however_many_wait_all_have_thought_when_their_moves_are_due(
    one: BotPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each uses all the time that it gets: the last of forty is done after PATIENCE."""
    now = 0.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    for number in range(40):
        bot, table = kt.Bot("expert", "swup", seed=1), str(number % 7)
        waiting = Waiting(bot, VIEW, lambda: True, 0.9, PATIENCE, Future())
        one._tables.setdefault(table, deque()).append(waiting)
    spans = []
    for left in range(40, 0, -1):
        spans.append(one._share(now))
        now += spans[-1]
        assert now == pytest.approx((41 - left) * PATIENCE / 40)
        next(line for line in one._tables.values() if line).popleft()
    assert spans == pytest.approx([PATIENCE / 40] * 40)


def test_who_is_due_sooner_is_not_kept_waiting_by_those_who_come_later(one: BotPool) -> None:
    for due in (0.1, 5.0, 5.0):
        waiting = Waiting(kt.Bot("expert", "swup", seed=1), VIEW, lambda: True, 0.9, due, Future())
        one._tables.setdefault("a", deque()).append(waiting)
    assert one._share(0.0) == pytest.approx(0.1)
    assert one._share(0.2) == LEAST


def test_with_time_to_spare_a_level_thinks_as_long_as_it_ever_does(one: BotPool) -> None:
    order: list[tuple[str, float | None]] = []

    class Noted(Bot):
        def choose(self, view: Any, seconds: float | None = None) -> str:
            order.append((self.name, seconds))
            return "r"

    one.compiler._ready.add("schweinsgalopp")
    for name in ("easy", "hard", "expert"):
        asyncio.run(one.think(Noted(name, "schweinsgalopp", seed=1), VIEW, "a"))
    assert order == [("easy", 0.15), ("hard", 0.19), ("expert", pytest.approx(0.9, abs=0.05))]


def test_what_a_table_wants_no_more_is_not_thought_of(one: BotPool) -> None:
    assert thoughts(one, "a", "b", wanted=lambda: False) == []
    Slow.gate = threading.Semaphore(0)


def test_a_bot_that_waits_in_vain_leaves_the_line(one: BotPool) -> None:
    order: list[tuple[str, float | None]] = []

    async def run() -> str:
        first = asyncio.ensure_future(one.think(Slow("first", order), VIEW, "a"))
        gone = asyncio.ensure_future(one.think(Slow("gone", order), VIEW, "b"))
        await asyncio.sleep(0.01)
        gone.cancel()
        await asyncio.sleep(0.01)  # it is told to the thread
        Slow.gate.release(2)
        await first
        return await one.think(Slow("last", order), VIEW, "c")

    assert asyncio.run(run()) in kt.Match("schweinsgalopp", 2, seed=1).moves(0)
    assert [name for name, _ in order] == ["first", "last"]


def test_a_bot_that_fails_is_told_and_the_others_think_on(one: BotPool, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> str:
        with pytest.raises(ValueError, match="This bot plays solo"):
            await one.think(kt.Bot("random", "solo", seed=1), VIEW, "a")
        return await one.think(kt.Bot("random", "schweinsgalopp", seed=1), VIEW, "b")

    assert asyncio.run(run())


def test_where_too_many_wait_who_comes_plays_at_a_glance_and_before_them(
    one: BotPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_pool, "MOST", 1)
    order: list[tuple[str, float | None]] = []
    Slow.gate = threading.Semaphore(0)

    async def run() -> str:
        waiting = [asyncio.ensure_future(one.think(Slow(name, order), VIEW, name)) for name in "abc"]
        await asyncio.sleep(0.01)
        assert one.waiting == 2
        move = await asyncio.wait_for(one.think(kt.Bot("expert", "schweinsgalopp", seed=1), VIEW, "d"), 60)
        assert order == []
        Slow.gate.release(3)
        await asyncio.gather(*waiting)
        return move

    assert asyncio.run(run()) in kt.Match("schweinsgalopp", 2, seed=1).moves(0)


def test_until_the_search_is_compiled_a_bot_plays_at_a_glance_and_the_server_goes_on(
    one: BotPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    taught = threading.Event()
    monkeypatch.setattr(bot_pool, "prepared", lambda game: False)
    monkeypatch.setattr(bot_pool, "prepare", lambda game: None)
    monkeypatch.setattr(SearchCompiler, "_compile", lambda *a: taught.wait(60))
    played: list[bool] = []
    choose = Bot.choose

    def noted(self: Bot, view: Any, seconds: float | None = None) -> str:
        played.append(seconds != GLANCE)
        return choose(self, view, seconds)

    monkeypatch.setattr(Bot, "choose", noted)
    game = VIEW.game
    assert one.compiler.seconds(game) is None, "nobody has wanted it"

    async def run() -> None:
        bot = kt.Bot("novice", "schweinsgalopp", seed=1)
        await one.think(bot, VIEW, "a")
        assert one.compiler.seconds(game) == 0
        taught.set()
        until = time.monotonic() + 60
        while one.compiler.seconds(game) is not None and time.monotonic() < until:
            await asyncio.sleep(0.01)
        await one.think(bot, VIEW, "a")

    asyncio.run(run())
    assert played == [False, True]


def test_the_servers_own_bots_do_not_act_on_hidden_cards(one: BotPool) -> None:
    """The same view, different truths behind it, the same seed: the same move."""
    match = kt.Match("swup", 3, seed=4)
    seat = match.actors()[0]
    truths = [match.view(seat).imagine(seed) for seed in range(4)]

    async def run() -> set[str]:
        bot = one.create("easy", "swup", 7)
        views: list[View] = [truth.view(seat).seen for truth in truths]
        return {await one.think(bot, view, "a") for view in views}

    assert len(asyncio.run(run())) == 1
