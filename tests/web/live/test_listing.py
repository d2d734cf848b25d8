"""Which tables the home page lists and which ones the start wakes; neither takes longer when more is stored."""

from __future__ import annotations

import asyncio
import re
from concurrent.futures import Future
from typing import Any

import pytest

import kartentisch as kt
from kartentisch.play.games import sheet
from kartentisch.store import UNKNOWN, Lease, MemoryStore
from kartentisch.table.facts import Ask
from kartentisch.table.settings import checked_settings
from kartentisch.web.live import janitor
from kartentisch.web.live.listing import HOUR, MOST_INVITING, inviting
from kartentisch.web.live.room import Room
from kartentisch.web.live.standing import standing
from tests.plain_store import plain
from tests.web.support.kit import BOT, BOT_POOL, House, browser, call, in_house, opened, room_of, settled, turn


async def public(house: House, *plan: str) -> Room:
    settings = checked_settings(sheet("schwupps"), plan or ("you", "open"), {}, BOT_POOL.levels, public=True)
    assert not isinstance(settings, tuple)
    house.hands.now += 1
    return await house.rooms.open(settings, "Anna")  # type: ignore[arg-type]


async def shown(house: House) -> list[str]:
    return [room.id for room in await inviting(house.rooms)]


def test_a_public_table_is_listed_for_an_hour_and_then_as_long_as_somebody_is_there() -> None:
    async def work(house: House) -> None:
        other, room = await public(house), await public(house)
        page = await house.page(other, 0)
        house.hands.now += HOUR - 1
        assert await shown(house) == [room.id, other.id]
        house.hands.now += 1
        assert await shown(house) == [other.id]
        house.hands.now += 29 * 24 * HOUR
        assert await shown(house) == [other.id]
        await page.go()
        assert await shown(house) == []

    in_house(work)


def test_the_newest_tables_are_listed_first_and_no_more_than_fit() -> None:
    async def work(house: House) -> None:
        rooms = []
        for _ in range(MOST_INVITING + 6):
            house.hands.now += 1000
            rooms.append(await public(house))
        await house.page(rooms[0], 0)
        assert await shown(house) == [room.id for room in rooms[::-1]][:MOST_INVITING]

    in_house(work)


def test_a_table_whose_only_person_gave_up_the_seat_invites_nobody() -> None:
    with browser() as (client, house):
        table, _ = opened(client, public="on")
        assert f'href="/t/{table}"' in client.get("/").text
        room = room_of(client, house, table)
        call(client, room.ask, Ask("leave", 0, "leave-0001"))
        assert f'href="/t/{table}"' not in client.get("/").text
        row = plain(house.store).listed(table)
        assert row is not None
        assert (row.phase, row.public) == ("waiting", False)


def test_a_table_that_nobody_has_sat_at_yet_invites() -> None:
    async def work(house: House) -> None:
        room = await public(house, "open", "open")
        assert await shown(house) == [room.id]

    in_house(work)


def test_the_list_is_there_again_after_a_restart_without_the_rooms_that_it_does_not_show() -> None:
    store = MemoryStore()

    async def before(house: House) -> list[str]:
        rooms = [await public(house), await house.open("you", "open"), await public(house)]
        return [room.id for room in rooms]

    first, _, last = in_house(before, store=store)

    async def after(house: House) -> None:
        await janitor.wake(house.rooms)
        assert house.rooms.open_rooms() == []
        assert sorted(await shown(house)) == sorted([first, last])
        assert len(house.rooms.open_rooms()) == 2

    in_house(after, store=store)


# ---- Waking ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("up", ["person", "bot"])
def test_only_tables_at_which_a_bot_is_up_are_woken(up: str) -> None:
    store = MemoryStore()

    async def before(house: House) -> str:
        room = await house.dealt(*(("you", BOT, BOT) if up == "person" else (BOT, "you", BOT)))
        assert (turn(room) == room.table.host) == (up == "person")
        return room.id

    table_id = in_house(before, store=store)
    woken = [one.id for one in plain(store).tables() if one.wake_at is not None]
    assert (table_id in woken) == (up == "bot")

    async def after(house: House) -> None:
        await janitor.wake(house.rooms)
        assert house.rooms.woken
        assert sorted(room.id for room in house.rooms.open_rooms()) == sorted(woken)

    in_house(after, store=store)


