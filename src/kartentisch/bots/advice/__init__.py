"""Advice: what is worth doing in a game, one file a game.

`advice/<game>.py` has `prefer(view, moves)`, which gives one number a move, the more the better: for greedy bots. It
may have `weigh(s, seat, out, n, weights)`, compiled, which writes how likely a sensible player takes each of the next
steps: for searches, as priors and in playouts; it looks at what the seat sees. It may have `outlook(s, turns, hopes)`,
compiled too, asked between two moves, so many turns after the position that is searched: where the rest of the round is
luck for all alike, it writes to `hopes` the points that each seat may expect for the round, and returns the standard
deviation of the difference between two seats; elsewhere it returns 0. And `rounds_left(record)`: about how many rounds
follow in the match; `ENDS` where rounds end without luck: KNOWN if their ends are gone through once everybody can know
all cards, FEW if also where few deals are consistent (the others then play by `weigh`); `UNADVISED`, true where levels
are stronger when they search without `weigh`. And `even(record)`: whether all that may be done here comes to the same
for everybody. Where a game has none of these, to act is better than not to, all else is alike, nothing is even, and
rounds are played to their end.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

from kartentisch.engine import views
from kartentisch.engine.compiled import at, rule
from kartentisch.engine.game import Game
from kartentisch.engine.homes import home
from kartentisch.play.view import View

KNOWN, FEW = "known", "few"
Advice = Callable[[View, Sequence[str]], list[float]]


def act(view: View, moves: Sequence[str]) -> list[float]:
    """For games without advice: to act is better than not to."""
    game = view.seen.game
    return [0.0 if game.numbers[move.split(" ")[0]] in game.idle else 1.0 for move in moves]


@rule
def alike(s: Any, seat: Any, out: Any, n: Any, weights: Any) -> None:
    """For games without advice: all steps weigh the same."""
    for k in range(n):
        weights[at(k)] = 1.0


@rule
def unforeseen(s: Any, turns: Any, hopes: Any) -> Any:
    """For games without advice: nobody can tell before the end."""
    return 0.0


def of(game: str) -> Advice:
    """The advice for a game."""
    found: Advice = getattr(_of(home("advice", game, __name__)), "prefer", act)
    return found


def weights(game: Game) -> Any:
    """The compiled advice for a game."""
    return getattr(_of(home("advice", game.name, __name__)), "weigh", alike)


def outlook(game: Game) -> Any:
    """The compiled guess at how the round ends, for a game."""
    return getattr(_of(home("advice", game.name, __name__)), "outlook", unforeseen)


def ends(game: Game) -> str:
    """Which ends of a round are gone through: those with KNOWN cards, also those with FEW deals, or none ("")."""
    return str(getattr(_of(home("advice", game.name, __name__)), "ENDS", ""))


def even(view: views.View) -> bool:
    """Whether all moves of the seat in turn come to the same: then there is nothing to think about, or to judge."""
    found = getattr(_of(home("advice", view.game.name, __name__)), "even", None)
    return found is not None and bool(found(view.record))


def unadvised(game: Game) -> bool:
    """Whether levels search without the advice."""
    return bool(getattr(_of(home("advice", game.name, __name__)), "UNADVISED", False))


def rounds_left(view: views.View) -> float:
    """About how many rounds follow after this one."""
    found = getattr(_of(home("advice", view.game.name, __name__)), "rounds_left", None)
    return 0.0 if found is None else float(found(view.record))


@cache
def _of(module: str) -> ModuleType | None:
    return import_module(module) if module and find_spec(module) is not None else None
