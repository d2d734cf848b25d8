"""Looking at a finished match: what each seat could know at each of its decisions, and what came of it.

Pure: a record in, a review out; see docs/review.md for the method and its limits. Points are those of a round as a
lead over the mean of all seats, turned so that more is better.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from kartentisch.bots import thinking
from kartentisch.play.errors import TooManyMoves
from kartentisch.play.match import DEAL
from kartentisch.play.record import follow
from kartentisch.play.view import View

Consider = Callable[..., list[thinking.Worth]]
"""As `thinking.consider`."""

DEALS = 1_000
"""Imagined truths over which a decision is weighed; as many again to find the best move."""
BATCHES = 6
"""Parts of them that are told apart: the error of a difference is seen in how it varies from part to part."""
FEW = 8
"""Deals where only the names of likely moves are wanted."""
USUAL = 120
"""Decisions of a match that get all deals."""
LEAST = 60
SHOWN = 3
_MANY = 2_000


@dataclass(frozen=True)
class Moment:
    """A decision that stood in a record, before it is judged."""

    place: int
    """Place of the move among the deals and moves of the match, counted from 0."""
    round: int
    seat: int
    view: View
    """What the seat knew then."""
    move: str


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
    hoped: Estimate
    """Expected points with the best move."""
    worth: Estimate
    """Expected points with the move that was played."""
    loss: Estimate
    """The difference. The best move is chosen on other deals than it is weighed on, so that it can come out below 0."""
    chance: Estimate
    """To win the match, with the move that was played."""


@dataclass(frozen=True)
class Swing:
    """What happened to a seat between what it chose and its next decision, or the end of the round."""

    place: int
    """Of the move that it chose."""
    until: int
    """Of its next decision, or of the move that ended the round."""
    points: Estimate


@dataclass(frozen=True)
class Split:
    """A result as the sum of three parts."""

    result: float
    start: Estimate
    """What the cards were worth at the first decision of each round."""
    decisions: Estimate
    luck: Estimate
    """All that happened between decisions: draws, and what the others did."""


@dataclass(frozen=True)
class SeatReview:
    seat: int
    decisions: tuple[Decision, ...]
    swings: tuple[Swing, ...]
    split: Split
    won: float
    """Share of the match that it won: 1, or less if it was shared."""

    @property
    def costliest(self) -> list[Decision]:
        """The decisions that cost most."""
        dear = sorted(self.decisions, key=lambda one: -one.loss.value)[:SHOWN]
        return [one for one in dear if one.loss.value > 0]

    @property
    def luckiest(self) -> list[Swing]:
        """The greatest gains between two decisions."""
        best = sorted(self.swings, key=lambda one: -one.points.value)[:SHOWN]
        return [one for one in best if one.points.value > 0]


@dataclass(frozen=True)
class Review:
    seats: tuple[SeatReview, ...]
    moments: int
    """Deals and moves of the match."""


# ---- What is judged --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Course:
    """What a record holds for a review."""

    moments: tuple[Moment, ...]
    rounds: tuple[tuple[int, ...], ...]
    """Points of each round that is over, one number a seat."""
    ends: tuple[int, ...]
    """Places of the moves that ended them."""
    length: int
    winners: tuple[int, ...]


def course(record: str) -> Course:
    """The decisions of a finished match: moves of a seat that had more than one.

    Raises RecordError for a record that cannot be read, ValueError for a match that is not over.
    """
    views: list[View] = []
    moments: list[Moment] = []
    rounds: list[tuple[int, ...]] = []
    ends: list[int] = []
    place, match = -1, None
    for match, seat, move in follow(record):
        place += 1
        if seat != DEAL and _choice(views[seat]):
            moments.append(Moment(place, len(rounds), seat, views[seat], move))
        if seat != DEAL and match.round_over:
            rounds.append(tuple(match.points))
            ends.append(place)
        views = [match.view(one) for one in range(match.seats)]
    assert match is not None
    if not match.over:
        raise ValueError("A match can be reviewed once it is over.")
    return Course(tuple(moments), tuple(rounds), tuple(ends), place + 1, tuple(match.winners))


def _choice(view: View) -> bool:
    try:
        return len(view.moves(_MANY)) > 1
    except TooManyMoves:
        return True


# ---- Judging ---------------------------------------------------------------------------------------------------------


def judge(moment: Moment, consider: Consider, deals: int = DEALS) -> Decision:
    """One decision. The best move is found on some imagined truths, and weighed against the played one on others."""
    seed = (BATCHES + 2) * moment.place
    likely = [one.move for one in consider(moment.view, deals=FEW, seed=seed)]
    moves = list(dict.fromkeys([moment.move, *likely]))
    best = max(consider(moment.view, moves=moves, deals=deals, seed=seed + 1), key=lambda one: one.points).move
    moves = list(dict.fromkeys([moment.move, best]))
    parts = [
        {one.move: one for one in consider(moment.view, moves=moves, deals=max(2, deals // BATCHES), seed=seed + 2 + k)}
        for k in range(BATCHES)
    ]
    played = [part[moment.move] for part in parts]
    hoped = [part[best] for part in parts]
    return Decision(
        moment.place,
        moment.round,
        moment.seat,
        moment.move,
        best,
        hoped=_mean([one.points for one in hoped]),
        worth=_mean([one.points for one in played]),
        loss=_mean([one.points - other.points for one, other in zip(hoped, played, strict=True)]),
        chance=_mean([one.chance for one in played]),
    )


def _mean(values: Sequence[float]) -> Estimate:
    return Estimate(statistics.fmean(values), statistics.stdev(values) / math.sqrt(len(values)))


def _together(parts: Iterable[Estimate]) -> Estimate:
    """A sum of independent estimates."""
    parts = list(parts)
    return Estimate(math.fsum(one.value for one in parts), math.hypot(*(one.error for one in parts)))


# ---- Putting it together ---------------------------------------------------------------------------------------------


def summed(found: Course, decisions: Sequence[Decision], fewest: bool) -> Review:
    """The review of a match all of whose decisions are judged. `fewest`: the fewest points win."""
    seats = range(len(found.rounds[0]))
    reviews = []
    for seat in seats:
        own = [one for one in decisions if one.seat == seat]
        won = (seat in found.winners) / len(found.winners)
        swings, split = _chain(found, own, _leads(found.rounds, seat, fewest))
        reviews.append(SeatReview(seat, tuple(own), tuple(swings), split, won))
    return Review(tuple(reviews), found.length)


def _leads(rounds: Sequence[Sequence[int]], seat: int, fewest: bool) -> list[float]:
    turned = -1 if fewest else 1
    return [turned * (points[seat] - statistics.fmean(points)) for points in rounds]


def _chain(found: Course, decisions: Sequence[Decision], leads: Sequence[float]) -> tuple[list[Swing], Split]:
    """From each decision to the next, round by round: the parts add up to the result, whatever the estimates are."""
    swings: list[Swing] = []
    starts: list[Estimate] = []
    luck, errors = 0.0, list[float]()
    for number, (lead, end) in enumerate(zip(leads, found.ends, strict=True)):
        own = [one for one in decisions if one.round == number]
        if not own:
            luck += lead
            continue
        starts.append(own[0].hoped)
        errors += [own[0].worth.error, *(one.loss.error for one in own[1:])]  # start and loss share the first `hoped`
        for one, then in zip(own, [*own[1:], None], strict=True):
            next_worth = then.hoped if then else Estimate(lead, 0.0)
            gain = Estimate(next_worth.value - one.worth.value, math.hypot(next_worth.error, one.worth.error))
            swings.append(Swing(one.place, then.place if then else end, gain))
            luck += gain.value
    start = _together(starts)
    lost = _together(one.loss for one in decisions)
    spent = Estimate(-lost.value, lost.error)
    return swings, Split(math.fsum(leads), start, spent, Estimate(luck, math.hypot(*errors)))


def affordable(deals: int, decisions: int) -> int:
    """How many deals each decision gets: fewer in a long match.

    Its review takes longer all the same: what a decision costs besides its deals, the search that names the likely
    moves and the beginning of each `consider`, stays.
    """
    return max(LEAST, min(deals, deals * USUAL // max(1, decisions)))


def review(
    record: str,
    fewest: bool,
    *,
    deals: int = DEALS,
    progress: Callable[[int, int], object] | None = None,
    consider: Consider = thinking.consider,
) -> Review:
    """The review of a finished match. `progress` is told how many of how many decisions are judged."""
    found = course(record)
    decisions: list[Decision] = []
    for moment in found.moments:
        if progress is not None:
            progress(len(decisions), len(found.moments))
        decisions.append(judge(moment, consider, affordable(deals, len(found.moments))))
    return summed(found, decisions, fewest)
