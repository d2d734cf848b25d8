"""A live table: who asks, what happens, and who hears of it."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

import kartentisch as kt
from kartentisch.table.facts import Ask, Fact
from kartentisch.web.live.bot_pool import USUAL
from kartentisch.words.language import language
from kartentisch.words.shared import level
from tests.plain_store import plain
from tests.web.support.kit import BOT_POOL, House, in_house, settled, turn, two_people


def test_a_table_is_dealt_as_soon_as_all_open_seats_are_taken() -> None:
    async def work(house: House) -> None:
        room = await house.open("you", "open", "open")
        answers = [await room.sit("Ben", "join-ben-0001"), await room.sit("Cleo", "join-cleo-001")]
        assert sorted(answer.seat for answer in answers) == [1, 2]
        assert room.table.phase == "playing"
        assert plain(house.store).facts(room.id)[-1].kind == "dealt"

    in_house(work)


def test_the_host_can_start_and_bots_fill_the_open_seats() -> None:
    async def work(house: House) -> None:
        room = await house.open("you", "open", "open")
        page = await house.page(room, 0)
        assert [control["do"] for control in page.scene["controls"] if control.get("where") == "row"] == ["start"]
        assert (await page.ask("start"))["t"] == "done"
        assert [chair.bot for chair in room.table.chairs] == ["", USUAL, USUAL]
        assert room.table.phase == "playing"

    in_house(work)


def test_a_move_is_written_first_and_then_told_to_everybody() -> None:
    async def work(house: House) -> None:
        room, (mine, other) = await two_people(house)
        answer = await mine.play("~A")
        assert answer["t"] == "done"
        assert plain(house.store).facts(room.id)[-1].number == answer["n"]
        await settled()
        for page in (mine, other):
            assert page.scene["n"] == answer["n"]
        assert mine.log[-1].startswith("You schwupp row A and take ")
        assert "schwupps row A and takes a card." in other.log[-1]

    in_house(work)


@pytest.mark.parametrize(
    ("ask", "code"),
    [
        ({"do": "play", "moves": ["end"]}, "end_first"),
        ({"do": "play", "moves": ["b1>Z9"]}, "token_unknown"),
        ({"do": "play", "moves": []}, "moves_number"),
        ({"do": "play", "moves": ["~A"] * 9}, "moves_number"),
        ({"do": "play", "moves": ["~A"], "since": 1}, "late"),
        ({"do": "dance"}, "ask_unknown"),
        ({"do": "close"}, "host_only"),
        ({"do": "pace", "arg": "breakneck"}, "pace_unknown"),
        ({"do": "bot", "arg": "1 genius"}, "level_unknown"),
        ({"do": "sit", "arg": "1"}, "sit_first"),
        ({"do": "next"}, "no_result"),
        ({"do": "resume"}, "not_paused"),
        ({"do": "step"}, "no_step"),
        ({"do": "again"}, "not_over"),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence_and_changes_nothing(ask: dict[str, Any], code: str) -> None:
    async def work(house: House) -> None:
        room, (mine, other) = await two_people(house)
        page = mine if ask["do"] != "close" or mine.scene["seat"] != room.table.host else other
        table, heard = room.table, len(other.wire.sent)
        answer = await page.ask(**ask)
        assert (answer["t"], answer["code"]) == ("refused", code)
        assert len(answer["text"]) > 10
        assert room.table is table
        assert page is other or len(other.wire.sent) == heard
        assert len(plain(house.store).facts(room.id)) == table.number

    in_house(work)


def test_who_is_not_in_turn_is_told_whose_turn_it_is() -> None:
    async def work(house: House) -> None:
        room, (mine, other) = await two_people(house)
        answer = await other.play("~A")
        assert answer["code"] == "not_your_turn"
        assert answer["text"].endswith(f"waits for {mine.scene['seats'][turn(room)]['name']}.")

    in_house(work)


def test_a_watcher_plays_nothing_and_sees_no_hand() -> None:
    async def work(house: House) -> None:
        room, _ = await two_people(house)
        watcher = await house.page(room, -1)
        assert (await watcher.ask("play", moves=["~A"], since=99))["code"] == "watching"
        assert [zone["id"] for zone in watcher.scene["zones"] if zone["place"] in ("hand", "own")] == []

    in_house(work)


def test_two_devices_at_one_seat_see_the_same() -> None:
    async def work(house: House) -> None:
        room, (mine, _) = await two_people(house)
        twin = await house.page(room, mine.scene["seat"])
        await mine.play("~B")
        await settled()
        assert twin.scene["zones"] == mine.scene["zones"]
        assert twin.scene["steps"] == mine.scene["steps"]
        assert twin.log == mine.log

    in_house(work)


def test_a_page_that_comes_back_gets_what_it_missed_and_no_more() -> None:
    async def work(house: House) -> None:
        room, (mine, other) = await two_people(house)
        have, seat = other.scene["n"], other.scene["seat"]
        lines = len(other.log)
        await other.go()
        await mine.play("~A")
        again = await house.page(room, seat, have=have)
        message = again.heard("scene")[0]
        assert not message.get("fresh")
        assert len(message["log"]) == 1
        new = await house.page(room, seat)
        assert new.heard("scene")[0]["fresh"]
        assert len(new.log) == lines + 1

    in_house(work)


def test_who_gives_up_a_seat_loses_its_pages_and_a_bot_plays_on() -> None:
    async def work(house: House) -> None:
        room, (mine, other) = await two_people(house)
        twin = await house.page(room, mine.scene["seat"])
        version = plain(house.store).token_version(room.id, mine.scene["seat"])
        await mine.ask("leave")
        await settled()
        assert twin.heard()[-1]["t"] == "bye"
        assert not twin.heard()[-1]["again"]
        assert plain(house.store).token_version(room.id, mine.scene["seat"]) == version + 1
        assert room.table.chairs[mine.scene["seat"]].bot
        assert other.scene["seats"][mine.scene["seat"]]["kind"] == "bot"

    in_house(work)


def test_a_begun_move_is_no_fact_and_a_complete_one_cannot_be_begun() -> None:
    async def work(house: House) -> None:
        _, (mine, _) = await two_people(house)
        assert (await mine.ask("begin", moves=["~A"]))["code"] == "not_begun"

    in_house(work)


def test_all_asks_of_a_table_are_done_one_after_the_other() -> None:
    async def work(house: House) -> None:
        room = await house.open("you", "open", "open", "open", "open")
        answers = await asyncio.gather(*(room.sit(f"Guest {n}", f"join-guest-{n:03}") for n in range(7)))
        assert sorted(answer.seat for answer in answers if answer.reason is None) == [1, 2, 3, 4]
        assert [answer.reason.code for answer in answers if answer.reason] == ["table_full"] * 3

    in_house(work)


def test_the_same_join_sent_twice_takes_one_seat() -> None:
    async def work(house: House) -> None:
        room = await house.open("you", "open", "open")
        first, second = [await room.sit("Ben", "join-ben-0001") for _ in range(2)]
        assert first.seat == second.seat
        assert sum(chair.open for chair in room.table.chairs) == 1

    in_house(work)


def test_every_level_of_bot_has_words() -> None:
    german = language("de")
    assert set(BOT_POOL.levels) == set(kt.bots())
    assert BOT_POOL.levels[-1] == USUAL
    assert [level(german, name) for name in BOT_POOL.offered] == ["Anfänger", "leicht", "mittel", "stark", "Profi"]
    assert all(level(german, name) != name for name in kt.bots())


def test_a_closed_table_says_so() -> None:
    async def work(house: House) -> None:
        room, pages = await two_people(house)
        host = next(page for page in pages if page.scene["seat"] == room.table.host)
        assert (await host.ask("close"))["t"] == "done"
        await settled()
        assert all(page.scene["phase"] == "closed" for page in pages)
        assert isinstance(plain(house.store).facts(room.id)[-1], Fact)
        assert (await room.ask(Ask("pause", 0))).reason is not None

    in_house(work)
