"""Which tables are on the home page."""

from __future__ import annotations

import structlog

from kartentisch.web.live.registry import RoomRegistry
from kartentisch.web.live.room import Room
from kartentisch.web.live.standing import invites

log = structlog.get_logger()
HOUR = 3600 * 1000
MOST_INVITING = 24
"""Tables that wait for people, as many as the home page shows."""
MOST_WATCHED = 12
"""Tables to watch that it shows: the newest ones."""


async def inviting(rooms: RoomRegistry) -> list[Room]:
    """The public tables at which somebody waits, or that were opened within the hour: the newest first."""
    found = {room.id: room for room in rooms.open_rooms() if room.presence.anybody and invites(room.table)}
    for table_id in rooms.store.inviting(rooms.world.clock() - HOUR, MOST_INVITING):
        try:
            room = found.get(table_id) or await rooms.get(table_id)
        except Exception as error:  # a table that cannot be read must not keep the others from the page
            log.exception("table cannot be read", table=table_id, error=repr(error))
            continue
        if room is not None and invites(room.table):
            found[table_id] = room
    return sorted(found.values(), key=_opened, reverse=True)[:MOST_INVITING]


def _opened(room: Room) -> int:
    row = room.store.listed(room.id)
    return row.opened if row is not None else 0


def to_watch(rooms: RoomRegistry) -> list[Room]:
    """Matches that anyone may watch and at which somebody sits right now, or only bots do."""
    return [room for room in rooms.open_rooms() if _shown(room)][-MOST_WATCHED:]


def _shown(room: Room) -> bool:
    table = room.table
    open_to_all = table.watchers == "anyone" and table.phase in ("playing", "paused", "result")
    return open_to_all and (room.presence.anybody or not any(chair.person for chair in table.chairs))
