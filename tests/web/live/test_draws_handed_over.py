"""A first deal that waits for pages goes on when another server takes the table: nobody has to press Start again."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from kartentisch.store import Memory, MemoryStore
from kartentisch.table.draw import OPENING
from kartentisch.table.facts import Ask
from kartentisch.web.live import janitor
from kartentisch.web.live.handing_over import hand_over
from kartentisch.web.live.room import Room
from tests.plain_store import plain
from tests.web.support.draws import Member, deal, drawn
from tests.web.support.kit import BOT, House, in_house, settled


async def alone(house: House) -> Room:
    """The form of somebody who plays with bots starts the match before their page is here: no fact says so."""
    room = await house.open("you", BOT, name="")
    assert (await room.ask(Ask("start", 0, "start-00000"))).reason is None
    return room


async def last_seat(house: House) -> Room:
    """Somebody has taken the last seat, and their page is not here."""
    room = await house.open("you", "open")
    await room.sit("Ben", "join-ben-0001")
    return room


async def filled(house: House) -> Room:
    """The host has pressed Start before the page of another person has come."""
    room = await house.open("you", "open", "open")
    await room.sit("Ben", "join-ben-0001")
    assert (await room.ask(Ask("start", 0, "start-00000"))).reason is None
    return room


Opened = Callable[[House], Awaitable[Room]]
EACH = pytest.mark.parametrize("opened", [alone, last_seat, filled], ids=lambda opened: opened.__name__)


def kinds(house: House, room: Room) -> list[str]:
    return [fact.kind for fact in plain(house.store).facts(room.id)]


def promise(house: House, room: Room) -> str:
    (fact,) = [fact for fact in plain(house.store).facts(room.id) if fact.kind == "sealed"]
    return fact.text


async def moved(house: House, opened: Opened, killed: bool) -> tuple[House, Room]:
    """The next server, and the table as it waited at the first one, which has handed it over or was killed."""
    memory = Memory()
    first, second = (drawn(House(MemoryStore(memory, name))) for name in ("first", "second"))
    room = await opened(first)
    assert room.table.gathers_until
    row = plain(first.store).listed(room.id)
    assert row is not None
    assert row.wake_at is not None
    if killed:
        memory.leases._until["first"] = -1.0
    else:
        await hand_over(first.rooms, room)
    second.hands.now = first.hands.now + 1_000
    return second, room


@EACH
@pytest.mark.parametrize("killed", [False, True], ids=["handed over", "killed"])
def test_it_is_dealt_though_nobody_comes(opened: Opened, killed: bool) -> None:
    async def work(house: House) -> None:
        second, before = await moved(house, opened, killed)
        assert [one.id for one in plain(second.store).tables() if one.wake_at is not None] == [before.id]
        await janitor.wake(second.rooms)
        (room,) = second.rooms.open_rooms()
        await second.later(room, OPENING - 1)
        assert "sealed" not in kinds(second, room), "pages that come back have ten seconds"
        await second.later(room, 1)
        assert kinds(second, room)[-2:] == ["sealed", "dealt"]
        await second.close()

    in_house(work)


@EACH
@pytest.mark.parametrize("killed", [False, True], ids=["handed over", "killed"])
def test_it_waits_for_all_pages_again_and_nobody_had_a_choice(opened: Opened, killed: bool) -> None:
    """Their seals from before count no more, and no number behind one was ever told. The promise is the same at each
    server, so there is no second draw.
    """

    async def work(house: House) -> None:
        second, before = await moved(house, opened, killed)
        room = await second.rooms.get(before.id)
        assert room is not None
        members = []
        for seat in room.table.people:
            assert "sealed" not in kinds(second, room), "not before the last one is here"
            await second.later(room, 3_000)
            members.append(Member(await second.page(room, seat), seat))
            await members[-1].seal(1)
        await settled()
        assert kinds(second, room)[-1] == "sealed"
        assert f'"promise":"{before.luck.drawn(before.table).promise(1)}"' in promise(second, room)
        await deal(second, room, members)
        await second.close()

    in_house(work)


def test_a_table_that_still_has_a_free_seat_waits_for_people_and_wakes_nobody() -> None:
    async def work(house: House) -> None:
        room = await drawn(house).open("you", "open", BOT)
        assert plain(house.store).listed(room.id).wake_at is None

    in_house(work)
