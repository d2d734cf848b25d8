"""Advice: how much a greedy bot likes each of the moves it has, one file a game.

`advice/<game>.py` has `prefer(view, moves)`, which gives one number a move, the more the better. Where a game has none,
to act is better than not to.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec

from kartentisch.engine.homes import home
from kartentisch.play.view import View

Advice = Callable[[View, Sequence[str]], list[float]]


def act(view: View, moves: Sequence[str]) -> list[float]:
    """For games without advice: to act is better than not to."""
    game = view.seen.game
    return [0.0 if game.numbers[move.split(" ")[0]] in game.idle else 1.0 for move in moves]


def of(game: str) -> Advice:
    """The advice for a game."""
    return _of(home("advice", game, __name__))


@cache
def _of(module: str) -> Advice:
    if not module or find_spec(module) is None:
        return act
    found: Advice = import_module(module).prefer
    return found
