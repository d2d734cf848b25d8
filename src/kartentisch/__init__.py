"""Card games at one table: the front door for programs.

Each name is imported when it is first used, so importing this package costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kartentisch.bots.bot import Bot
    from kartentisch.play.errors import IllegalMove, RecordError, TooManyMoves
    from kartentisch.play.games import game
    from kartentisch.play.match import Match
    from kartentisch.play.playouts import playouts
    from kartentisch.play.replay import replay
    from kartentisch.play.view import View

__all__ = [
    "Bot",
    "IllegalMove",
    "Match",
    "RecordError",
    "TooManyMoves",
    "View",
    "bots",
    "game",
    "games",
    "playouts",
    "replay",
]

_HOMES = {
    "Bot": "bots.bot",
    "IllegalMove": "play.errors",
    "Match": "play.match",
    "RecordError": "play.errors",
    "TooManyMoves": "play.errors",
    "View": "play.view",
    "game": "play.games",
    "playouts": "play.playouts",
    "replay": "play.replay",
}

# Two functions share their name with a folder. Python binds a folder's name here when it first imports that folder.
# So the folders are imported first, and the functions are defined after them.
import_module(f"{__name__}.games")
import_module(f"{__name__}.bots")


def games() -> tuple[str, ...]:
    """The names of all games, sorted."""
    from kartentisch.play.games import games

    return games()


def bots() -> tuple[str, ...]:
    """The names of all bots, weakest first."""
    from kartentisch.bots.levels import bots

    return bots()


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    return found


def __dir__() -> list[str]:
    """The public names, without the helpers that import them."""
    return sorted(__all__)
