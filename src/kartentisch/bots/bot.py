"""The bot of the public API."""

from __future__ import annotations

import secrets
from dataclasses import replace
from typing import Any

from kartentisch.bots.chance import Chance
from kartentisch.bots.levels import LEVELS, Searcher
from kartentisch.engine import views
from kartentisch.engine.reasons import Reason
from kartentisch.play import numbers
from kartentisch.play.checks import checked_seed
from kartentisch.play.errors import refuse
from kartentisch.play.games import sheet
from kartentisch.play.match import View

MOST = 10_000_000
"""The most iterations of a search. Each one has a node in memory."""


class Bot:
    """A bot that chooses moves in one game. The same seed and view give the same move. Without a seed, one is drawn.

    `iterations`: the length of the search, for a level that searches; by default the level's own number. `one_round`:
    only the round counts, whatever the score of the match. Raises ValueError with a sentence for an unknown level or
    game, and for `iterations` at a level that does not search.
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
        """The level, one of `kartentisch.bots()`."""
        self.game = sheet(game).name
        """The name of the game it plays."""
        self.iterations = None if iterations is None else numbers.whole("iterations", iterations, 1, MOST)
        """The number of iterations of a search; None for the level's own number."""
        self.one_round = bool(one_round)
        """Whether only the round counts, whatever the score of the match."""
        self.cuts = 0
        """The number of moves so far that the clock (`seconds`) has cut short. Another run may choose others there."""
        if iterations is not None and not isinstance(LEVELS[name], Searcher):
            those = ", ".join(level for level in LEVELS if isinstance(LEVELS[level], Searcher))
            raise ValueError(f"{name} does not search, so it has no iterations; the levels that search are: {those}.")
        self._seed = secrets.randbits(128) if seed is None else checked_seed(seed)

    def __repr__(self) -> str:
        return f"<Bot {self.name} for {self.game}>"

    def choose(self, view: Any, seconds: float | None = None) -> str:  # a View, or the engine's view, which tables use
        """A complete move as text for the seat whose `View` it is. It can be an idle move.

        `seconds`: the time limit of a search. Without it no clock stops the search, and the move depends only on seed
        and view. With 0 the bot decides without a search. Raises TypeError for anything but a view, and ValueError for
        bad `seconds`, a view of another game, or a seat that may not act.
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
        if not isinstance(level, Searcher):
            return level(view, chance, clock)
        if self.iterations is not None:
            level = replace(level, iterations=self.iterations)
        thought = level.think(view, chance, clock, one_round=self.one_round)
        self.cuts += thought.cut
        return thought.move
