"""The contract between a rule sheet and everything above it."""

from __future__ import annotations

import copyreg
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from kartentisch.engine import copying, homes, imagining, kernels, outcomes
from kartentisch.engine.compiled import bind, inline, rule
from kartentisch.engine.fields import Field
from kartentisch.engine.layout import Layout, Records
from kartentisch.engine.options import Option
from kartentisch.engine.reasons import Reason
from kartentisch.engine.rounds import MOST

Verb = Callable[..., Any]


@rule
def _no_seat(s: Any) -> Any:
    return 0


@rule
def _no_step(s: Any, seat: Any) -> Any:
    return -1


@rule
def every_step(s: Any, seat: Any, step: Any) -> Any:
    return 1


@rule
def _needed(s: Any, step: Any) -> Any:
    return 0


def _nobody_else(record: Any, seat: int, step: int, reader: int) -> bool:
    return True


def _sound(record: Any, viewer: int) -> str:
    return ""


def _no_limits(record: Any, viewer: int, field: Field, index: int) -> tuple[int, int]:
    return -1, 0


@rule
def _as_dealt(s: Any, viewer: Any) -> None:
    return None


@dataclass(frozen=True)
class Edition:
    """What the matches of one number of the rules are made of: their options, and the keys of their states."""

    options: dict[str, Option]
    shown: tuple[Field, ...]

    @classmethod
    def of(cls, layout: Layout, number: int) -> Edition:
        return cls(
            {option.name: option.at(number) for option in layout.options if option.since <= number},
            tuple(shown for shown in layout.shown if shown.since <= number),
        )


