"""A yardstick: plain information-set search as in the paper, with uniform playouts and without any game's advice.

Use it with `kartentisch arena --game swup --rounds --bots hard,scripts/plain.py:Plain`. `:PlainHard` has the iterations
of `hard` and chooses as levels do, so a contest against `hard` shows the worth of the advice. These bots are not
levels, as nobody needs to play against them.
"""

from __future__ import annotations

from kartentisch.bots.chance import Chance
from kartentisch.bots.search.recipe import Recipe
from kartentisch.bots.search.search import Search
from kartentisch.play.match import View


class Plain:
    iterations = 800
    close = 1.0
    """The most-tried move is played."""

    def __init__(self, seed: int, one_round: bool = False) -> None:
        self._seed = seed
        self._recipe = Recipe(
            advised=False, priors=False, guess=False, close=self.close, one_round=one_round, room=2 * self.iterations
        )

    def choose(self, view: View, seconds: float | None = None) -> str:
        """The best move after this number of UCB1 iterations, each with a random playout to the end of the round."""
        steps = view.steps()
        if len(steps) == 1 and not view.steps(steps[0]):
            return steps[0]
        search = Search(view.seen, Chance(self._seed, view.json()).words(), self._recipe)
        search.run(self.iterations)
        return search.best()


class PlainHard(Plain):
    iterations = 1_700
    close = 0.5
