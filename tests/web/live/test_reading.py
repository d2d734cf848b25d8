"""Who is alone with bots and reads how a round was scored has time: the next round waits."""

from __future__ import annotations

import pytest

from kartentisch.table.settings import RESULT_SHOWN
from kartentisch.web.live.room import Room
from tests.web.support.kit import BOT, House, Page, in_house, turn

HALF, LONG = RESULT_SHOWN // 2, 10 * RESULT_SHOWN


def phase(room: Room) -> str:
    return room.table.phase


async def over(house: House) -> tuple[Room, Page]:
    """A table of somebody alone with a bot, half of the time after its first round."""
    room = await house.dealt("you", BOT, match="tournament", step_limit=1)
    page = await house.page(room, 0)
    await page.play("~A")
    await house.later(room, HALF)
    assert page.scene["timer"]["kind"] == "next"
    return room, page


async def read(page: Page, reads: str) -> None:
    assert (await page.ask("read", arg=reads))["t"] == "done"


async def waits_for(house: House, room: Room, ms: int) -> None:
    """The next round begins after this time, and no sooner."""
    await house.later(room, ms - 1)
    assert phase(room) == "result"
    await house.later(room, 1)
    assert phase(room) == "playing"


def test_the_next_round_waits_for_its_reader_and_then_for_the_rest_of_its_time() -> None:
    async def work(house: House) -> None:
        room, page = await over(house)
        for _ in range(2):
            await read(page, "yes")
            await house.later(room, LONG)
            assert phase(room) == "result"
            assert "timer" not in page.scene
            await read(page, "no")
        assert page.scene["timer"]["left"] == HALF
        await waits_for(house, room, HALF)

    in_house(work)


def test_who_reads_can_go_on_at_once() -> None:
    async def work(house: House) -> None:
        room, page = await over(house)
        await read(page, "yes")
        assert (await page.ask("next"))["t"] == "done"
        assert phase(room) == "playing"

    in_house(work)


def test_a_page_that_is_closed_reads_no_longer() -> None:
    async def work(house: House) -> None:
        room, page = await over(house)
        await read(page, "yes")
        await house.later(room, LONG)
        await page.go()
        again = await house.page(room, 0)
        assert again.scene["timer"]["left"] == HALF
        await waits_for(house, room, HALF)

    in_house(work)


@pytest.mark.parametrize("reader", [0, 1])
def test_where_others_play_too_nobody_holds_them_up(reader: int) -> None:
    async def work(house: House) -> None:
        room = await house.open("you", "open", match="tournament", step_limit=1)
        await room.sit("Ben", "join-ben-0001")
        pages = [await house.page(room, seat) for seat in (0, 1)]
        await pages[turn(room)].play("~A")
        assert phase(room) == "result"
        await read(pages[reader], "yes")
        await house.later(room, RESULT_SHOWN)
        assert phase(room) == "playing"

    in_house(work)
