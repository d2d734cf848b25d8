"""Which tables stand on the home page."""

from __future__ import annotations

from kartentisch.web.room import Room


def listed_publicly(room: Room) -> bool:
    """A public table that still waits for people."""
    return room.table.settings.public and room.table.phase == "waiting"


def to_watch(room: Room) -> bool:
    """A match that anyone may watch and at which somebody sits right now, or only bots do."""
    table = room.table
    open_to_all = table.watchers == "anyone" and table.phase in ("playing", "paused", "result")
    return open_to_all and (room.presence.anybody or not any(chair.person for chair in table.chairs))
