"""Which tables were opened here lately: by which request, or when."""

from __future__ import annotations

from collections import deque
from contextvars import ContextVar
from typing import NamedTuple

from kartentisch.web.live.room import Room

REMEMBERED = 100


class New(NamedTuple):
    room: Room
    time: int
    """By `World.steady`."""


OF_REQUEST: ContextVar[list[New] | None] = ContextVar("new tables", default=None)
"""Where a request notes the tables that it opens, if it wants to know."""


class NewTables:
    def __init__(self) -> None:
        self._newest: deque[New] = deque(maxlen=REMEMBERED)
        """Those that no request has noted, the oldest first."""

    def note(self, room: Room, now: int) -> None:
        """A table was opened, by the request that is being answered if it wants to know."""
        if (noted := OF_REQUEST.get()) is None:
            self.later(room, now)
        else:
            noted.append(New(room, now))

    def later(self, room: Room, now: int) -> None:
        """Count a table as opened now."""
        self._newest.append(New(room, now))

    def settled(self, before: int) -> list[New]:
        """Those that were opened before this time, each once."""
        found = []
        while self._newest and self._newest[0].time < before:
            found.append(self._newest.popleft())
        return found
