"""What moves are worth, as far as a seat can know: for hints and reviews."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kartentisch.bots.search.search import SOUNDING, Leads, Recipe, Search, Shares
from kartentisch.engine import moves as texts
from kartentisch.engine import views
from kartentisch.engine.reasons import Reason
from kartentisch.play.view import View

CANDIDATES = 4
"""Moves that are weighed if none are named."""
LISTED = 2_000
"""Outcomes up to which it is looked up which spellings come to the same."""
ITERATIONS = 4_000
"""How long is searched for them."""
PASSED_OVER = 1_000
"""How long is searched, if those are few, for others that the advice dislikes."""


@dataclass(frozen=True)
class Worth:
    """What a move is worth to the seat that looks."""

    move: str
    points: float
    """Expected points of the round, as a lead over the mean of all seats, turned so that more is better."""
    points_error: float
    """Its standard error."""
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
    """Each of the moves, weighed over the same `deals` imagined truths with the same luck, best first.

    After the move everybody plays on as the game's advice has it. Without `moves` a search of so many
    iterations names the candidates. Raises ValueError for a move that is not legal, and for a seat that may not act.
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
    """By move, imagined truth and seat: the lead in points of the round, and the share of winning the match.

    As `consider` weighs them; "" stands for the move of the game's advice.
    """
    seen = view.seen if isinstance(view, View) else view
    rows = [_steps(seen, move) if move else () for move in moves]
    return Search(seen, (seed, 1), Recipe(room=seen.game.layout.max_seats + SOUNDING)).weigh(rows, deals)


def _candidates(view: views.View, search: Search, seed: int) -> list[str]:
    """The moves that were tried most, and others if those are fewer than there are to weigh.

    One spelling of each outcome, the one that the game lists; all, where there are too many to list.
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
        raise ValueError(f"{move!r} is no legal move of this seat.")
    return steps


def _mean(values: NDArray[np.float64]) -> tuple[float, float]:
    return float(values.mean()), float(values.std(ddof=1) / len(values) ** 0.5) if len(values) > 1 else 0.0
