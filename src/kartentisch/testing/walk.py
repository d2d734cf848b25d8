"""Random matches, truth by truth, on which the laws are checked."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from kartentisch.engine import moves
from kartentisch.engine.game import Game
from kartentisch.engine.layout import Records
from kartentisch.engine.luck import below, new_luck, seeded
from kartentisch.play.checks import checked_options, checked_seats
from kartentisch.play.games import sheet

DEAL = -1
"""The seat of a moment after which a round is dealt."""
END = -2
"""The seat of the moment in which the match is over."""

Options = Mapping[str, Any] | None


class LawBroken(AssertionError):  # noqa: N818 - it is what the test finds, not a fault of the program
    """A game breaks a law. The message says which one and where."""


def hold(true: Any, what: str, moment: Moment | None = None) -> None:
    """Raise LawBroken with this sentence unless it is true."""
    if not true:
        raise LawBroken(what if moment is None else f"{what} ({moment})")


def rules_of(game: Game | str) -> Game:
    """The rule sheet of a game that is given by name or as a value."""
    return game if isinstance(game, Game) else sheet(game)


@dataclass(frozen=True, eq=False)
class Moment:
    """A truth between two moves, and the move that follows. Nobody changes its records."""

    game: Game
    """The rule sheet."""
    seed: int
    """The seed of the match."""
    number: int
    """The number of events so far: deals and moves."""
    records: Records
    """The truth: an array of one record."""
    seat: int
    """The seat that moves, or DEAL, or END."""
    steps: moves.Steps
    """The steps of the move that follows; empty before a deal and at the end."""
    luck: tuple[int, ...]
    """Its luck: one word of 64 bits for a move, two for a deal."""

    def __str__(self) -> str:
        doing = {DEAL: "next: a deal", END: "the end"}.get(
            self.seat, f"next: seat {self.seat}: {moves.write(self.game, self.steps)}"
        )
        return f"{self.game.name}, {self.seats} seats, seed {self.seed}, after {self.number} events, {doing}"

    @property
    def record(self) -> Any:
        """The single record."""
        return self.records[0]

    @property
    def seats(self) -> int:
        """The number of seats."""
        return int(self.record["seats"])

    @property
    def readers(self) -> list[int | None]:
        """All readers of views: the seats, and None for a bystander."""
        return [*range(self.seats), None]

    def twin(self) -> Records:
        """A separate copy of the records."""
        return self.game.layout.copy(self.records)

    def after(self) -> Records:
        """The truth after the move or deal that follows."""
        twin = self.twin()
        luck = new_luck(*self.luck)
        if self.seat == DEAL:
            self.game.run.next_round(twin, 0, luck)
        else:
            for step in self.steps:
                self.game.run.apply(twin, 0, self.seat, step, luck)
        return twin


def actors(game: Game, records: Records) -> list[int]:
    """The seats that may act."""
    mask = int(game.run.actors(records, 0))
    return [seat for seat in range(int(records[0]["seats"])) if (mask >> seat) & 1]


def walk(
    game: Game | str,
    seats: int,
    options: Options = None,
    seed: int = 1,
    most: int = 100_000,
    number: int | None = None,
) -> Iterator[Moment]:
    """Yield the moments of a whole match. The last moment is the one in which the match is over.

    All seats that may act are equally likely, and each step is uniform among the legal ones. The luck is that of
    `Match(name, seats, seed=seed)`. `number`: the rules number, by default the newest. Raises LawBroken if the match is
    not over after `most` events.
    """
    rules = rules_of(game)
    records = rules.new(checked_seats(rules, seats), checked_options(rules, options, number), number)
    rules.run.deal(records, 0, new_luck(*seeded(seed, 0, 2)))
    for moment in going_on(rules, records, seed, most):
        yield moment
        if moment.seat == END:
            return
    raise LawBroken(f"{rules.name}, {seats} seats, seed {seed}: not over after {most} events")


def going_on(rules: Game, records: Records, seed: int, most: int) -> Iterator[Moment]:
    """Yield at most `most` - 1 moments of a match that continues from these records in the same way, up to its end."""
    choice = new_luck(*seeded(seed, 0, 3)[1:])
    for number in range(1, most):
        seat, steps = _choose(rules, records, choice)
        luck = seeded(seed, number, 2 if seat == DEAL else 1)
        moment = Moment(rules, seed, number, records, seat, steps, luck)
        yield moment
        if seat == END:
            return
        records = moment.after()


def _choose(game: Game, records: Records, choice: Any) -> tuple[int, moves.Steps]:
    s = records[0]
    if s["over"] or s["round_over"]:
        return (END if s["over"] else DEAL), ()
    may = actors(game, records)
    hold(may, f"{game.name}: nobody may act, and the round is not over")
    seat = may[int(below(choice, len(may)))]
    draft = records
    steps: list[int] = []
    while True:
        legal = moves.legal(game, draft, seat)
        hold(legal, f"{game.name}, seat {seat}: no step follows {moves.write(game, steps)!r}")
        step = legal[int(below(choice, len(legal)))]
        steps.append(step)
        if game.run.ends(draft, 0, seat, step):
            return seat, tuple(steps)
        draft = game.layout.copy(draft)
        game.run.apply(draft, 0, seat, step, new_luck())


@lru_cache(maxsize=4)
def _match(game: Game, seats: int, options: str, seed: int, number: int | None) -> tuple[Moment, ...]:
    return tuple(walk(game, seats, json.loads(options), seed, number=number))


def match(game: Game | str, seats: int, options: Options, seed: int, number: int | None = None) -> tuple[Moment, ...]:
    """All moments of such a match. The last few matches are cached, since the laws share them."""
    return _match(rules_of(game), seats, json.dumps(dict(options or {})), seed, number)


def truths(game: Game | str, seats: int, options: Options = None, seed: int = 1, most: int = 24) -> list[Moment]:
    """About `most` moments of a match, spread evenly. They include the first, the last and the ends of rounds."""
    moments = match(game, seats, options, seed)
    apart = max(1, len(moments) // most)
    return [moment for place, moment in enumerate(moments) if place % apart == 0 or moment.seat < 0]
