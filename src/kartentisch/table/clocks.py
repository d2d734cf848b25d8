"""The clocks of people: so long for each decision, then out of a reserve. Bots have none.

Arithmetic on times handed in. A decision begins with every deal and move, never with what a seat holds, so that a
clock tells nothing. Whatever else happens (a bot plays the seat and its person again, nobody is there, another clock
is voted for) leads back to the same decision, and gives no time back. Windows with a limit keep their own time.
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


class Shelved(NamedTuple):
    """A clock that was voted away in this round, as it would go on."""

    kind: str
    reserve: tuple[int, ...]
    spent: int


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
    spent: int = 0
    """Milliseconds of the allowance used for this decision before a bot came to the seat."""
    shelved: tuple[Shelved, ...] = ()

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

    def goes(self, now: int, used: int = 0) -> Clocks:
        """A decision begins, or goes on after so many milliseconds; in a pause it does when the pause ends."""
        return replace(self, start=(now if self.stopped < 0 else self.stopped) - used)

    def begun(self, now: int) -> Clocks:
        """Another decision begins: on no clock has anything been spent for it."""
        shelved = tuple(one._replace(spent=0) for one in self.shelved)
        return replace(self.goes(now), spent=0, shelved=shelved)

    def left(self, seat: int, now: int) -> Clocks:
        """The one who decided until now decides no more, and nobody has moved."""
        if seat < 0:
            return self
        return replace(self.charged(seat, now), spent=min(self.elapsed(now), self.allowance))

    def voted(self, kind: str, zero: str, now: int) -> Clocks:
        """Another clock. One that there was before in this round goes on where it was."""
        shelved = {one.kind: one for one in self.shelved}
        if self.kind != "none":
            shelved[self.kind] = Shelved(self.kind, self.reserve, self.spent)
        new = shelved.pop(kind, Shelved(kind, (RESERVE[kind],) * len(self.reserve), 0))
        here = replace(self, kind=kind, zero=zero, reserve=new.reserve, spent=new.spent)
        return replace(here, shelved=tuple(shelved.values())).goes(now, new.spent)


def opened(kind: str, zero: str, seats: int, now: int) -> Clocks:
    """Clocks that nobody has used yet."""
    return Clocks(kind, zero, (RESERVE[kind],) * seats, now)


def decides(table: Table) -> int:
    """The seat that the game waits for, whoever plays it; -1: none, or a window keeps the time. All can see it.

    In a window without a limit the first one asked decides like the one in turn: otherwise nobody's time would run.
    """
    if table.records is None or table.phase not in ("playing", "paused"):
        return -1
    run, records = table.game.run, table.records
    seat = int(run.asked(records, 0))
    keeps = table.settings.window > 0 and int(run.window(records, 0)) != 0
    return -1 if keeps or not (int(run.actors(records, 0)) >> seat) & 1 else seat


def ticking(table: Table) -> int:
    """The seat whose clock runs, or stands still in a pause; -1: none."""
    seat = -1 if table.clocks.kind == "none" else decides(table)
    return seat if seat >= 0 and table.chairs[seat].person and not table.chairs[seat].bot else -1


def used_up(table: Table, seat: int) -> bool:
    """Whether a bot decides for this seat because its time was up: then it plays this move, whoever comes back."""
    clocks = table.clocks
    if table.chairs[seat].once:
        return True
    if clocks.kind == "none" or clocks.zero == "wait" or decides(table) != seat:
        return False
    return bool(table.chairs[seat].bot) and clocks.spent >= clocks.allowance and not clocks.reserve[seat]


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
                clocks = clocks.charged(was, now).goes(now, clocks.allowance)  # a minute after zero is a minute
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
