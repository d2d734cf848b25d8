"""How a room ends: its people are forgotten, its table is closed or deleted, or the server stops."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from kartentisch.store import Store, StoreFailed, written
from kartentisch.table.after import after
from kartentisch.table.contents import Closed
from kartentisch.table.dealing import with_secret
from kartentisch.table.facts import Fact
from kartentisch.table.verdict import Verdict
from kartentisch.web.live.room import Room
from kartentisch.web.live.stored import leased

FAREWELL = 2.0
"""Seconds in which pages hear that the server stops."""


async def forget_people(room: Room) -> None:
    """Delete names and talk. Done when no byte of them is left, which may take as long as somebody copies the file.

    The table does not wait for that. Raises StoreFailed; then they are still there, unless the server is closing.
    """
    async with room.lock, room.talk.lock:
        if not room.names and not room.talk.lines:
            return
        forgotten = room.store.forget_people(room.ledger.lease)  # later writes come after it
        room.roster.forget()
        room.talk.forget()
    room.mark_changed()
    try:
        await written(forgotten)
    except StoreFailed:
        async with room.lock, room.talk.lock:
            await room.roster.load()
            room.talk.remember(await room.store.talk(room.id))
        room.mark_changed()
        raise


async def close(room: Room, why: Closed) -> None:
    """Close the table, even if people are there."""
    async with room.lock:
        fact = Fact.of(room.table.number + 1, why, time=room.now())
        if not room.table.closed:
            verdict = Verdict([fact], after(room.table, fact))
            await room.ledger.write_and_tell(with_secret(verdict, room.now(), room.ledger.luck(0)))


async def delete(room: Room) -> None:
    """Remove the table for good and disconnect everybody. Raises StoreFailed; then it is still there."""
    async with room.lock, room.talk.lock:
        try:
            await room.ledger.delete()
        except StoreFailed as error:
            room.failed(error)
            raise
    room.end("table_deleted")


async def delete_log(store: Store, table_id: str, time: int) -> None:
    """The same for a table that is not in memory."""
    async with leased(store, table_id) as lease:
        await written(store.delete(lease, time))


async def farewell(rooms: list[Room]) -> None:
    """Before the server stops, tell all pages that it will be back, and wait a moment until they know."""
    for room in rooms:
        room.end("restart")
    with suppress(TimeoutError):
        async with asyncio.timeout(FAREWELL):
            while any(room.pages for room in rooms):
                await asyncio.sleep(0.02)
