"""The clocks of people: so long for each decision, then out of a reserve. Bots have none, windows keep their own time.

Arithmetic on times handed in. A clock starts anew with every fact that all can see (a deal, a move, whoever plays the
seat has changed), never with what a seat holds, so that it tells nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from kartentisch.table.facts import Fact

if TYPE_CHECKING:
    from kartentisch.table.table import Table

Kind = Literal["none", "relaxed", "brisk"]
KINDS: tuple[Kind, ...] = ("none", "relaxed", "brisk")
Zero = Literal["wait", "bot", "pass"]
ZEROS: tuple[Zero, ...] = ("wait", "bot", "pass")
"""At zero the table waits, a bot plays this one move, or a bot has the seat until its person takes it back."""
ALLOWANCE = {"none": 0, "relaxed": 60_000, "brisk": 20_000}
"""Milliseconds for each decision."""
RESERVE = {"none": 0, "relaxed": 300_000, "brisk": 60_000}
"""Milliseconds of a round for what takes longer."""
MORE = 60_000
"""What somebody else at the table can add to a reserve."""
MOST = 1_800_000
LEEWAY = 1_000
"""So long after zero the table waits for a move that is on its way."""


@dataclass(frozen=True, slots=True)
class Question:
    """Somebody asks all people for another clock."""

    seat: int
    kind: str
    zero: str
    yes: frozenset[int] = frozenset()
    """Who wants it too."""


@dataclass(frozen=True, slots=True)
class Clocks:
    kind: str = "none"
    zero: str = "wait"
    reserve: tuple[int, ...] = ()
    """Milliseconds left of the reserve, by seat."""
    start: int = 0
    """Time since which the one in turn decides."""
    stopped: int = -1
    """Time at which a pause stopped them; -1: there is none."""

    def elapsed(self, now: int) -> int:
        """Milliseconds for which the one in turn has been deciding."""
        return max(0, (now if self.stopped < 0 else self.stopped) - self.start)

    @property
    def allowance(self) -> int:
        return ALLOWANCE[self.kind]

    def with_reserve(self, seat: int, milliseconds: int) -> Clocks:
        return replace(self, reserve=(*self.reserve[:seat], milliseconds, *self.reserve[seat + 1 :]))

    def charged(self, seat: int, now: int) -> Clocks:
        """The reserve of the one who decided until now is less by what took longer than the allowance."""
        over = max(0, self.elapsed(now) - self.allowance)
        return self if seat < 0 or not over else self.with_reserve(seat, max(0, self.reserve[seat] - over))

    def begun(self, now: int) -> Clocks:
        """A decision begins; in a pause it begins when the pause ends."""
        return replace(self, start=now if self.stopped < 0 else self.stopped)


def opened(kind: str, zero: str, seats: int, now: int) -> Clocks:
    """Clocks that nobody has used yet."""
    return Clocks(kind, zero, (RESERVE[kind],) * seats, now)


def ticking(table: Table) -> int:
    """The seat whose clock runs, or stands still in a pause; -1: none. All can see who that is."""
    if table.clocks.kind == "none" or table.records is None or table.phase not in ("playing", "paused"):
        return -1
    run, records = table.game.run, table.records
    seat = int(run.asked(records, 0))
    if int(run.window(records, 0)) or not (int(run.actors(records, 0)) >> seat) & 1:
        return -1
    chair = table.chairs[seat]
    return seat if chair.person and not chair.bot else -1


def running(table: Table) -> bool:
    """Whether somebody's time goes by."""
    return ticking(table) >= 0 and table.clocks.stopped < 0


def left(table: Table, seat: int, now: int) -> int:
    """Milliseconds that a seat has for its decision, or would have if it were in turn; -1: it has no clock."""
    chair, clocks = table.chairs[seat], table.clocks
    if clocks.kind == "none" or not chair.person or chair.bot:
        return -1
    used = clocks.elapsed(now) if ticking(table) == seat else 0
    return max(0, clocks.allowance + clocks.reserve[seat] - used)


def zero_at(table: Table) -> int | None:
    """When the table does something because the time of the one in turn is up; None: it does not."""
    clocks, seat = table.clocks, ticking(table)
    if clocks.zero == "wait" or not running(table):
        return None
    return clocks.start + clocks.allowance + clocks.reserve[seat] + LEEWAY


def followed(before: Table, here: Table, fact: Fact) -> Clocks:
    """The clocks after a fact. `here`: the rest of the table after it."""
    clocks, now = before.clocks, fact.time
    if fact.kind == "pace" and fact.text.startswith("clock "):
        _, kind, zero = fact.text.split()
        return replace(opened(kind, zero, before.seats, now), stopped=now if before.paused else -1)
    if clocks.kind == "none":
        return clocks
    was, goes = ticking(before), ticking(here)
    match fact.kind:
        case "pace" if fact.text == "more":
            if was == fact.seat and clocks.elapsed(now) > clocks.allowance + clocks.reserve[was]:
                clocks = clocks.charged(was, now).begun(now)
                clocks = replace(clocks, start=clocks.start - clocks.allowance)  # a minute after zero is a minute
            return clocks.with_reserve(fact.seat, min(MOST, clocks.reserve[fact.seat] + MORE))
        case "dealt":
            full = RESERVE[clocks.kind]
            return replace(clocks, reserve=tuple(max(full, one) for one in clocks.reserve), start=now, stopped=-1)
        case "paused" if fact.text == "on":
            return replace(clocks, stopped=now)
        case "paused":
            return replace(clocks, start=clocks.start + now - clocks.stopped, stopped=-1)
        case "woke":
            return clocks.begun(now)
        case _ if fact.kind == "moved" or was != goes:
            return clocks.charged(was, now).begun(now)
    return clocks
