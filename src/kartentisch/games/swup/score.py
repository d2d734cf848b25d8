"""SWUP: the end of a round, its points, and the end of the match (§8.3, §9)."""

from __future__ import annotations

from typing import Any

import numpy as np

from kartentisch.engine.compiled import at, rule
from kartentisch.engine.rounds import MOST, end_match
from kartentisch.engine.sets import ones
from kartentisch.games.swup.cards import ALL_CARDS, BLACK, NO_SEAT, SET, stars


@rule
def end_round(s: Any) -> None:
    """§9.1: points for majorities, last cards, stars and SWUPs; after the last round the match is over."""
    s.round_over = 1
    s.turn = NO_SEAT
    take_last_cards(s)
    score_majority(s, ALL_CARDS, s.option_most_cards)
    score_majority(s, BLACK, s.option_most_black)
    for seat in range(s.seats):
        s.points[at(seat)] += s.option_star_points * stars(s.piles[at(seat), SET])
        s.points[at(seat)] += s.option_swup_points * s.swups[at(seat)]
        s.totals[at(seat)] += s.points[at(seat)]
    if s.number == rounds(s):
        end_match(s, MOST)


@rule
def take_last_cards(s: Any) -> None:
    """§8.3, §9.4: the seat that took last, if any did, gets what lies on the table."""
    if s.last_taker != NO_SEAT:
        taker = np.int64(s.last_taker)
        s.piles[at(taker), SET] |= s.table[SET]
        s.piles_n[at(taker)] += s.table_n
        s.table[SET] = 0
        s.table_n = 0
        s.points[at(taker)] += s.option_last_cards


@rule
def score_majority(s: Any, kinds: Any, points: Any) -> None:
    """§9.2: the seat with most of these cards gets points; nobody does in a tie."""
    seat = leader(s, kinds)
    if seat != NO_SEAT:
        s.points[at(seat)] += points


@rule
def leader(s: Any, kinds: Any) -> Any:
    """The seat with the most of these cards in its pile, NO_SEAT if there is a tie."""
    most = -1
    found = NO_SEAT
    for seat in range(s.seats):
        number = ones(s.piles[at(seat), SET] & kinds)
        if number == most:
            found = NO_SEAT
        elif number > most:
            most = number
            found = seat
    return found


@rule
def rounds(s: Any) -> Any:
    """§9.5, §10.3: the number of rounds of the match."""
    return np.int64(s.option_rounds) if s.option_rounds > 0 else np.int64(s.seats)
