"""`kartentisch warm`: compile everything for this computer before anyone waits for it."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Annotated

import typer

from kartentisch.cli.screen import MistakeError, console, mistakes


def warm(
    game: Annotated[list[str] | None, typer.Option("--game", help="Only this game; may be repeated.")] = None,
    search: Annotated[bool, typer.Option(help="Also compile the search of the bots that think.")] = True,
) -> None:
    """Compile the rules and the bots' search of all games, once for this computer and this version."""
    from kartentisch.play.games import games, sheet

    with mistakes():
        names = [sheet(name).name for name in game or games()]
    if compile_all(names, search):
        console().print(f"Compiled: {', '.join(names)}.")
    else:
        console().print("Everything is compiled already.")


def compile_all(names: Sequence[str], search: bool, before: str = "") -> bool:
    """Compile what is not compiled yet, while a line on the terminal shows the progress. Whether there was anything.

    `before`: a sentence to print first if there is.
    """
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    from kartentisch.bots.compiling import Compilation, CompilingFailed

    compilation = Compilation(names, search=search)
    if compilation.done:
        return False
    if before:
        print(before, file=sys.stderr, flush=True)
    out = Console(stderr=True, highlight=False, markup=False, emoji=False)
    columns = TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn()
    with Progress(*columns, console=out, transient=True, disable=not out.is_terminal) as progress:
        bar = progress.add_task("Compiling", total=1.0)
        compilation.start()
        try:
            compilation.wait(lambda share: progress.update(bar, completed=share))
        except CompilingFailed as error:
            raise MistakeError(f"Not everything could be compiled: {error}.") from error
        finally:
            compilation.close()
    return True
