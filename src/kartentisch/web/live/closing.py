"""What becomes of a room in the end: its people are forgotten, it is closed, it is deleted, or the server stops."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from kartentisch.store import StoreFailed, written
from kartentisch.table.after import after
from kartentisch.table.facts import Fact
from kartentisch.table.verdict import Verdict

if TYPE_CHECKING:
    from kartentisch.web.live.room import Room

FAREWELL = 2.0
"""Seconds for pages to hear that the server stops."""


async def forget_people(room: Room) -> None:
    """Empty names and talk; done when no byte of them is left, which may take as long as somebody copies the file.

    Nobody at the table waits for that. Raises StoreFailed; then they are still there, unless the server is closing.
    """
    async with room.lock, room.talk.lock:
        if not room.names and not room.talk.lines:
            return
        forgotten = room.store.forget_people(room.id)  # what is written after it comes after it
        room.names, room.figures = {}, {}
        room.talk.forget()
    room.touch()
    try:
        await written(forgotten)
    except StoreFailed:
        async with room.lock, room.talk.lock:
            known = room.store.names(room.id)
            room.names = {seat: named.name for seat, named in known.items()}
            room.figures = {seat: named.figure for seat, named in known.items()}
            room.talk.remember(room.store.talk(room.id))
        room.touch()
        raise


async def close(room: Room, why: str) -> None:
    """Close the table, whoever is there: `why` as in a `closed` fact."""
    async with room.lock:
        fact = Fact(room.table.number + 1, "closed", text=why, time=room.now())
        if not room.table.closed:
            await room.settle(Verdict([fact], after(room.table, fact)))


async def delete(room: Room) -> None:
    """Remove the table for good and send away who has it open. Raises StoreFailed; then it is still there."""
    async with room.lock, room.talk.lock:
        await written(room.store.delete(room.id, room.now()))
        room.table = replace(room.table, closed="deleted")
    room.end("table_deleted")


async def farewell(rooms: list[Room]) -> None:
    """Before the server stops: tell all pages that it comes back, and wait a moment until they have heard it."""
    for room in rooms:
        room.end("restart")
    with suppress(TimeoutError):
        async with asyncio.timeout(FAREWELL):
            while any(room.pages for room in rooms):
                await asyncio.sleep(0.02)
