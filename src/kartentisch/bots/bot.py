"""A bot at the front door."""

from __future__ import annotations

import secrets

from kartentisch.bots.chance import Chance
from kartentisch.bots.levels import LEVELS
from kartentisch.engine import views
from kartentisch.engine.reasons import Reason
from kartentisch.play.errors import refuse
from kartentisch.play.games import sheet
from kartentisch.play.match import checked_seed
from kartentisch.play.view import View


class Bot:
    """Chooses moves in one game. The same seed and the same view give the same move; without a seed one is drawn.

    Raises ValueError with a sentence for an unknown level or game.
    """

    def __init__(self, name: str, game: str, seed: int | None = None) -> None:
        if name not in LEVELS:
            refuse(Reason("bot_unknown", {"name": name, "allowed": ", ".join(LEVELS)}))
        self.name = name
        self.game = sheet(game).name
        self._seed = secrets.randbits(128) if seed is None else checked_seed(seed)

    def __repr__(self) -> str:
        return f"<Bot {self.name} for {self.game}>"

    def choose(self, view: View | views.View, seconds: float | None = None) -> str:
        """A complete move as text, an idle one too. `seconds`: how long a bot that searches may think; 0: it
        decides at a glance.

        Raises TypeError for what is no view, ValueError for a view of another game or of somebody who may not act.
        """
        if isinstance(view, views.View):
            view = View(view)
        if not isinstance(view, View):
            raise TypeError(f"a bot is shown a view, not {type(view).__name__}")
        if view.game != self.game:
            raise ValueError(f"This bot plays {self.game}, the view is of {view.game}.")
        seen = view.json()
        if not seen["moves"]:
            raise ValueError("There is nothing to choose: this seat may not act now.")
        return LEVELS[self.name](view, Chance(self._seed, seen), seconds)
