"""A lesson, checked and ready to be played: the table at the start of each moment, and the luck of every move.

No luck is written down in a lesson. Where a move draws, the lesson says what must come, and the first luck that brings
it is found here.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple

from kartentisch import words
from kartentisch.engine import states
from kartentisch.engine.layout import Records
from kartentisch.engine.luck import MAPPING
from kartentisch.engine.moves import write
from kartentisch.engine.reasons import Reason
from kartentisch.engine.states import digest
from kartentisch.play.games import games, sheet
from kartentisch.table.dealing import give
from kartentisch.table.deciding import decide
from kartentisch.table.facts import Ask, Fact
from kartentisch.table.settings import Settings
from kartentisch.table.table import Table, opened
from kartentisch.table.verdict import Verdict
from kartentisch.web.lessons.lesson import FIGURES, LEARNER, Lesson, Moment, Reply, fits, holds

TRIES = 2000
"""The number of lucks that are tried."""
MOST_MOVES = 10_000
"""The number of moves that are looked through."""


class LessonError(ValueError):
    """A lesson cannot be played as it is written. The sentence names the lesson, the moment and what is wrong."""


class Played(NamedTuple):
    """A move of the lesson as its script plays it."""

    moment: str
    seat: int
    move: str


class Course:
    """A lesson and its tables."""

    def __init__(self, lesson: Lesson) -> None:
        """Raises LessonError if the script cannot be played."""
        self.lesson = lesson
        self.tables: list[Table] = []
        """The table at the start of each moment, as the script plays it."""
        self.played: list[Played] = []
        """All moves of the script."""
        self._lucks: dict[tuple[str, int, str], int] = {}
        """The luck found for a move, by the digest of the truth before it, the seat and the move."""
        table = self._opened()
        for place, moment in enumerate(lesson.moments):
            table = self.entered(table, place)
            self.tables.append(table)
            if moment.done:
                table = self.moved(table, moment, moment.show, LEARNER, moment.gives).table
                self.played.append(Played(moment.id, LEARNER, moment.show))
            for reply in moment.then:
                table = self.answered(table, moment, reply).table
                self.played.append(Played(moment.id, reply.seat, reply.move))
        self.end = table
        """The table after the last moment."""

    def _opened(self) -> Table:
        lesson, game = self.lesson, sheet(self.lesson.game)
        plan = ("you", *["open"] * len(FIGURES))
        options = lesson.start["options"]
        settings = Settings(lesson.game, game.rules, MAPPING, plan, options, watchers="nobody", friendly=False)
        return self._given(opened(game, Fact.of(1, settings)), lesson.start, "the start")

    def _given(self, table: Table, state: Mapping[str, Any], what: str) -> Table:
        try:
            return give(table, Ask("start", LEARNER), 0, dict(state)).table
        except ValueError as error:
            raise LessonError(f"The lesson of {self.lesson.game}, {what}: {error}") from error

    def entered(self, table: Table, place: int) -> Table:
        """The table at the start of a moment."""
        moment = self.lesson.moments[place]
        if not moment.state:
            return table
        return self._given(table, {**truth(table), **moment.state}, f"moment {moment.id}")

    def moved(self, table: Table, moment: Moment, move: str, seat: int, gives: Mapping[str, Any]) -> Verdict:
        """The table after a move, with the first luck that brings what it must. Raises LessonError."""
        key = (digest(table.game, _records(table)), seat, move)
        known = self._lucks.get(key)
        for luck in range(TRIES if gives else 1) if known is None else (known,):
            verdict = decide(table, Ask("play", seat, since=table.since[seat], moves=(move,)), 0, (luck,))
            if verdict.reason is not None or not verdict.facts:
                code = verdict.reason.code if verdict.reason else "nothing happens"
                raise LessonError(f"{self._where(moment)}: seat {seat} cannot play {move!r}: {code}")
            if holds(truth(verdict.table), gives):
                self._lucks[key] = luck
                return verdict
        raise LessonError(f"{self._where(moment)}: no luck of {TRIES} brings {dict(gives)} after {move!r}")

    def answered(self, table: Table, moment: Moment, reply: Reply) -> Verdict:
        """The table after a move of a kitchen figure. Raises LessonError."""
        return self.moved(table, moment, reply.move, reply.seat, reply.gives)

    def shown(self, table: Table, moment: Moment) -> str:
        """The move that "Show me" plays here. Where the learner has gone another way, it is the first that counts."""
        seen = table.view(LEARNER)
        assert seen is not None
        if seen.refusal(moment.show) is None:
            return moment.show
        moves = (write(table.game, move) for move in seen.complete(MOST_MOVES))
        return next((move for move in moves if counts(moment, move)), moment.show)

    def _where(self, moment: Moment) -> str:
        return f"The lesson of {self.lesson.game}, moment {moment.id}"


def truth(table: Table) -> dict[str, Any]:
    """The whole truth of a table as JSON."""
    return states.dump(table.game, _records(table))


def _records(table: Table) -> Records:
    assert table.records is not None
    return table.records


def counts(moment: Moment, move: str) -> bool:
    """Whether a move is one of those that a moment wants."""
    return any(fits(pattern, move) for pattern in moment.done)


@cache
def lesson_of(game: str) -> Lesson | None:
    """The lesson of a game; None if it has none."""
    module = f"{__package__}.{game}"
    try:
        found: Lesson = import_module(module).LESSON
    except ModuleNotFoundError as error:
        if error.name != module:
            raise
        return None
    return found


def taught() -> list[str]:
    """The games that have a lesson."""
    return [game for game in games() if lesson_of(game) is not None]


def missing(game: str) -> Reason | None:
    """Why there is no lesson of this game; None if there is one."""
    if game not in games():
        return Reason("game_unknown", {"game": game[:40], "allowed": ", ".join(games())})
    if lesson_of(game) is None:
        return Reason("lesson_unknown", {"game": words.of(game).title, "allowed": ", ".join(taught())})
    return None


@cache
def course_of(game: str) -> Course:
    """The course of a game that has a lesson, made at its first use. Raises LessonError."""
    lesson = lesson_of(game)
    if lesson is None:
        raise LessonError(f"There is no lesson of {game}.")
    return Course(lesson)
