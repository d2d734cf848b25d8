"""Tables of Solo at a position, and a clock that runs through everything that is due."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

from kartentisch.engine import states
from kartentisch.web.live.room import Room
from tests.games.solo_positions import position
from tests.web.support.kit import BOT, House, Page, settled
from tests.web.support.tables import begun

Told = list[tuple[int, str]]
"""When, and which text was sent."""


def lay(room: Room, *hands: str, **more: Any) -> None:
    """Put another truth on the table."""
    state = position(*hands, seats=room.table.seats, **more)
    room.ledger.table = replace(
        room.table,
        records=states.load(room.table.game, state),
        moved=room.world.clock(),
        window_from=room.world.clock(),
    )
    room.feeds.clear_views()
    room.mark_changed()


async def people(house: House, seats: int, *hands: str, window: int = 5_000, **more: Any) -> tuple[Room, list[Page]]:
    """A table at which only people sit, all of them present."""
    room = await begun(house, "you", *["open"] * (seats - 1), window=window, game="solo")
    lay(room, *hands, **more)
    return room, [await house.page(room, seat) for seat in range(seats)]


async def among_bots(house: House, seats: int, *hands: str, pace: str = "calm", **more: Any) -> tuple[Room, Page]:
    """A person at seat 0 among bots."""
    room = await begun(house, "you", *[BOT] * (seats - 1), pace=pace, game="solo")
    lay(room, *hands, **more)
    page = await house.page(room, 0)
    await thought(house, room)
    return room, page


async def thought(house: House, room: Room) -> None:
    """Wait until all bots have chosen their moves."""
    for _ in range(400):
        await settled()
        if all(one.move is not None for one in house.scheduler(room)._thoughts.values()):
            return
        await asyncio.sleep(0.005)


async def run(house: House, room: Room, ms: int) -> None:
    """Let time pass; everything that is due happens at its time."""
    end = house.hands.now + ms
    while True:
        await thought(house, room)
        when = house.scheduler(room).next_due()
        if when is None or when > end:
            break
        house.hands.now = max(house.hands.now, when)
        await house.scheduler(room).run_due()
        await settled()
    house.hands.now = end
    await settled()


class Ear:
    """Notes each text that reaches a page, with its time."""

    def __init__(self, house: House, page: Page) -> None:
        self.told: Told = []
        send = page.wire.send_text

        async def noting(text: str) -> None:
            self.told.append((house.hands.now, text))
            await send(text)

        page.wire.send_text = noting  # type: ignore[method-assign]
