"""Card games at one table: the public API for programs.

A match is played by seats 0, 1, ... whose moves are text. A bot gets the view of its seat, which is what that seat may
know.

>>> import kartentisch as kt
>>> match = kt.Match("schwupps", seats=3, seed=1)
>>> bot = kt.Bot("greedy", "schwupps", seed=1)
>>> while not match.over:
...     if match.round_over:
...         match.next_round()
...     seat = match.next_actor()
...     match.play(seat, bot.choose(match.view(seat)))
>>> len(match.totals), bool(match.winners)
(3, True)
>>> kt.replay(match.record()).totals == match.totals
True

A bad argument raises a ValueError whose text is a sentence, and changes nothing. Integers may be
Python's or NumPy's; True and False do not count as integers. Each name is imported when it is first used, so importing
this package costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kartentisch.bots.bot import Bot
    from kartentisch.play.errors import IllegalMove, RecordError, TooManyMoves
    from kartentisch.play.games import game
    from kartentisch.play.match import Match, View
    from kartentisch.play.playouts import playouts
    from kartentisch.play.replay import replay

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
    "View": "play.match",
    "game": "play.games",
    "playouts": "play.playouts",
    "replay": "play.replay",
}

# Two functions share their name with a folder. Python binds a folder's name here when it first imports that folder.
# So the folders are imported first, and the functions are defined after them.
import_module(f"{__name__}.games")
import_module(f"{__name__}.bots")


def games() -> tuple[str, ...]:
    """The names of all games, sorted, including games from other packages (`kartentisch.engine.homes`).

    >>> "solo" in games()
    True
    """
    from kartentisch.play.games import games

    return games()


def bots() -> tuple[str, ...]:
    """The names of all bots, weakest first: each can be the first argument of `Bot`. See docs/bots.md.

    >>> bots()[0], bots()[-1]
    ('random', 'expert')
    """
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
