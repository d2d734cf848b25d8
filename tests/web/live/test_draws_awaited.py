"""A deal waits for the pages of people who have just come, also after a restart."""

from __future__ import annotations

from kartentisch.table.draw import SHUFFLED
from kartentisch.web.live.room import Room
from tests.plain_store import plain
from tests.web.support.draws import Member, again, deal, drawn
from tests.web.support.kit import House, in_house, settled


def sealed(house: House, room: Room) -> list[str]:
    return [fact.text for fact in plain(house.store).facts(room.id) if fact.kind == "sealed"]


def test_whoever_takes_the_last_seat_takes_part_in_the_deal_that_follows() -> None:
    """The others have sealed long ago. The page of the last one opens only after the form was answered."""

    async def work(house: House) -> None:
        room = await drawn(house).open("you", "open")
        host = Member(await house.page(room, 0), 0)
        await host.seal(1)
        await room.sit("Ben", "join-ben-0001")
        assert sealed(house, room) == []
        ben = Member(await house.page(room, 1), 1)
        await ben.seal(1)
        await deal(house, room, [host, ben])

    in_house(work)


def test_if_the_page_of_the_last_one_does_not_come_the_others_wait_three_seconds() -> None:
    async def work(house: House) -> None:
        room = await drawn(house).open("you", "open")
        host = Member(await house.page(room, 0), 0)
        await host.seal(1)
        await room.sit("Ben", "join-ben-0001")
        await house.later(room, SHUFFLED - 1)
        assert sealed(house, room) == []
        await house.later(room, 1)
        assert len(sealed(house, room)) == 1
        await deal(house, room, [host])

    in_house(work)


def test_a_deal_that_waited_for_pages_waits_for_all_of_them_after_a_restart() -> None:
    """They had sealed, and the server has forgotten it: the fastest page alone would be a draw without the others."""

    async def work(house: House) -> None:
        room = await drawn(house).open("you", "open")
        assert (await Member(await house.page(room, 0), 0).seal(1))["t"] == "done"
        await room.sit("Ben", "join-ben-0001")
        later = again(house.store, now=house.hands.now + 60_000)
        back = await later.rooms.get(room.id)
        assert back is not None
        members = [Member(await later.page(back, seat), seat) for seat in (0, 1)]
        for member in members:
            assert sealed(later, back) == [], "not before the last one is here"
            await later.later(back, SHUFFLED // 3)
            await member.seal(1)
        await settled()
        await deal(later, back, members)
        await later.close()

    in_house(work)
