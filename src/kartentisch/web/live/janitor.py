"""What the server does with its tables by itself: it wakes them after a start, unloads, closes and deletes them."""

from __future__ import annotations

import asyncio
import itertools
from contextlib import suppress
from dataclasses import replace

import structlog

from kartentisch.store import HeldElsewhere, LeaseLost, Listed, OutOfStep, StoreFailed, written
from kartentisch.store.peers import Peers
from kartentisch.table.after import after
from kartentisch.table.contents import Closed
from kartentisch.table.dealing import with_secret
from kartentisch.table.facts import Fact
from kartentisch.table.verdict import Verdict
from kartentisch.web.live.compilation import compiled
from kartentisch.web.live.registry import RoomRegistry
from kartentisch.web.live.retention import DAY, Retention
from kartentisch.web.live.stored import leased
from kartentisch.web.live.table_luck import TableLuck

log = structlog.get_logger()
AGAIN = 5
"""Seconds after which a store that could not be read is read again."""
EACH = 1.0
"""Seconds between two looks for tables that no server has."""
QUIET = 2000
"""Milliseconds for which nothing has happened at a table that is adopted: the page of one that was just opened, and
handed over, comes first, and the proxy knows better where to.
"""
ADOPTED = 50
"""The number of tables that a server loads at a time, so that the others get some too."""
TIDY = 60
"""Minutes between two rounds of closing and deleting tables."""
FIRST = 10
"""Minutes from the start to the first deletion. Until then, the operator can read the log and stop the server."""


async def wake(rooms: RoomRegistry) -> None:
    """After a start, load the tables at which something happens by itself, one after the other.

    Unused tables are closed first, since their bots would play on.
    """
    await compiled(rooms.compilation)
    rooms.disk.look()
    await announce_deletion(rooms)
    await tidy(rooms, replace(rooms.retention, delete_after=0))
    if rooms.peers is not None:
        await adopt_all(rooms, rooms.peers)
        return
    for table_id in await _waking(rooms):
        try:
            await rooms.get(table_id)
        except Exception as error:  # the other tables must be loaded anyway
            log.exception("table cannot be read", table=table_id, error=repr(error))
        await asyncio.sleep(0)
    rooms.mark_woken()


async def adopt_all(rooms: RoomRegistry, peers: Peers) -> None:
    """From now on, load the tables that act by themselves and that no server has. Ready once there were none left."""
    unfit, found = set[str](), list[str]()
    while True:
        if peers.draining:  # it is given nothing
            await asyncio.sleep(EACH)
            continue
        try:
            found = await peers.orphans(ADOPTED, unfit, QUIET if rooms.woken else 0)
            for table_id in rooms.world.shuffled(found):  # each server begins with others
                await _adopt(rooms, table_id, unfit)
            if not found:
                rooms.mark_woken()
        except StoreFailed as error:
            log.warning("tables cannot be listed", error=repr(error))
        await asyncio.sleep(0 if found else EACH)


async def _adopt(rooms: RoomRegistry, table_id: str, unfit: set[str]) -> None:
    """Load this table, unless another server is quicker. Tables that cannot be read here are left to others."""
    here = rooms.has(table_id)
    try:
        if await rooms.get(table_id) is None:
            unfit.add(table_id)
        elif not here:
            rooms.world.meters.table_went("adopted")
    except (HeldElsewhere, LeaseLost):
        return
    except StoreFailed as error:
        log.warning("table cannot be read", table=table_id, error=repr(error))
    except Exception as error:  # the other tables must be loaded anyway
        log.exception("table cannot be read", table=table_id, error=repr(error))


async def _waking(rooms: RoomRegistry) -> list[str]:
    """The ids of these tables, as soon as the store can be read."""
    while True:
        try:
            return await rooms.store.waking()
        except StoreFailed as error:
            log.warning("tables cannot be listed", error=repr(error))
            await asyncio.sleep(AGAIN)


async def keep_sweeping(rooms: RoomRegistry) -> None:
    for minute in itertools.count(1):
        await asyncio.sleep(60)
        try:
            rooms.disk.look()
            await rooms.sweep()
            await sweep_parcels(rooms)
            if minute % TIDY in (0, FIRST) and not (rooms.peers and rooms.peers.draining):
                await tidy(rooms, rooms.retention)
        except Exception as error:  # try again in a minute
            log.exception("tables cannot be looked through", error=repr(error))


async def sweep_parcels(rooms: RoomRegistry) -> None:
    """Remove what was to be taken along and was not, or was."""
    await written(rooms.store.drop_parcels(rooms.world.clock()))


async def announce_deletion(rooms: RoomRegistry) -> None:
    """Log how many tables will be deleted, before it is done: an option, or its default, may be new to the operator."""
    days = rooms.retention.delete_after
    try:
        old = await rooms.store.unused(rooms.world.clock() - days * DAY, closed=True) if days else []
    except StoreFailed as error:
        log.warning("tables cannot be listed", error=repr(error))
        return
    if old:
        hint = "to keep them, start with --delete-after never"
        log.warning("closed tables will be deleted", n=len(old), days=days, minutes=FIRST, hint=hint)


async def tidy(rooms: RoomRegistry, retention: Retention) -> None:
    """Close and delete the tables that are due. A table that cannot be written now has to wait for the next round."""
    now = rooms.world.clock()
    try:
        if retention.delete_after:
            old = await rooms.store.unused(now - retention.delete_after * DAY, closed=True)
            for listed in old:
                if rooms.has(listed.id) or await rooms.logs.read(listed.id):
                    with suppress(HeldElsewhere):  # its server deletes it
                        await rooms.delete(listed.id)
        if retention.close_after:
            for listed in await rooms.store.unused(now - retention.close_after * DAY, closed=False):
                with suppress(HeldElsewhere):
                    await _close(rooms, listed, Closed("unused", retention.close_after))
    except (StoreFailed, OutOfStep) as error:
        log.warning("tables cannot be tidied", error=repr(error))


async def _close(rooms: RoomRegistry, listed: Listed, why: Closed) -> None:
    """Close a table. One that is not in memory is closed in the log alone, which does not need the cards.

    A log that this program cannot read stays as it is.
    """
    if await rooms.close_room(listed.id, why):
        log.info("closed, nobody plays there", table=listed.id)
        return
    history = await rooms.logs.read(listed.id)
    if history is None:
        return
    table = history.tables[-1]
    now = max(listed.time, rooms.world.clock())
    fact = Fact.of(table.number + 1, why, time=now)
    luck = TableLuck(listed.id, rooms.world, table, new=False).drawn(table)
    facts, _, _ = with_secret(Verdict([fact], after(table, fact)), now, luck)
    async with leased(rooms.store, listed.id) as lease:
        await written(rooms.store.append(lease, table.number, facts))
    log.info("closed, nobody plays there", table=listed.id)
