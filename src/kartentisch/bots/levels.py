"""How bots decide: the levels, weakest first."""

from __future__ import annotations

from collections.abc import Callable

from kartentisch.bots import advice
from kartentisch.bots.chance import Chance
from kartentisch.play.errors import TooManyMoves
from kartentisch.play.view import View

Level = Callable[[View, Chance, float | None], str]
"""`(view, chance, seconds) -> move`: the text of a complete move; `seconds`: how long it may think, if it searches."""

_MOST = 2_000
"""Complete moves that are looked at one by one."""

_SAMPLE = 200
"""Moves taken at random where there are more."""


def wander(view: View, chance: Chance) -> str:
    """A complete move, each of its steps uniform among the legal next ones."""
    move: list[str] = []
    while steps := view.steps(" ".join(move)):
        move.append(chance.choice(steps))
    return " ".join(move)


def random(view: View, chance: Chance, seconds: float | None) -> str:
    """Any complete move, each with the same chance; step by step where they are too many."""
    try:
        return chance.choice(view.moves(_MOST))
    except TooManyMoves:
        return wander(view, chance)


def greedy(view: View, chance: Chance, seconds: float | None) -> str:
    """The move that the game's advice likes best; a draw among equals."""
    try:
        moves = view.moves(_MOST)
    except TooManyMoves:
        moves = sorted({wander(view, chance) for _ in range(_SAMPLE)})
    likes = advice.of(view.game)(view, moves)
    best = max(likes)
    return chance.choice([move for move, like in zip(moves, likes, strict=True) if like == best])


LEVELS: dict[str, Level] = {"random": random, "greedy": greedy}


def bots() -> tuple[str, ...]:
    """The names of all levels, weakest first."""
    return tuple(LEVELS)
