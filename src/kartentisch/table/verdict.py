"""Verdicts on asks: facts, the table after them, and a reason; and functions that build them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from kartentisch.engine.reasons import Reason
from kartentisch.table.after import after
from kartentisch.table.contents import Content
from kartentisch.table.facts import Ask, Fact
from kartentisch.table.luck import Luck
from kartentisch.table.table import Table


class Inputs(NamedTuple):
    """What a verdict needs besides the table and the ask. The caller, which has a clock, dice and bots and knows who is
    present, passes it in.
    """

    now: int
    luck: Luck = ()
    levels: tuple[str, ...] = ()
    """The names of all available bots."""
    away: bool = False
    """The host has been away long enough; for an ask of the table itself, the owner of the seat has."""


class Verdict(NamedTuple):
    """The result of an ask. With both facts and a reason, its first moves are done and the reason refuses the rest."""

    facts: list[Fact]
    """The facts to append; if there are none, nothing is written."""
    table: Table
    """The table after the facts, with its notes."""
    reason: Reason | None = None
    """Why the ask, or the rest of it, is refused."""


def stand_in(levels: Sequence[str]) -> str:
    """The level of a bot that plays for people: the caller passes it as the last one."""
    return levels[-1]


def refuse(table: Table, code: str, **args: object) -> Verdict:
    return Verdict([], table, Reason(code, dict(args)))


def one(table: Table, content: Content, ask: Ask, now: int, seat: int | None = None) -> Verdict:
    """A verdict of one fact, about the seat that asks or another one."""
    fact = Fact.of(table.number + 1, content, ask.seat if seat is None else seat, ask.id, time=now)
    return Verdict([fact], after(table, fact))


def seat_in(table: Table, text: str) -> int | None:
    """The seat that a text names; None if it names no seat."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 3 and int(text) < table.seats else None
