"""Card games at one table: the front door for programs.

Everything is fetched when it is first asked for, so that importing this package costs nothing.
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
    from kartentisch.play.record import replay
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
    "replay": "play.record",
}

# Two functions share their name with a folder. Python binds a folder's name here when it is first imported: so that
# comes first, and the functions after it.
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
    """What there is to be had, and nothing that it takes to fetch it."""
    return sorted(__all__)
