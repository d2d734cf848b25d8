"""The course of a finished match, for a review: each deal and move with the truth around it, and each decision."""

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
from kartentisch.play.events import DEAL
from kartentisch.play.games import sheet
from kartentisch.play.match import View
from kartentisch.play.replay import follow

_MANY = 2_000


@dataclass(frozen=True)
class Moment:
    """A decision of a recorded match that is still to be judged."""

    place: int
    """The index of the move among the deals and moves of the match, counted from 0."""
    round: int
    seat: int
    view: View
    """What the seat knew at the time."""
    move: str


@dataclass(frozen=True, eq=False)
class Event:
    """A deal or a move, with the truth before and after it."""

    place: int
    round: int
    seat: int
    """The seat that moved; DEAL for a deal."""
    steps: texts.Steps
    since: int
    """The number of steps of the round before this event."""
    lucky: bool
    """Whether it used luck."""
    dealt: bool
    """Whether its luck was a deal: of a round, or with a move that decided nothing."""
    before: Records | None
    """The truth before it. None: the match continued from a given state, and this event is that state."""
    after: Records


@dataclass(frozen=True)
class Course:
    """The content of a record that a review needs."""

    game: Game
    moments: tuple[Moment, ...]
    events: tuple[Event, ...]
    rounds: tuple[tuple[int, ...], ...]
    """The points of each finished round, one number per seat."""
    ends: tuple[int, ...]
    """The places of the moves that ended these rounds."""
    winners: tuple[int, ...]

    @property
    def length(self) -> int:
        """The number of deals and moves of the match."""
        return len(self.events)


def course(record: str) -> Course:
    """The events and decisions of a finished match.

    A decision is a move of a seat that had more than one legal move, unless all of them have the same effect. Raises
    RecordError for a record that cannot be read, and ValueError for a match that is not over.
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
        after = game.layout.copy(match._records)  # the truth reveals nothing any more: the match is over
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
    """Whether a deal or a move uses luck. The answer is the same for any luck."""
    twin, luck = game.layout.copy(before), new_luck(1)
    if seat == DEAL:
        (game.run.next_round if before[0]["round_over"] else game.run.deal)(twin, 0, luck)
    for step in steps:
        game.run.apply(twin, 0, seat, step, luck)
    return bool(luck[2] > 0)
