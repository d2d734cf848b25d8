"""The compiled code that the bots of a game need: whether it is in the cache, and preparing it."""

from __future__ import annotations

from kartentisch.bots import advice
from kartentisch.bots.ending import ending
from kartentisch.bots.search import search
from kartentisch.engine.compiled import is_cached
from kartentisch.engine.game import Game


def prepared(game: Game) -> bool:
    """Whether the disk cache has the code for a search of this game and for solving its ends."""
    return search.prepared(game) and (not advice.ends(game) or is_cached(ending.kernel(game)))


def prepare(game: Game) -> None:
    """Load or compile both. This takes some seconds, or up to a minute."""
    search.prepare(game)
    if advice.ends(game):
        ending.prepare(game)