def test_what_a_table_does_by_itself_stands_in_its_row() -> None:
    async def work(house: House) -> None:
        room = await house.dealt("you", BOT, BOT, game="solo")
        seen, hand = set(), kt.Bot("random", "solo", seed=1)
        for _ in range(60):
            row = plain(house.store).listed(room.id)
            assert row is not None
            assert (row.phase, row.public, row.wake_at) == standing(room.table)
            if row.wake_at is None:
                assert room.table.actors()[0] == 0, "nobody but the person is waited for"
            seen.add(row.wake_at is None)
            if room.table.phase == "over":
                break
            if room.table.actors()[:1] == (0,):
                view = room.table.view(0)
                assert view is not None
                await room.ask(Ask("play", 0, "", room.table.since[0], (hand.choose(view),)))
            await house.later(room, 6_000)
        assert seen == {True, False}
        await room.ask(Ask("close", 0, "close-0001"))
        row = plain(house.store).listed(room.id)
        assert row is not None
        assert (row.phase, row.wake_at, row.closed) == ("closed", None, True)

    in_house(work)


def test_bots_that_play_step_by_step_are_not_woken() -> None:
    async def work(house: House) -> None:
        room = await house.dealt(BOT, "you")
        assert turn(room) == 0
        assert standing(room.table).wake_at is not None
        await room.ask(Ask("pace", room.table.host, "pace-0001", arg="step"))
        assert standing(room.table).wake_at is None

    in_house(work)


def test_a_table_of_an_older_version_is_noted_when_somebody_comes() -> None:
    store = MemoryStore()

    async def before(house: House) -> str:
        return (await public(house)).id

    table_id = in_house(before, store=store)
    known = plain(store).listed(table_id)
    assert known is not None
    store._memory.rows[table_id] = known._replace(phase=UNKNOWN.phase, public=False, wake_at=None)

    async def after(house: House) -> None:
        await janitor.wake(house.rooms)
        assert house.rooms.open_rooms() == []
        assert await house.rooms.get(table_id) is not None
        assert plain(store).listed(table_id) == known

    in_house(after, store=store)


# ---- Deleting --------------------------------------------------------------------------------------------------------


def test_while_a_table_is_deleted_only_who_wants_it_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    store = MemoryStore()

    async def before(house: House) -> list[str]:
        return [(await house.open("you", "open")).id for _ in range(3)]

    gone, other, awake = in_house(before, store=store)

    async def after(house: House) -> None:
        room = await house.rooms.get(awake)
        assert room is not None
        slow: list[Future[None]] = []

        def delete(lease: Lease, time: int) -> Future[None]:
            MemoryStore.delete(store, lease, time)
            slow.append(Future())
            return slow[-1]

        monkeypatch.setattr(store, "delete", delete)
        deleting = asyncio.ensure_future(house.rooms.delete(gone, awake))
        await settled()
        waiting = asyncio.ensure_future(house.rooms.get(gone))
        await settled()
        assert len(slow) == 2
        assert await house.rooms.get(other) is not None
        assert not waiting.done()
        for future in slow:
            future.set_result(None)
        await deleting
        assert await waiting is None
        assert room.audience.gone == "table_deleted"

    in_house(after, store=store)


def test_a_table_that_is_deleted_while_it_is_looked_up_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    store = MemoryStore()
    table_id = in_house(lambda house: house.open("you", "open"), store=store).id

    async def after(house: House) -> None:
        load = house.rooms._load

        async def slowly(table_id: str) -> Any:
            room = await load(table_id)
            await house.rooms.delete(table_id)
            return room

        monkeypatch.setattr(house.rooms, "_load", slowly)
        assert await house.rooms.get(table_id) is None
        assert house.rooms.open_rooms() == []

    in_house(after, store=store)


def test_the_home_page_asks_for_no_list_of_all_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    with browser() as (client, house):
        opened(client, public="on")

        def never(**_: Any) -> Any:
            raise AssertionError("all tables were asked for")

        monkeypatch.setattr(house.store, "tables", never)
        for address in ("/", "/statistics", "/readyz"):
            assert client.get(address).status_code == 200
        call(client, janitor.wake, house.rooms)
        assert re.search(r'href="/t/\w+"', client.get("/").text)
