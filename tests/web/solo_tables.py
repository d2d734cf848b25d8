"""Tables of Solo at a position, and a clock that runs through all that is due."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

from kartentisch.engine import states
from kartentisch.play.games import sheet
from kartentisch.table.facts import Ask
from kartentisch.table.settings import Settings, settle
from kartentisch.web.live.room import Room
from tests.games.solo_positions import position
from tests.web.kit import CREW, House, Page, settled

BOT = "bot:greedy"
Told = list[tuple[int, str]]
"""When, and which text was sent."""


def lay(room: Room, *hands: str, **more: Any) -> None:
    """Another truth on the table."""
    state = position(*hands, seats=room.table.seats, **more)
    room.table = replace(
        room.table,
        records=states.load(room.table.game, state),
        moved=room.world.clock(),
        window_from=room.world.clock(),
    )
    room._views.clear()
    room.touch()


async def opened(house: House, *plan: str, **more: Any) -> Room:
    """A table at which a match has begun, everybody sits down."""
    settings = settle(sheet("solo"), plan, {}, CREW.levels, **more)
    assert isinstance(settings, Settings)
    room = await house.rooms.open(settings, "Anna")
    for seat, what in enumerate(plan):
        if what == "open":
            await room.sit(f"Name{seat}", f"join-{seat:06}", seat)
    if room.table.phase == "waiting":
        await room.ask(Ask("start", 0, "start-00000"))
    assert room.table.phase == "playing"
    return room


async def people(house: House, seats: int, *hands: str, window: int = 5_000, **more: Any) -> tuple[Room, list[Page]]:
    """A table at which only people sit, all here."""
    room = await opened(house, "you", *["open"] * (seats - 1), window=window)
    lay(room, *hands, **more)
    return room, [await house.page(room, seat) for seat in range(seats)]


async def among_bots(house: House, seats: int, *hands: str, pace: str = "calm", **more: Any) -> tuple[Room, Page]:
    """A person at seat 0 among bots."""
    room = await opened(house, "you", *[BOT] * (seats - 1), pace=pace)
    lay(room, *hands, **more)
    page = await house.page(room, 0)
    await thought(house, room)
    return room, page


async def thought(house: House, room: Room) -> None:
    """All bots have thought."""
    for _ in range(400):
        await settled()
        if all(one.move is not None for one in house.clockwork(room)._thoughts.values()):
            return
        await asyncio.sleep(0.005)


async def run(house: House, room: Room, ms: int) -> None:
    """Time goes by; whatever is due happens at its time."""
    end = house.hands.now + ms
    while True:
        await thought(house, room)
        when = house.clockwork(room).next_due()
        if when is None or when > end:
            break
        house.hands.now = max(house.hands.now, when)
        await house.clockwork(room).wake()
        await settled()
    house.hands.now = end
    await settled()


class Ear:
    """Notes when which text reaches a page."""

    def __init__(self, house: House, page: Page) -> None:
        self.told: Told = []
        send = page.wire.send_text

        async def noting(text: str) -> None:
            self.told.append((house.hands.now, text))
            await send(text)

        page.wire.send_text = noting  # type: ignore[method-assign]
