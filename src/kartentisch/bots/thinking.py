"""A stand-in until the search says it: what moves are worth, by random playouts of imagined truths."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from kartentisch.bots import advice
from kartentisch.engine import moves as texts
from kartentisch.engine import views
from kartentisch.engine.luck import new_luck, seeded
from kartentisch.play.errors import TooManyMoves
from kartentisch.play.games import sheet
from kartentisch.play.match import Match
from kartentisch.play.view import View

BEST = 8


@dataclass(frozen=True)
class Worth:
    """What a move is worth to the seat that looks."""

    move: str
    points: float
    """Expected points of this round as a lead over the mean of all seats, turned so that more is better."""
    points_error: float
    """Standard error."""
    chance: float
    """Expected share of winning the match, 0 to 1."""
    chance_error: float


def consider(view: View, *, moves: Sequence[str] | None = None, deals: int = 400, seed: int = 0) -> list[Worth]:
    """Each of the moves (default: those that look best), weighed over the same `deals` imagined truths, best first."""
    wanted = list(moves) if moves is not None else likely(view)
    game, seat = view.seen.game, view.seat
    assert seat is not None
    steps = [texts.read(game, move) for move in wanted]
    points, chances = np.zeros((len(wanted), deals)), np.zeros((len(wanted), deals))
    records, luck, out, turned = game.layout.new(), new_luck(), game.buffer(), -1 if fewest(view.game) else 1
    for deal in range(deals):
        first, second = seeded(seed, deal, 2)
        truth = views.imagine(view.seen, new_luck(first, second))
        for k, move in enumerate(steps):
            records[0] = truth[0]
            luck = new_luck(first ^ second)
            assert isinstance(move, tuple)
            for step in move:
                game.run.apply(records, 0, seat, step, luck)
            if not records[0]["round_over"]:
                block, key = (int(word) for word in new_luck(second, first)[:2])
                game.run.playout(records, 0, block, key, luck, out)
            points[k, deal], chances[k, deal] = _value(records[0], seat, turned)
    root = math.sqrt(max(1, deals - 1))
    found = [
        Worth(move, points[k].mean(), points[k].std() / root, chances[k].mean(), chances[k].std() / root)
        for k, move in enumerate(wanted)
    ]
    return sorted(found, key=lambda worth: -worth.points)


def likely(view: View) -> list[str]:
    try:
        every = view.moves(300)
    except TooManyMoves:
        steps: list[str] = []
        while more := view.steps(" ".join(steps)):
            steps.append(more[0])
        every = [" ".join(steps)]
    likes = advice.of(view.game)(view, every)
    return [move for _, move in sorted(zip(likes, every, strict=True), key=lambda pair: -pair[0])][:BEST]


def _value(s: Any, seat: int, turned: int) -> tuple[float, float]:
    seats = int(s["seats"])
    points, totals = s["points"][:seats], s["totals"][:seats] * turned
    lead = turned * float(points[seat] - points.mean())
    if s["over"]:
        winners = int(s["winners"])
        return lead, ((winners >> seat) & 1) / winners.bit_count()
    best = totals.max()
    return lead, float(totals[seat] == best) / float((totals == best).sum())


@cache
def fewest(game: str) -> bool:
    """Whether the fewest points win: as a match played at random ends."""
    match = Match(game, sheet(game).seats[1], seed=1)
    run, out, luck = match._game.run, match._game.buffer(), new_luck()
    while not match.over:
        if match.round_over:
            match.next_round()
        run.playout(match._records, 0, 1, int(match._records[0]["number"]), luck, out)
    return match.totals[match.winners[0]] == min(match.totals)
