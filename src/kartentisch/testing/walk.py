"""Matches played at random, truth by truth: what the laws are held against."""

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
"""As the seat of a moment: a round is dealt next."""
END = -2
"""As the seat of a moment: the match is over."""

Options = Mapping[str, Any] | None


class LawBroken(AssertionError):  # noqa: N818 - it is what the test finds, not a fault of the program
    """A game does not keep a promise; the message says which and where."""


def hold(true: Any, what: str, moment: Moment | None = None) -> None:
    """Raise LawBroken with this sentence unless it is true."""
    if not true:
        raise LawBroken(what if moment is None else f"{what} ({moment})")


def rules_of(game: Game | str) -> Game:
    """The rule sheet itself, whether named or handed over."""
    return game if isinstance(game, Game) else sheet(game)


@dataclass(frozen=True, eq=False)
class Moment:
    """A truth between two moves, and what is done in it. Nobody changes its records."""

    game: Game
    seed: int
    number: int
    """Events so far, deals and moves."""
    records: Records
    seat: int
    """Who moves, or DEAL, or END."""
    steps: moves.Steps
    luck: tuple[int, ...]

    def __str__(self) -> str:
        doing = {DEAL: "next: a deal", END: "the end"}.get(
            self.seat, f"next: seat {self.seat}: {moves.write(self.game, self.steps)}"
        )
        return f"{self.game.name}, {self.seats} seats, seed {self.seed}, after {self.number} events, {doing}"

    @property
    def record(self) -> Any:
        """The one record."""
        return self.records[0]

    @property
    def seats(self) -> int:
        """Number of seats."""
        return int(self.record["seats"])

    @property
    def readers(self) -> list[int | None]:
        """All who may look: the seats, and None, a bystander."""
        return [*range(self.seats), None]

    def twin(self) -> Records:
        """Records of one's own with the same content."""
        return self.game.layout.copy(self.records)

    def after(self) -> Records:
        """The truth after what is done here."""
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
    """A whole match, every seat that may act as likely as the others, each step uniform among the legal ones.

    `number` is that of the rules, the newest by default.
    The luck is that of `Match(name, seats, seed=seed)`. Ends with the moment in which the match is over; raises
    LawBroken if it is not after `most` events.
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
    """At most `most` - 1 moments of a match that goes on from these records in the same way, the end the last one."""
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
    """All moments of such a match; the last few matches are remembered, since the laws share them."""
    return _match(rules_of(game), seats, json.dumps(dict(options or {})), seed, number)


def truths(game: Game | str, seats: int, options: Options = None, seed: int = 1, most: int = 24) -> list[Moment]:
    """About `most` moments of a match, spread evenly; first and last, and the ends of rounds, are among them."""
    moments = match(game, seats, options, seed)
    apart = max(1, len(moments) // most)
    return [moment for place, moment in enumerate(moments) if place % apart == 0 or moment.seat < 0]
