"""A small game that has all that the engine's contract knows: moves of several steps, windows, idle steps, seats that
may act out of turn, a step that others do not hear. For tests of the table and of the test kit.

Twenty cards, kinds 1 to 5. In turn: `take` a card from the deck; `give`, a card, `to:1`: hand a card on, unseen;
`dare`: each other seat answers `stand` (lays a twin of the top card) or `fold` (takes a card). Out of turn: who holds
a twin of the top card may `snap` it onto it, or stay `quiet`. The round ends when the deck or a hand is empty, or after
80 steps; each card in the hand costs a point.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kartentisch.engine import bags
from kartentisch.engine.compiled import rule
from kartentisch.engine.fields import ALL, NOBODY, OWNER, Flag, Number
from kartentisch.engine.game import Game
from kartentisch.engine.layout import Layout
from kartentisch.engine.options import Count, Switch
from kartentisch.engine.packs import Pack
from kartentisch.engine.piles import Cards, Kind
from kartentisch.engine.reasons import Reason

CARDS = Pack(tokens=("1", "2", "3", "4", "5"), counts="option_copies", planes=3)


class Copies(Count):
    """How many cards there are of each kind: the pack's counts are a column with an entry a kind."""

    def columns(self) -> tuple[Any, ...]:
        return (self.column, np.int32, (5,))

    def write(self, record: Any, value: Any) -> None:
        record[self.column] = [value] * 5

    def read(self, record: Any) -> Any:
        return int(record[self.column][0])


LAYOUT = Layout(
    max_seats=4,
    options=(Count("rounds", 1, low=1, high=99), Copies("copies", 4, low=4, high=6), Switch("snaps", True)),
    fields=(
        Kind(name="top", seen_by=ALL, pack=CARDS),
        Cards(name="hands", seen_by=OWNER, per_seat=True, pack=CARDS, nulls=True),
        Cards(name="deck", seen_by=NOBODY, pack=CARDS),
        Cards(name="laid", seen_by=ALL, pack=CARDS),  # all cards under the top one
        Flag(name="dared", seen_by=ALL, per_seat=True),
        Flag(name="declined", seen_by=OWNER, per_seat=True),
        Number(name="picked", seen_by=NOBODY, begun=True),  # the card of a gift that is begun
    ),
)

TOKENS = ("take", "give", *CARDS.tokens, *(f"to:{seat}" for seat in range(4)), "dare", "stand", "fold", "snap", "quiet")
TAKE, GIVE, CARD, TO, DARE, STAND, FOLD, SNAP, QUIET = 0, 1, 2, 7, 11, 12, 13, 14, 15


@rule
def deal(s: Any, luck: Any) -> None:
    s.number = 1
    deal_round(s, luck)


@rule
def next_round(s: Any, luck: Any) -> None:
    s.number += 1
    deal_round(s, luck)


@rule
def deal_round(s: Any, luck: Any) -> None:
    s.turn = (s.number - 1) % s.seats
    s.round_over = 0
    s.steps = 0
    bags.clear(s.deck)
    bags.clear(s.laid)
    s.laid_n = 0
    for kind in range(5):
        for _ in range(s.option_copies[0]):
            bags.put(s.deck, kind)
    s.deck_n = 5 * s.option_copies[0]
    for seat in range(s.seats):
        s.points[seat] = 0
        s.dared[seat] = 0
        s.declined[seat] = 0
        bags.clear(s.hands[seat])
        s.hands_n[seat] = 0
        for _ in range(3):
            draw(s, seat, luck)
    s.top = bags.pick(s.deck, s.deck_n, luck)
    s.deck_n -= 1


@rule
def draw(s: Any, seat: Any, luck: Any) -> None:
    if s.deck_n > 0:
        bags.put(s.hands[seat], bags.pick(s.deck, s.deck_n, luck))
        s.hands_n[seat] += 1
        s.deck_n -= 1


@rule
def answering(s: Any) -> Any:
    mask: Any = 0
    for seat in range(s.seats):
        mask |= np.int64(s.dared[seat]) << seat
    return mask


@rule
def has_twin(s: Any, seat: Any) -> Any:
    return (bags.held(s.hands[seat]) >> np.int64(s.top)) & 1


@rule
def asked(s: Any) -> Any:
    mask = answering(s)
    return bags.lowest(mask) if mask != 0 else np.int64(s.turn)


