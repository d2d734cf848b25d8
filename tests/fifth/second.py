"""Fifth under two numbers of its rules: number 2 has the option `bonus`, a point more for the leader of a round.

It also keeps who leads, a key of the state that number 1 does not have. Matches of number 1 go on as they were.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from kartentisch.engine.compiled import rule
from kartentisch.engine.fields import ALL, Number
from kartentisch.engine.layout import Layout
from kartentisch.engine.options import Switch
from tests.fifth import rules

LAYOUT = Layout(
    max_seats=3,
    options=(*rules.LAYOUT.options, Switch("bonus", True, since=2, before=False)),
    fields=(*rules.LAYOUT.fields, Number(name="leader", seen_by=ALL, none=True, since=2)),
)


@rule
def deal(s: Any, luck: Any) -> None:
    rules.deal(s, luck)
    if s.rules >= 2:
        s.leader = -1


@rule
def next_round(s: Any, luck: Any) -> None:
    rules.next_round(s, luck)
    if s.rules >= 2:
        s.leader = -1


@rule
def apply(s: Any, seat: Any, step: Any, luck: Any) -> None:
    before = s.done_n
    rules.apply(s, seat, step, luck)
    if s.rules < 2 or s.done_n == before:
        return
    best = 0
    for other in range(s.seats):
        if s.tricks[other] > s.tricks[best]:
            best = other
    s.leader = best
    if s.round_over != 0 and s.option_bonus != 0:
        s.points[best] += 1
        s.totals[best] += 1


def unsound(s: Any, viewer: int) -> str:
    return ""


GAME = replace(rules.GAME, rules=2, layout=LAYOUT, deal=deal, next_round=next_round, apply=apply, unsound=unsound)
