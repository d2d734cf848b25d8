"""Advice: what is worth doing in a game. One file per game, `advice/<game>.py`, whose parts are all optional.

- `prefer(view, moves)` returns one number per move, higher is better. Greedy bots use it. Default: any move is better
  than an idle one.
- `weigh(s, seat, out, n, weights)`, compiled, writes to `weights` how likely a sensible player takes each of the `n`
  next steps in `out`. It uses only what the seat sees. Searches use it as priors and in playouts. Default: all steps
  are equally likely.
- `outlook(s, turns, hopes)`, compiled, is called between two moves, `turns` changes of turn after the searched
  position. If the rest of the round is luck for all seats alike, it writes to `hopes` the expected points of the round
  by seat, and returns the standard deviation of the difference between two seats. Otherwise it returns 0. Default: 0,
  so rounds are played to their end.
- `rounds_left(record)`: about the number of rounds that follow in the match. Default: 0.
- `ENDS`, for rounds that end without luck: with KNOWN, their ends are solved once everyone can know all cards; with
  FEW, also if few deals are consistent, and the others then play by `weigh`. Default: no end is solved.
- `UNADVISED`: whether levels are stronger if they search without `weigh`. Default: false.
- `even(record)`: whether all moves have the same effect for everyone. Default: false.
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
from kartentisch.play.match import View

KNOWN, FEW = "known", "few"
Advice = Callable[[View, Sequence[str]], list[float]]
"""`(view, moves) -> likes`: one number per move, higher is better."""


def act(view: View, moves: Sequence[str]) -> list[float]:
    """For games without advice: any move is better than an idle one."""
    game = view.seen.game
    return [0.0 if game.numbers[move.split(" ")[0]] in game.idle else 1.0 for move in moves]


@rule
def alike(s: Any, seat: Any, out: Any, n: Any, weights: Any) -> None:
    """For games without advice: all steps have the same weight."""
    for k in range(n):
        weights[at(k)] = 1.0


@rule
def unforeseen(s: Any, turns: Any, hopes: Any) -> Any:
    """For games without advice: nothing can be foreseen before the end."""
    return 0.0


def of(game: str) -> Advice:
    """The advice of a game, by its name."""
    found: Advice = getattr(_of(home("advice", game, __name__)), "prefer", act)
    return found


def weights(game: Game) -> Any:
    """The compiled weights of a game's steps."""
    return getattr(_of(home("advice", game.name, __name__)), "weigh", alike)


def outlook(game: Game) -> Any:
    """The compiled forecast of a game's rounds."""
    return getattr(_of(home("advice", game.name, __name__)), "outlook", unforeseen)


def ends(game: Game) -> str:
    """Which ends of a round are solved: those with KNOWN cards, also those with FEW deals, or none ("")."""
    return str(getattr(_of(home("advice", game.name, __name__)), "ENDS", ""))


def even(view: views.View) -> bool:
    """Whether all moves of the seat in turn have the same effect. Then there is nothing to think about or to judge."""
    found = getattr(_of(home("advice", view.game.name, __name__)), "even", None)
    return found is not None and bool(found(view.record))


def unadvised(game: Game) -> bool:
    """Whether levels search without the weights of the advice."""
    return bool(getattr(_of(home("advice", game.name, __name__)), "UNADVISED", False))


def rounds_left(view: views.View) -> float:
    """About the number of rounds that follow after this one."""
    found = getattr(_of(home("advice", view.game.name, __name__)), "rounds_left", None)
    return 0.0 if found is None else float(found(view.record))


@cache
def _of(module: str) -> ModuleType | None:
    return import_module(module) if module and find_spec(module) is not None else None
