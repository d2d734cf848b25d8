"""Asks about the clocks, and what a table does when somebody's time is up."""

from __future__ import annotations

from dataclasses import replace

from kartentisch.table.chairs import voters
from kartentisch.table.clocks import KINDS, ZEROS, Question
from kartentisch.table.contents import MoreTime, NewClock, TimeUp, Woke
from kartentisch.table.facts import Ask
from kartentisch.table.table import Table
from kartentisch.table.ticking import running, ticking, zero_at
from kartentisch.table.verdict import Inputs, Verdict, one, refuse, seat_in, stand_in


def _no_vote(table: Table, seat: int) -> Verdict:
    if not 0 <= seat < table.seats or not table.chairs[seat].person:
        return refuse(table, "watching")
    return refuse(table, "guest" if table.chairs[seat].guest else "bot_plays")


def clock(table: Table, ask: Ask, inputs: Inputs) -> Verdict:
    """Ask for another clock. `arg`: "<kind> <zero>". It is a question until all people want it; then it applies."""
    kind, _, zero = ask.arg.partition(" ")
    if ask.seat not in voters(table.chairs):
        return _no_vote(table, ask.seat)
    if kind not in KINDS or zero not in ZEROS:
        return refuse(table, "clock_unknown", value=ask.arg[:20])
    if table.phase == "over":
        return refuse(table, "match_over")
    if (kind, zero) == (table.clocks.kind, table.clocks.zero):
        return refuse(table, "clock_same")
    question = table.question
    if question is None or (question.kind, question.zero) != (kind, zero):
        question = Question(ask.seat, kind, zero)
    question = replace(question, yes=question.yes | {ask.seat})
    if question.yes >= set(voters(table.chairs)):
        return one(table, NewClock(kind, zero), ask, inputs.now)
    return Verdict([], replace(table, question=question))


def deny(table: Table, ask: Ask, inputs: Inputs) -> Verdict:
    """Answer no to the question to all people. The person who asked it may do this too."""
    if ask.seat not in voters(table.chairs):
        return _no_vote(table, ask.seat)
    if table.question is None:
        return refuse(table, "no_question")
    return Verdict([], replace(table, question=None))


def more(table: Table, ask: Ask, inputs: Inputs) -> Verdict:
    """Give a seat another minute. Anyone else at the table may do this."""
    seat = seat_in(table, ask.arg)
    if not 0 <= ask.seat < table.seats or not table.chairs[ask.seat].person:
        return refuse(table, "watching")
    if seat is None:
        return refuse(table, "seat_unknown", seat=ask.arg[:8], seats=table.seats)
    if table.clocks.kind == "none":
        return refuse(table, "no_clock")
    if seat == ask.seat:
        return refuse(table, "more_self")
    if not table.chairs[seat].person:
        return refuse(table, "no_person", seat=seat)
    return one(table, MoreTime(), ask, inputs.now, seat)


def at_zero(table: Table, now: int, levels: tuple[str, ...]) -> Verdict:
    """The time of the seat to move is up: a bot plays this move or takes the seat, as the clock's `zero` says."""
    when = zero_at(table)
    if when is None or now < when:
        return Verdict([], table)
    bot = TimeUp(stand_in(levels), once=table.clocks.zero == "bot")
    return one(table, bot, Ask("bot"), now, ticking(table))


def woke(table: Table, now: int, used: int | None) -> Verdict:
    """Time has passed that is charged to nobody: nobody was here, the server was down, or the computer's clock was set
    forward.

    `used`: milliseconds that the running decision had used before; None: it begins again.
    """
    stands = not running(table) and table.clocks.elapsed(now) == (used or 0)
    if ticking(table) < 0 or stands:
        return Verdict([], table)
    return one(table, Woke(used), Ask("wake"), now, seat=-1)
