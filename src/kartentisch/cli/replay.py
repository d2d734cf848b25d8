"""`kartentisch replay FILE`: a recorded match in words."""

from __future__ import annotations

from typing import Annotated

import typer

from kartentisch.cli.screen import console, mistakes, reader, text_of


def replay(
    file: Annotated[str, typer.Argument(help="A record; - reads standard input.")],
    language: Annotated[str | None, typer.Option(help="The language to tell it in: en or de.")] = None,
) -> None:
    """Tell a recorded match in sentences."""
    from kartentisch import words
    from kartentisch.cli.telling import points
    from kartentisch.play.events import DEAL
    from kartentisch.play.replay import follow
    from kartentisch.words import shared

    t, out = reader(language), console()
    before, over = None, False
    with mistakes(t):
        for match, seat, move in follow(text_of(file)):
            said, after = words.of(match.game), match.view(None)
            if before is None or seat == DEAL:
                events = shared.dealt(after)
            else:
                events = said.tell(before, after, seat, move.split())  # anyone who has the record may know every move
            for event in events:
                out.print(said.sentence(t, event), soft_wrap=True)
            if match.round_over:
                out.print(points(t, match.points, match.totals), soft_wrap=True)
            before, over = after, match.over
        if not over:
            out.print(t.say("The record ends here. The match is not over."), soft_wrap=True)
