"""`kartentisch study GAME`: a report on a game, played by bots."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kartentisch.cli.engines import Asked, Keep, On, Results, Workers, players, working
from kartentisch.cli.screen import console, counting, mistakes, warm_up, writing

if TYPE_CHECKING:
    from kartentisch.bots.studying import Study


def study(
    game: Annotated[str, typer.Argument(help="The game; a wrong name lists all games.")],
    deals: Annotated[int, typer.Option(min=8, help="Rounds for each figure; an eighth as many matches.")] = 400,
    level: Annotated[str, typer.Option(help="The bot that plays.")] = "greedy",
    against: Annotated[str, typer.Option(help="The weaker bot that plays against it.")] = "random",
    out: Annotated[Path, typer.Option(metavar="DIR", help="The folder for the report and its plots.")] = Path(),
    seed: Annotated[int, typer.Option(help="A number; the same seed gives the same report.")] = 0,
    workers: Workers = None,
    on: On = None,
    keep: Keep = None,
    seconds: Annotated[
        float | None,
        typer.Option(min=0.001, help="A time limit for each move of a bot that searches; by default none."),
    ] = None,
) -> None:
    """Write a report on a game: how seats, length, skill and options matter."""
    from kartentisch.bots.arena import Play
    from kartentisch.bots.studying import Study, find, planned
    from kartentisch.cli.report import files
    from kartentisch.play.games import sheet

    with mistakes():
        plan = Study(sheet(game).name, level, against, deals, seed, seconds)
        plan.uneven(plan.usual).check()
    with writing(out):  # checked before playing, as a study takes an hour
        out.mkdir(parents=True, exist_ok=True)
        TemporaryFile(dir=out).close()
    asked, bots = Asked(on, workers, keep), (level, against)
    with mistakes(), working(asked, Results(lambda: _head(plan), list[Play]), players(game, bots), bots) as engine:
        warm_up(console(), game, levels=bots)
        with counting(planned(plan), "deals") as progress:
            written = files(find(plan, engine=engine, progress=progress))
    with writing(out):
        for name, text in written.items():
            (out / name).write_text(text, encoding="utf-8", newline="\n")
    console().print(f"Written: {', '.join(str(out / name) for name in written)}.", soft_wrap=True)


def _head(plan: Study) -> dict[str, Any]:
    from kartentisch.bots.keeping import head

    said = {"level": plan.level, "against": plan.against, "deals": plan.deals, "seed": plan.seed}
    return head("study", plan.game, (plan.level, plan.against), **said, seconds=plan.seconds)
