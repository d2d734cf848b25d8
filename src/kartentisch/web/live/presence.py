"""Who is at the table: the seats with an open page, and how long the others have been away."""

from __future__ import annotations

from kartentisch.table.chairs import longest
from kartentisch.table.facts import Ask
from kartentisch.table.table import Table

SHOWN = 6_000
"""Milliseconds after which a seat without a page is shown as away. A reload takes less."""
HANDED = 60_000
"""Milliseconds that the game waits for somebody who is away while somebody else is here. Then a bot plays on."""
HOST = 120_000
"""Milliseconds after which somebody else can take the role of a host who is away."""


class Presence:
    def __init__(self, seats: int, now: int, *, asleep: bool = False, begins: bool = False) -> None:
        self._pages = [0] * seats
        self._gone = [now] * seats
        self.company = now
        """The time since which somebody has always been here."""
        self.asleep = asleep
        """Nobody has been here since the table was loaded from the log."""
        self._begins = begins
        """The running decision begins again: the time that it had used is unknown, since the server was down."""
        self._rested = now
        """The time until which empty time, in which nobody was here, has been subtracted."""

    def alone(self, now: int) -> int | None:
        """The time at which the clocks stopped, as nobody is here; None if somebody is, or was a moment ago."""
        gone = max(self._gone)
        if self.anybody or (not self.asleep and now - gone < SHOWN):
            return None
        return max(gone, self._rested)

    def rested(self, now: int) -> None:
        """Note that the empty time until now has been subtracted."""
        self._rested = now

    def begins_again(self) -> bool:
        """Whether the running decision begins again. True only once."""
        begins, self._begins = self._begins, False
        return begins

    def forward(self, milliseconds: int) -> None:
        """Set all times forward by as much as the clock was set forward."""
        self._gone = [time + milliseconds for time in self._gone]
        self.company += milliseconds
        self._rested += milliseconds

    def came(self, seat: int, now: int) -> int | None:
        """A page was opened; return the time at which the clocks stopped, if they run again now."""
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
        """The time at which the last page of an absent seat was closed."""
        return self._gone[seat]

    def away(self, seat: int, now: int, long: int = SHOWN) -> bool:
        return not self.here(seat) and now - self._gone[seat] >= long

    def changes(self, now: int) -> list[int]:
        """The times at which somebody will be shown as away, or the host's role becomes free. Not of seats that are
        here: a page that was reloaded would be followed by new scenes for everybody.
        """
        times = [
            self._gone[seat] + wait for seat, pages in enumerate(self._pages) if not pages for wait in (SHOWN, HOST)
        ]
        return [time for time in times if time > now]


def heir(table: Table, presence: Presence, now: int) -> int:
    """The seat that may take the role of a host who is away: of those here, the one who has sat longest. -1: none."""
    host = table.host
    if host < 0 or not presence.away(host, now, HOST):
        return -1
    return next((seat for seat in longest(table.chairs) if seat != host and not presence.away(seat, now)), -1)


def called_away(table: Table, presence: Presence, ask: Ask, now: int) -> bool:
    """Whether the host has been away long enough for the asker to take the role."""
    return ask.do == "host" and heir(table, presence, now) == ask.seat