@dataclass(frozen=True, eq=False)
class Game:
    """A rule sheet as a value. The compiled verbs take one record `s`; seats, steps and cards are numbers.

    A step is the index of its token in `tokens`; a move is complete when `s.begun` is 0 after `apply`.
    """

    name: str
    rules: int
    """The newest number of the rules. Raised when the same moves with the same luck could go another way, and when
    options, allowed values, keys of the state or tokens change. Each match keeps its number in `s.rules`."""
    seats: range
    layout: Layout
    tokens: tuple[str, ...]
    """Text of every step, in the game's order of moves."""

    deal: Verb
    """`deal(s, luck)`: the first round; seats and options stand in the record, all else is zero."""
    next_round: Verb
    """`next_round(s, luck)`: the next round of the match."""
    asked: Verb
    """`asked(s)`: the seat the game waits for; -1 when the round is over."""
    actors: Verb
    """`actors(s)`: bit mask of the seats that may act now; 0 when the round is over."""
    legal: Verb
    """`legal(s, seat, out)`: writes the next steps, ascending, given the steps begun; returns their number."""
    apply: Verb
    """`apply(s, seat, step, luck)`: does a legal step. Trusts its caller."""

    why: Callable[[Any, int, int], Reason]
    """`why(record, seat, step)`: why a step that is not legal is not; rests on what the seat sees."""
    ends: Verb = every_step
    """`ends(s, seat, step)`: 1 if this legal step completes the move. Rests on what the seat sees."""
    wins: int = MOST
    """Whose total wins a match, MOST or FEWEST: what the rule sheet says to `end_match`."""
    window: Verb = _no_seat
    """`window(s)`: bit mask of the seats for which a table answers when its reaction window ends."""
    answer: Verb = _no_step
    """`answer(s, seat)`: the step it answers."""
    idle: frozenset[int] = frozenset()
    """Steps that mean "I do not act"."""
    heard: Callable[[Any, int, int, int], bool] = _nobody_else
    """`heard(record, seat, step, reader)`: may `reader` know this step of a move?

    Rests on the public part of the record before the move."""
    unsound: Callable[[Any, int], str] = _sound
    """`unsound(record, viewer)`: what a state that is handed in must not be besides, as a sentence, or nothing.

    `viewer` is TRUTH, or whose view it is: then what that reader does not see is zero."""
    limits: Callable[[Any, int, Field, int], tuple[int, int]] = _no_limits
    """`limits(view, viewer, field, index)`: for imagining, a word of the kinds that may lie there, and a word of kinds
    of which at least one must (0: none)."""
    settle: Verb = _as_dealt
    """`settle(s, viewer)`: called on an imagined state, for what follows from the cards dealt."""
    gist: Verb | None = None
    """`gist(s) -> (a, b, c)`, where many spellings of a move do the same: three numbers, what the begun move comes to.

    Equal (a, b): the same last step has the same outcome. Equal (a, b, c), c not negative: the same steps may follow,
    with the same outcomes."""
    spare: Verb = _needed
    """`spare(s, step)`: 1 if a smaller spelling does the same as any move that goes on with this legal step."""
    oldest: int = 1
    """The oldest number that this sheet still plays."""
    tokens_since: Mapping[str, int] = field(default_factory=dict)
    """Tokens that came with a later number of the rules than the oldest: token -> that number."""
    numbers: dict[str, int] = field(init=False, repr=False)
    """Token -> step."""
    editions: dict[int, Edition] = field(init=False, repr=False)
    """Number of the rules -> what matches of that number are made of."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "numbers", {token: step for step, token in enumerate(self.tokens)})
        for option in self.layout.options:
            if option.since > self.oldest and (option.before is None or option.refuse(option.before)):
                raise TypeError(f"option {option.name} needs `before`, its value in matches of lower numbers")
        editions = {number: Edition.of(self.layout, number) for number in range(self.oldest, self.rules + 1)}
        object.__setattr__(self, "editions", editions)

    @property
    def played(self) -> str:
        """The numbers of the rules that this sheet plays, as text: "2", "1-3"."""
        return f"{self.rules}" if self.oldest == self.rules else f"{self.oldest}-{self.rules}"

    def __copy__(self) -> Game:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        if module := copying.module_of(self):
            return copying.sheet_again, (self.name, module, homes.parts_of(self.name))
        return copyreg.__newobj__, (Game,), copying.state_of(self)  # type: ignore[attr-defined]

    @property
    def options(self) -> dict[str, Option]:
        """The options of the newest rules by name, in the order of the game's rule file."""
        return self.editions[self.rules].options

    @property
    def reacts(self) -> bool:
        """Whether seats may act out of turn: then there are idle steps too, for those who do not."""
        return bool(self.idle)

    @property
    def windows(self) -> bool:
        """Whether a table ever answers for seats that have not reacted in time."""
        return self.window is not _no_seat

    @cached_property
    def run(self) -> Run:
        """The verbs as entry points from Python."""
        return Run(self)

    def new(self, seats: int, options: dict[str, Any], rules: int | None = None) -> Records:
        """One record with seats and checked options in place, before the deal; under the newest rules by default."""
        records = self.layout.new()
        number = self.rules if rules is None else rules
        records[0]["seats"] = seats
        records[0]["rules"] = number
        for option in self.layout.options:
            option.write(records[0], options[option.name] if option.since <= number else option.before)
        return records

    def renewed(self, options: dict[str, Any]) -> dict[str, Any]:
        """The options of a match of any number, for one under the newest rules that is to be played as that one was."""
        return {option.name: options.get(option.name, option.before) for option in self.layout.options}

    def buffer(self) -> Any:
        """An array in which `legal` can write."""
        return np.zeros(len(self.tokens) + 1, np.int64)


VERBS = ("deal", "next_round", "asked", "actors", "legal", "apply", "ends", "window", "answer", "settle")


class Run:
    """The verbs of one game, each compiled once and cached, taking records and an index."""

    def __init__(self, game: Game) -> None:
        verbs = {name: getattr(game, name) for name in VERBS}
        if game.gist is not None:
            verbs |= {"gist": game.gist, "spare": game.spare}
        verbs["driven"] = inline(kernels.driven, verbs)
        verbs["playout"] = inline(kernels.playout, verbs)
        verbs["imagine"] = inline(imagining.imagine, verbs)
        self.inlined = verbs
        """The verbs, and what is made of them, as parts of other kernels."""

        def entry(template: Verb) -> Verb:
            return bind(template, f"{template.__name__}_{game.name}", verbs)

        self.deal = entry(kernels.deal_at)
        self.next_round = entry(kernels.next_round_at)
        self.asked = entry(kernels.asked_at)
        self.actors = entry(kernels.actors_at)
        self.legal = entry(kernels.legal_at)
        self.apply = entry(kernels.apply_at)
        self.ends = entry(kernels.ends_at)
        self.window = entry(kernels.window_at)
        self.answer = entry(kernels.answer_at)
        self.advance = entry(kernels.advance_at)
        self.commit = entry(kernels.commit_at)
        self.playout = entry(kernels.playout_at)
        self.playouts = entry(kernels.playouts_at)
        self.imagine = entry(imagining.imagine_at)
        self.outcomes = entry(outcomes.outcomes_at)  # of games that have a gist
