"""The worth of moves, as far as a seat can know, for hints and reviews."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kartentisch.bots.search.recipe import Recipe
from kartentisch.bots.search.search import SOUNDING, Leads, Search, Shares
from kartentisch.engine import moves as texts
from kartentisch.engine import views
from kartentisch.engine.reasons import Reason
from kartentisch.play.match import View

CANDIDATES = 4
"""The number of moves that are weighed if the caller names none."""
LISTED = 2_000
"""The most outcomes for which spellings of the same move are merged."""
ITERATIONS = 4_000
"""The iterations of the search for these moves."""
PASSED_OVER = 1_000
"""If it finds too few, the iterations of another search, for moves that the advice dislikes."""


@dataclass(frozen=True)
class Worth:
    """The worth of a move to the seat of the view."""

    move: str
    points: float
    """Expected points of the round, as a lead over the mean of all seats, the sign turned so that more is better."""
    points_error: float
    """The standard error of `points`."""
    chance: float
    """Expected share of winning the match, from 0 to 1."""
    chance_error: float


def consider(
    view: View | views.View,
    *,
    moves: Sequence[str] | None = None,
    deals: int = 400,
    seed: int = 0,
    iterations: int = ITERATIONS,
) -> list[Worth]:
    """The worth of each move, best first. All are weighed over the same `deals` imagined truths with the same luck.

    After the move everyone plays by the game's advice. Without `moves`, a search of `iterations` iterations finds the
    candidates. Raises ValueError for an illegal move, and for a seat that may not act.
    """
    seen = view.seen if isinstance(view, View) else view
    search = Search(seen, (seed, 1), Recipe())
    if moves is None:
        search.run(iterations)
        moves = _candidates(seen, search, seed)
    if not moves:
        raise ValueError("There is nothing to consider: no move is named.")
    leads, shares = (
        by_seat[..., search.seat] for by_seat in search.weigh([_steps(seen, move) for move in moves], deals)
    )
    found = [Worth(move, *_mean(leads[row]), *_mean(shares[row])) for row, move in enumerate(moves)]
    return sorted(found, key=lambda one: (-one.chance - 1e-3 * one.points, one.move))


def weighed(view: View | views.View, moves: Sequence[str], *, deals: int, seed: int) -> tuple[Leads, Shares]:
    """Two arrays by move, imagined truth and seat: the lead in points of the round, and the share of winning the match.

    The moves are weighed as in `consider`. The move "" means the move of the game's advice.
    """
    seen = view.seen if isinstance(view, View) else view
    rows = [_steps(seen, move) if move else () for move in moves]
    return Search(seen, (seed, 1), Recipe(room=seen.game.layout.max_seats + SOUNDING)).weigh(rows, deals)


def _candidates(view: views.View, search: Search, seed: int) -> list[str]:
    """The most-tried moves of the search. If these are too few, another search adds more.

    Each outcome has one spelling, the one that the game lists. If there are too many to list, all spellings remain.
    """
    listed = view.complete(LISTED)
    known = {texts.write(view.game, move) for move in listed} if len(listed) <= LISTED else None
    found = [move for move in search.tried() if known is None or move in known]
    if len(found) < min(CANDIDATES, len(listed)):
        impartial = Search(view, (seed, 2), Recipe(priors=False))
        impartial.run(PASSED_OVER)
        found += [move for move in impartial.tried() if move not in found and (known is None or move in known)]
    return found[:CANDIDATES]


def _steps(view: views.View, move: str) -> texts.Steps:
    steps = texts.read(view.game, move)
    if isinstance(steps, Reason) or view.refusal(move):
        raise ValueError(f"{move!r} is not a legal move of this seat.")
    return steps


def _mean(values: NDArray[np.float64]) -> tuple[float, float]:
    return float(values.mean()), float(values.std(ddof=1) / len(values) ** 0.5) if len(values) > 1 else 0.0
