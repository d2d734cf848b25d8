"""Games by name: every rule sheet in `kartentisch.games`, and games from other packages (`engine.homes`)."""

from __future__ import annotations

import pkgutil
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any

from kartentisch import words
from kartentisch.engine import homes
from kartentisch.engine.game import Game
from kartentisch.engine.reasons import Reason
from kartentisch.engine.rounds import MOST
from kartentisch.play.errors import refuse
from kartentisch.words.language import language


@dataclass(frozen=True)
class Option:
    """An option of a game."""

    default: Any
    """A JSON value."""
    allowed: str
    """The values that may be chosen, in short form: "1-99", "true, false"."""
    meaning: str
    """What it means, in English."""


@dataclass(frozen=True)
class Rules:
    """A game in short."""

    name: str
    """The name that `Match` and every other function takes."""
    title: str
    """The name as its publisher writes it."""
    goal: str
    """A description in one or two sentences, in English."""
    seats: range
    """How many people can play."""
    options: dict[str, Option]
    """The options by name."""
    rules: int
    """The newest rules number, used by new matches."""
    wins: str
    """"most" or "fewest": which points win."""
    oldest: int = 1
    """The oldest rules number that can still be played."""


def games() -> tuple[str, ...]:
    """The names of all games, sorted."""
    return tuple(sorted({*_ours(), *homes.brought()}))


@cache
def _ours() -> tuple[str, ...]:
    package = import_module("kartentisch.games")
    return tuple(sorted(name for _, name, _ in pkgutil.iter_modules(package.__path__) if not name.startswith("_")))


@cache
def _sheet(name: str, module: str) -> Game:
    game = import_module(module).GAME
    if not isinstance(game, Game) or game.name != name:
        raise TypeError(f"{module} must have a GAME of the name {name}")
    return game


def sheet(name: Any) -> Game:
    """The rule sheet of a game as the engine uses it. Raises ValueError with a sentence for an unknown name."""
    if not isinstance(name, str) or name not in games():
        refuse(Reason("game_unknown", {"game": name, "allowed": ", ".join(games())}))
    return _sheet(name, homes.home("rules", name, "kartentisch.games"))


def game(name: str) -> Rules:
    """A game in short. Raises ValueError with a sentence for an unknown name.

    >>> import kartentisch as kt
    >>> kt.game(kt.games()[0]).options["rounds"].allowed
    '1-99'
    """
    rules = sheet(name)
    t, said = language("en"), words.of(rules.name)
    return Rules(
        name=rules.name,
        title=said.title,
        goal=said.goal(t),
        seats=rules.seats,
        options={
            option.name: Option(option.default, option.allowed(), said.option(t, option.name)[1])
            for option in rules.options.values()
        },
        rules=rules.rules,
        wins="most" if rules.wins == MOST else "fewest",
        oldest=rules.oldest,
    )
