"""Cards, moves, refusals and log lines in words, in the reader's language, for browser, terminal and library alike."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import Any, cast

from kartentisch.engine.game import Game
from kartentisch.engine.homes import home
from kartentisch.engine.reasons import Reason
from kartentisch.words import shared
from kartentisch.words.language import Language
from kartentisch.words.question import Desk
from kartentisch.words.shared import Names, Words
from kartentisch.words.sheet import Sheet

__all__ = ["changed", "desk", "of", "reason", "score_sheet"]

_OWN = ("language", "question", "shared", "sheet")


def of(game_name: str) -> Words:
    """The words of a game. Raises ValueError if there are none."""
    return _of(game_name, home("words", game_name, __name__))


@cache
def _of(game_name: str, module: str) -> Words:
    if not game_name.isidentifier() or game_name in _OWN:
        raise ValueError(f"{game_name!r} is no name of a game")
    try:
        return cast(Words, import_module(module))
    except ModuleNotFoundError as error:
        raise ValueError(f"there are no words for {game_name!r}") from error


def score_sheet(game_name: str) -> Sheet:
    """The score sheet of a game, for people with real cards. Raises ValueError if it has none."""
    found: Sheet | None = getattr(of(game_name), "SHEET", None)
    if found is None:
        raise ValueError(f"{game_name!r} has no score sheet")
    return found


def desk(game_name: str) -> Desk | None:
    """What can be asked about a game at the desk; None for a game from elsewhere that declares no questions.

    Raises ValueError for a game without words.
    """
    of(game_name)
    return _desk(f"{home('words', game_name, __name__)}.questions")


@cache
def _desk(module: str) -> Desk | None:
    try:
        return cast(Desk, import_module(module).DESK)
    except ModuleNotFoundError as error:
        if error.name != module:
            raise
        return None


def reason(t: Language, game_name: str, why: Reason, names: Names = None) -> str:
    """Why an ask is refused: the game's own sentence if it has one, else the shared one."""
    return of(game_name).reason(t, why, names) or shared.reason(t, why, names)


def changed(t: Language, game: Game, options: Mapping[str, Any]) -> list[str]:
    """The options that differ from their defaults, in words: "Rounds: 5 rounds"."""
    said = of(game.name)
    return [
        f"{said.option(t, option.name)[0]}: {said.option_value(t, option.name, options[option.name])}"
        for option in game.options.values()
        if option.name in options and options[option.name] != option.default
    ]
