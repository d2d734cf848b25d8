"""SWUP: the start of a round, and what is dealt in it (§2)."""

from __future__ import annotations

from typing import Any

import numpy as np

from kartentisch.engine import bags
from kartentisch.engine.compiled import at, rule
from kartentisch.engine.rounds import begin_round
from kartentisch.engine.sets import bit
from kartentisch.games.swup.cards import ALL_CARDS, HAND, KINDS, LAID_OUT, NO_SEAT, SEATS, SET


@rule
def deal(s: Any, luck: Any) -> None:
    """The first round."""
    s.number = 1
    deal_round(s, luck)


@rule
def next_round(s: Any, luck: Any) -> None:
    """The deal moves one seat to the left."""
    s.number += 1
    deal_round(s, luck)


@rule
def deal_round(s: Any, luck: Any) -> None:
    """§2.2-2.4: four cards lie on the table, each seat gets four, the seat to the left of the dealer begins."""
    s.dealer = (s.number + s.seats - 2) % s.seats
    begin_round(s, left_of(s, s.dealer))
    s.begun = 0
    s.last_taker = NO_SEAT
    clear_all(s)
    for _ in range(LAID_OUT):
        lay(s, draw(s, luck))
    deal_hands(s, luck)


@rule
def clear_all(s: Any) -> None:
    """All cards are in the deck."""
    s.deck[SET] = ALL_CARDS
    s.deck_n = KINDS
    s.table[SET] = 0
    s.table_n = 0
    s.table_next = 0
    for seat in range(SEATS):
        s.hands[seat, SET] = 0
        s.hands_n[seat] = 0
        s.piles[seat, SET] = 0
        s.piles_n[seat] = 0
        s.swups[seat] = 0
        give_up(s, seat)


@rule
def deal_hands(s: Any, luck: Any) -> None:
    """§2.5: each seat gets four cards, the table none."""
    seat = np.int64(s.turn)
    for _ in range(s.seats):
        for _ in range(HAND):
            s.hands[at(seat), SET] |= bit(draw(s, luck))
        s.hands_n[at(seat)] = HAND
        seat = left_of(s, seat)


@rule
def draw(s: Any, luck: Any) -> Any:
    """A card from the deck."""
    kind = bags.pick(s.deck, np.int64(s.deck_n), luck)
    s.deck_n -= 1
    return kind


@rule
def left_of(s: Any, seat: Any) -> Any:
    """§2.1: the next seat in turn."""
    return np.int64(seat) + 1 if seat + 1 < s.seats else 0


@rule
def lay(s: Any, kind: Any) -> None:
    """§3.2: put a card on the table, after those that lie there."""
    s.table[SET] |= bit(kind)
    s.table_n += 1
    s.table_at[at(kind)] = s.table_next
    s.table_next += 1


@rule
def give_up(s: Any, owner: Any) -> Any:
    """Take apart the build of a seat, if it has one. Return its cards."""
    cards = s.builds[owner, SET]
    s.builds[owner, SET] = 0
    s.builds_n[owner] = 0
    s.builds_value[owner] = 0
    s.builds_double[owner] = 0
    return cards
