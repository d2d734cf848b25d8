"""Schwupps: the end of a round, its points, and the end of the match (§8, §9)."""

from __future__ import annotations

from typing import Any

import numpy as np

from kartentisch.engine.compiled import at, rule
from kartentisch.engine.rounds import MOST, end_match
from kartentisch.games.schwupps.cards import NO_SEAT, TOURNAMENT

WINNER = 5  # points of the seat that wins a round


@rule
def end_round(s: Any, winner: Any) -> None:
    """§9.1: the winner gets points, the others lose one for each card. Nobody does without a winner (§8.3)."""
    s.round_over = 1
    s.turn = NO_SEAT
    for seat in range(s.seats):
        if winner != NO_SEAT:
            s.points[seat] = WINNER if seat == winner else -cards_left(s, seat)
        s.totals[seat] += s.points[seat]
    if s.number == rounds(s):
        end_match(s, MOST)


@rule
def cards_left(s: Any, seat: Any) -> Any:
    """How many cards a seat has to get rid of, in hand and personal pile."""
    return s.hands_n[at(seat)] + s.stacks[at(seat)]


@rule
def rounds(s: Any) -> Any:
    """§9.2, §9.3, §10.4: the number of rounds of the match."""
    if s.option_rounds > 0:
        return np.int64(s.option_rounds)
    return np.int64(s.seats) if s.option_match == TOURNAMENT else np.int64(1)
