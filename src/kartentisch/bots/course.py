"""The course of a finished match as a review needs it: each deal and move with the truth around it, each decision."""

from __future__ import annotations

from dataclasses import dataclass

from kartentisch.bots import advice
from kartentisch.engine import moves as texts
from kartentisch.engine import views
from kartentisch.engine.game import Game
from kartentisch.engine.layout import Records
from kartentisch.engine.luck import new_luck
from kartentisch.engine.reasons import Reason
from kartentisch.play.errors import TooManyMoves
from kartentisch.play.games import sheet
from kartentisch.play.match import DEAL
from kartentisch.play.record import follow
from kartentisch.play.view import View

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


@dataclass(frozen=True, eq=False)
class Event:
    """A deal or a move, with the truth before and after it."""

    place: int
    round: int
    seat: int
    """Who moved; DEAL for a deal."""
    steps: texts.Steps
    since: int
    """Steps made in the round before."""
    lucky: bool
    """It used luck."""
    dealt: bool
    """Its luck was a deal: of a round, or with a move that decided nothing."""
    before: Records | None
    """None: the match went on from a given state, and here it is."""
    after: Records


@dataclass(frozen=True)
class Course:
    """What a record holds for a review."""

    game: Game
    moments: tuple[Moment, ...]
    events: tuple[Event, ...]
    rounds: tuple[tuple[int, ...], ...]
    """Points of each round that is over, one number a seat."""
    ends: tuple[int, ...]
    """Places of the moves that ended them."""
    winners: tuple[int, ...]

    @property
    def length(self) -> int:
        """Deals and moves of the match."""
        return len(self.events)


def course(record: str) -> Course:
    """The events and decisions of a finished match. Decisions are the moves of a seat that had more than one,
    and not all to the same end.

    Raises RecordError for a record that cannot be read, ValueError for a match that is not over.
    """
    seen: list[View] = []
    moments: list[Moment] = []
    events: list[Event] = []
    rounds: list[tuple[int, ...]] = []
    ends: list[int] = []
    before: Records | None = None
    since, match = 0, None
    for match, seat, move in follow(record):
        game, place = sheet(match.game), len(events)
        after = game.layout.copy(match._records)  # the truth: the match is over, so nobody is told too much
        steps = _steps(game, move)
        since = 0 if seat == DEAL else since
        if before is None and match._start is None:
            before = game.new(match.seats, match.options, match.rules)
        lucky = before is not None and _draws(game, before, seat, steps)
        dealt = lucky and (seat == DEAL or _even(game, before))
        if seat != DEAL and _choice(seen[seat]):
            moments.append(Moment(place, len(rounds), seat, seen[seat], move))
        events.append(Event(place, len(rounds), seat, steps, since, lucky, dealt, before, after))
        since += len(steps)
        if seat != DEAL and match.round_over:
            rounds.append(tuple(match.points))
            ends.append(place)
        seen = [match.view(one) for one in range(match.seats)]
        before = after
    assert match is not None
    if not match.over:
        raise ValueError("A match can be reviewed once it is over.")
    return Course(sheet(match.game), tuple(moments), tuple(events), tuple(rounds), tuple(ends), tuple(match.winners))


def _choice(view: View) -> bool:
    if advice.even(view.seen):
        return False
    try:
        return len(view.moves(_MANY)) > 1
    except TooManyMoves:
        return True


def _even(game: Game, before: Records | None) -> bool:
    return before is not None and advice.even(views.View(game, before, None))


def _steps(game: Game, move: str) -> texts.Steps:
    if not move:
        return ()
    steps = texts.read(game, move)
    assert not isinstance(steps, Reason), "a record's moves can be read"
    return steps


def _draws(game: Game, before: Records, seat: int, steps: texts.Steps) -> bool:
    """Whether a deal or a move uses luck: that does not hang on which luck it is."""
    twin, luck = game.layout.copy(before), new_luck(1)
    if seat == DEAL:
        (game.run.next_round if before[0]["round_over"] else game.run.deal)(twin, 0, luck)
    for step in steps:
        game.run.apply(twin, 0, seat, step, luck)
    return bool(luck[2] > 0)
