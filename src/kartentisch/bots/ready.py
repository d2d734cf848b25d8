"""Whether all that is compiled for the bots of a game is there, and seeing to it."""

from __future__ import annotations

from kartentisch.bots import advice
from kartentisch.bots.ending import ending
from kartentisch.bots.search import search
from kartentisch.engine.compiled import is_cached
from kartentisch.engine.game import Game


def prepared(game: Game) -> bool:
    """Whether the disk cache holds what a search of this game needs, and the weighing of its ends."""
    return search.prepared(game) and (not advice.ends(game) or is_cached(ending.kernel(game)))


def prepare(game: Game) -> None:
    """Compile both, or load them: some seconds, or up to a minute."""
    search.prepare(game)
    if advice.ends(game):
        ending.prepare(game)
