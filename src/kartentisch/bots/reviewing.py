"""The review of a finished match: each decision judged by what the seat could know, and the part of luck and others.

It is pure: a record goes in, a review comes out. See docs/review.md for the method and its limits. Points are those of
a round, as a lead over the mean of all seats, with the sign turned so that more is better.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kartentisch.bots import thinking
from kartentisch.bots.course import Course, Moment, course
from kartentisch.bots.valuing import BATCHES, Step, Table, batched, followed, total
from kartentisch.play.events import DEAL

Consider = Callable[..., list[thinking.Worth]]
"""A function like `thinking.consider`."""
Weighed = Callable[..., tuple[NDArray[np.float64], NDArray[np.float64]]]
"""A function like `thinking.weighed`."""

DEALS = 1_000
"""The number of imagined truths over which a decision is weighed, and of playouts of each true state. The best move is
found on half as many imagined truths.
"""
FEW = 8
"""The number of deals when only the names of likely moves are needed."""
ITERATIONS = 2_000
"""The iterations of the search for these moves."""
USUAL = 120
"""The most decisions in a match for which each one gets all deals."""
LEAST = 64
SHOWN = 3
SEED = 0x6B61727465
"""The seed of the playouts. No match takes its luck from it."""


@dataclass(frozen=True)
class Estimate:
    """A number with its standard error."""

    value: float
    error: float


@dataclass(frozen=True)
class Decision:
    """A decision, judged by what its seat could know."""

    place: int
    round: int
    seat: int
    played: str
    best: str
    worth: Estimate
    """Expected points with the move that was played."""
    loss: Estimate
    """Expected points less than with the best move. It can come out below 0, since the best move is chosen on other
    deals than it is weighed on."""
    chance: Estimate
    """The chance to win the match with the move that was played."""


@dataclass(frozen=True, eq=False)
class Judged:
    """A decision, and its effect on every seat compared with the move of the game's advice."""

    decision: Decision
    change: Table


@dataclass(frozen=True)
class Stroke:
    """A deal or a draw, and what it gained a seat."""

    place: int
    dealt: bool
    points: Estimate


@dataclass(frozen=True)
class Split:
    """A result as the sum of its parts. Each part except `own` and `others` adds up to 0 over the seats, and so does
    the sum of those two.
    """

    result: float
    place: Estimate
    """The worth of the seat before the deals."""
    dealt: Estimate
    drawn: Estimate
    hidden: Estimate
    """How the cards that nobody could know favored the choices made, and what was let pass out of turn."""
    others: Estimate
    """The effect of the others' decisions compared with the advice, by what they could know."""
    own: Estimate
    """The same for the seat's own decisions."""


@dataclass(frozen=True)
class SeatReview:
    seat: int
    decisions: tuple[Decision, ...]
    strokes: tuple[Stroke, ...]
    split: Split
    luck: Estimate
    """The sum of dealt, drawn and hidden."""
    won: float
    """The share of the win: 1 for a sole winner."""

    @property
    def costliest(self) -> list[Decision]:
        """The decisions that cost the most."""
        dear = sorted(self.decisions, key=lambda one: -one.loss.value)[:SHOWN]
        return [one for one in dear if one.loss.value > 0]

    @property
    def luckiest(self) -> list[Stroke]:
        """The deals and draws that gained the most."""
        best = sorted(self.strokes, key=lambda one: -one.points.value)[:SHOWN]
        return [one for one in best if one.points.value > 0]


@dataclass(frozen=True)
class Review:
    seats: tuple[SeatReview, ...]
    moments: int
    """The number of deals and moves of the match."""
    chances: tuple[tuple[float, ...], ...]
    """After each of them, each seat's share of winning the match, with all cards known."""


# ---- Judging ---------------------------------------------------------------------------------------------------------


