"""Where a long run is made, and what is kept of it: the options that `arena`, `study` and `review` share."""

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
        help="Work on a Ray cluster: ray joins the one of this computer, or starts one; ray://HOST:PORT joins one from "
        "outside. Needs kartentisch[ray].",
    ),
]
Workers = Annotated[int | None, typer.Option(min=1, help="Processes; by default one per core.")]
Keep = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help="Write each result to this file. The same command goes on there after it was stopped or killed.",
    ),
]


@dataclass
class Asked:
    """What was said on the command line about where to play, and what to keep."""

    on: str | None
    workers: int | None
    keep: Path | None


@dataclass(frozen=True)
class Results:
    """What a command makes: the first line of a file that keeps it, and the type of each result."""

    head: Callable[[], dict[str, Any]]
    kind: Any
    key: Callable[[Any], object] | None = None
    """As in `bots.keeping.Keeper`."""
    made: str = "the deals were played"


@contextmanager
def working(
    asked: Asked, results: Results, prepare: Callable[[], object], bots: Sequence[str] = ()
) -> Iterator[Engine]:
    """An engine for this block. At the end, a line says how many processes were lost.

    `prepare` and `bots` are those of `bots.on_ray.RayEngine`.
    """
    from kartentisch.bots.keeping import Keeper

    with _place(asked, prepare, bots) as engine:
        if asked.keep is None:
            yield engine
        else:
            with closing(Keeper(engine, asked.keep, results.head(), results.kind, results.key)) as keeper:
                yield keeper
    if engine.lost:
        some = "1 worker process" if engine.lost == 1 else f"{engine.lost} worker processes"
        print(f"{some} ended too early; {results.made} again, so the result is complete.", file=sys.stderr)


@contextmanager
def _place(asked: Asked, prepare: Callable[[], object], bots: Sequence[str]) -> Iterator[Engine]:
    workers = workers_of(asked.workers)
    if asked.on is None:
        from kartentisch.bots.workers import LocalEngine

        yield LocalEngine(workers)
    elif asked.on == "ray" or asked.on.startswith("ray://"):
        from kartentisch.bots.on_ray import RayEngine

        address = None if asked.on == "ray" else asked.on
        with RayEngine(address, workers, prepare, bots) as engine:
            yield engine
    else:
        raise MistakeError(f"--on cannot be {asked.on!r}; allowed are ray and ray://HOST:PORT.")


def players(game: str, bots: Sequence[str]) -> Callable[[], object]:
    """What prepares a process for deals of these bots."""
    from kartentisch.bots.compiling import ready
    from kartentisch.bots.levels import LEVELS, searches

    return partial(ready, game, any(bot in LEVELS and searches(bot) for bot in bots))


def workers_of(number: int | None) -> int:
    """The number of processes: the given one, else the number of cores."""
    from kartentisch.bots.compiling import cores

    return cores() if number is None else number


def mixture(kinds: set[str], made: str = "the deals were played") -> str:
    """A sentence about results from different kinds of processors, which may round differently. Empty if they agree."""
    if len(kinds) < 2:
        return ""
    return (
        f"{made[0].upper()}{made[1:]} on different kinds of processors ({', '.join(sorted(kinds))}), which may round "
        "differently: another mixture may give another result."
    )
