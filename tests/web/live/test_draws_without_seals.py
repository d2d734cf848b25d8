"""Clients that know nothing of draws, such as older programs, keep no deal waiting."""

from __future__ import annotations

from tests.web.support.draws import drawn
from tests.web.support.kit import BOT, House, in_house, settled


def test_a_client_that_takes_no_part_is_dealt_to_as_soon_as_it_is_here() -> None:
    async def work(house: House) -> None:
        room = await drawn(house).dealt("you", BOT)
        phases = [room.table.phase]
        page = await house.page(room, 0, seals=False)
        await settled()
        phases.append(room.table.phase)
        assert phases == ["waiting", "playing"], "before, the page may still have been opening"
        assert page.scene["n"] == room.table.number

    in_house(work)


def test_of_two_the_one_who_takes_part_is_still_waited_for() -> None:
    async def work(house: House) -> None:
        room = await drawn(house).open("you", "open")
        await room.sit("Ben", "join-ben-0001")
        await house.page(room, 0, seals=False)
        await house.page(room, 1)
        await settled()
        phases = [room.table.phase]
        await house.later(room, 3_000)
        phases.append(room.table.phase)
        assert phases == ["waiting", "playing"]

    in_house(work)
