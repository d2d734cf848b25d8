"""A live table: who asks, what happens, who hears of it."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from kartentisch.store import MemoryStore, StoreFailed
from kartentisch.table.facts import Ask, Fact
from kartentisch.table.settings import Settings
from kartentisch.table.table import opened
from kartentisch.web.room import Room
from tests.web.kit import CREW, House, Page, in_house, settled

BOT = "bot:greedy"


def turn(room: Room) -> int:
    return room.table.actors()[0]


async def two_people(house: House) -> tuple[Room, list[Page]]:
    """A table of two, dealt, with both pages open; the first page is that of the one in turn."""
    room = await house.open("you", "open")
    await room.sit("Ben", "join-ben-0001")
    pages = [await house.page(room, seat) for seat in (0, 1)]
    return room, sorted(pages, key=lambda page: not page.scene["prompt"].get("yours"))


def step(page: Page, first: str = "") -> str:
    """A step that this page offers."""
    found: str = next(step["token"] for step in page.scene["steps"] if step["token"].startswith(first))
    return found


def test_a_table_is_dealt_as_soon_as_all_open_seats_are_taken() -> None:
    async def work(house: House) -> None:
        room = await house.open("you", "open", "open")
        answers = [await room.sit("Ben", "join-ben-0001"), await room.sit("Cleo", "join-cleo-001")]
        assert sorted(answer.seat for answer in answers) == [1, 2]
        assert room.table.phase == "playing"
        assert house.store.facts(room.id)[-1].kind == "dealt"

    in_house(work)


def test_the_host_can_start_and_bots_fill_the_open_seats() -> None:
    async def work(house: House) -> None:
        room = await house.open("you", "open", "open")
        page = await house.page(room, 0)
        assert [control["do"] for control in page.scene["controls"] if control.get("where") == "row"] == ["start"]
        assert (await page.ask("start"))["t"] == "done"
        assert [chair.bot for chair in room.table.chairs] == ["", "greedy", "greedy"]
        assert room.table.phase == "playing"

    in_house(work)


def test_a_move_is_written_first_and_then_told_to_everybody() -> None:
    async def work(house: House) -> None:
        room, (mine, other) = await two_people(house)
        answer = await mine.play("~A")
        assert answer["t"] == "done"
        assert house.store.facts(room.id)[-1].number == answer["n"]
        await settled()
        for page in (mine, other):
            assert page.scene["n"] == answer["n"]
        assert mine.log[-1].startswith("You shift row A and take ")
        assert "shifts row A and takes a card." in other.log[-1]

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
        assert len(house.store.facts(room.id)) == table.number

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


def test_an_ask_sent_twice_is_played_once() -> None:
    async def work(house: House) -> None:
        room, (mine, _) = await two_people(house)
        since = mine.scene["since"]
        first = await mine.ask("play", "the-same-ask", moves=["~A"], since=since)
        number = room.table.number
        second = await mine.ask("play", "the-same-ask", moves=["~A"], since=since)
        assert second == first
        assert room.table.number == number

    in_house(work)


def test_an_ask_is_known_again_after_a_restart() -> None:
    store = MemoryStore()

    async def before(house: House) -> tuple[str, int, int, dict[str, Any]]:
        room, (mine, _) = await two_people(house)
        since, seat = mine.scene["since"], mine.scene["seat"]
        return room.id, seat, since, await mine.ask("play", "the-same-ask", moves=["~A"], since=since)

    table_id, seat, since, first = in_house(before, store=store)

    async def after(house: House) -> None:
        room = await house.rooms.get(table_id)
        assert room is not None
        page = await house.page(room, seat)
        assert await page.ask("play", "the-same-ask", moves=["~A"], since=since) == first
        assert page.log[-1].startswith("You shift row A")

    in_house(after, store=store)


def test_a_restart_brings_tables_back_and_their_bots_go_on() -> None:
    store = MemoryStore()

    async def before(house: House) -> tuple[str, int]:
        room = await house.dealt("you", BOT, BOT)
        page = await house.page(room, 0)
        while turn(room) == 0:
            await page.play(step(page, "~") if not any(s["token"] == "end" for s in page.scene["steps"]) else "end")
        return room.id, room.table.number

    table_id, number = in_house(before, store=store)

    async def after(house: House) -> None:
        await house.rooms.wake()
        assert house.rooms.woken
        room = await house.rooms.get(table_id)
        assert room is not None
        assert room.table.number == number
        await house.later(room, 2_000)
        assert room.table.number == number + 1

    in_house(after, store=store)


def test_when_the_disk_is_full_nothing_happens_and_the_one_who_asked_hears_why() -> None:
    async def work(house: House) -> None:
        room, (mine, other) = await two_people(house)
        table, heard = room.table, len(other.wire.sent)
        house.store.failing = StoreFailed("full")
        answer = await mine.play("~A")
        assert (answer["t"], answer["code"]) == ("refused", "store")
        assert "disk is full" in answer["text"]
        assert room.table is table
        assert len(other.wire.sent) == heard
        house.store.failing = None
        assert (await mine.play("~A"))["t"] == "done"

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


def test_a_bot_waits_its_time_and_then_plays() -> None:
    async def work(house: House) -> None:
        room = await house.dealt(BOT, "you")
        number = room.table.number
        await house.later(room, 1_999)
        assert room.table.number == number
        await house.later(room, 1)
        assert room.table.number == number + 1
        assert house.store.facts(room.id)[-1].seat == 0

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


def test_who_stays_away_while_the_others_wait_gets_a_bot_and_can_come_back() -> None:
    async def work(house: House) -> None:
        room, (mine, other) = await two_people(house)
        seat = mine.scene["seat"]
        await mine.go()
        await house.later(room, 10_000)
        assert other.scene["seats"][seat]["away"]
        assert "but not here" in other.scene["prompt"]["lead"]
        await house.later(room, 49_999)
        assert not room.table.chairs[seat].bot
        await house.later(room, 1)
        assert room.table.chairs[seat].bot == "greedy"
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


def test_who_gives_up_a_seat_loses_its_pages_and_a_bot_plays_on() -> None:
    async def work(house: House) -> None:
        room, (mine, other) = await two_people(house)
        twin = await house.page(room, mine.scene["seat"])
        version = house.store.token_version(room.id, mine.scene["seat"])
        await mine.ask("leave")
        await settled()
        assert twin.heard()[-1]["t"] == "bye"
        assert not twin.heard()[-1]["again"]
        assert house.store.token_version(room.id, mine.scene["seat"]) == version + 1
        assert room.table.chairs[mine.scene["seat"]].bot
        assert other.scene["seats"][mine.scene["seat"]]["kind"] == "bot"

    in_house(work)


def test_a_table_of_other_rules_is_closed_with_a_sentence_and_keeps_its_log() -> None:
    store = MemoryStore()

    async def before(house: House) -> str:
        return (await house.dealt("you", BOT)).id

    table_id = in_house(before, store=store)
    facts = store.facts(table_id)
    old = msgspec.structs.replace(msgspec.json.decode(facts[0].text, type=Settings), rules=0)
    store._facts[table_id][0] = replace(facts[0], text=msgspec.json.encode(old).decode())

    async def after(house: House) -> None:
        await house.rooms.wake()
        room = await house.rooms.get(table_id)
        assert room is not None
        page = await house.page(room, 0)
        assert page.scene["phase"] == "closed"
        assert page.scene["prompt"]["text"] == "It was begun under other rules than this server has now."
        assert (await page.ask("play", moves=["~A"]))["code"] == "table_closed"
        assert [fact.kind for fact in store.facts(table_id)] == ["opened", "dealt", "closed"]

    in_house(after, store=store)


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


def test_a_match_that_is_over_can_be_played_again_at_the_same_table() -> None:
    async def work(house: House) -> None:
        room = await house.dealt("you", BOT, step_limit=1)
        page = await house.page(room, 0)
        await page.play("~A")
        await settled()
        assert page.scene["phase"] == "over"
        assert page.scene["result"]["over"]
        assert (await page.ask("again"))["t"] == "done"
        assert room.table.matches == 2
        assert room.scores == []

    in_house(work)


def test_a_begun_move_is_no_fact_and_a_complete_one_cannot_be_begun() -> None:
    async def work(house: House) -> None:
        _, (mine, _) = await two_people(house)
        assert (await mine.ask("begin", moves=["~A"]))["code"] == "not_begun"

    in_house(work)


def test_a_room_that_nobody_needs_is_put_aside_and_found_again() -> None:
    async def work(house: House) -> None:
        room, pages = await two_people(house)
        for page in pages:
            await page.go()
        house.rooms._used[room.id] -= 1_000
        await house.rooms.sweep()
        assert house.rooms.open_rooms() == []
        again = await house.rooms.get(room.id)
        assert again is not None
        assert again.table.number == room.table.number

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


def test_facts_of_the_log_give_the_same_table_as_the_room_has() -> None:
    async def work(house: House) -> None:
        room = await house.dealt("you", BOT)
        page = await house.page(room, 0)
        for _ in range(6):
            if turn(room) == 0:
                await page.play(step(page))
            await house.later(room, 2_000)
        folded, _scores = opened(room.table.game, house.store.facts(room.id)[0]), None
        from kartentisch.table.table import after

        for fact in house.store.facts(room.id)[1:]:
            folded = after(folded, fact)
        assert folded.number == room.table.number
        assert (folded.records == room.table.records).all()  # type: ignore[union-attr]

    in_house(work)


def test_every_level_of_bot_has_words() -> None:
    assert CREW.levels == ("random", "greedy")


def test_a_closed_table_says_so() -> None:
    async def work(house: House) -> None:
        room, pages = await two_people(house)
        host = next(page for page in pages if page.scene["seat"] == room.table.host)
        assert (await host.ask("close"))["t"] == "done"
        await settled()
        assert all(page.scene["phase"] == "closed" for page in pages)
        assert isinstance(house.store.facts(room.id)[-1], Fact)
        assert (await room.ask(Ask("pause", 0))).reason is not None

    in_house(work)


def test_the_next_round_comes_by_itself_after_twenty_seconds() -> None:
    async def work(house: House) -> None:
        room = await house.dealt("you", BOT, match="tournament", step_limit=1)
        page = await house.page(room, 0)
        await page.play("~A")
        await house.later(room, 19_999)
        assert room.table.phase == "result"
        await house.later(room, 1)
        assert room.table.phase == "playing"
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
        monkeypatch.setattr(CREW, "think", broken)
        page = await house.page(room, 0)
        while turn(room) == 0:
            await page.play("end" if any(one["token"] == "end" for one in page.scene["steps"]) else "~A")
        number = room.table.number
        await house.later(room, 2_000)
        assert room.table.number == number + 1

    in_house(work)
