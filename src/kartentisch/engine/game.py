"""The contract between a rule sheet and everything above it. See "A new game" in CONTRIBUTING.md."""

from __future__ import annotations

import copyreg
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from kartentisch.engine import homes
from kartentisch.engine.compiled import bind, inline, rule
from kartentisch.engine.fields import Field
from kartentisch.engine.kernels import imagine, outcomes, verbs
from kartentisch.engine.layout import Layout, Records
from kartentisch.engine.options import Option
from kartentisch.engine.reasons import Reason
from kartentisch.engine.rounds import MOST

Verb = Callable[..., Any]
"""A function of a rule sheet that takes a record."""


@rule
def _no_seat(s: Any) -> Any:
    return 0


@rule
def _no_step(s: Any, seat: Any) -> Any:
    return -1


@rule
def every_step(s: Any, seat: Any, step: Any) -> Any:
    """For games whose moves have one step: every step completes the move."""
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
    """What matches of one rules number consist of: their options by name, and the fields in their views and dumps."""

    options: dict[str, Option]
    """The options by name, in the order of the rule sheet."""
    shown: tuple[Field, ...]
    """The fields that states and views have."""

    @classmethod
    def of(cls, layout: Layout, number: int) -> Edition:
        """The edition of one rules number."""
        return cls(
            {option.name: option.at(number) for option in layout.options if option.since <= number},
            tuple(shown for shown in layout.shown if shown.since <= number),
        )


@dataclass(frozen=True, eq=False)
class Game:
    """A rule sheet as a value. Compiled verbs take one record `s`; seats, steps and kinds of cards are whole numbers.

    A step is the index of its token in `tokens`. A move is complete when `s.begun` is 0 after `apply`. Raises TypeError
    for an option that is newer than the oldest rules number and has no allowed `before`.
    """

    name: str
    """Lower case, as in `games/<name>.py`. It appears in records, states and addresses."""
    rules: int
    """The newest rules number. Raise it when the same moves with the same luck could lead to another state, and when
    options, allowed values, keys of the state or tokens change. Each match keeps its number in `s.rules`."""
    seats: range
    """The numbers of seats with which the game can be played."""
    layout: Layout
    """The options, and the fields of the state."""
    tokens: tuple[str, ...]
    """The text of every step, in the game's order of moves."""

    deal: Verb
    """`deal(s, luck)`: deal the first round. The record holds seats and options, everything else is zero."""
    next_round: Verb
    """`next_round(s, luck)`: deal the next round of the match."""
    asked: Verb
    """`asked(s)`: the seat that the game waits for; -1 when the round is over."""
    actors: Verb
    """`actors(s)`: the seats that may act now, one bit per seat; 0 when the round is over."""
    legal: Verb
    """`legal(s, seat, out)`: write the legal next steps to `out`, ascending, given the begun move; return their
    number."""
    apply: Verb
    """`apply(s, seat, step, luck)`: apply a legal step. It trusts its caller."""

    why: Callable[[Any, int, int], Reason]
    """`why(record, seat, step)`: why an illegal step is illegal. It uses only what the seat sees."""
    ends: Verb = every_step
    """`ends(s, seat, step)`: 1 if this legal step completes the move, else 0. It uses only what the seat sees."""
    wins: int = MOST
    """The totals that win a match: MOST or FEWEST, as the rule sheet passes it to `end_match`."""
    window: Verb = _no_seat
    """`window(s)`: the seats for which a table answers when its reaction window ends, one bit per seat."""
    answer: Verb = _no_step
    """`answer(s, seat)`: the step that the table answers for a seat."""
    idle: frozenset[int] = frozenset()
    """The steps that mean "I do not act"."""
    heard: Callable[[Any, int, int, int], bool] = _nobody_else
    """`heard(record, seat, step, reader)`: whether `reader` may know this step of a move.

    It uses only the public part of the record before the move."""
    unsound: Callable[[Any, int], str] = _sound
    """`unsound(record, viewer)`: what is wrong with a supplied state besides what its fields check, as a
    sentence; "" if nothing is.

    `viewer` is TRUTH, or the reader of a view. In a view, everything that its reader does not see is zero."""
    limits: Callable[[Any, int, Field, int], tuple[int, int]] = _no_limits
    """`limits(view, viewer, field, index)`: two bit masks, for imagining: the kinds that may lie in a place
    (-1: all), and the kinds of which at least one must lie there (0: none)."""
    settle: Verb = _as_dealt
    """`settle(s, viewer)`: derive in an imagined state what follows from the dealt cards."""
    gist: Verb | None = None
    """`gist(s) -> (a, b, c)`: what the begun move amounts to, as three numbers. For games in which many spellings of a
    move do the same.

    If two begun moves have equal (a, b), the same last step has the same outcome. If they also have equal c, which is
    not negative, the same steps may follow, with the same outcomes."""
    spare: Verb = _needed
    """`spare(s, step)`: 1 if the move can do without this legal step: a smaller spelling has the same outcome."""
    oldest: int = 1
    """The oldest rules number that this sheet still plays."""
    tokens_since: Mapping[str, int] = field(default_factory=dict)
    """Token -> the rules number with which it came, for tokens that are newer than the oldest number."""
    numbers: dict[str, int] = field(init=False, repr=False)
    """Token -> step."""
    editions: dict[int, Edition] = field(init=False, repr=False)
    """Rules number -> what matches of that number consist of."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "numbers", {token: step for step, token in enumerate(self.tokens)})
        for option in self.layout.options:
            if option.since > self.oldest and (option.before is None or option.refuse(option.before)):
                raise TypeError(f"option {option.name} needs `before`, its value in matches of lower rules numbers")
        editions = {number: Edition.of(self.layout, number) for number in range(self.oldest, self.rules + 1)}
        object.__setattr__(self, "editions", editions)

    @property
    def played(self) -> str:
        """The rules numbers that this sheet plays, as text: "2", "1-3"."""
        return f"{self.rules}" if self.oldest == self.rules else f"{self.oldest}-{self.rules}"

    def __copy__(self) -> Game:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        module = homes.home("rules", self.name, "kartentisch.games")
        if getattr(sys.modules.get(module), "GAME", None) is self:
            return homes.load_sheet, (self.name, module, homes.parts_of(self.name))
        parts = {name: part for name, part in vars(self).items() if name != "run"}  # nothing compiled
        return copyreg.__newobj__, (Game,), parts  # type: ignore[attr-defined]

    @property
    def options(self) -> dict[str, Option]:
        """The options under the newest rules by name, in the order of the game's rule file."""
        return self.editions[self.rules].options

    @property
    def reacts(self) -> bool:
        """Whether seats may act out of turn. Then there are idle steps too, for seats that do not."""
        return bool(self.idle)

    @property
    def windows(self) -> bool:
        """Whether a table ever answers for seats that did not react in time."""
        return self.window is not _no_seat

    @cached_property
    def run(self) -> Run:
        """The verbs as entry points from Python. They are compiled on first use."""
        return Run(self)

    def new(self, seats: int, options: dict[str, Any], rules: int | None = None) -> Records:
        """One record before the deal, with the number of seats and the checked options.

        `rules`: the rules number; by default the newest one.
        """
        records = self.layout.new()
        number = self.rules if rules is None else rules
        records[0]["seats"] = seats
        records[0]["rules"] = number
        for option in self.layout.options:
            option.write(records[0], options[option.name] if option.since <= number else option.before)
        return records

    def renewed(self, options: dict[str, Any]) -> dict[str, Any]:
        """The options for a match under the newest rules that is played like one of an older number with `options`."""
        return {option.name: options.get(option.name, option.before) for option in self.layout.options}

    def buffer(self) -> Any:
        """An array to which `legal` can write: int64, one entry more than there are tokens."""
        return np.zeros(len(self.tokens) + 1, np.int64)


