"""Time at a table as a scene shows it: what runs, who is away, the question to all, and the controls for these."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from kartentisch.table.chairs import voters
from kartentisch.table.clocks import KINDS, ZEROS
from kartentisch.table.settings import RESULT_SHOWN
from kartentisch.table.ticking import left, ticking, zero_at
from kartentisch.table.windows import window_length
from kartentisch.web.live.presence import HANDED
from kartentisch.web.phrases.clocks import kind, span, zero
from kartentisch.web.scene import Control, Timer
from kartentisch.web.table_scene.reader import Reader
from kartentisch.words.language import Language

# ---- Time that runs -------------------------------------------------------------------------------------------------


def timer(at: Reader) -> Timer | None:
    """What happens next by itself, and when."""
    t, table, when = at.t, at.table, at.scheduler.due()
    if when is not None:
        left = max(0, when - at.now)
        if table.phase == "result":
            return Timer("next", left, RESULT_SHOWN, t.say("The next round starts by itself"))
        return Timer("window", left, window_length(table), t.say("Time to react"))
    return _away(at) or _turn(at)


def _away(at: Reader) -> Timer | None:
    """The time until a bot steps in for an absent person, if nothing else happens first."""
    when, ends = at.scheduler.handing_over(), zero_at(at.table)
    if when is None or not at.away(at.asked) or (ends is not None and ends < when):
        return None
    t, name = at.t, at.names[at.asked]
    label = t.say("Until a bot steps in for {name}", name=name)
    then = t.say("At zero a bot steps in, until {name} is back.", name=name)
    return Timer("away", max(0, when - at.now), HANDED, label, then)


def _turn(at: Reader) -> Timer | None:
    table, seat = at.table, ticking(at.table)
    if seat < 0 or table.phase != "playing":
        return None
    label = at.t.say("Your time") if seat == at.reader else at.t.say("Time of {name}", name=at.names[seat])
    total = table.clocks.allowance + table.clocks.reserve[seat]
    return Timer("turn", left(table, seat, at.now), total, label, _then(at, seat))


def _then(at: Reader, seat: int) -> str:
    t, you, name = at.t, seat == at.reader, at.names[seat]
    match at.table.clocks.zero:
        case "bot":
            if you:
                return t.say("At zero a bot plays this move for you.")
            return t.say("At zero a bot plays this move for {name}.", name=name)
        case "pass":
            if you:
                return t.say("At zero a bot takes over; you can take your seat back any time.")
            return t.say("At zero a bot takes over for {name}, until {name} is back.", name=name)
        case _:
            return t.say("At zero nothing happens: the table waits.")


def away(at: Reader, seat: int) -> str:
    """What happens about an absent person."""
    if at.table.phase != "playing":
        return at.t.say("{name} has no connection. The seat is held.", name=at.names[seat])
    return at.t.say(
        "{name} has no connection. The seat is held; on their turn, a bot steps in after {span}, until {name} is back.",
        name=at.names[seat],
        span=span(at.t, HANDED),
    )


# ---- Asking all -----------------------------------------------------------------------------------------------------


def question(at: Reader) -> str:
    """What somebody asks of all people, for the readers who are asked, and who has yet to answer."""
    t, asked = at.t, at.table.question
    if asked is None:
        return ""
    name = asked.kind
    what = t.say("play without a clock") if name == "none" else kind(t, name)
    here = at.table.clocks
    if name != "none" and (asked.zero != here.zero or here.kind == "none"):
        what = t.say("{clock}; when the time is up: {zero}", clock=what, zero=zero(t, asked.zero))
    if asked.seat == at.reader:
        text = t.say("You ask everybody for another clock: {clock}.", clock=what)
    else:
        text = t.say("{name} asks for another clock: {clock}.", name=at.names[asked.seat], clock=what)
    if at.reader in asked.yes or at.reader not in voters(at.table.chairs):
        rest = [at.names[seat] for seat in voters(at.table.chairs) if seat not in asked.yes]
        text = f"{text} {t.say('Still to answer: {names}.', names=t.listing(rest))}"
    return text


def controls(at: Reader) -> Iterator[Control]:
    """Answers to the question, another clock, one more minute for somebody."""
    t, table = at.t, at.table
    asked, people = table.question, voters(table.chairs)
    if at.reader not in people or table.phase in ("over", "closed"):
        return
    if asked is not None and at.reader in asked.yes:
        yield Control("refuse", t.say("Never mind"), where="question")
    elif asked is not None:
        yield Control("clock", t.say("Yes, I agree"), f"{asked.kind} {asked.zero}", "question", lead=True)
        yield Control("refuse", t.say("No"), where="question")
    yield from _choices_of_clock(t, table.clocks.kind, table.clocks.zero, alone=len(people) == 1)
    if table.clocks.kind == "none":
        return
    runs = ticking(table)
    for seat in people:
        if seat != at.reader:
            yield Control("more", t.say("One more minute for {name}", name=at.names[seat]), str(seat), seat=seat)
        if seat == runs != at.reader:
            yield Control("more", t.say("One more minute for {name}", name=at.names[seat]), str(seat), "timer")


@cache
def _choices_of_clock(t: Language, now: str, at_zero: str, alone: bool) -> tuple[Control, ...]:
    """The clocks that can be asked for, the same at all tables with this one."""
    group = t.say("Time to think") if alone else t.say("Time to think (all are asked)")
    found = [Control("clock", kind(t, one), f"{one} {at_zero}", chosen=one == now, group=group) for one in KINDS]
    if now != "none":
        group = t.say("When the time is up") if alone else t.say("When the time is up (all are asked)")
        found += [Control("clock", zero(t, one), f"{now} {one}", chosen=one == at_zero, group=group) for one in ZEROS]
    return tuple(found)
