"""The clocks of people in words: on the form, in the menu, in the log."""

from __future__ import annotations

from kartentisch.table.clocks import ALLOWANCE, KINDS, RESERVE, ZEROS
from kartentisch.table.contents import NewClock
from kartentisch.table.table import Table
from kartentisch.words.language import Language


def span(t: Language, milliseconds: int) -> str:
    """A length of time in words."""
    if milliseconds % 60_000:
        return t.many("{n} second", "{n} seconds", milliseconds // 1000)
    return t.many("{n} minute", "{n} minutes", milliseconds // 60_000)


def kind(t: Language, name: str) -> str:
    """A clock in words."""
    if name == "none":
        return t.say("no clock")
    how = {"relaxed": t.say("relaxed"), "brisk": t.say("brisk")}[name]
    move, reserve = span(t, ALLOWANCE[name]), span(t, RESERVE[name])
    return t.say("{how}: {move} a move, {reserve} in reserve", how=how, move=move, reserve=reserve)


def zero(t: Language, name: str) -> str:
    """What happens at zero, in words."""
    return {
        "wait": t.say("the table waits"),
        "bot": t.say("a bot plays this one move"),
        "pass": t.say("a bot takes over, until they take their seat back"),
    }[name]


def kinds(t: Language) -> list[tuple[str, str]]:
    """All clocks, for a form."""
    return [(name, kind(t, name)) for name in KINDS]


def zeros(t: Language) -> list[tuple[str, str]]:
    """Everything that can happen at zero, for a form."""
    return [(name, zero(t, name)) for name in ZEROS]


def said(t: Language, table: Table) -> list[str]:
    """The clock of this table in words; empty if it has none."""
    name = table.clocks.kind
    if name == "none":
        return []
    return [
        t.say("Clock: {clock}.", clock=kind(t, name)),
        t.say("When the time is up: {zero}.", zero=zero(t, table.clocks.zero)),
    ]


def changed(t: Language, new: NewClock) -> str:
    """A sentence of the log about a change of the clock."""
    if new.clock == "none":
        return t.say("From now on there is no clock.")
    clock, at_zero = kind(t, new.clock), zero(t, new.zero)
    return t.say("New clock: {clock}. When the time is up: {zero}.", clock=clock, zero=at_zero)
