"""Gives tables and pads to the other servers of a store: one by one, all of them before a stop, or what was lost."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable

import structlog

from kartentisch.web.live.pads import PadRegistry, PadRoom
from kartentisch.web.live.registry import RoomRegistry
from kartentisch.web.live.room import Room
from kartentisch.web.live.stored import give_back

log = structlog.get_logger()
AT_ONCE = 8
"""Tables that are handed over at a time: another server has to load each of them."""
PACE = 1 / 200
"""Seconds between two tables."""


async def hand_over(rooms: RoomRegistry, room: Room) -> None:
    """Let another server take a table. Asks under way are finished first, and pages come again at once."""
    async with room.lock:
        if (scheduler := rooms.take_out(room)) is None:
            return
        room.end("moved")
    await scheduler.stop()
    await give_back(rooms.store, room.ledger.lease)
    rooms.world.meters.table_went("handed_over")


async def hand_over_pad(pads: PadRegistry, room: PadRoom) -> None:
    """The same for a pad."""
    async with room.lock:
        pads.take_out(room, "moved")
    await give_back(pads.store, room.lease)


async def hand_over_all(rooms: RoomRegistry, pads: PadRegistry, last: bool = True) -> None:
    """Let other servers take everything, tables with people first. `last`: this server stops, so tables that wait for
    the seals of a draw, which only this server has, go too. One that cannot be given ends with this server.
    """
    turns = asyncio.Semaphore(AT_ONCE)

    async def one(work: Awaitable[None]) -> None:
        async with turns:
            await work

    work: list[Awaitable[None]] = []
    found = [room for room in rooms.open_rooms() if last or not room.table.gathers_until]
    for room in sorted(found, key=lambda room: not room.presence.anybody):
        work.append(one(hand_over(rooms, room)))
    work += [one(hand_over_pad(pads, room)) for room in pads.open_rooms()]
    tasks = []
    for each in work:
        tasks.append(asyncio.ensure_future(each))
        await asyncio.sleep(PACE)
    for error in await asyncio.gather(*tasks, return_exceptions=True):
        if error is not None:
            log.error("table not handed over", error=repr(error))


async def let_go(rooms: RoomRegistry, pads: PadRegistry) -> None:
    """End all rooms at once: other servers may have these tables by now. Nothing can be written here any more."""
    stopping = []
    for room in rooms.open_rooms():
        if (scheduler := rooms.take_out(room)) is not None:
            room.end("stale")
            stopping.append(scheduler.stop())
            rooms.world.meters.table_went("let_go")
    for pad in pads.open_rooms():
        pads.take_out(pad, "stale")
    await asyncio.gather(*stopping)
