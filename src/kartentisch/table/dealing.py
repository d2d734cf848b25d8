"""Deals: at once, or after a draw that everybody with a seat takes part in."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgspec

from kartentisch.engine.reasons import Reason
from kartentisch.engine.states import digest
from kartentisch.proof.draws import HEX, seal
from kartentisch.table.after import after
from kartentisch.table.contents import Continued, Dealt, Sealed, Secret, Unsealed
from kartentisch.table.draw import opening
from kartentisch.table.facts import Ask, Fact
from kartentisch.table.luck import DrawnLuck, Luck, draws_next, match_to_deal, of_deal
from kartentisch.table.table import Table
from kartentisch.table.verdict import Inputs, Verdict, one, refuse


def deal(table: Table, ask: Ask, now: int, luck: Luck, first: bool, gather: bool = True) -> Verdict:
    """Deal: `first` begins a match, else its next round begins. If the luck is drawn, the draw is closed first.

    `gather`: wait a moment for people whose page is just opening.
    """
    if not isinstance(luck, DrawnLuck) or not draws_next(table):
        return _dealt(table, Dealt(first), ask, now, luck)
    if gather and luck.awaited(table):
        return Verdict([], replace(table, gathers_until=now + opening(len(table.people))))
    closed = Sealed(table.dealt + 1, luck.promise(match_to_deal(table)), tuple(sorted(luck.seals.items())))
    facts, here, _ = one(table, closed, ask, now)
    if closed.seals:
        return Verdict(facts, here)
    more, here, _ = _dealt(here, Dealt(first), ask, now, luck)
    return Verdict(facts + more, here)


def gathered(table: Table, now: int, luck: Luck) -> Verdict:
    """Close the draw that has waited for pages."""
    if not table.gathers_until:
        return Verdict([], table)
    return deal(table, _by_itself(table), now, luck, table.records is None, gather=False)


def shuffled(table: Table, now: int, luck: Luck) -> Verdict:
    """Deal after a closed draw, with the numbers that have come."""
    draw = table.draw
    assert draw is not None
    facts: list[Fact] = []
    if draw.seals:
        facts, table, _ = one(table, Unsealed(draw.number, draw.numbers, draw.missing), Ask("unseal"), now)
    more, table, _ = _dealt(table, Dealt(table.records is None), _by_itself(table), now, luck)
    return Verdict(facts + more, table)


def _by_itself(table: Table) -> Ask:
    return Ask("start" if table.records is None else "next")


def unseal(table: Table, ask: Ask, inputs: Inputs) -> Verdict:
    """Give the number behind the seat's seal. `arg`: "<draw> <number>". The table deals once all are here."""
    number, _, word = ask.arg.partition(" ")
    draw = table.draw
    if not table.shuffling or draw is None or number != str(draw.number):
        return refuse(table, "draw_over")
    if dict(draw.seals).get(ask.seat) != _sealed(table, ask.seat, word, inputs.luck):
        return refuse(table, "seal_wrong")
    return Verdict([], replace(table, draw=replace(draw, numbers=tuple(sorted({*draw.numbers, (ask.seat, word)})))))


def _sealed(table: Table, seat: int, number: str, luck: Luck) -> str:
    assert table.draw is not None
    if not isinstance(luck, DrawnLuck) or not HEX.fullmatch(number):
        return ""
    return seal(luck.bind, table.draw.number, seat, number)


def give(table: Table, ask: Ask, now: int, state: dict[str, Any]) -> Verdict:
    """Continue the match from this truth."""
    return _dealt(table, Continued(msgspec.json.encode(state).decode()), ask, now, ())


def _dealt(table: Table, content: Dealt | Continued, ask: Ask, now: int, luck: Luck) -> Verdict:
    said = ""
    if isinstance(content, Dealt):
        said = "".join(f"{word:016x}" for word in of_deal(luck, table.draw if table.shuffling else None))
    fact = Fact.of(table.number + 1, content, ask.seat, ask.id, luck=said, time=now)
    dealt = after(table, fact)
    assert dealt.records is not None
    return Verdict([replace(fact, digest=digest(table.game, dealt.records))], dealt)


def deal_if_full(verdict: Verdict, ask: Ask, now: int, luck: Luck) -> Verdict:
    """Deal now if the table was waiting only for its last seat."""
    facts, table, _ = verdict
    if table.phase != "waiting" or table.deals or any(chair.open for chair in table.chairs):
        return verdict
    more, dealt, _ = deal(table, ask, now, luck, first=True)
    return Verdict(facts + more, dealt)


# ---- The secret of a match -------------------------------------------------------------------------------------------


def with_secret(verdict: Verdict, now: int, luck: Luck) -> Verdict:
    """The verdict, and the secret of its match if that is over."""
    facts, table, reason = verdict
    if not facts or table.draw is None or table.secret is not None or table.phase not in ("over", "closed"):
        return verdict
    if not isinstance(luck, DrawnLuck):
        return verdict
    secret = "" if luck.lost(table) else luck.secret(table.draw.match)
    more, here, _ = one(table, Secret(secret), Ask("secret"), now)
    return Verdict(facts + more, here, reason)


def without_key(table: Table, now: int, luck: Luck) -> Verdict:
    """The fact that the key of this server is not the one with which the match began; nothing if it is."""
    if not isinstance(luck, DrawnLuck) or not luck.lost(table):
        return Verdict([], table)
    return one(table, Secret(), Ask("secret"), now)


def refuse_while_dealing(table: Table) -> Verdict | None:
    """The refusal of another deal while one is under way."""
    return Verdict([], table, Reason("shuffling")) if table.deals else None
