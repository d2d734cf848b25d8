"""Where a long run is played, and what is kept of it: the options that `arena` and `study` share."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kartentisch.cli.screen import MistakeError

if TYPE_CHECKING:
    from kartentisch.bots.workers import Engine

On = Annotated[
    str | None,
    typer.Option(
        metavar="ray",
        help="Play on a Ray cluster: ray joins the one of this computer, or starts one; ray://HOST:PORT joins one from "
        "outside. Needs kartentisch[ray].",
    ),
]
Workers = Annotated[int | None, typer.Option(min=1, help="Processes; by default one per core.")]
Keep = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help="Write each deal to this file. The same command goes on there after it was stopped or killed.",
    ),
]


@dataclass
class Asked:
    """What was said on the command line about where to play, and what to keep."""

    on: str | None
    workers: int | None
    keep: Path | None


@contextmanager
def working(
    asked: Asked, head: Callable[[], dict[str, Any]], kind: Any, game: str, bots: Sequence[str]
) -> Iterator[Engine]:
    """An engine for this block. If deals are kept, `head` makes the first line of the file, and they are of this kind.

    At the end, a line says how many processes were lost.
    """
    from kartentisch.bots.keeping import Keeper

    with _place(asked, game, bots) as engine:
        if asked.keep is None:
            yield engine
        else:
            with closing(Keeper(engine, asked.keep, head(), kind)) as keeper:
                yield keeper
    if engine.lost:
        some = "1 worker process" if engine.lost == 1 else f"{engine.lost} worker processes"
        print(f"{some} ended too early; the deals were played again, so the result is complete.", file=sys.stderr)


@contextmanager
def _place(asked: Asked, game: str, bots: Sequence[str]) -> Iterator[Engine]:
    workers = workers_of(asked.workers)
    if asked.on is None:
        from kartentisch.bots.workers import LocalEngine

        yield LocalEngine(workers)
    elif asked.on == "ray" or asked.on.startswith("ray://"):
        from kartentisch.bots.compiling import ready
        from kartentisch.bots.levels import LEVELS, searches
        from kartentisch.bots.on_ray import RayEngine

        search = any(bot in LEVELS and searches(bot) for bot in bots)
        address = None if asked.on == "ray" else asked.on
        with RayEngine(address, workers, partial(ready, game, search), bots) as engine:
            yield engine
    else:
        raise MistakeError(f"--on cannot be {asked.on!r}; allowed are ray and ray://HOST:PORT.")


def workers_of(number: int | None) -> int:
    """The number of processes: the given one, else the number of cores."""
    from kartentisch.bots.compiling import cores

    return cores() if number is None else number


def mixture(kinds: set[str]) -> str:
    """A sentence about results from different kinds of processors, which may round differently. Empty if they agree."""
    if len(kinds) < 2:
        return ""
    return (
        f"The deals were played on different kinds of processors ({', '.join(sorted(kinds))}), which may round "
        "differently: another mixture may give another result."
    )
