"""How a round begins and a match ends, as far as that is the same in all games."""

from __future__ import annotations

from typing import Any

import numpy as np

from kartentisch.engine.bags import bit
from kartentisch.engine.compiled import at, rule

MOST, FEWEST = 1, -1
"""Whose totals win."""


@rule
def begin_round(s: Any, seat: Any) -> None:
    """Nobody has points yet, nothing is done, and this seat is in turn."""
    s.turn = seat
    s.round_over = 0
    s.steps = 0
    for other in range(s.seats):
        s.points[at(other)] = 0


@rule
def end_match(s: Any, way: Any) -> None:
    """The match is over; all seats with the best total (MOST or FEWEST) have won it."""
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
    """Why the winners in a record that was handed in are not those; empty if they are, or the match is not over."""
    totals = [int(total) * way for total in s["totals"][: s["seats"]]]
    best = sum(1 << seat for seat, total in enumerate(totals) if total == max(totals))
    return "winners are not all seats with the best total" if s["over"] and int(s["winners"]) != best else ""
