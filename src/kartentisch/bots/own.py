"""Bots of your own: the interface of a bot, and how `./mybot.py:MyBot` is found."""

from __future__ import annotations

import hashlib
import importlib.util
import inspect
import os
import sys
import traceback
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Protocol

from kartentisch.bots.bot import Bot
from kartentisch.bots.levels import LEVELS
from kartentisch.engine.caching import CACHE
from kartentisch.play.match import View


class AnyBot(Protocol):
    """The interface of a bot: `kt.Bot` and any class of yours with this method.

    If the constructor has a parameter `game`, `seed` or `one_round`, it gets the name of the game, a number that
    differs for each seat, order and deal, and whether only the round counts. Each match gets a new bot.
    """

    def choose(self, view: View, seconds: float | None = None) -> str:
        """Return a legal complete move of the view's seat, as text: one of `view.moves()`. `seconds`: the time that the
        bot should take at most, or None for no limit.
        """
        ...


class BotFaultError(ValueError):
    """A bot cannot be found, fails, or plays an illegal move. The text is a sentence."""


def is_own(name: str) -> bool:
    """Whether this name is that of a class in a file, and not that of a level."""
    return ":" in name or name.endswith(".py")


def check(name: str) -> None:
    """Raise ValueError, with a sentence, if there is no such level or class."""
    if is_own(name):
        _maker(name)
    elif name not in LEVELS:
        raise ValueError(f"There is no bot {name!r}; the bots are: {', '.join(LEVELS)}, or your own: ./mybot.py:MyBot.")


def hire(name: str, game: str, seed: int, one_round: bool = False) -> AnyBot:
    """A new bot of a level, or a bot of your own as `./mybot.py:MyBot`, for one match of a game.

    `seed`: a whole number. `one_round`: only the round counts. Raises ValueError, with a sentence, if there is no such
    level or game, and BotFaultError if your own bot cannot be found or made.
    """
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
    """A bot whose failures are raised as BotFaultError with a sentence."""

    def __init__(self, name: str, bot: Any) -> None:
        self._name, self._bot = name, bot

    def choose(self, view: View, seconds: float | None = None) -> str:
        try:
            move = self._bot.choose(view, seconds=seconds)
        except (Exception, SystemExit) as error:
            raise BotFaultError(f"{self._name} failed: {_what(error, self._name)}") from error
        if not isinstance(move, str):
            raise BotFaultError(f"{self._name} chose {move!r}, which is not the text of a move.")
        return move

    @property
    def cuts(self) -> int:
        """The number of moves that the clock has cut short, if the bot counts them as `kt.Bot` does; else 0."""
        counted = getattr(self._bot, "cuts", 0)
        return counted if isinstance(counted, int) else 0


def _named(maker: Any) -> set[str]:
    """The names of the arguments of a bot's constructor; game and seed if it takes any keyword."""
    taken = inspect.signature(maker).parameters
    if any(one.kind is inspect.Parameter.VAR_KEYWORD for one in taken.values()):
        return {"game", "seed"}
    return set(taken)


@cache
def _maker(name: str) -> Callable[..., Any]:
    file, _, kind = name.rpartition(":")
    if not kind or not file or name.endswith(".py"):
        raise BotFaultError(f"{name} must name a file and a class in it: ./mybot.py:MyBot.")
    path = _homes.get(name, Path(file))
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
    """A file as a module. It can import the modules beside it, but not those beside another bot."""
    folder = str(path.parent)
    place = hashlib.blake2b(folder.encode(), digest_size=4).hexdigest()
    spec = importlib.util.spec_from_file_location(f"own_bot_{path.stem}_{place}", path)
    if spec is None or spec.loader is None:
        raise BotFaultError(f"{path.name} is not a Python file.")
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
            sys.path.append(folder)  # for imports that happen only when it plays
        for name in set(sys.modules) - before:
            if (file := str(getattr(sys.modules[name], "__file__", None))).startswith(folder + os.sep):
                del sys.modules[name]  # the next bot may have its own module of that name
                _beside.setdefault(path, []).append(Path(file))
    return module


# ---- On another computer ---------------------------------------------------------------------------------------------

_beside: dict[Path, list[Path]] = {}
"""The files that a bot's file has imported from its own folder."""
_homes: dict[str, Path] = {}
"""Where the files of bots that were brought here are."""


def sources(name: str) -> dict[str, bytes]:
    """The file of a bot, which comes first, and those beside it that it imports, by their paths within its folder."""
    _maker(name)
    path = Path(name.rpartition(":")[0]).resolve()
    return {one.relative_to(path.parent).as_posix(): one.read_bytes() for one in (path, *_beside.get(path, ()))}


def bring(name: str, files: Mapping[str, bytes]) -> None:
    """From now on, load a bot from these files of another computer. They are written to our cache."""
    digest = hashlib.blake2b(repr(sorted(files.items())).encode(), digest_size=8).hexdigest()
    folder = CACHE / "bots" / digest
    for place, content in files.items():
        path = folder / place
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            part = path.with_name(f"{path.name}.{os.getpid()}")
            part.write_bytes(content)
            part.replace(path)  # at once, since other processes may do the same
    _homes[name] = folder / next(iter(files))


def _what(error: BaseException, name: str) -> str:
    """The error as text, with the line of the file in which it arose."""
    file = Path(name.rpartition(":")[0] if is_own(name) and ":" in name else name).name
    said = str(error).strip().split("\n")[0] or "no reason given"
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if Path(frame.filename).name == file]
    where = f" (line {lines[-1]})" if lines else ""
    return f"{type(error).__name__}: {said.rstrip('.')}{where}."
