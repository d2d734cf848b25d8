"""`kartentisch study GAME`: a report on a game, played by bots."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile
from typing import Annotated

import typer

from kartentisch.cli.arena import workers_of
from kartentisch.cli.screen import MistakeError, console, counting, mistakes, warm_up


def study(
    game: Annotated[str, typer.Argument(help="The game; a wrong name is answered with all of them.")],
    deals: Annotated[int, typer.Option(min=8, help="Rounds for each figure, and an eighth of it of matches.")] = 400,
    level: Annotated[str, typer.Option(help="The bot that plays.")] = "greedy",
    against: Annotated[str, typer.Option(help="The weaker bot that it is measured against.")] = "random",
    out: Annotated[Path, typer.Option(metavar="DIR", help="The folder for the report and its plots.")] = Path(),
    seed: Annotated[int, typer.Option(help="A number: the same one brings the same report.")] = 0,
    workers: Annotated[int | None, typer.Option(min=1, help="Processes; one for each core if not said.")] = None,
    seconds: Annotated[
        float | None, typer.Option(min=0.001, help="A clock for each move of a bot that searches; none if not said.")
    ] = None,
) -> None:
    """Write a report: what seats, length, skill and options come to in a game."""
    from kartentisch.bots.studying import Study, find, planned
    from kartentisch.cli.report import files
    from kartentisch.play.games import sheet

    with mistakes():
        plan = Study(sheet(game).name, level, against, deals, seed, seconds)
        plan.uneven(plan.usual).check()
    with _writing(out):  # checked before playing, as a study takes an hour
        out.mkdir(parents=True, exist_ok=True)
        TemporaryFile(dir=out).close()
    warm_up(console(), game, levels=(level, against))
    with mistakes(), counting(planned(plan), "deals") as progress:
        written = files(find(plan, workers=workers_of(workers), progress=progress))
    with _writing(out):
        for name, text in written.items():
            (out / name).write_text(text, encoding="utf-8", newline="\n")
    console().print(f"Written: {', '.join(str(out / name) for name in written)}.", soft_wrap=True)


@contextmanager
def _writing(out: Path) -> Iterator[None]:
    """Turn failures to write in this block into mistakes of the user."""
    try:
        yield
    except OSError as error:
        raise MistakeError(f"{out} cannot be written to: {error.strerror or error}.") from error
