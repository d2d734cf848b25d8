"""Code that the commands share: the terminal, the reader's language, files, options, and mistakes.

Imports happen when they are needed, so that `--help` appears at once.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console

    from kartentisch.words.language import Language


class MistakeError(Exception):
    """A mistake of the user, as one sentence."""


@contextmanager
def mistakes(t: Language | None = None) -> Iterator[None]:
    """Turn refusals by the library in this block into mistakes of the user, in language `t` if it has the words."""
    try:
        yield
    except ValueError as error:
        from kartentisch.play.errors import said
        from kartentisch.words.language import language

        raise MistakeError(said(error, t or language("en"))) from error


@contextmanager
def writing(out: Path) -> Iterator[None]:
    """Turn failures to write in this block into mistakes of the user."""
    try:
        yield
    except OSError as error:
        raise MistakeError(f"{out} cannot be written to: {error.strerror or error}.") from error


def console(*, stderr: bool = False) -> Console:
    """The terminal as it is now."""
    from rich.console import Console

    return Console(stderr=stderr, highlight=False, markup=False, emoji=False)


def reader(code: str | None) -> Language:
    """The requested language, else that of the terminal, else English."""
    from kartentisch.words.language import LANGUAGES, language

    if code is None:
        named = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
        code = named[:2] if named[:2] in LANGUAGES else "en"
    with mistakes():
        return language(code)


def text_of(name: str) -> str:
    """The text of a file. `-` means the standard input."""
    try:
        return sys.stdin.read() if name == "-" else Path(name).read_bytes().decode("utf-8")
    except UnicodeDecodeError as error:
        raise MistakeError(f"{name} is no text.") from error
    except OSError as error:
        raise MistakeError(f"{name} cannot be read: {error.strerror or error}.") from error


def chosen(pairs: Sequence[str], whole: str | None) -> dict[str, Any]:
    """Options from a JSON object and from `name=value` pairs, whose values are JSON or plain words."""
    options: Any = {} if whole is None else _json(whole)
    if not isinstance(options, dict):
        raise MistakeError("--options must be a JSON object.")
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise MistakeError(f"--option must be name=value, not {pair!r}.")
        try:
            options[name] = json.loads(value)
        except ValueError:
            options[name] = value
    return options


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise MistakeError(f"--options must be a JSON object: {error}.") from error


def said_bots(text: str) -> tuple[str, ...]:
    """The names of bots in a text that separates them by commas."""
    return tuple(name.strip() for name in text.split(","))


@contextmanager
def counting(total: int, what: str) -> Iterator[Callable[[float], None]]:
    """A progress bar with the time left, shown only on a terminal. Call the yielded function with the number done."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    out = Console(stderr=True, highlight=False, markup=False, emoji=False)
    with Progress(*columns, console=out, transient=True, disable=not out.is_terminal) as progress:
        line = progress.add_task(what, total=total)
        yield lambda done: progress.update(line, completed=done)


def warm_up(out: Console, game: str, *, playouts: bool = False, levels: Sequence[str] = ()) -> None:
    """Compile the rules of a game, and the search if a level needs it. A line says so if this takes a while."""
    from rich.progress import Progress, SpinnerColumn, TextColumn

    from kartentisch.bots.levels import LEVELS, searches
    from kartentisch.bots.ready import prepare, prepared
    from kartentisch.engine.warm import warm
    from kartentisch.play.games import sheet

    columns = SpinnerColumn(), TextColumn("{task.description}")
    with Progress(*columns, console=out, transient=True, disable=not out.is_terminal) as progress:
        line = progress.add_task("")
        for name, cached in warm(sheet(game), playouts=playouts):
            if not cached:
                progress.update(line, description=f"Compiling the rules, once for this computer: {name} ...")
        if any(level in LEVELS and searches(level) for level in levels):
            if not prepared(sheet(game)):
                progress.update(line, description="Compiling the bots' search, once for this computer: a minute ...")
            prepare(sheet(game))
