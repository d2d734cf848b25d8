"""Bots of one's own: what a bot is, and how one is found by `./mybot.py:MyBot`."""

from __future__ import annotations

import hashlib
import importlib.util
import inspect
import os
import sys
import traceback
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Protocol

from kartentisch.bots.bot import Bot
from kartentisch.bots.levels import LEVELS
from kartentisch.play.view import View


class AnyBot(Protocol):
    """What a bot is: `kt.Bot` is one, and any class of yours with this method.

    Of `game`, `seed` and `one_round` it is made with those that its constructor names: the name of the game, a number
    that is another one for each seat, order and deal, and whether the round is all that counts. A new one is made for
    each match.
    """

    def choose(self, view: View, seconds: float | None = None) -> str:
        """A legal complete move of the seat whose view it is: one of `view.moves()`.

        `seconds`: how long it may think, where somebody has said so.
        """
        ...


class BotFaultError(ValueError):
    """A bot that cannot be found, fails, or plays what is no legal move, in a sentence."""


def is_own(name: str) -> bool:
    """Whether this names a class in a file rather than a level."""
    return ":" in name or name.endswith(".py")


def check(name: str) -> None:
    """Raise ValueError with a sentence unless there is such a bot."""
    if is_own(name):
        _maker(name)
    elif name not in LEVELS:
        raise ValueError(f"There is no bot {name!r}; the bots are: {', '.join(LEVELS)}, or your own: ./mybot.py:MyBot.")


def hire(name: str, game: str, seed: int, one_round: bool = False) -> AnyBot:
    """A bot of a level, or of one's own; raises ValueError with a sentence."""
    if not is_own(name):
        return Bot(name, game, seed=seed, one_round=one_round)
    maker = _maker(name)
    given = {"game": game, "seed": seed, "one_round": one_round}
    try:
        bot = maker(**{key: value for key, value in given.items() if key in _named(maker)})
    except (Exception, SystemExit) as error:
        raise BotFaultError(f"{name} cannot be made: {_what(error, name)}") from error
    return _Guarded(name, bot)


class _Guarded:
    """A bot whose faults are sentences, to leave the program one of them."""

    def __init__(self, name: str, bot: Any) -> None:
        self._name, self._bot = name, bot

    def choose(self, view: View, seconds: float | None = None) -> str:
        try:
            move = self._bot.choose(view, seconds=seconds)
        except (Exception, SystemExit) as error:
            raise BotFaultError(f"{self._name} failed: {_what(error, self._name)}") from error
        if not isinstance(move, str):
            raise BotFaultError(f"{self._name} chose {move!r}, which is no text of a move.")
        return move

    @property
    def cuts(self) -> int:
        """Of its moves those that the clock has cut short, if it counts them as `kt.Bot` does."""
        counted = getattr(self._bot, "cuts", 0)
        return counted if isinstance(counted, int) else 0


def _named(maker: Any) -> set[str]:
    """The arguments that it takes by name; game and seed, where it takes any."""
    taken = inspect.signature(maker).parameters
    if any(one.kind is inspect.Parameter.VAR_KEYWORD for one in taken.values()):
        return {"game", "seed"}
    return set(taken)


@cache
def _maker(name: str) -> Callable[..., Any]:
    file, _, kind = name.rpartition(":")
    if not kind or not file or name.endswith(".py"):
        raise BotFaultError(f"{name} must name a file and a class in it: ./mybot.py:MyBot.")
    path = Path(file)
    if not path.is_file():
        raise BotFaultError(f"There is no file {file} for the bot {name}.")
    found = getattr(_module(path.resolve()), kind, None)
    if not inspect.isclass(found):
        raise BotFaultError(f"{file} has no class {kind}.")
    if not callable(getattr(found, "choose", None)):
        raise BotFaultError(f"{kind} in {file} has no method choose(view, seconds=None).")
    return found


@cache
def _module(path: Path) -> Any:
    """A file as a module; it finds the modules that lie beside it, and not those beside another bot."""
    folder = str(path.parent)
    place = hashlib.blake2b(folder.encode(), digest_size=4).hexdigest()
    spec = importlib.util.spec_from_file_location(f"own_bot_{path.stem}_{place}", path)
    if spec is None or spec.loader is None:
        raise BotFaultError(f"{path.name} is no Python file.")
    module = sys.modules[spec.name] = importlib.util.module_from_spec(spec)
    before = set(sys.modules)
    sys.path.insert(0, folder)
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[spec.name]
        raise BotFaultError(f"{path.name} cannot be loaded: {_what(error, path.name)}") from error
    finally:
        sys.path.remove(folder)
        if folder not in sys.path:
            sys.path.append(folder)  # for what it imports only when it plays
        for name in set(sys.modules) - before:
            if str(getattr(sys.modules[name], "__file__", None)).startswith(folder + os.sep):
                del sys.modules[name]  # the next bot has its own of that name
    return module


def _what(error: BaseException, name: str) -> str:
    """What went wrong, and in which line of the file."""
    file = Path(name.rpartition(":")[0] if is_own(name) and ":" in name else name).name
    said = str(error).strip().split("\n")[0] or "no word why"
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if Path(frame.filename).name == file]
    where = f" (line {lines[-1]})" if lines else ""
    return f"{type(error).__name__}: {said.rstrip('.')}{where}."
