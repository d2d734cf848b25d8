"""`kartentisch check PATH`: verify a record, or all logs of a data folder."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kartentisch.cli.screen import console, mistakes, text_of


def check(
    path: Annotated[
        str, typer.Argument(metavar="FILE|FOLDER", help="A record, or a data folder; - reads what is piped in.")
    ],
) -> None:
    """Verify a record, or all logs of a data folder: every move legal, every digest right."""
    if Path(path).is_dir():
        _folder(Path(path))
    else:
        _record(path)


def _record(path: str) -> None:
    from kartentisch.play.events import DEAL
    from kartentisch.play.replay import follow

    rounds = moves = 0
    said, over = "", False
    with mistakes():
        for match, seat, _ in follow(text_of(path)):
            rounds, moves = rounds + (seat == DEAL), moves + (seat != DEAL)
            said = f"{match.game}, seats: {match.seats}, rounds: {rounds}, moves: {moves}"
            over = match.over
    end = "" if over else " The match is not over: the record ends before it."
    console().print(f"The record holds: {said}.{end}", soft_wrap=True)


def _folder(folder: Path) -> None:
    from kartentisch.cli.logs import look

    out = console()
    found = look(folder, every_digest=True)
    found.print(out)
    if found.unreadable:
        raise typer.Exit(1)
    out.print(f"All logs hold, each digest of them. Tables: {len(found.tables)}.")
