"""The clocks of people: an allowance for each decision, then a reserve for the round. Bots have no clock.

This is arithmetic on times that the caller passes in. A decision begins with each deal and each move. It never depends
on the cards in a hand, so a clock reveals nothing. Other events (a bot takes over and hands back, nobody is there, the
people vote for another clock) lead back to the same decision and give no time back. Windows with a limit keep their own
time.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

Kind = Literal["none", "relaxed", "brisk"]
KINDS: tuple[Kind, ...] = ("none", "relaxed", "brisk")
Zero = Literal["wait", "bot", "pass"]
ZEROS: tuple[Zero, ...] = ("wait", "bot", "pass")
"""What happens at zero: the table waits, a bot plays this one move, or a bot has the seat until its person takes it
back.
"""
ALLOWANCE = {"none": 0, "relaxed": 60_000, "brisk": 20_000}
"""Milliseconds for each decision, by kind of clock."""
RESERVE = {"none": 0, "relaxed": 300_000, "brisk": 60_000}
"""Milliseconds for each round, used by decisions that exceed the allowance."""
MORE = 60_000
"""Milliseconds that somebody else at the table can add to a reserve."""
MOST = 1_800_000
LEEWAY = 1_000
"""Milliseconds after zero during which the table waits for a move that is on its way."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question to all people: shall the table use another clock?"""

    seat: int
    kind: str
    zero: str
    yes: frozenset[int] = frozenset()
    """The seats that have agreed."""


class Shelved(NamedTuple):
    """A clock that was voted away in this round, with the values from which it would continue."""

    kind: str
    reserve: tuple[int, ...]
    spent: int


@dataclass(frozen=True, slots=True)
class Clocks:
    kind: str = "none"
    zero: str = "wait"
    reserve: tuple[int, ...] = ()
    """Milliseconds of the reserve that are left, by seat."""
    start: int = 0
    """The time at which the current decision began."""
    stopped: int = -1
    """The time at which a pause stopped the clocks; -1 without a pause."""
    spent: int = 0
    """Milliseconds of the allowance that this decision had used before a bot took the seat."""
    shelved: tuple[Shelved, ...] = ()

    def elapsed(self, now: int) -> int:
        """Milliseconds that the current decision has taken so far."""
        return max(0, (now if self.stopped < 0 else self.stopped) - self.start)

    @property
    def allowance(self) -> int:
        return ALLOWANCE[self.kind]

    def with_reserve(self, seat: int, milliseconds: int) -> Clocks:
        return replace(self, reserve=(*self.reserve[:seat], milliseconds, *self.reserve[seat + 1 :]))

    def charged(self, seat: int, now: int) -> Clocks:
        """Take the time beyond the allowance from the reserve of `seat`, which decided until now."""
        over = max(0, self.elapsed(now) - self.allowance)
        return self if seat < 0 or not over else self.with_reserve(seat, max(0, self.reserve[seat] - over))

    def goes(self, now: int, used: int = 0) -> Clocks:
        """Begin a decision, or continue one that has used `used` milliseconds. During a pause it waits for the end."""
        return replace(self, start=(now if self.stopped < 0 else self.stopped) - used)

    def begun(self, now: int) -> Clocks:
        """Begin another decision. No clock, shelved ones included, has spent anything on it yet."""
        shelved = tuple(one._replace(spent=0) for one in self.shelved)
        return replace(self.goes(now), spent=0, shelved=shelved)

    def left(self, seat: int, now: int) -> Clocks:
        """`seat`, which decided until now, stops deciding although nobody has moved."""
        if seat < 0:
            return self
        return replace(self.charged(seat, now), spent=min(self.elapsed(now), self.allowance))

    def voted(self, kind: str, zero: str, now: int) -> Clocks:
        """Change to another clock. If this round has used that clock before, it continues where it was."""
        shelved = {one.kind: one for one in self.shelved}
        if self.kind != "none":
            shelved[self.kind] = Shelved(self.kind, self.reserve, self.spent)
        new = shelved.pop(kind, Shelved(kind, (RESERVE[kind],) * len(self.reserve), 0))
        here = replace(self, kind=kind, zero=zero, reserve=new.reserve, spent=new.spent)
        return replace(here, shelved=tuple(shelved.values())).goes(now, new.spent)


def opened(kind: str, zero: str, seats: int, now: int) -> Clocks:
    """New clocks, of which nobody has used anything."""
    return Clocks(kind, zero, (RESERVE[kind],) * seats, now)
