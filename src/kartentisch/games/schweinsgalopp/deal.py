"""Schweinsgalopp: the start of a round (§2, §7.3, §9.5)."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import numpy as np

from kartentisch.engine.compiled import at, rule
from kartentisch.engine.luck import fraction, part
from kartentisch.engine.rounds import begin_round
from kartentisch.games.schweinsgalopp.cards import (
    BY_START,
    HAND,
    LAYING,
    LINING_UP,
    NOWHERE,
    PIGS,
    PLAYING,
    RACE_CARDS,
    SCOFF,
)
from kartentisch.games.schweinsgalopp.running import ALL_CARDS, put_into, without_hand

ORDERS = np.array(list(permutations(range(PIGS))), np.int8)  # distances of the pigs at the start of a round


@rule
def deal(s: Any, luck: Any) -> None:
    """The first round. All scoff cards are in the supply; lots or the start player order the pigs (§9.5)."""
    s.number = 1
    s.supply = SCOFF
    if s.option_line_up == BY_START:
        wait_for_pigs(s)
    else:
        s.phase = first_phase(s)
        deal_round(s, luck)


@rule
def wait_for_pigs(s: Any) -> None:
    """§9.6, §9.7: no pig is set up, and all race cards lie aside."""
    begin_round(s, 0)
    s.phase = LINING_UP
    for pig in range(PIGS):
        s.pigs[pig] = NOWHERE
    put_into(s.aside, np.int64(ALL_CARDS))
    s.aside_n = RACE_CARDS


@rule
def first_phase(s: Any) -> Any:
    """§8.2: in the variant, each seat lays a scoff card before the first card is played."""
    return LAYING if s.option_track_scoff else PLAYING


@rule
def next_round(s: Any, luck: Any) -> None:
    """§7.3: the pigs go back to the same start line, whatever scoff cards still lie on the track."""
    s.number += 1
    deal_round(s, luck)


@rule
def deal_round(s: Any, luck: Any) -> None:
    """Put the pigs in a random order (§2.4), then deal the cards."""
    s.start = (s.number - 1) % s.seats if s.option_rotate_start else 0  # §9.3
    begin_round(s, s.start)
    s.played_n = 0
    for seat in range(s.seats):
        s.from_track[at(seat)] = 0
        s.lost[at(seat)] = 0
    order, _ = part(fraction(luck), len(ORDERS))
    for pig in range(PIGS):
        s.pigs[pig] = ORDERS[at(order), pig]
    deal_cards(s, luck)


@rule
def deal_cards(s: Any, luck: Any) -> None:
    """§2.5: each seat gets seven cards, the others lie aside."""
    rest = np.int64(ALL_CARDS)
    number = np.int64(RACE_CARDS)
    for seat in range(s.seats):
        before = rest
        rest = without_hand(before, number, luck)
        put_into(s.hands[at(seat)], before - rest)
        s.hands_n[at(seat)] = HAND
        number -= HAND
    put_into(s.aside, rest)
    s.aside_n = number
