"""`kartentisch check PATH`: verify a record, or all logs of a data folder."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kartentisch.cli.screen import MistakeError, console, mistakes, text_of


def check(
    path: Annotated[
        str,
        typer.Argument(metavar="FILE|FOLDER", help="A record, or a data folder; - reads a record from standard input."),
    ],
    receipt: Annotated[
        str | None, typer.Option(metavar="FILE", help="A receipt of the match: what a page was shown and gave.")
    ] = None,
) -> None:
    """Verify a record, or all logs of a data folder: that moves are legal, digests right, and luck as promised."""
    if Path(path).is_dir():
        if receipt is not None:
            raise MistakeError("A receipt belongs to a record, not to a folder.")
        _folder(Path(path))
    else:
        _record(path, receipt)


def _record(path: str, receipt: str | None) -> None:
    from kartentisch.play.events import DEAL
    from kartentisch.play.proof import examine
    from kartentisch.play.replay import follow
    from kartentisch.web.phrases.proof import sentences
    from kartentisch.words.language import language

    text = text_of(path)
    rounds = moves = 0
    said, over = "", False
    with mistakes():
        for match, seat, _ in follow(text):
            rounds, moves = rounds + (seat == DEAL), moves + (seat != DEAL)
            said = f"{match.game}, seats: {match.seats}, rounds: {rounds}, moves: {moves}"
            over = match.over
    end = "" if over else " The match is not over: the record ends before it."
    with mistakes():
        answer = examine(text, None if receipt is None else text_of(receipt))
    luck = " ".join(sentences(language("en"), answer))
    console().print(f"The record holds: {said}. {luck}{end}", soft_wrap=True)
    if answer.faults:
        raise typer.Exit(1)


def _folder(folder: Path) -> None:
    from kartentisch.cli.logs import look

    out = console()
    found = look(folder, every_digest=True)
    found.print(out)
    if found.unreadable:
        raise typer.Exit(1)
    out.print(f"All logs hold, each digest of them. Tables: {len(found.tables)}.")
