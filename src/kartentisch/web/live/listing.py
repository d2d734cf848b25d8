"""The tables that are open to everybody."""

from __future__ import annotations

from collections.abc import Callable

import structlog

from kartentisch.web.live.glimpse import Glimpse
from kartentisch.web.live.registry import RoomRegistry
from kartentisch.web.live.room import Room
from kartentisch.web.live.standing import invites

log = structlog.get_logger()
HOUR = 3600 * 1000
MOST_INVITING = 24
"""The number of tables waiting for people that a page shows."""
MOST_WATCHED = 12
"""The number of tables to watch that it shows, the newest ones."""


def every(room: Room | Glimpse) -> bool:
    """No filter."""
    return True


async def inviting(rooms: RoomRegistry, fits: Callable[[Room | Glimpse], bool] = every) -> list[Room | Glimpse]:
    """The public tables at which somebody waits, or that were opened within the last hour, newest first.

    `fits`: which of them are wanted.
    """
    found: dict[str, Room | Glimpse] = {
        room.id: room for room in rooms.open_rooms() if room.presence.anybody and invites(room.table)
    }
    for table_id in await rooms.store.inviting(rooms.world.clock() - HOUR, MOST_INVITING):
        try:
            room = found.get(table_id) or await rooms.look(table_id)
        except Exception as error:  # show the other tables anyway
            log.exception("table cannot be read", table=table_id, error=repr(error))
            continue
        if room is not None and invites(room.table):
            found[table_id] = room
    found = {table_id: room for table_id, room in found.items() if fits(room)}
    rows = {table_id: await rooms.store.listed(table_id) for table_id in found}
    opened = {table_id: row.opened if row is not None else 0 for table_id, row in rows.items()}
    return sorted(found.values(), key=lambda room: opened[room.id], reverse=True)[:MOST_INVITING]


def to_watch(rooms: RoomRegistry, fits: Callable[[Room], bool] = every) -> list[Room]:
    """Matches that anyone may watch and at which somebody is present or only bots play. `fits`: which are wanted."""
    return [room for room in rooms.open_rooms() if _shown(room) and fits(room)][-MOST_WATCHED:]


def _shown(room: Room) -> bool:
    table = room.table
    open_to_all = table.watchers == "anyone" and table.phase in ("playing", "paused", "result")
    return open_to_all and (room.presence.anybody or not any(chair.person for chair in table.chairs))
