"""The bots' turns to think: fair between tables, less where many wait, never in the way of the server."""

from __future__ import annotations

import asyncio
import subprocess
import threading
import time
from typing import Any

import pytest

import kartentisch as kt
from kartentisch.bots.bot import Bot
from kartentisch.engine.views import View
from kartentisch.web import crew
from kartentisch.web.crew import Crew, School

VIEW = kt.Match("schweinsgalopp", 2, seed=1).view(0).seen


class Slow(Bot):
    """Thinks until it is let go, and notes who thought, and for how long it might have."""

    gate = threading.Semaphore(0)
    order: list[tuple[str, float | None]]

    def __init__(self, name: str, order: list[tuple[str, float | None]]) -> None:
        super().__init__("random", "schweinsgalopp", seed=1)
        self.order, self.called = order, name

    def choose(self, view: Any, seconds: float | None = None) -> str:
        assert self.gate.acquire(timeout=10)
        self.order.append((self.called, seconds))
        return super().choose(view, seconds)


@pytest.fixture
def one() -> Any:
    found = Crew(threads=1)
    yield found
    found.close()


def thoughts(crew: Crew, *tables: str, wanted: Any = lambda: True) -> list[tuple[str, float | None]]:
    """Who thinks after whom when these bots are asked at once, the first while nobody else waits."""
    order: list[tuple[str, float | None]] = []

    async def run() -> None:
        asked = []
        for number, table in enumerate(tables):
            asked.append(asyncio.ensure_future(crew.think(Slow(f"{table}{number}", order), VIEW, table, wanted)))
            await asyncio.sleep(0.01)
        Slow.gate.release(len(tables))
        await asyncio.gather(*asked)

    asyncio.run(run())
    return order


def test_tables_take_turns_whoever_has_more_bots(one: Crew) -> None:
    order = [name for name, _ in thoughts(one, "a", "a", "a", "a", "b", "c", "b")]
    assert order == ["a0", "a1", "b4", "c5", "a2", "b6", "a3"]


def test_the_more_wait_the_less_each_thinks(one: Crew) -> None:
    seconds = [time for _, time in thoughts(one, *"abcdefghij")]
    assert seconds[0] is None, "nobody waited yet"
    spans = [span for span in seconds[1:] if span is not None]
    assert spans == sorted(spans)
    assert spans[0] == pytest.approx(1.0 / 9)
    assert seconds[-1] is None, "nobody waits any more"


def test_under_load_no_level_thinks_longer_than_it_ever_does(one: Crew, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Crew, "waiting", 3)
    spans = {name: one._seconds(kt.Bot(name, "swup", seed=1)) for name in ("easy", "hard", "expert")}
    assert spans == {"easy": 0.15, "hard": 0.19, "expert": 0.25}


def test_what_a_table_wants_no_more_is_not_thought_of(one: Crew) -> None:
    assert thoughts(one, "a", "b", wanted=lambda: False) == []
    Slow.gate = threading.Semaphore(0)


def test_a_bot_that_waits_in_vain_leaves_the_line(one: Crew) -> None:
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


def test_a_bot_that_fails_is_told_and_the_others_think_on(one: Crew, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> str:
        with pytest.raises(ValueError, match="This bot plays solo"):
            await one.think(kt.Bot("random", "solo", seed=1), VIEW, "a")
        return await one.think(kt.Bot("random", "schweinsgalopp", seed=1), VIEW, "b")

    assert asyncio.run(run())


def test_where_too_many_wait_a_bot_plays_one_level_lower(one: Crew, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crew, "MOST", 0)
    hired: list[str] = []
    hire = one.hire

    def noted(level: str, game: str, seed: int) -> Bot:
        hired.append(level)
        return hire(level, game, seed)

    monkeypatch.setattr(one, "hire", noted)
    asyncio.run(one.think(kt.Bot("expert", "schweinsgalopp", seed=1), VIEW, "a"))
    assert hired == ["greedy"]


def test_until_the_search_is_compiled_a_bot_plays_one_level_lower_and_the_server_goes_on(
    one: Crew, monkeypatch: pytest.MonkeyPatch
) -> None:
    taught = threading.Event()
    monkeypatch.setattr(crew, "prepared", lambda game: False)
    monkeypatch.setattr(crew, "prepare", lambda game: None)
    monkeypatch.setattr(subprocess, "run", lambda *a, **k: taught.wait(10))
    played: list[str] = []
    choose = Bot.choose

    def noted(self: Bot, *given: Any) -> str:
        played.append(self.name)
        return choose(self, *given)

    monkeypatch.setattr(Bot, "choose", noted)
    game = VIEW.game
    assert one.school.seconds(game) is None, "nobody has wanted it"

    async def run() -> None:
        bot = kt.Bot("novice", "schweinsgalopp", seed=1)
        await one.think(bot, VIEW, "a")
        assert one.school.seconds(game) == 0
        taught.set()
        until = time.monotonic() + 10
        while one.school.seconds(game) is not None and time.monotonic() < until:
            await asyncio.sleep(0.01)
        await one.think(bot, VIEW, "a")

    asyncio.run(run())
    assert played == ["greedy", "novice"]


def test_a_search_that_cannot_be_compiled_leaves_the_bots_of_the_lower_level(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken(*_: Any, **__: Any) -> None:
        raise OSError("no compiler")

    monkeypatch.setattr(crew, "prepared", lambda game: False)
    monkeypatch.setattr(subprocess, "run", broken)
    school = School()
    assert not school.can(VIEW.game)
    until = time.monotonic() + 10
    while school.seconds(VIEW.game) is not None and time.monotonic() < until:
        time.sleep(0.01)
    with pytest.raises(RuntimeError, match="could not be compiled"):
        school.can(VIEW.game)
    assert not school.ready(VIEW.game)


def test_the_servers_own_bots_do_not_act_on_hidden_cards(one: Crew) -> None:
    """The same view, different truths behind it, the same seed: the same move."""
    match = kt.Match("swup", 3, seed=4)
    seat = match.actors()[0]
    truths = [match.view(seat).imagine(seed) for seed in range(4)]

    async def run() -> set[str]:
        bot = one.hire("easy", "swup", 7)
        views: list[View] = [truth.view(seat).seen for truth in truths]
        return {await one.think(bot, view, "a") for view in views}

    assert len(asyncio.run(run())) == 1
