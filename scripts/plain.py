"""A yardstick: plain information-set search, as the paper has it, with uniform playouts and nothing of a game's advice.

`kartentisch arena --game swup --rounds --bots hard,scripts/plain.py:Plain`. It is no level: nobody needs to play it.
"""

from __future__ import annotations

from kartentisch.bots.chance import Chance
from kartentisch.bots.search.search import Recipe, Search
from kartentisch.play.view import View

ITERATIONS = 800


class Plain:
    def __init__(self, seed: int, one_round: bool = False) -> None:
        self._seed = seed
        self._recipe = Recipe(
            advised=False, priors=False, guess=False, close=1.0, one_round=one_round, room=2 * ITERATIONS
        )

    def choose(self, view: View, seconds: float | None = None) -> str:
        """The move that was tried most in 800 iterations of UCB1, each played on at random to the end of the round."""
        steps = view.steps()
        if len(steps) == 1 and not view.steps(steps[0]):
            return steps[0]
        search = Search(view.seen, Chance(self._seed, view.json()).words(), self._recipe)
        search.run(ITERATIONS)
        return search.best()
