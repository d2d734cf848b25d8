"""Verdicts on asks: facts, the table after them, and a reason; and functions that build them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import msgspec

from kartentisch.engine.reasons import Reason
from kartentisch.engine.states import digest
from kartentisch.table.after import after
from kartentisch.table.facts import Ask, Fact, Kind
from kartentisch.table.table import Table

Luck = Sequence[int]
"""Unsigned 64-bit values from a secure source: one for each move of an ask, two for a deal."""

Verdict = tuple[list[Fact], Table, Reason | None]
"""Facts to append (with none, nothing is written), the table after them with its notes, and the reason for a refusal.

If there are both facts and a reason, the first moves of an ask hold and the reason refuses the rest."""


def refuse(table: Table, code: str, **args: object) -> Verdict:
    return [], table, Reason(code, dict(args))


def one(table: Table, kind: Kind, ask: Ask, now: int, text: str = "", seat: int | None = None) -> Verdict:
    """A verdict of one fact, about the seat that asks or another one."""
    fact = Fact(table.number + 1, kind, ask.seat if seat is None else seat, ask.id, text, time=now)
    return [fact], after(table, fact), None


def deal(table: Table, ask: Ask, now: int, luck: Luck, text: str) -> Verdict:
    bits = f"{luck[0]:016x}{luck[1]:016x}"
    fact = Fact(table.number + 1, "dealt", ask.seat, ask.id, text, bits, time=now)
    dealt = after(table, fact)
    assert dealt.records is not None
    return [replace(fact, digest=digest(table.game, dealt.records))], dealt, None


def give(table: Table, ask: Ask, now: int, state: dict[str, Any]) -> Verdict:
    """Continue the match from this truth."""
    text = f"given {msgspec.json.encode(state).decode()}"
    fact = Fact(table.number + 1, "dealt", ask.seat, ask.id, text, time=now)
    given = after(table, fact)
    assert given.records is not None
    return [replace(fact, digest=digest(table.game, given.records))], given, None


def deal_if_full(verdict: Verdict, ask: Ask, now: int, luck: Luck) -> Verdict:
    """Deal now if the table was waiting only for its last seat."""
    facts, table, _ = verdict
    if table.phase != "waiting" or any(chair.open for chair in table.chairs):
        return verdict
    more, dealt, _ = deal(table, ask, now, luck, "first")
    return facts + more, dealt, None


def seat_in(table: Table, text: str) -> int | None:
    """The seat that a text names; None if it names no seat."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 3 and int(text) < table.seats else None
