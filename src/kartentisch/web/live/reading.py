"""Somebody alone with bots reads how a round was scored. Meanwhile the next round does not start by itself."""

from __future__ import annotations

from kartentisch.table.table import Table
from kartentisch.web.live.presence import Presence


class Reading:
    def __init__(self) -> None:
        self._seat = -1
        self._result = -1
        """The time of the move that led to the result."""
        self._since: int | None = None
        """The time at which the reader began; None if they have stopped."""
        self._gone = 0
        """The time at which the reader was last away. Another one means that the page that was read is closed."""
        self._held = 0
        """Milliseconds read before."""

    def begin(self, table: Table, presence: Presence, seat: int, now: int) -> None:
        if (seat, table.moved) != (self._seat, self._result):
            self._seat, self._result, self._held = seat, table.moved, 0
        else:
            self.end(presence, now)
        self._since, self._gone = now, presence.since(seat)

    def end(self, presence: Presence, now: int) -> None:
        self._held += self._read(presence, now)
        self._since = None

    def _read(self, presence: Presence, now: int) -> int:
        """Milliseconds of the reading that runs, or that ended when its page was closed."""
        if self._since is None:
            return 0
        return max(0, (now if self._runs(presence) else presence.since(self._seat)) - self._since)

    def _runs(self, presence: Presence) -> bool:
        """If the page is closed, nobody can say that they have stopped."""
        return presence.here(self._seat) and presence.since(self._seat) == self._gone

    def due(self, table: Table, presence: Presence, when: int | None) -> int | None:
        """When the table acts by itself, if that is `when` without a reader; None while somebody reads."""
        if when is None or table.phase != "result" or table.shuffling or table.moved != self._result:
            return when
        if tuple(table.people) != (self._seat,):
            return when
        if self._since is not None and self._runs(presence):
            return None
        return when + self._held + self._read(presence, 0)
