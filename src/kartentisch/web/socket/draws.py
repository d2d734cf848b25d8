"""The part of one connection in draws of luck: whether it listens, and which draw it was told of."""

from __future__ import annotations

from kartentisch.web.live.room import Room
from kartentisch.web.wire import DrawDown

LISTENS = 5_000
"""Milliseconds after its last message for which a page is taken to listen. Pages ping more often, unless asleep."""


class DrawCursor:
    def __init__(self, room: Room) -> None:
        self._room = room
        self._told = 0
        self._last_message = 0

    @property
    def next(self) -> int:
        """The draw for which a page can seal a number now; 0 for none."""
        return self._room.luck.next_draw(self._room.table)

    def note_message(self) -> None:
        """The client has said something."""
        self._last_message = self._room.world.steady()

    @property
    def listens(self) -> bool:
        return self._room.world.steady() - self._last_message < LISTENS

    def news(self) -> DrawDown | None:
        """The newest draw that is closed, unless the client was told of it; from now on it counts as told."""
        draw = self._room.table.draw
        if draw is None or draw.number <= self._told:
            return None
        self._told = draw.number
        return DrawDown(draw.number, self._room.luck.bind, draw.promise, dict(draw.seals))
