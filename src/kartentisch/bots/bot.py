"""A bot at the front door."""

from __future__ import annotations

import secrets
from dataclasses import replace
from typing import Any

from kartentisch.bots.chance import Chance
from kartentisch.bots.levels import LEVELS, Thinker
from kartentisch.engine import views
from kartentisch.engine.reasons import Reason
from kartentisch.play import numbers
from kartentisch.play.checks import checked_seed
from kartentisch.play.errors import refuse
from kartentisch.play.games import sheet
from kartentisch.play.view import View

MOST = 10_000_000
"""Iterations of a search: each has a node in memory."""


class Bot:
    """Chooses moves in one game. The same seed and the same view give the same move; without a seed one is drawn.

    `iterations`: how far a level that searches goes, instead of its own number. `one_round`: the round is all that
    counts, whatever the match stands at. Raises ValueError with a sentence for an unknown level or game, and for
    iterations of a level that does not search.
    """

    def __init__(
        self,
        name: str,
        game: str,
        seed: int | None = None,
        *,
        iterations: int | None = None,
        one_round: bool = False,
    ) -> None:
        if name not in LEVELS:
            refuse(Reason("bot_unknown", {"name": name, "allowed": ", ".join(LEVELS)}))
        self.name = name
        self.game = sheet(game).name
        self.iterations = None if iterations is None else numbers.whole("iterations", iterations, 1, MOST)
        """How far it searches where that is not its level's own number."""
        self.one_round = bool(one_round)
        self.cuts = 0
        """How many of its moves the clock has cut short so far (`seconds`): another run may choose otherwise there."""
        if iterations is not None and not isinstance(LEVELS[name], Thinker):
            those = ", ".join(level for level in LEVELS if isinstance(LEVELS[level], Thinker))
            raise ValueError(f"{name} does not search, so it has no iterations; the levels that search are: {those}.")
        self._seed = secrets.randbits(128) if seed is None else checked_seed(seed)

    def __repr__(self) -> str:
        return f"<Bot {self.name} for {self.game}>"

    def choose(self, view: Any, seconds: float | None = None) -> str:  # a View, or the engine's own, which tables have
        """A complete move as text, an idle one too, for the seat whose `View` it is.

        `seconds`: the clock that stops a bot that searches; without it no clock does, and the move depends on seed and
        view alone. 0: it decides at a glance. Raises TypeError for what is no view, ValueError for bad seconds, a view
        of another game or of somebody who may not act.
        """
        if isinstance(view, views.View):
            view = View(view)
        if not isinstance(view, View):
            raise TypeError(f"a bot is shown a view, not {type(view).__name__}")
        if view.game != self.game:
            raise ValueError(f"This bot plays {self.game}, the view is of {view.game}.")
        clock = numbers.seconds(seconds)
        seen = view.json()
        if not seen["moves"]:
            raise ValueError("There is nothing to choose: this seat may not act now.")
        level, chance = LEVELS[self.name], Chance(self._seed, seen)
        if not isinstance(level, Thinker):
            return level(view, chance, clock)
        if self.iterations is not None:
            level = replace(level, iterations=self.iterations)
        thought = level.think(view, chance, clock, one_round=self.one_round)
        self.cuts += thought.cut
        return thought.move
