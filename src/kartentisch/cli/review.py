"""`kartentisch review RECORD…`: many finished matches, judged as the page of a table does it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, BinaryIO, TextIO

import typer

from kartentisch.cli.engines import Asked, Keep, On, Results, Workers, mixture, workers_of, working
from kartentisch.cli.screen import MistakeError, console, counting, mistakes, warm_up, writing

if TYPE_CHECKING:
    from rich.console import Console

    from kartentisch.bots.bulk import Reviewed
    from kartentisch.bots.workers import Engine
    from kartentisch.cli.records import Given

ROWS = 20
"""The most records that get a row of their own on the terminal."""
CLEAR = 2.0
"""The number of standard errors from which a loss is called clear."""
MADE = "the reviews were made"


def review(
    records: Annotated[
        list[str],
        typer.Argument(
            metavar="RECORD...",
            help="Records, folders of them (.txt, .jsonl), or JSON lines (.jsonl) with a record each; - reads standard "
            "input.",
        ),
    ],
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the reviews to this file, a line of JSON each.")
    ] = None,
    deals: Annotated[int, typer.Option(min=2, help="Deals for each decision; a long match gets fewer.")] = 1000,
    iterations: Annotated[
        int, typer.Option(min=1, help="Iterations of the search that finds the likely moves of a decision.")
    ] = 2000,
    workers: Workers = None,
    on: On = None,
    keep: Keep = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the reviews as JSON lines, not a summary.")] = False,
) -> None:
    """Review finished matches: what each decision cost, and the parts that luck and the others had in a result."""
    from kartentisch.bots.bulk import Reviewed, all_ready, digest_of, games_of, reviewed
    from kartentisch.cli.records import files, read

    named = files(records)
    if out is not None:
        _check(out, [*named, *([] if keep is None else [str(keep)])])
    found = read(named)
    games = games_of(one.text for one in found)
    asked = Asked(on, min(workers_of(workers), max(1, len(found))), keep)
    results = Results(lambda: _head(deals, iterations), Reviewed, digest_of, MADE)
    summary = Summary(len(found))
    screen = sys.stdout if as_json else None  # a cluster is joined without it
    with mistakes(), working(asked, results, partial(all_ready, games)) as engine, _output(out, screen) as tell:
        for game in games:
            warm_up(console(stderr=as_json), game, levels=("expert",))
        work = partial(reviewed, deals=deals, iterations=iterations)
        _make(found, work, engine, on is None and asked.workers == 1, summary, tell)
    if not as_json:
        summary.print(console())
        if out is not None:
            console().print(f"Written: {out}.", soft_wrap=True)
    for fault in summary.faults:
        print(fault, file=sys.stderr)
    if summary.stopped:
        raise KeyboardInterrupt
    if summary.faults:
        raise typer.Exit(1)


def _head(deals: int, iterations: int) -> dict[str, Any]:
    from kartentisch.bots.keeping import plain_head

    return plain_head("review", deals=deals, iterations=iterations)


def _check(out: Path, others: list[str]) -> None:
    """Refuse a file that is something else already."""
    if out.exists() and not out.is_file():
        raise MistakeError(f"{out} is not a plain file.")
    for other in others:
        if out.resolve() == Path(other).resolve():
            raise MistakeError(f"--out cannot be {out}: the same command reads this file.")


@contextmanager
def _output(out: Path | None, screen: TextIO | None) -> Iterator[Callable[[bytes], None]]:
    """What takes each line of JSON. The file is there once all of them are, or as many as there were at Ctrl+C."""
    if out is None:
        yield lambda text: _tell(text, None, screen)
        return
    part = out.with_name(f"{out.name}.part")
    with writing(out):
        file = part.open("wb")
    try:
        with file:
            yield lambda text: _tell(text, file, screen)
        with writing(out):
            part.replace(out)
    finally:
        part.unlink(missing_ok=True)


def _tell(text: bytes, file: BinaryIO | None, screen: TextIO | None) -> None:
    if file is not None:
        with writing(Path(file.name.removesuffix(".part"))):
            file.write(text)
            file.flush()  # a full disk is noticed here
    if screen is not None:
        screen.write(text.decode())


def _make(
    found: list[Given],
    work: partial[Reviewed],
    engine: Engine,
    alone: bool,
    summary: Summary,
    tell: Callable[[bytes], None],
) -> None:
    """Make all reviews, or as many as there are at Ctrl+C. `alone`: in this process, which knows how far it is."""
    from kartentisch.bots.bulk import Reviewed, task

    try:
        with counting(len(found), "reviews") as progress:
            if alone:
                work = partial(work, progress=lambda done, of: progress(summary.told + done / of))
            tasks = (task(one.text) for one in found if not one.fault)
            with closing(engine.in_order(work, tasks)) as answers:  # type: ignore[type-var]
                for one in found:
                    what = Reviewed("", one.fault) if one.fault else next(answers)
                    tell(line(one, what, engine.processor))
                    summary.add(one, what, engine.processor)
                    progress(summary.told)
    except KeyboardInterrupt:
        summary.stopped = True


def line(one: Given, what: Reviewed, processor: str) -> bytes:
    """A record as a line of JSON, with its review or why there is none. See docs/review.md for its form."""
    import msgspec

    said: dict[str, Any] = {"name": one.name, "fault": what.fault}
    if what.review is not None:
        said = {"name": one.name, "processor": processor, **msgspec.to_builtins(what)}
        del said["fault"]
    return msgspec.json.encode(said) + b"\n"


@dataclass
class Summary:
    """What is said on the terminal."""

    of: int
    told: int = 0
    decisions: int = 0
    lost: float = 0.0
    clear: int = 0
    rows: list[tuple[str, str, str, str]] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    processors: set[str] = field(default_factory=set)
    stopped: bool = False

    def add(self, one: Given, what: Reviewed, processor: str) -> None:
        self.told += 1
        if what.review is None:
            self.faults.append(f"{one.name}: {what.fault.rstrip('.')}.")
            return
        self.processors.add(processor)
        losses = [[decision.loss for decision in seat.decisions] for seat in what.review.seats]
        self.decisions += sum(map(len, losses))
        self.lost += sum(loss.value for seat in losses for loss in seat)
        self.clear += sum(loss.value > CLEAR * loss.error for seat in losses for loss in seat)
        if len(self.rows) < ROWS:
            by_seat = ", ".join(f"{sum(loss.value for loss in seat):.1f}" for seat in losses)
            self.rows.append((one.name, what.game, str(sum(map(len, losses))), by_seat))

    def print(self, out: Console) -> None:
        """A row for each record, if they are few, and what all of them say together."""
        good = self.told - len(self.faults)
        if 0 < good <= ROWS:
            rows = [("record", "game", "decisions", "points lost, by seat"), *self.rows]
            widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
            for name, game, count, lost in rows:
                cells = name.ljust(widths[0]), game.ljust(widths[1]), count.rjust(widths[2]), lost
                out.print("   ".join(cells), soft_wrap=True)
        some = f"{good} of {self.of} records were reviewed"
        if good:
            some += (
                f": {self.decisions:,} decisions, which cost {self.lost:,.1f} points compared with the best moves; "
                f"{self.clear:,} of them cost more than {CLEAR:g} standard errors"
            )
        out.print(f"{some}.", soft_wrap=True)
        if mixed := mixture(self.processors, MADE):
            out.print(mixed, soft_wrap=True)
