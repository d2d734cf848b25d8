"""`kartentisch bench`: how fast the rules run here."""

from __future__ import annotations

import json
import platform
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from statistics import median
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kartentisch.cli.screen import MistakeError, console, mistakes, warm_up

if TYPE_CHECKING:
    from kartentisch.cli.figures import Figure

_WEB = "kartentisch.cli.bench_web"
"""The module with `measure(runs: int) -> list[Figure]`, which measures how fast the web table answers."""


def bench(
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")] = False,
    game: Annotated[list[str] | None, typer.Option(help="Only this game; may be repeated.")] = None,
    runs: Annotated[int, typer.Option(help="Each figure is the median of this many runs.", min=1, max=99)] = 5,
    size: Annotated[int, typer.Option(help="Moves or steps in one measurement from Python.", min=100)] = 20_000,
    web: Annotated[bool, typer.Option("--web", help="Measure the web table too.")] = False,
    search: Annotated[bool, typer.Option("--search", help="Measure the search of the bots instead.")] = False,
) -> None:
    """Measure random rounds, Match.play, the rules step by step, and copies of a match, all on one core."""
    from kartentisch.play.games import games, sheet

    with mistakes():
        names = [sheet(name).name for name in game or games()]
    if web and find_spec(_WEB) is None:
        raise MistakeError("The web table cannot be measured here.")
    for name in names:
        warm_up(console(), name, playouts=True)
    stick, figures = _search(names, runs, size) if search else _rules(names, runs, size)
    if web:
        figures += import_module(_WEB).measure(runs)
    if as_json:
        print(json.dumps(_as_json(stick, figures, runs), indent=2))
    else:
        _print(stick, figures, runs)


def _rules(names: list[str], runs: int, size: int) -> tuple[float | None, list[Figure]]:
    """Measure all figures once, then all again, so that a slow moment of the machine affects all of them alike."""
    from kartentisch.cli import figures
    from kartentisch.play.games import sheet

    stick = figures.yardstick()
    measures: list[tuple[str, str, int, str, Callable[[], float]]] = []
    for name in names:
        seats = sheet(name).seats
        middle = 4 if 4 in seats else seats.start
        for number in seats:
            measures.append(
                ("random rounds", name, number, "steps/s", figures.random_rounds(name, number, max(1, size // 20)))
            )
        measures.append(("Match.play", name, middle, "moves/s", figures.match_play(name, middle, size // 10)))
        measures.append(("from Python", name, middle, "steps/s", figures.verbs(name, middle, size)))
        copies = figures.copied(name, middle, figures.MOVES)
        measures += [(what, name, middle, "µs", measure) for what, measure in copies.items()]
    sticks: list[float] = []
    rates: list[list[float]] = [[] for _ in measures]
    for _ in range(runs):
        if stick is not None:
            sticks.append(stick())
        for rate, measure in zip(rates, measures, strict=True):
            rate.append(measure[4]())
    whole = median(sticks) if sticks else None
    found = []
    for rate, (what, name, number, unit, _) in zip(rates, measures, strict=True):
        ratio = median(rate) / whole if whole and what == "random rounds" else None
        found.append(figures.Figure(what, name, number, unit, median(rate), ratio))
    return whole, found


def _search(names: list[str], runs: int, size: int) -> tuple[None, list[Figure]]:
    """Measure iterations of the search, and their ratio to the playouts possible in the same time."""
    from kartentisch.cli import figures
    from kartentisch.play.games import sheet

    pairs = [
        (name, seats, *figures.searched(name, seats, size))
        for name in names
        for seats in sorted({sheet(name).seats.start, 4 if 4 in sheet(name).seats else sheet(name).seats.stop - 1})
    ]
    rates = [[(search(), bare()) for _, _, search, bare in pairs] for _ in range(runs)]
    found = []
    for place, (name, seats, _, _) in enumerate(pairs):
        iterations, playouts = (median(run[place][which] for run in rates) for which in (0, 1))
        share = median(run[place][0] / run[place][1] for run in rates)
        found.append(figures.Figure("search iterations", name, seats, "iterations/s", iterations, share))
        found.append(figures.Figure("bare playouts", name, seats, "playouts/s", playouts))
    return None, found


def _as_json(stick: float | None, figures: list[Figure], runs: int) -> dict[str, Any]:
    from dataclasses import asdict

    return {
        "runs": runs,
        "python": platform.python_version(),
        "machine": platform.machine(),
        "yardstick": stick,
        "figures": [asdict(figure) for figure in figures],
    }


def _print(stick: float | None, figures: list[Figure], runs: int) -> None:
    from rich.table import Table

    out = console()
    table = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0))
    for head in ("", "game", "seats"):
        table.add_column(head)
    for head in ("a second", "", "yardstick" if stick is not None else "share"):
        table.add_column(head, justify="left" if head == "" else "right")
    for figure in figures:
        ratio = "" if figure.ratio is None else f"x {figure.ratio:.2f}"
        unit, seats = figure.unit.removesuffix("/s"), str(figure.seats or "")
        table.add_row(figure.what, figure.game, seats, f"{figure.rate:,.0f}", unit, ratio)
    out.print(table)
    if any(figure.what == "search iterations" for figure in figures):
        out.print(f"Share: of the bare playouts from the same position. Medians of {runs}.", soft_wrap=True)
    elif stick is None:
        out.print("No yardstick: it comes with the sources only.", soft_wrap=True)
    else:
        out.print(f"The yardstick makes {stick:,.0f} steps a second. Medians of {runs}.", soft_wrap=True)
