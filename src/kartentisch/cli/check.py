"""`kartentisch check FILE`: does a record hold?"""

from __future__ import annotations

from typing import Annotated

import typer

from kartentisch.cli.screen import console, mistakes, text_of


def check(file: Annotated[str, typer.Argument(help="A record; - reads what is piped in.")]) -> None:
    """Verify a record: every move legal, every digest right."""
    from kartentisch.play.match import DEAL
    from kartentisch.play.record import follow

    rounds = moves = 0
    said = ""
    with mistakes():
        for match, seat, _ in follow(text_of(file)):
            rounds, moves = rounds + (seat == DEAL), moves + (seat != DEAL)
            said = f"{match.game}, seats: {match.seats}, rounds: {rounds}, moves: {moves}"
    console().print(f"The record holds: {said}.", soft_wrap=True)
