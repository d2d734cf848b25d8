"""What a table does by itself, and when."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

import kartentisch as kt
from kartentisch.bots.bot import Bot
from kartentisch.engine.views import View
from kartentisch.store import StoreFailed
from kartentisch.web.live.bot_pool import USUAL
from tests.plain_store import plain
from tests.web.support.kit import BOT, BOT_POOL, House, in_house, settled, turn, two_people


def test_a_table_is_dealt_as_soon_as_all_open_seats_are_taken() -> None:
    async def work(house: House) -> None:
        room = await house.open("you", "open", "open")
        answers = [await room.sit("Ben", "join-ben-0001"), await room.sit("Cleo", "join-cleo-001")]
        assert sorted(answer.seat for answer in answers) == [1, 2]
        assert room.table.phase == "playing"
        assert plain(house.store).facts(room.id)[-1].kind == "dealt"

    in_house(work)


def test_a_bot_whose_move_cannot_be_written_tries_again() -> None:
    async def work(house: House) -> None:
        room = await house.dealt(BOT, "you")
        assert turn(room) == 0
        house.store.failing = StoreFailed("locked")
        number = room.table.number
        await house.later(room, 2_000)
        assert room.table.number == number
        house.store.failing = None
        await house.later(room, 2_000)
        assert room.table.number == number + 1

    in_house(work)


def test_a_bot_waits_its_time_and_then_plays() -> None:
    async def work(house: House) -> None:
        room = await house.dealt(BOT, "you")
        number = room.table.number
        await house.later(room, 1_999)
        assert room.table.number == number
        await house.later(room, 1)
        assert room.table.number == number + 1
        assert plain(house.store).facts(room.id)[-1].seat == 0

    in_house(work)


def test_a_bot_that_goes_on_thinks_once_for_each_move(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(house: House) -> None:
        room = await house.dealt(BOT, BOT, "you")
        thought: list[tuple[int, int]] = []
        think = room.bot_pool.think

        async def counted(bot: Bot, view: View, *rest: Any) -> str:
            thought.append((room.table.number, view.seat if view.seat is not None else -1))
            return await think(bot, view, *rest)

        monkeypatch.setattr(room.bot_pool, "think", counted)
        await house.page(room, 2)
        for _ in range(12):
            await house.later(room, 2_000)
        moves = [fact for fact in plain(house.store).facts(room.id) if fact.kind == "moved"]
        again = [two for one, two in pairwise(moves) if one.seat == two.seat]
        assert again, "in Schwupps a turn has several moves"
        assert len(thought) == len(set(thought)), "once for each situation"

    in_house(work)


def test_a_move_that_needs_no_thought_comes_no_sooner_than_those_that_take_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Else it would tell that its bot had no choice."""

    async def work(house: House) -> None:
        took = [2_900]
        think = BOT_POOL.think

        async def slowly(*given: Any) -> str:
            house.hands.now += took.pop() if took else 0
            return await think(*given)

        monkeypatch.setattr(BOT_POOL, "think", slowly)
        room = await house.dealt(BOT, "you")
        number = room.table.number
        await house.later(room, 0)
        assert room.table.number == number + 1, "longer than the pace"
        assert turn(room) == 0
        await house.later(room, 2_900 * 3 // 4 - 1)
        assert room.table.number == number + 1
        await house.later(room, 1)
        assert room.table.number == number + 2

    in_house(work)


def test_step_by_step_a_bot_plays_when_it_is_told() -> None:
    async def work(house: House) -> None:
        room = await house.dealt(BOT, "you")
        page = await house.page(room, 1)
        await page.ask("pace", arg="step")
        await house.later(room, 60_000)
        number = room.table.number
        assert "step" in [control["do"] for control in page.scene["controls"]]
        assert (await page.ask("step"))["t"] == "done"
        await house.later(room, 0)
        assert room.table.number == number + 1
        await house.later(room, 60_000)
        assert room.table.number == number + 1

    in_house(work)


def test_whoever_is_alone_with_bots_need_not_wait_for_them() -> None:
    async def work(house: House) -> None:
        room = await house.dealt(BOT, "you")
        page = await house.page(room, 1)
        number = room.table.number
        assert "board" in [control.get("where") for control in page.scene["controls"]]
        assert (await page.ask("step"))["t"] == "done"
        await house.later(room, 0)
        assert room.table.number == number + 1
        await house.later(room, 0)
        assert room.table.number == number + 1, "each wait is skipped by itself"

    in_house(work)


def test_where_others_play_too_nobody_skips_the_waiting() -> None:
    async def work(house: House) -> None:
        _, (mine, other) = await two_people(house)
        for page in (mine, other):
            assert "board" not in [control.get("where") for control in page.scene["controls"]]
        assert (await mine.ask("step"))["t"] == "refused"

    in_house(work)


def test_who_stays_away_while_the_others_wait_gets_a_bot_and_can_come_back() -> None:
    async def work(house: House) -> None:
        room, (mine, other) = await two_people(house)
        seat = mine.scene["seat"]
        await mine.go()
        await house.later(room, 10_000)
        assert other.scene["seats"][seat]["away"]
        assert "who is away" in other.scene["prompt"]["lead"]
        await house.later(room, 49_999)
        assert not room.table.chairs[seat].bot
        await house.later(room, 1)
        assert room.table.chairs[seat].bot == USUAL
        assert f"{room.names[seat]} has been away for a minute: a bot takes over." in other.log
        back = await house.page(room, seat)
        assert back.scene["prompt"]["lead"] == "A bot plays for you."
        assert (await back.ask("back"))["t"] == "done"
        assert room.table.people == (0, 1)

    in_house(work)


def test_nobody_is_replaced_while_all_are_away() -> None:
    async def work(house: House) -> None:
        room, pages = await two_people(house)
        for page in pages:
            await page.go()
        await house.later(room, 600_000)
        assert room.table.people == (0, 1)

    in_house(work)


def test_the_role_of_a_host_who_is_away_can_be_taken_after_two_minutes() -> None:
    async def work(house: House) -> None:
        room, pages = await two_people(house)
        host = next(page for page in pages if page.scene["seat"] == room.table.host)
        guest = next(page for page in pages if page is not host)
        await host.go()
        assert (await guest.ask("host"))["code"] == "host_here"
        await house.later(room, 120_000)
        assert "host" in [control["do"] for control in guest.scene["controls"]]
        assert (await guest.ask("host"))["t"] == "done"
        assert room.table.host == guest.scene["seat"]

    in_house(work)


def test_after_a_round_the_next_one_comes_when_all_want_it() -> None:
    async def work(house: House) -> None:
        room = await house.dealt("you", BOT, match="tournament", step_limit=1)
        page = await house.page(room, 0)
        await page.play("~A")
        await settled()
        scene = page.scene
        assert scene["phase"] == "result"
        assert scene["result"]["title"] == "Round 1 is over."
        assert scene["timer"]["kind"] == "next"
        assert (await page.ask("next"))["t"] == "done"
        assert room.table.phase == "playing"

    in_house(work)


def test_the_next_round_comes_by_itself_after_twenty_seconds() -> None:
    async def work(house: House) -> None:
        room = await house.dealt("you", BOT, match="tournament", step_limit=1)
        page = await house.page(room, 0)
        await page.play("~A")
        await house.later(room, 19_999)
        assert page.scene["phase"] == "result"
        await house.later(room, 1)
        assert page.scene["phase"] == "playing"
        assert page.scene["subtitle"] == "Round 2 of 2 · tournament"

    in_house(work)


def test_a_pause_holds_the_bots_until_somebody_goes_on() -> None:
    async def work(house: House) -> None:
        room = await house.dealt(BOT, "you")
        page = await house.page(room, 1)
        assert (await page.ask("pause"))["t"] == "done"
        number = room.table.number
        await house.later(room, 60_000)
        assert room.table.number == number
        assert page.scene["phase"] == "paused"
        await page.ask("resume")
        await house.later(room, 2_000)
        assert room.table.number == number + 2

    in_house(work)


def test_a_bot_that_fails_plays_the_first_legal_move(monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(*_: object) -> str:
        raise RuntimeError("this bot is broken")

    async def work(house: House) -> None:
        room = await house.dealt("you", BOT)
        monkeypatch.setattr(BOT_POOL, "think", broken)
        page = await house.page(room, 0)
        while turn(room) == 0:
            await page.play("end" if any(one["token"] == "end" for one in page.scene["steps"]) else "~A")
        number, seen = room.table.number, room.table.view(1)
        assert seen is not None
        first, *others = kt.View(seen).moves()
        assert others
        await house.later(room, 2_000)
        assert room.table.number == number + 1
        fact = plain(house.store).facts(room.id)[-1]
        assert (fact.kind, fact.seat, fact.text) == ("moved", 1, first)

    in_house(work)


def test_the_table_shows_for_how_long_its_bots_have_been_learning(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(house: House) -> None:
        room = await house.dealt("you", BOT, "bot:easy")
        page = await house.page(room, 0, language="de")
        assert [seat.get("state", "") for seat in page.scene["seats"]] == ["", "", ""]
        monkeypatch.setattr(BOT_POOL.compiler, "seconds", lambda game: 7)
        room.mark_changed()
        await settled()
        assert [seat.get("state", "") for seat in page.scene["seats"]] == ["", "", "lernt: 7 s"]

    in_house(work)
