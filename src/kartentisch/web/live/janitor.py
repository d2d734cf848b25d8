"""What the server does about its tables by itself: wakes them after a start, puts aside, closes and deletes."""

from __future__ import annotations

import asyncio
import itertools

import structlog

from kartentisch.store import Listed, OutOfStep, StoreFailed, written
from kartentisch.table.facts import Fact
from kartentisch.web.live.compilation import compiled
from kartentisch.web.live.registry import RoomRegistry
from kartentisch.web.live.retention import DAY, Retention
from kartentisch.web.phrases.closing import UNUSED

log = structlog.get_logger()
AGAIN = 5
"""Seconds after which a store that could not be read is asked again."""
TIDY = 60
"""Minutes between two looks at which tables are to be closed or deleted."""


async def wake(rooms: RoomRegistry) -> None:
    """After a start: look up the tables that do something by themselves, one after the other.

    Before that, tables that nobody has needed for long are closed, else their bots would play on.
    """
    await compiled(rooms.compilation)
    await tidy(rooms, rooms.keeping)
    for table_id in await _waking(rooms):
        try:
            await rooms.get(table_id)
        except Exception as error:  # one table that cannot be read must not keep the others asleep
            log.exception("table cannot be read", table=table_id, error=repr(error))
        await asyncio.sleep(0)
    rooms.woken = True


async def _waking(rooms: RoomRegistry) -> list[str]:
    """Which these are, as soon as the store says so."""
    while True:
        try:
            return rooms.store.waking()
        except StoreFailed as error:
            log.warning("tables cannot be listed", error=repr(error))
            await asyncio.sleep(AGAIN)


async def keep_sweeping(rooms: RoomRegistry) -> None:
    for minute in itertools.count(1):
        await asyncio.sleep(60)
        try:
            await rooms.sweep()
            if minute % TIDY == 0:
                await tidy(rooms, rooms.keeping)
        except Exception as error:  # the next minute comes all the same
            log.exception("tables cannot be looked through", error=repr(error))


async def tidy(rooms: RoomRegistry, keeping: Retention) -> None:
    """Close and delete the tables whose time has come. One that cannot be written now is left for the next time."""
    now = rooms.world.clock()
    try:
        if keeping.delete_after:
            old = rooms.store.unused(now - keeping.delete_after * DAY, closed=True)
            await rooms.delete(*[listed.id for listed in old if await rooms.readable(listed.id)])
        if keeping.close_after:
            for listed in rooms.store.unused(now - keeping.close_after * DAY, closed=False):
                await _close(rooms, listed, f"{UNUSED} {keeping.close_after}")
    except (StoreFailed, OutOfStep) as error:
        log.warning("tables cannot be tidied", error=repr(error))


async def _close(rooms: RoomRegistry, listed: Listed, why: str) -> None:
    """A table that sleeps is closed in the log alone: nobody needs its cards for that.

    A log that this program cannot read is left as it is.
    """
    if await rooms.close_room(listed.id, why):
        log.info("closed, nobody plays there", table=listed.id)
        return
    if not await rooms.readable(listed.id):
        return
    fact = Fact(listed.newest + 1, "closed", text=why, time=max(listed.time, rooms.world.clock()))
    await written(rooms.store.append(listed.id, listed.newest, [fact]))
    log.info("closed, nobody plays there", table=listed.id)
