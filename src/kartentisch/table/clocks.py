"""The clocks of people: an allowance for each decision, then a reserve for the round. Bots have no clock.

This is arithmetic on times that the caller passes in. A decision begins with each deal and each move. It never depends
on the cards in a hand, so a clock reveals nothing. Other events (a bot takes over and hands back, nobody is there, the
people vote for another clock) lead back to the same decision and give no time back. Windows with a limit keep their own
time.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal, NamedTuple

from kartentisch.table.facts import Fact

if TYPE_CHECKING:
    from kartentisch.table.table import Table

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


def decides(table: Table) -> int:
    """The seat that the game waits for, whether a person or a bot plays it. Everyone can see which one it is.

    -1: there is none, or a window with a limit keeps the time. In a window without a limit, the first seat asked
    counts as deciding. Otherwise no clock would run.
    """
    if table.records is None or table.phase not in ("playing", "paused"):
        return -1
    run, records = table.game.run, table.records
    seat = int(run.asked(records, 0))
    keeps = table.settings.window > 0 and int(run.window(records, 0)) != 0
    return -1 if keeps or not (int(run.actors(records, 0)) >> seat) & 1 else seat


def ticking(table: Table) -> int:
    """The seat whose clock runs, or would run but for a pause; -1 for none."""
    seat = -1 if table.clocks.kind == "none" else decides(table)
    return seat if seat >= 0 and table.chairs[seat].person and not table.chairs[seat].bot else -1


def used_up(table: Table, seat: int) -> bool:
    """Whether a bot decides for this seat because its time is up. The bot then plays this move even if the person comes
    back.
    """
    clocks = table.clocks
    if table.chairs[seat].once:
        return True
    if clocks.kind == "none" or clocks.zero == "wait" or decides(table) != seat:
        return False
    return bool(table.chairs[seat].bot) and clocks.spent >= clocks.allowance and not clocks.reserve[seat]


def running(table: Table) -> bool:
    """Whether somebody's time is running."""
    return ticking(table) >= 0 and table.clocks.stopped < 0


def left(table: Table, seat: int, now: int) -> int:
    """Milliseconds that a seat has left for its decision, or would have if it were to move; -1 without a clock."""
    chair, clocks = table.chairs[seat], table.clocks
    if clocks.kind == "none" or not chair.person or chair.bot:
        return -1
    used = clocks.elapsed(now) if ticking(table) == seat else 0
    return max(0, clocks.allowance + clocks.reserve[seat] - used)


def zero_at(table: Table) -> int | None:
    """The time at which the table acts because the seat to move has run out of time. None: it will not act."""
    clocks, seat = table.clocks, ticking(table)
    if clocks.zero == "wait" or not running(table):
        return None
    return clocks.start + clocks.allowance + clocks.reserve[seat] + LEEWAY


def followed(before: Table, here: Table, fact: Fact) -> Clocks:
    """The clocks after a fact. `here`: the table after the fact, apart from its clocks."""
    clocks, now = before.clocks, fact.time
    was, goes = ticking(before), ticking(here)
    if fact.kind == "pace" and fact.text.startswith("clock "):
        _, kind, zero = fact.text.split()
        if kind == clocks.kind:
            return replace(clocks, zero=zero)
        stopped = (clocks.stopped if clocks.stopped >= 0 else now) if before.paused else -1
        return replace(clocks.left(was, now), stopped=stopped).voted(kind, zero, now)
    if clocks.kind == "none" and fact.kind not in ("dealt", "moved"):
        return clocks
    match fact.kind:
        case "pace" if fact.text == "more":
            if was == fact.seat and clocks.elapsed(now) > clocks.allowance + clocks.reserve[was]:
                clocks = clocks.charged(was, now).goes(now, clocks.allowance)  # a minute after zero is a full minute
            return clocks.with_reserve(fact.seat, min(MOST, clocks.reserve[fact.seat] + MORE))
        case "dealt":
            full = RESERVE[clocks.kind]
            reserve = tuple(max(full, one) for one in clocks.reserve)
            return replace(clocks, reserve=reserve, start=now, stopped=-1, spent=0, shelved=())
        case "paused" if fact.text == "on":
            return replace(clocks, stopped=now)
        case "paused":
            return replace(clocks, start=clocks.start + now - clocks.stopped, stopped=-1)
        case "woke" if fact.text:
            return clocks.goes(now, int(fact.text))
        case "woke":
            return clocks.begun(now)
        case "moved":
            return clocks.charged(was, now).begun(now)
        case _ if was != goes:
            clocks = clocks.left(was, now)
            return clocks.goes(now, clocks.spent if goes >= 0 else 0)
    return clocks
