"""`kartentisch check PATH`: verify a record, or all logs of a data folder or a database."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kartentisch.cli.databases import Password
from kartentisch.cli.screen import MistakeError, console, mistakes, text_of


def check(
    path: Annotated[
        str,
        typer.Argument(
            metavar="FILE|FOLDER|DATABASE",
            help="A record, a data folder, or the address of a database as for serve --store; - reads a record from "
            "standard input.",
        ),
    ],
    receipt: Annotated[
        str | None, typer.Option(metavar="FILE", help="A receipt of the match: what a page was shown and gave.")
    ] = None,
    password: Password = None,
) -> None:
    """Verify a record, or all logs of a data folder or database: that moves are legal, digests and luck right."""
    if "://" in path or Path(path).is_dir():
        if receipt is not None:
            raise MistakeError("A receipt belongs to a record, not to tables.")
        _tables(path, password)
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


def _tables(path: str, password: Path | None) -> None:
    from kartentisch.cli.logs import look, look_into

    out = console()
    found = look_into(path, password, every_digest=True) if "://" in path else look(Path(path), every_digest=True)
    found.print(out)
    if found.unreadable:
        raise typer.Exit(1)
    out.print(f"All logs hold, each digest of them. Tables: {len(found.tables)}.")
