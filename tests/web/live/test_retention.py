"""Tables at which nobody plays any more are closed, then deleted when the server's settings say so."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from kartentisch.store import MemoryStore, StoreFailed
from kartentisch.table.contents import Closed, read
from kartentisch.table.facts import Ask
from kartentisch.web.live import janitor
from kartentisch.web.live.janitor import tidy
from kartentisch.web.live.retention import DAY, Retention
from kartentisch.web.phrases.closing import why_closed
from kartentisch.words.language import language
from tests.plain_store import plain
from tests.web.support.kit import BOT, START, House, Page, in_house, settled


def later_house(store: MemoryStore, days: float) -> House:
    """The same server, started anew so many days later."""
    house = House(store)
    house.hands.now = START + int(days * DAY)
    return house


def at_restart(store: MemoryStore, days: float, work: Any) -> Any:
    async def run() -> Any:
        house = later_house(store, days)
        try:
            return await work(house)
        finally:
            await house.close()

    return asyncio.run(run())


async def dealt(house: House) -> str:
    room = await house.dealt("you", BOT)
    page = await house.page(room, 0)
    await page.go()
    return room.id


@pytest.mark.parametrize(("days", "closed"), [(29.9, False), (30.0, True), (500, True)])
def test_a_table_without_a_fact_for_so_many_days_is_closed_before_its_bots_wake(days: float, closed: bool) -> None:
    store = MemoryStore()
    table_id = in_house(dealt, store=store)
    before = plain(store).facts(table_id)

    async def work(house: House) -> None:
        await janitor.wake(house.rooms)
        facts = plain(store).facts(table_id)
        if closed:
            assert [fact.kind for fact in facts[len(before) :]] == ["closed"]
            assert facts[-1].text == "unused 30"
            room = await house.rooms.get(table_id)
            assert room is not None
            page = await house.page(room, 0)
            assert page.scene["prompt"]["text"] == "Nobody has played here for 30 days."
            assert page.log[-1] == "The table was closed. Nobody has played here for 30 days."
        else:
            assert facts == before

    at_restart(store, days, work)


def test_a_table_that_is_open_on_a_page_is_closed_too_and_the_page_says_so() -> None:
    async def work(house: House) -> None:
        room = await house.open("you", "open")
        page = await house.page(room, 0)
        house.hands.now += 30 * DAY
        await tidy(house.rooms, Retention())
        await settled()
        assert page.scene["phase"] == "closed"
        assert "Nobody has played here" in page.scene["prompt"]["text"]
        assert plain(house.store).facts(room.id)[-1].kind == "closed"

    in_house(work)


@pytest.mark.parametrize(
    ("keeping", "days", "left"),
    [
        (Retention(close_after=0), 10_000, "open"),
        (Retention(close_after=3, delete_after=0), 10_000, "closed"),
        (Retention(close_after=3, delete_after=5), 7.9, "closed"),
        (Retention(close_after=3, delete_after=5), 8, "deleted"),
        (Retention(close_after=0, delete_after=5), 10_000, "open"),
    ],
)
def test_closing_and_deleting_follow_what_the_server_was_told(keeping: Retention, days: float, left: str) -> None:
    async def work(house: House) -> None:
        room = await house.dealt("you", BOT)
        now = house.hands.now
        for step in (3, days):
            house.hands.now = now + int(step * DAY)
            await tidy(house.rooms, keeping)
        found = (
            "deleted"
            if plain(house.store).deleted(room.id)
            else "closed"
            if plain(house.store).tables()[0].closed
            else "open"
        )
        assert found == left
        assert (await house.rooms.get(room.id) is None) == (left == "deleted")

    in_house(work)


def test_many_tables_are_deleted_in_one_go_awake_or_asleep() -> None:
    store = MemoryStore()

    async def before(house: House) -> list[str]:
        rooms = [await house.open("you", "open") for _ in range(5)]
        for room in rooms[:4]:
            await room.ask(Ask("close", 0, f"close-{room.id}"))
        return [room.id for room in rooms]

    ids = in_house(before, store=store)

    async def after(house: House) -> None:
        awake = await house.rooms.get(ids[0])
        assert awake is not None
        page = await house.page(awake, 0)
        await tidy(house.rooms, Retention(close_after=0, delete_after=2))
        await settled()
        assert [plain(store).deleted(table_id) for table_id in ids] == [True] * 4 + [False]
        assert page.heard()[-1]["code"] == "table_deleted"
        assert page.heard()[-1]["again"] is False

    at_restart(store, 2, after)


def test_a_full_disk_leaves_it_for_the_next_time() -> None:
    async def work(house: House) -> None:
        room = await house.open("you", "open")
        house.hands.now += 30 * DAY
        house.store.failing = StoreFailed("full")
        await tidy(house.rooms, Retention())
        assert not room.table.closed
        house.store.failing = None
        await tidy(house.rooms, Retention())
        assert plain(house.store).facts(room.id)[-1].text == "unused 30"

    in_house(work)


def test_an_ask_to_a_table_that_was_just_deleted_is_refused_and_brings_nothing_back() -> None:
    async def work(house: House) -> None:
        room = await house.dealt("you", BOT)
        scheduler = house.scheduler(room)
        await house.rooms.delete(room.id)
        answer = await room.ask(Ask("pause", 0, "pause-0001"))
        assert answer.reason is not None
        assert answer.reason.code == "table_closed"
        assert plain(house.store).facts(room.id) == []
        page = Page(house, room, 0, scheduler=scheduler)
        house.pages.append(page)
        await page.hello()
        assert page.heard()[-1]["code"] == "table_deleted"

    in_house(work)


def test_a_table_that_cannot_be_deleted_is_still_there() -> None:
    async def work(house: House) -> None:
        room = await house.dealt("you", BOT)
        house.store.failing = StoreFailed("locked")
        with pytest.raises(StoreFailed):
            await house.rooms.delete(room.id)
        house.store.failing = None
        assert await house.rooms.get(room.id) is room
        assert (await room.ask(Ask("pause", 0, "pause-0001"))).reason is None

    in_house(work)


def test_days_that_make_no_sense_are_refused_with_a_sentence() -> None:
    for days in (-1, 36_501):
        with pytest.raises(ValueError, match="after 1 to 36500 days, or with 0 never"):
            Retention(close_after=days)
        with pytest.raises(ValueError, match="after 1 to 36500 days, or with 0 never"):
            Retention(delete_after=days)


@pytest.mark.parametrize(
    ("why", "sentence"),
    [
        ("host", "Wer ihn leitet, hat ihn geschlossen."),
        ("unused 1", "Seit 1 Tag hat hier niemand gespielt."),
        ("unused 30", "Seit 30 Tagen hat hier niemand gespielt."),
    ],
)
def test_why_a_table_was_closed_is_said_in_words(why: str, sentence: str) -> None:
    closed = read("closed", why)
    assert isinstance(closed, Closed)
    assert why_closed(language("de"), closed) == sentence
