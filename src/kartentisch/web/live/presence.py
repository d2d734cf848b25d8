"""Who is at the table right now: seats with an open page, and since when others have none."""

from __future__ import annotations

from kartentisch.table.chairs import longest
from kartentisch.table.facts import Ask
from kartentisch.table.table import Table

SHOWN = 6_000
"""Milliseconds after which a seat without a page is called away: a reload takes less."""
HANDED = 60_000
"""The game waits so long for somebody who is away, if somebody else is here; then a bot plays on."""
HOST = 120_000
"""After this the host's role can be taken."""


class Presence:
    def __init__(self, seats: int, now: int) -> None:
        self._pages = [0] * seats
        self._gone = [now] * seats
        self.company = now
        """Since when somebody has been here without a break."""
        self.asleep = False
        """Nobody has been here since the table was looked up in the log."""
        self.begins = False
        """The running decision begins anew: what it had used is not known, as the server was down."""
        self._rested = now
        """Until when time that was nobody's has been taken out."""

    def alone(self, now: int) -> int | None:
        """Since when no time runs, as nobody is here; None: somebody is, or was a moment ago."""
        gone = max(self._gone)
        if self.anybody or (not self.asleep and now - gone < SHOWN):
            return None
        return max(gone, self._rested)

    def rested(self, now: int) -> None:
        """The time until now in which nobody was here has been taken out."""
        self._rested = now

    def forward(self, milliseconds: int) -> None:
        """The same moment by a clock that is so much ahead."""
        self._gone = [time + milliseconds for time in self._gone]
        self.company += milliseconds
        self._rested += milliseconds

    def came(self, seat: int, now: int) -> int | None:
        """A page was opened; since when no time ran, if that is over now."""
        since = self.alone(now) if seat >= 0 else None
        if not self.anybody:
            self.company = now
        if seat >= 0:
            self._pages[seat] += 1
            self.asleep = False
        return since

    def went(self, seat: int, now: int) -> None:
        if seat >= 0:
            self._pages[seat] -= 1
            if not self._pages[seat]:
                self._gone[seat] = now

    @property
    def anybody(self) -> bool:
        """Whether a seat has a page open."""
        return any(self._pages)

    def here(self, seat: int) -> bool:
        return self._pages[seat] > 0

    def since(self, seat: int) -> int:
        """When the last page of an absent seat was closed."""
        return self._gone[seat]

    def away(self, seat: int, now: int, long: int = SHOWN) -> bool:
        return not self.here(seat) and now - self._gone[seat] >= long

    def changes(self, now: int) -> list[int]:
        """Times at which somebody will be called away, or the host's role becomes free."""
        times = [self._gone[seat] + wait for seat in range(len(self._pages)) for wait in (SHOWN, HOST)]
        return [time for time in times if time > now]


def heir(table: Table, presence: Presence, now: int) -> int:
    """The seat that may take the role of a host who is away: who has sat longest of those here; -1: none may."""
    host = table.host
    if host < 0 or not presence.away(host, now, HOST):
        return -1
    return next((seat for seat in longest(table.chairs) if seat != host and not presence.away(seat, now)), -1)


def called_away(table: Table, presence: Presence, ask: Ask, now: int) -> bool:
    """Whether the host has been away long enough for whoever asks to take the role."""
    return ask.do == "host" and heir(table, presence, now) == ask.seat