@rule
def actors(s: Any) -> Any:
    if s.round_over != 0:
        return 0
    mask = answering(s)
    if mask == 0:
        mask = 1 << np.int64(s.turn)
        for seat in range(s.seats):
            if s.option_snaps != 0 and s.declined[seat] == 0 and has_twin(s, seat):
                mask |= 1 << seat
    return mask


@rule
def legal(s: Any, seat: Any, out: Any) -> Any:
    if (actors(s) >> seat) & 1 == 0:
        return 0
    n = 0
    if s.begun == 1:
        for kind in range(5):
            if (bags.held(s.hands[seat]) >> kind) & 1 != 0:
                out[n] = CARD + kind
                n += 1
    elif s.begun == 2:
        for other in range(s.seats):
            if other != seat:
                out[n] = TO + other
                n += 1
    elif s.dared[seat] != 0:
        if has_twin(s, seat):
            out[n] = STAND
            n += 1
        out[n] = FOLD
        n += 1
    else:
        if seat == s.turn:
            out[0] = TAKE
            out[1] = GIVE
            out[2] = DARE
            n = 3
        if s.option_snaps != 0 and s.declined[seat] == 0 and has_twin(s, seat):
            out[n] = SNAP
            n += 1
            if seat != s.turn:
                out[n] = QUIET
                n += 1
    return n


@rule
def ends(s: Any, seat: Any, step: Any) -> Any:
    return 0 if step == GIVE or CARD <= step < TO else 1


@rule
def apply(s: Any, seat: Any, step: Any, luck: Any) -> None:
    if step == GIVE:
        s.begun = 1
        return
    if CARD <= step < TO:
        s.picked = step - CARD
        s.begun = 2
        return
    s.steps += s.begun + 1
    s.begun = 0
    if step == TAKE:
        draw(s, seat, luck)
    elif step < DARE:
        bags.take(s.hands[seat], s.picked)
        s.hands_n[seat] -= 1
        bags.put(s.hands[step - TO], s.picked)
        s.hands_n[step - TO] += 1
        s.declined[step - TO] = 0
        s.picked = 0
    elif step == DARE:
        for other in range(s.seats):
            s.dared[other] = other != seat
    elif step == QUIET:
        s.declined[seat] = 1
    elif step == FOLD:
        s.dared[seat] = 0
        draw(s, seat, luck)
    else:
        s.dared[seat] = 0
        lay_twin(s, seat)
    if step < DARE or (step != SNAP and step != QUIET and answering(s) == 0):
        s.turn = (s.turn + 1) % s.seats
        for other in range(s.seats):
            s.declined[other] = 0
    finish(s, seat)


@rule
def lay_twin(s: Any, seat: Any) -> None:
    bags.take(s.hands[seat], s.top)
    s.hands_n[seat] -= 1
    bags.put(s.laid, s.top)
    s.laid_n += 1


@rule
def finish(s: Any, seat: Any) -> None:
    if s.deck_n > 0 and s.hands_n[seat] > 0 and s.steps < 80:
        return
    s.round_over = 1
    s.turn = -1
    best = -(10**6)
    for other in range(s.seats):
        s.dared[other] = 0
        s.declined[other] = 0
        s.points[other] = -s.hands_n[other]
        s.totals[other] += s.points[other]
        best = max(best, s.totals[other])
    if s.number == s.option_rounds:
        s.over = 1
        for other in range(s.seats):
            if s.totals[other] == best:
                s.winners |= 1 << other


@rule
def window(s: Any) -> Any:
    return answering(s)


@rule
def answer(s: Any, seat: Any) -> Any:
    return FOLD


def why(s: Any, seat: int, step: int) -> Reason:
    return Reason("not_now", {"token": TOKENS[step]})


def heard(record: Any, seat: int, step: int, reader: int) -> bool:
    return reader == seat or not CARD <= step < TO


TOY = Game(
    name="toy",
    rules=1,
    seats=range(2, 5),
    layout=LAYOUT,
    tokens=TOKENS,
    deal=deal,
    next_round=next_round,
    asked=asked,
    actors=actors,
    legal=legal,
    apply=apply,
    ends=ends,
    window=window,
    answer=answer,
    idle=frozenset({QUIET}),
    heard=heard,
    why=why,
)
