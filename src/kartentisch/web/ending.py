"""What becomes of a room in the end: its people are forgotten, it is closed, it is deleted."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from kartentisch.store import written
from kartentisch.table.facts import Fact
from kartentisch.table.table import after

if TYPE_CHECKING:
    from kartentisch.web.room import Room


async def forget_people(room: Room) -> None:
    """Empty names and talk. Raises StoreFailed; then they are still there."""
    async with room.lock, room.talk.lock:
        if not room.names and not room.talk.lines:
            return
        await written(room.store.forget_people(room.id))
        room.names, room.figures = {}, {}
        room.talk.forget()
    room.touch()


async def close(room: Room, why: str) -> None:
    """Close the table, whoever is there: `why` as in a `closed` fact."""
    async with room.lock:
        fact = Fact(room.table.number + 1, "closed", text=why, time=room.now())
        if not room.table.closed:
            await room.settle(([fact], after(room.table, fact), None))


async def delete(room: Room) -> None:
    """Remove the table for good and send away who has it open. Raises StoreFailed; then it is still there."""
    async with room.lock, room.talk.lock:
        await written(room.store.delete(room.id, room.now()))
        room.table = replace(room.table, closed="deleted")
    room.end("table_deleted")
