"""Verdicts on asks: facts, the table after them, and a reason; and functions that build them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import msgspec

from kartentisch.engine.reasons import Reason
from kartentisch.engine.states import digest
from kartentisch.table.after import after
from kartentisch.table.facts import Ask, Fact, Kind
from kartentisch.table.table import Table

Luck = Sequence[int]
"""Unsigned 64-bit values from a secure source: one for each move of an ask, two for a deal."""


class Verdict(NamedTuple):
    """What becomes of an ask. With both facts and a reason, its first moves hold and the reason refuses the rest."""

    facts: list[Fact]
    """To append. With none, nothing is written."""
    table: Table
    """After the facts, with its notes."""
    reason: Reason | None = None
    """Why the ask, or the rest of it, is refused."""


def stand_in(levels: Sequence[str]) -> str:
    """The level of a bot that plays for people: the caller names it last."""
    return levels[-1]


def refuse(table: Table, code: str, **args: object) -> Verdict:
    return Verdict([], table, Reason(code, dict(args)))


def one(table: Table, kind: Kind, ask: Ask, now: int, text: str = "", seat: int | None = None) -> Verdict:
    """A verdict of one fact, about the seat that asks or another one."""
    fact = Fact(table.number + 1, kind, ask.seat if seat is None else seat, ask.id, text, time=now)
    return Verdict([fact], after(table, fact))


def deal(table: Table, ask: Ask, now: int, luck: Luck, text: str) -> Verdict:
    bits = f"{luck[0]:016x}{luck[1]:016x}"
    fact = Fact(table.number + 1, "dealt", ask.seat, ask.id, text, bits, time=now)
    dealt = after(table, fact)
    assert dealt.records is not None
    return Verdict([replace(fact, digest=digest(table.game, dealt.records))], dealt)


def give(table: Table, ask: Ask, now: int, state: dict[str, Any]) -> Verdict:
    """Continue the match from this truth."""
    text = f"given {msgspec.json.encode(state).decode()}"
    fact = Fact(table.number + 1, "dealt", ask.seat, ask.id, text, time=now)
    given = after(table, fact)
    assert given.records is not None
    return Verdict([replace(fact, digest=digest(table.game, given.records))], given)


def deal_if_full(verdict: Verdict, ask: Ask, now: int, luck: Luck) -> Verdict:
    """Deal now if the table was waiting only for its last seat."""
    facts, table, _ = verdict
    if table.phase != "waiting" or any(chair.open for chair in table.chairs):
        return verdict
    more, dealt, _ = deal(table, ask, now, luck, "first")
    return Verdict(facts + more, dealt)


def seat_in(table: Table, text: str) -> int | None:
    """The seat that a text names; None if it names no seat."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 3 and int(text) < table.seats else None
