"""Where the modules of a game are: in the folders of this package, or in another package that brings them.

Every lookup of a part by the name of a game asks `home`. So a game can live in another package, or in the tests.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

_BROUGHT: dict[str, dict[str, str]] = {}


def bring(game: str, **parts: str) -> None:
    """Make a game from another package known by its name to matches, tables, bots and pages, until `forget`.

    `parts`: dotted names of modules. `rules` (with its GAME), `words` and `scenes` are required, `advice` is optional.
    See CONTRIBUTING.md. Raises ValueError for a name that is not an identifier, and for a missing part.
    """
    if not game.isidentifier():
        raise ValueError(f"{game!r} is no name of a game")
    if missing := {"rules", "words", "scenes"} - set(parts):
        raise ValueError(f"{game} brings no {', '.join(sorted(missing))}")
    _BROUGHT[game] = dict(parts)


def forget(game: str) -> None:
    """Make a game from another package unknown again. An unknown name is ignored."""
    _BROUGHT.pop(game, None)


def brought() -> tuple[str, ...]:
    """The names of the games from other packages, in the order in which they came."""
    return tuple(_BROUGHT)


def parts_of(game: str) -> dict[str, str] | None:
    """The parts of a game from another package, as given to `bring`; None for our own games."""
    return _BROUGHT.get(game)


def home(part: str, game: str, package: str) -> str:
    """The dotted name of the module with a part of a game. For our own games it is in `package`.

    "" for a part that a game from another package does not have.
    """
    return _BROUGHT[game].get(part, "") if game in _BROUGHT else f"{package}.{game}"


def load_sheet(game: str, module: str, parts: dict[str, str] | None) -> Any:
    """The rule sheet in a module, for pickles. A game from another package that is unknown here is brought first."""
    if parts is not None and game not in _BROUGHT:
        bring(game, **parts)
    return import_module(module).GAME
