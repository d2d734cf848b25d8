"""`kartentisch play GAME`: a match against bots in the terminal."""

from __future__ import annotations

from typing import Annotated

import typer

from kartentisch.cli.screen import chosen, console, mistakes, reader, warm_up


def play(
    game: Annotated[str, typer.Argument(help="The game; a wrong name lists all games.")],
    seats: Annotated[int | None, typer.Option(help="The number of players, including you.")] = None,
    bots: Annotated[str, typer.Option(help="Levels of the bots, repeated in turn: greedy,random.")] = "greedy",
    language: Annotated[str | None, typer.Option(help="en or de; by default that of the terminal.")] = None,
    seed: Annotated[int | None, typer.Option(help="A number; the same seed gives the same luck.")] = None,
    option: Annotated[
        list[str] | None, typer.Option(help="An option of the game, name=value; may be repeated.")
    ] = None,
    options: Annotated[str | None, typer.Option(help="Options of the game as a JSON object.")] = None,
) -> None:
    """Play in the terminal; you have the first seat."""
    from kartentisch.bots.bot import Bot
    from kartentisch.cli.terminal_match import TerminalMatch
    from kartentisch.play.checks import checked_options, checked_seats
    from kartentisch.play.games import sheet
    from kartentisch.play.match import Match

    t, out = reader(language), console()
    with mistakes(t):
        rules = sheet(game)
        number = checked_seats(rules, min(max(3, rules.seats.start), rules.seats.stop - 1) if seats is None else seats)
        settled = checked_options(rules, chosen(option or [], options))
        levels = [name.strip() for name in bots.split(",")]
        partners = {
            seat: Bot(levels[(seat - 1) % len(levels)], game, seed=None if seed is None else seed + seat)
            for seat in range(1, number)
        }
    warm_up(out, game, levels=levels)
    TerminalMatch(Match(game, number, seed=seed, options=settled), partners, t, out).run()
