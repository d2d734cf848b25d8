"""`kartentisch warm`: compile everything for this computer before anyone waits for it."""

from __future__ import annotations

from typing import Annotated

import typer

from kartentisch.cli.screen import MistakeError, console, mistakes


def warm(
    game: Annotated[list[str] | None, typer.Option("--game", help="Only this game; may be repeated.")] = None,
    search: Annotated[bool, typer.Option(help="Also compile the search of the bots that think.")] = True,
) -> None:
    """Compile the rules and the bots' search of all games, once for this computer and this version."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    from kartentisch.bots.compiling import Compilation, CompilingFailed
    from kartentisch.play.games import games, sheet

    with mistakes():
        names = [sheet(name).name for name in game or games()]
    compilation = Compilation(names, search=search)
    if compilation.done:
        console().print("Everything is compiled already.")
        return
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
    console().print(f"Compiled: {', '.join(names)}.")
