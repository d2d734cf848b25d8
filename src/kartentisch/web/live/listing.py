"""How a table stands, as its row in the store says; and which tables stand on the home page."""

from __future__ import annotations

from typing import TYPE_CHECKING

import structlog

from kartentisch.store import Standing, StoreFailed, written
from kartentisch.table.settings import BOT_WAIT
from kartentisch.table.table import Table
from kartentisch.table.windows import due, waited, window_seats

if TYPE_CHECKING:
    from kartentisch.web.live.registry import Rooms
    from kartentisch.web.live.room import Room

log = structlog.get_logger()
HOUR = 3600 * 1000
MOST_INVITING = 24
"""Tables that wait for people, as many as the home page shows."""
MOST_WATCHED = 12
"""Tables to watch that it shows: the newest ones."""


def standing(table: Table) -> Standing:
    return Standing(table.phase, invites(table), wake_at(table))


def invites(table: Table) -> bool:
    """Whether it is a public table that waits for people: not one from which the only person has gone again."""
    waits = table.settings.public and table.phase == "waiting"
    return waits and (table.number == 1 or any(chair.person for chair in table.chairs))


def wake_at(table: Table) -> int | None:
    """When it does something though nobody is there: a window or a result ends, or a bot is up that waits for nobody.

    None: it waits for people. Bots that could act out of turn can wait for them too.
    """
    if (when := due(table)) is not None:
        return when
    asked = [table.chairs[seat] for seat in waited(table) if seat not in table.idle]
    if not window_seats(table) and BOT_WAIT[table.pace] < 0:
        asked = [chair for chair in asked if chair.once]
    return table.moved if any(chair.bot for chair in asked) else None


async def note(room: Room) -> None:
    """Tables that an older version has written are noted when somebody comes."""
    row = room.store.listed(room.id)
    if row is not None and not row.phase:
        try:
            await written(room.store.stand(room.id, room.table.number, standing(room.table)))
        except StoreFailed as error:
            log.warning("table not noted", table=room.id, code=error.code)


# ---- The home page ---------------------------------------------------------------------------------------------------


async def inviting(rooms: Rooms) -> list[Room]:
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


def to_watch(rooms: Rooms) -> list[Room]:
    """Matches that anyone may watch and at which somebody sits right now, or only bots do."""
    return [room for room in rooms.open_rooms() if _shown(room)][-MOST_WATCHED:]


def _shown(room: Room) -> bool:
    table = room.table
    open_to_all = table.watchers == "anyone" and table.phase in ("playing", "paused", "result")
    return open_to_all and (room.presence.anybody or not any(chair.person for chair in table.chairs))
