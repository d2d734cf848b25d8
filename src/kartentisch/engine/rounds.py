"""What all games share of the start of a round and the end of a match."""

from __future__ import annotations

from typing import Any

import numpy as np

from kartentisch.engine.bags import bit
from kartentisch.engine.compiled import at, rule

MOST, FEWEST = 1, -1
"""Which totals win: the highest or the lowest."""


@rule
def begin_round(s: Any, seat: Any) -> None:
    """Start a round: no points, no steps, and this seat is in turn."""
    s.turn = seat
    s.round_over = 0
    s.steps = 0
    for other in range(s.seats):
        s.points[at(other)] = 0


@rule
def end_match(s: Any, way: Any) -> None:
    """End the match. All seats with the best total win it; `way` says which is best, MOST or FEWEST."""
    s.over = 1
    best = np.int64(s.totals[0]) * way
    for seat in range(s.seats):
        total = np.int64(s.totals[at(seat)]) * way
        if total > best:
            best = total
            s.winners = 0
        if total == best:
            s.winners |= bit(seat)


def misnamed(s: Any, way: int) -> str:
    """What is wrong with the winners in a supplied record; empty if they are right, or if the match is not over."""
    totals = [int(total) * way for total in s["totals"][: s["seats"]]]
    best = sum(1 << seat for seat, total in enumerate(totals) if total == max(totals))
    return "winners must be all seats with the best total" if s["over"] and int(s["winners"]) != best else ""
