"""Whose clock runs at a table, how much time is left, and how a fact changes the clocks."""

from __future__ import annotations

from dataclasses import replace

from kartentisch.table.clocks import LEEWAY, MORE, MOST, RESERVE, Clocks
from kartentisch.table.contents import Content, Continued, Dealt, MoreTime, Move, NewClock, Paused, Woke
from kartentisch.table.facts import Fact
from kartentisch.table.table import Table


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
    """The seat whose clock runs, or would run without a pause; -1 for none."""
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


def followed(before: Table, here: Table, fact: Fact, content: Content) -> Clocks:
    """The clocks after a fact, which says `content`. `here`: the table after the fact, apart from its clocks."""
    clocks, now = before.clocks, fact.time
    was, goes = ticking(before), ticking(here)
    if isinstance(content, NewClock):
        if content.clock == clocks.kind:
            return replace(clocks, zero=content.zero)
        stopped = (clocks.stopped if clocks.stopped >= 0 else now) if before.paused else -1
        return replace(clocks.left(was, now), stopped=stopped).voted(content.clock, content.zero, now)
    if clocks.kind == "none" and not isinstance(content, Dealt | Continued | Move):
        return clocks
    match content:
        case MoreTime():
            if was == fact.seat and clocks.elapsed(now) > clocks.allowance + clocks.reserve[was]:
                clocks = clocks.charged(was, now).goes(now, clocks.allowance)  # a minute after zero is a full minute
            return clocks.with_reserve(fact.seat, min(MOST, clocks.reserve[fact.seat] + MORE))
        case Dealt() | Continued():
            full = RESERVE[clocks.kind]
            reserve = tuple(max(full, one) for one in clocks.reserve)
            return replace(clocks, reserve=reserve, start=now, stopped=-1, spent=0, shelved=())
        case Paused(on=True):
            return replace(clocks, stopped=now)
        case Paused():
            return replace(clocks, start=clocks.start + now - clocks.stopped, stopped=-1)
        case Woke(used=None):
            return clocks.begun(now)
        case Woke(used=int(used)):
            return clocks.goes(now, used)
        case Move():
            return clocks.charged(was, now).begun(now)
        case _ if was != goes:
            clocks = clocks.left(was, now)
            return clocks.goes(now, clocks.spent if goes >= 0 else 0)
    return clocks
