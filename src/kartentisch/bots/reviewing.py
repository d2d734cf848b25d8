"""Looking at a finished match: what each seat could know at each of its decisions, and what luck and the others did.

Pure: a record in, a review out; see docs/review.md for the method and its limits. Points are those of a round as a
lead over the mean of all seats, turned so that more is better.
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
from kartentisch.play.match import DEAL

Consider = Callable[..., list[thinking.Worth]]
"""As `thinking.consider`."""
Weighed = Callable[..., tuple[NDArray[np.float64], NDArray[np.float64]]]
"""As `thinking.weighed`."""

DEALS = 1_000
"""Imagined truths over which a decision is weighed, and playouts of each true state; half as many imagined ones to
find the best move.
"""
FEW = 8
"""Deals where only the names of likely moves are wanted."""
ITERATIONS = 2_000
"""Of the search for them."""
USUAL = 120
"""Decisions of a match that get all deals."""
LEAST = 64
SHOWN = 3
SEED = 0x6B61727465
"""Of the playouts: no match has its luck from it."""


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
    """Against the best move, which is chosen on other deals than it is weighed on, so that it can come out below 0."""
    chance: Estimate
    """To win the match, with the move that was played."""


@dataclass(frozen=True, eq=False)
class Judged:
    """A decision, and what it changed for everybody against how the game's advice plays there."""

    decision: Decision
    change: Table


@dataclass(frozen=True)
class Stroke:
    """A deal or a draw, and what it brought a seat."""

    place: int
    dealt: bool
    points: Estimate


@dataclass(frozen=True)
class Split:
    """A result as the sum of its parts. Each part but `own` and `others` adds up to 0 over the seats, and so do those
    two together.
    """

    result: float
    place: Estimate
    """What the seat was worth before the deals."""
    dealt: Estimate
    drawn: Estimate
    hidden: Estimate
    """How the cards that nobody could know lay for what was chosen, and what was let pass out of turn."""
    others: Estimate
    """What the others' decisions changed, by what they could know, against the advice."""
    own: Estimate
    """The same of the own decisions."""


@dataclass(frozen=True)
class SeatReview:
    seat: int
    decisions: tuple[Decision, ...]
    strokes: tuple[Stroke, ...]
    split: Split
    luck: Estimate
    """Dealt, drawn and hidden together."""
    won: float
    """Share of the match that it won: 1, or less if it was shared."""

    @property
    def costliest(self) -> list[Decision]:
        """The decisions that cost most."""
        dear = sorted(self.decisions, key=lambda one: -one.loss.value)[:SHOWN]
        return [one for one in dear if one.loss.value > 0]

    @property
    def luckiest(self) -> list[Stroke]:
        """The deals and draws that brought most."""
        best = sorted(self.strokes, key=lambda one: -one.points.value)[:SHOWN]
        return [one for one in best if one.points.value > 0]


@dataclass(frozen=True)
class Review:
    seats: tuple[SeatReview, ...]
    moments: int
    """Deals and moves of the match."""
    chances: tuple[tuple[float, ...], ...]
    """After each of them, each seat's share of winning the match, in the eyes of who sees all cards."""


# ---- Judging ---------------------------------------------------------------------------------------------------------


def judge(moment: Moment, consider: Consider, weighed: Weighed, deals: int = DEALS) -> Judged:
    """One decision. The best move is found on some imagined truths, and weighed against the played one on others."""
    seed = 3 * moment.place
    likely = [one.move for one in consider(moment.view, deals=FEW, seed=seed, iterations=ITERATIONS)]
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
    """Of batches that are alike and independent."""
    return Estimate(float(batches.mean()), float(batches.std(ddof=1)) / math.sqrt(len(batches)))


# ---- Putting it together ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Parts:
    """Tables of what a match was made of."""

    place: Table
    dealt: Table
    drawn: Table
    hidden: Table
    by_seat: list[Table]
    """What the decisions of each seat changed."""

    def of(self, seat: int, result: float) -> tuple[Split, Estimate]:
        """The result of a seat in parts, and its luck as one."""
        own = self.by_seat[seat][:, seat]
        others = total(self.by_seat)[:, seat] - own
        place, dealt, drawn, hidden = (part[:, seat] for part in (self.place, self.dealt, self.drawn, self.hidden))
        split = Split(result, mean(place), mean(dealt), mean(drawn), mean(hidden), mean(others), mean(own))
        return split, mean(dealt + drawn + hidden)


def parts(steps: Sequence[Step], judged: Sequence[Judged]) -> Parts:
    """The parts of a match all of whose states are valued and all of whose decisions are judged."""
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
    """How many deals each decision gets, and each true state: fewer in a long match.

    Its review takes longer all the same: what a decision costs besides its deals, the search that names the likely
    moves and the beginning of each `consider`, stays.
    """
    return max(min(LEAST, deals), min(deals, deals * USUAL // max(1, decisions)))


def review(
    record: str,
    fewest: bool,
    *,
    deals: int = DEALS,
    progress: Callable[[int, int], object] | None = None,
    consider: Consider = thinking.consider,
    weighed: Weighed = thinking.weighed,
) -> Review:
    """The review of a finished match. `progress` is told how many of how many decisions and states are judged."""
    found = course(record)
    enough = affordable(deals, len(found.moments))
    of = len(found.moments) + len(found.events)

    def told(done: int) -> None:
        if progress is not None:
            progress(done, of)

    judged: list[Judged] = []
    for moment in found.moments:
        told(len(judged))
        judged.append(judge(moment, consider, weighed, enough))
    steps = followed(found, enough, SEED, lambda done: told(len(judged) + done))
    return summed(found, steps, judged, fewest)