def judge(
    moment: Moment, consider: Consider, weighed: Weighed, deals: int = DEALS, iterations: int = ITERATIONS
) -> Judged:
    """Judge one decision: find the best move on some imagined truths, and weigh it against the played one on others."""
    seed = 3 * moment.place
    likely = [one.move for one in consider(moment.view, deals=FEW, seed=seed, iterations=iterations)]
    moves = list(dict.fromkeys([moment.move, *likely]))
    best = max(consider(moment.view, moves=moves, deals=max(2, deals // 2), seed=seed + 1), key=lambda one: one.points)
    rows = list(dict.fromkeys([moment.move, best.move, ""]))
    leads, shares = weighed(moment.view, rows, deals=BATCHES * -(-deals // BATCHES), seed=seed + 2)
    played, hoped, advised = (batched(leads[rows.index(move)]) for move in (moment.move, best.move, ""))
    chance = batched(shares[0])[:, moment.seat]
    decision = Decision(
        moment.place,
        moment.round,
        moment.seat,
        moment.move,
        best.move,
        worth=mean(played[:, moment.seat]),
        loss=mean((hoped - played)[:, moment.seat]),
        chance=mean(chance),
    )
    return Judged(decision, played - advised)


def mean(batches: NDArray[np.float64]) -> Estimate:
    """The mean of batches, which must be alike and independent, with its standard error."""
    return Estimate(float(batches.mean()), float(batches.std(ddof=1)) / math.sqrt(len(batches)))


# ---- Putting it together ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Parts:
    """The parts of the results of a match, as tables."""

    place: Table
    dealt: Table
    drawn: Table
    hidden: Table
    by_seat: list[Table]
    """By seat that decided: the effect of its decisions."""

    def of(self, seat: int, result: float) -> tuple[Split, Estimate]:
        """The result of a seat in parts, and its luck as a single estimate."""
        own = self.by_seat[seat][:, seat]
        others = total(self.by_seat)[:, seat] - own
        place, dealt, drawn, hidden = (part[:, seat] for part in (self.place, self.dealt, self.drawn, self.hidden))
        split = Split(result, mean(place), mean(dealt), mean(drawn), mean(hidden), mean(others), mean(own))
        return split, mean(dealt + drawn + hidden)


def parts(steps: Sequence[Step], judged: Sequence[Judged]) -> Parts:
    """The parts of a match, from the values of all its states and the judgments of all its decisions."""
    none = np.zeros_like(steps[0].after)
    deals = [step for step in steps if step.event.seat == DEAL]
    moves = [step for step in steps if step.event.seat != DEAL]
    by_seat = [
        total([none, *(one.change for one in judged if one.decision.seat == seat)]) for seat in range(none.shape[1])
    ]
    return Parts(
        place=total(step.before for step in deals),
        dealt=total([none, *(step.chance for step in steps if step.event.dealt)]),
        drawn=total([none, *(step.chance for step in steps if not step.event.dealt)]),
        hidden=total([none, *(step.decided for step in moves)]) - total(by_seat),
        by_seat=by_seat,
    )


def summed(found: Course, steps: Sequence[Step], judged: Sequence[Judged], fewest: bool) -> Review:
    """The review of a match. `fewest`: the fewest points win."""
    whole = parts(steps, judged)
    reviews = []
    for seat in range(len(found.rounds[0])):
        split, luck = whole.of(seat, _result(found.rounds, seat, fewest))
        own = tuple(one.decision for one in judged if one.decision.seat == seat)
        strokes = tuple(
            Stroke(step.event.place, step.event.dealt, mean(step.chance[:, seat])) for step in steps if step.event.lucky
        )
        won = (seat in found.winners) / len(found.winners)
        reviews.append(SeatReview(seat, own, strokes, split, luck, won))
    return Review(tuple(reviews), found.length, tuple(step.chances for step in steps))


def _result(rounds: Sequence[Sequence[int]], seat: int, fewest: bool) -> float:
    turned = -1 if fewest else 1
    return math.fsum(turned * (points[seat] - sum(points) / len(points)) for points in rounds)


def affordable(deals: int, decisions: int) -> int:
    """The number of deals for each decision and each true state. A long match gets fewer.

    The review of a long match still takes longer. In addition to its deals, every decision costs the search that names
    the likely moves and the beginning of each `consider`.
    """
    return max(min(LEAST, deals), min(deals, deals * USUAL // max(1, decisions)))


def review(
    record: str,
    fewest: bool,
    *,
    deals: int = DEALS,
    iterations: int = ITERATIONS,
    progress: Callable[[int, int], object] | None = None,
    consider: Consider = thinking.consider,
    weighed: Weighed = thinking.weighed,
) -> Review:
    """The review of a finished match. `progress` is called with the number of judgments done, and their total.

    Raises RecordError for a record that cannot be read, and ValueError for a match that is not over.
    """
    found = course(record)
    enough = affordable(deals, len(found.moments))
    of = len(found.moments) + len(found.events)

    def told(done: int) -> None:
        if progress is not None:
            progress(done, of)

    judged: list[Judged] = []
    for moment in found.moments:
        told(len(judged))
        judged.append(judge(moment, consider, weighed, enough, iterations))
    steps = followed(found, enough, SEED, lambda done: told(len(judged) + done))
    return summed(found, steps, judged, fewest)
