"""Where the modules of a game stand: in the folders of this package, by its name, or where somebody brings them from.

Every look-up of a part by the name of a game asks `home`. So a game can live in another package, or in the tests.
"""

from __future__ import annotations

_BROUGHT: dict[str, dict[str, str]] = {}


def bring(game: str, **parts: str) -> None:
    """Make a game from elsewhere known by its name, until `forget`.

    The parts are dotted names of modules: `rules` with its GAME, `words`, `scenes`, and `advice` where it has some.
    """
    if not game.isidentifier():
        raise ValueError(f"{game!r} is no name of a game")
    if missing := {"rules", "words", "scenes"} - set(parts):
        raise ValueError(f"{game} brings no {', '.join(sorted(missing))}")
    _BROUGHT[game] = dict(parts)


def forget(game: str) -> None:
    """It is known no more."""
    _BROUGHT.pop(game, None)


def brought() -> tuple[str, ...]:
    """The names of the games from elsewhere."""
    return tuple(_BROUGHT)


def parts_of(game: str) -> dict[str, str] | None:
    """Where the parts of a game from elsewhere stand; None for ours."""
    return _BROUGHT.get(game)


def home(part: str, game: str, package: str) -> str:
    """The dotted name of a part of a game: in `package` for ours."""
    return _BROUGHT[game].get(part, "") if game in _BROUGHT else f"{package}.{game}"