VERBS = ("deal", "next_round", "asked", "actors", "legal", "apply", "ends", "window", "answer", "settle")
"""The verbs that every game has."""


class Run:
    """The verbs of one game as compiled entry points, which take records and an index. See `kernels` for each one."""

    def __init__(self, game: Game) -> None:
        inlined = {name: getattr(game, name) for name in VERBS}
        if game.gist is not None:
            inlined |= {"gist": game.gist, "spare": game.spare}
        inlined["driven"] = inline(verbs.driven, inlined)
        inlined["playout"] = inline(verbs.playout, inlined)
        inlined["imagine"] = inline(imagine.imagine, inlined)
        self.inlined = inlined
        """The verbs and the loops over them, as parts of other kernels."""

        def entry(template: Verb) -> Verb:
            return bind(template, f"{template.__name__}_{game.name}", inlined)

        self.deal = entry(verbs.deal_at)
        """`deal(records, i, luck)`"""
        self.next_round = entry(verbs.next_round_at)
        """`next_round(records, i, luck)`"""
        self.asked = entry(verbs.asked_at)
        """`asked(records, i)`"""
        self.actors = entry(verbs.actors_at)
        """`actors(records, i)`"""
        self.legal = entry(verbs.legal_at)
        """`legal(records, i, seat, out)`"""
        self.apply = entry(verbs.apply_at)
        """`apply(records, i, seat, step, luck)`"""
        self.ends = entry(verbs.ends_at)
        """`ends(records, i, seat, step)`"""
        self.window = entry(verbs.window_at)
        """`window(records, i)`"""
        self.answer = entry(verbs.answer_at)
        """`answer(records, i, seat)`"""
        self.advance = entry(verbs.advance_at)
        """See `kernels.verbs.advance_at`."""
        self.commit = entry(verbs.commit_at)
        """See `kernels.verbs.commit_at`."""
        self.playout = entry(verbs.playout_at)
        """See `kernels.verbs.playout_at`."""
        self.playouts = entry(verbs.playouts_at)
        """See `kernels.verbs.playouts_at`."""
        self.imagine = entry(imagine.imagine_at)
        """See `kernels.imagine.imagine_at`."""
        self.outcomes = entry(outcomes.outcomes_at)  # of games that have a gist
        """See `kernels.outcomes.outcomes_at`. Only games that have a gist have it."""
