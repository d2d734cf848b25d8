"""Tables at a certain moment, with the pages of those who sit there."""

from __future__ import annotations

import asyncio
from typing import Any

from kartentisch.play.games import sheet
from kartentisch.table.clocks import ALLOWANCE, RESERVE
from kartentisch.table.facts import Ask
from kartentisch.table.settings import Settings, checked_settings
from kartentisch.web.live.room import Room
from tests.web.support.kit import BOT, BOT_POOL, House, Page, settled, turn

NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil", "Fee", "Gero", "Hatice", "Ines", "Jan")
BRISK = ALLOWANCE["brisk"] + RESERVE["brisk"]
"""The time of the shortest clock for the first decision of a round."""


# ---- Tables at which play has begun ----------------------------------------------------------------------------------


async def begun(house: House, *plan: str, game: str = "schwupps", **settings: Any) -> Room:
    """A table with these settings at which everybody has sat down and play has begun."""
    checked = checked_settings(sheet(game), plan, {}, BOT_POOL.levels, **settings)
    assert isinstance(checked, Settings)
    room = await house.rooms.open(checked, NAMES[0])
    for number, seat in enumerate([seat for seat, what in enumerate(plan) if what == "open"], 1):
        await room.sit(NAMES[number], f"join-{NAMES[number]}-0001", seat)
    if room.table.phase == "waiting":
        await room.ask(Ask("start", room.table.host, "start-00000"))
    assert room.table.phase == "playing"
    return room


async def timed(
    house: House, *plan: str, clock: str = "brisk", zero: str = "bot", **more: Any
) -> tuple[Room, list[Page]]:
    """A table with a clock at which play has begun, all people's pages open, the one in turn first."""
    room = await begun(house, *(plan or ("you", "open", "open")), clock=clock, zero=zero, **more)
    pages = [await house.page(room, seat) for seat in room.table.people]
    return room, sorted(pages, key=lambda page: seat_of(page) != turn(room))


def seat_of(page: Page) -> int:
    return int(page.scene["seat"])


async def sitting(house: House, **hello: Any) -> Page:
    """The page of a person who plays with a bot."""
    room = await house.dealt("you", BOT)
    return await house.page(room, 0, **hello)


# ---- Tables of Anna, Ben and Cleo ------------------------------------------------------------------------------------


async def three(house: House, *plan: str, figure: str = "", **options: Any) -> tuple[Room, list[Page]]:
    """A table of Anna (the host), Ben and Cleo, or of this plan, with a page for each person."""
    room = await house.open(*(plan or ("you", "open", "open")), **options)
    for name in ("Ben", "Cleo"):
        free = next((seat for seat, chair in enumerate(room.table.chairs) if chair.open), None)
        if free is not None:
            await room.sit(name, f"join-{name}-0001", free, figure)
    return room, [await house.page(room, seat) for seat, chair in enumerate(room.table.chairs) if chair.person]


async def two(house: House) -> tuple[Room, Page, Page]:
    """Anna, who reads English, and Ben, who reads German."""
    room = await house.open("you", "open")
    await room.sit("Ben", "join-ben-0001")
    return room, await house.page(room, 0), await house.page(room, 1, language="de")


async def let_program(room: Room, seat: int) -> None:
    """The host lets a program play a seat."""
    answer = await room.admission.let_program(Ask("program", 0, f"program-{seat}-0001", arg=str(seat)), "Robo")
    assert answer.reason is None, answer
    await settled()


def offered(page: Page, seat: int) -> list[str]:
    """What a page offers to do with a seat."""
    return [f"{one['do']} {one.get('arg', '')}" for one in page.scene["controls"] if one.get("seat", -1) == seat]


# ---- Matches that are over -------------------------------------------------------------------------------------------


async def over(house: House, *plan: str, **options: Any) -> tuple[Room, list[Page]]:
    """A match that is over, with a page for each person: Anna, Ben and Cleo as far as there are seats."""
    room, pages = await three(house, *(plan or ("you", "open", BOT)), figure="spoon", step_limit=1, **options)
    await end(house, room)
    return room, pages


async def end(house: House, room: Room) -> None:
    """The move that ends a match with a limit of one step."""
    seat = room.table.actors()[0]
    if room.table.chairs[seat].bot:
        await house.later(room, 2_000)
    else:
        await room.ask(Ask("play", seat, "the-last-move", room.table.number, ("~A",)))
    await settled()
    assert room.table.phase == "over"


async def next_of(house: House, room: Room) -> Room:
    """The table at which the same people play again."""
    found = await house.rooms.get(room.table.next_table)
    assert found is not None
    return found


# ---- What a page shows -----------------------------------------------------------------------------------------------


def talk_lines(page: Page) -> list[dict[str, Any]]:
    """All that a page was told of the talk."""
    return [line for message in page.heard("talk") for line in message["lines"]]


async def hint_on(page: Page) -> dict[str, Any]:
    """The hint, once it is there."""
    for _ in range(3000):  # what is used for the first time is compiled
        await settled()
        hint: dict[str, Any] | None = page.scene.get("hint")
        if hint and not hint.get("of"):
            return hint
        await asyncio.sleep(0.02)
    raise AssertionError("no hint comes")
