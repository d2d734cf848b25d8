"""`kartentisch arena`: bots against each other."""

from __future__ import annotations

import json
import os
import time
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kartentisch.cli.screen import MistakeError, chosen, console, counting, mistakes, said_bots, warm_up

if TYPE_CHECKING:
    from kartentisch.bots.arena import Standing
    from kartentisch.bots.certainty import Estimate

DEALS, AT_MOST = 200, 20_000
"""How many deals are played where nobody says, and at most where it goes on until it is sure."""


def workers_of(number: int | None) -> int:
    """How many processes: as many as there are cores, where nobody says."""
    if number is not None:
        return number
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def arena(
    game: Annotated[str, typer.Option(help="The game; a wrong name is answered with all of them.")],
    bots: Annotated[
        str, typer.Option(help="Levels, or your own as ./mybot.py:MyBot; fewer than seats take turns: expert,greedy.")
    ],
    seats: Annotated[int | None, typer.Option(help="How many play; as many as bots are named if not said.")] = None,
    deals: Annotated[
        int | None, typer.Option(min=1, help="How many deals: 200 if not said, at most 20000 with --until-sure.")
    ] = None,
    until_sure: Annotated[
        bool, typer.Option("--until-sure", help="Stop as soon as it is sure of each two bots which one wins more.")
    ] = False,
    workers: Annotated[int | None, typer.Option(min=1, help="Processes; one for each core if not said.")] = None,
    seed: Annotated[int, typer.Option(help="A number: the same one brings the same result.")] = 0,
    rounds: Annotated[bool, typer.Option("--rounds", help="A deal is one round, not a whole match.")] = False,
    seconds: Annotated[
        float | None, typer.Option(min=0.001, help="How long a bot may think about a move, if it searches.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")] = False,
    option: Annotated[
        list[str] | None, typer.Option(help="An option of the game, name=value; may be repeated.")
    ] = None,
    options: Annotated[str | None, typer.Option(help="Options of the game as a JSON object.")] = None,
) -> None:
    """Let bots play the same deals from each seat, and say how much better one is, and how sure that is."""
    from kartentisch.bots.arena import Contest, Standing, compete
    from kartentisch.play.games import sheet

    names = said_bots(bots)
    number = deals or (AT_MOST if until_sure else DEALS)
    with mistakes():
        picked = chosen(option or [], options)
        places = max(sheet(game).seats.start, len(names)) if seats is None else seats
        contest = Contest(game, places, names, seed, picked, one_round=rounds, seconds=seconds)
        contest.check()
    if until_sure and len(contest.entrants) < 2:
        raise MistakeError("With --until-sure there must be two different bots.")
    warm_up(console(), game, levels=names)
    standing, stopped, begun = Standing(contest, until_sure), False, time.perf_counter()
    try:
        with mistakes(), counting(number, "deals") as progress:
            crew = workers_of(workers)
            for latest in compete(contest, number, workers=crew, until_sure=until_sure, progress=progress):
                standing = latest
    except KeyboardInterrupt:
        stopped = True
    if as_json:
        print(json.dumps(as_dict(standing, stopped), indent=2))
    else:
        _print(standing, time.perf_counter() - begun)
    if stopped:
        raise KeyboardInterrupt


def as_dict(standing: Standing, stopped: bool) -> dict[str, Any]:
    """All that came of it, as JSON. It holds no times: the same seed gives the same text."""
    contest = standing.contest
    return {
        "game": contest.game,
        "seats": contest.seats,
        "bots": list(contest.places),
        "options": contest.options,
        "seed": contest.seed,
        "seconds": contest.seconds,
        "deal": "round" if contest.one_round else "match",
        "deals": standing.deals,
        "plays": standing.plays,
        "moves": standing.moves,
        "rounds": standing.rounds,
        "until_sure": standing.anytime,
        "sure": standing.sure,
        "stopped": stopped,
        "results": [
            {
                "bot": name,
                "seats": contest.held(name),
                "fair": contest.held(name) / contest.seats,
                "wins": _ends(standing.share(k)),
                "lead": _ends(standing.lead(k)),
            }
            for k, name in enumerate(contest.entrants)
        ],
        "pairs": [
            {"bot": pair.one, "other": pair.other, "more_wins_a_seat": _ends(pair.more), "sure": pair.sure}
            for pair in standing.pairs()
        ],
    }


def _ends(estimate: Estimate) -> dict[str, float | None]:
    """Where nothing is known yet, no number stands."""
    from math import isfinite

    ends = {"mean": estimate.mean, "low": estimate.low, "high": estimate.high}
    return {name: round(value, 6) if isfinite(value) else None for name, value in ends.items()}


def _print(standing: Standing, seconds: float) -> None:
    from kartentisch import words

    out, contest = console(), standing.contest
    if not standing.deals:
        out.print("No deal was played to its end.")
        return
    rows = [("bot", "seats", "wins", "by chance", "points ahead")]
    for k, name in enumerate(contest.entrants):
        held = contest.held(name)
        share, lead = percent(standing.share(k)), points(standing.lead(k))
        rows.append((name, str(held), share, f"{held / contest.seats:.1%}", lead))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for name, *figures in rows:  # a table of rich's would break lines where nobody has said how wide a file is
        cells = [figure.rjust(width) for figure, width in zip(figures, widths[1:], strict=True)]
        out.print("   ".join([name.ljust(widths[0]), *cells]), soft_wrap=True)
    for pair in standing.pairs():
        out.print(_verdict(pair.one, pair.other, pair.more, pair.sure), soft_wrap=True)
    out.print(_rests_on(standing, words.of(contest.game).title, seconds), soft_wrap=True)


def percent(estimate: Estimate) -> str:
    """A share of wins with its interval."""
    low, high = max(0.0, estimate.low), min(1.0, estimate.high)
    return f"{estimate.mean:.1%} ({low * 100:.1f} to {high * 100:.1f})"


def points(estimate: Estimate) -> str:
    """A lead with its interval."""
    if estimate.low == -float("inf"):
        return f"{estimate.mean:+.2f}"
    return f"{estimate.mean:+.2f} ({estimate.low:+.2f} to {estimate.high:+.2f})"


def _verdict(one: str, other: str, more: Estimate, sure: bool) -> str:
    if not sure:
        return f"It is not sure whether {one} or {other} wins more."
    if more.mean < 0:
        one, other, low, high = other, one, -more.high, -more.low
    else:
        low, high = more.low, more.high
    ends = f"{_above_nothing(low * 100)} to {high * 100:.1f}"
    return f"{one} wins more than {other}: of 100 plays each of its seats wins {ends} more."


def _above_nothing(number: float) -> str:
    """With so many digits that it is not 0, which would be no more."""
    return f"{number:.1f}" if number >= 0.05 else f"{number:.1g}"


def _rests_on(standing: Standing, title: str, seconds: float) -> str:
    contest = standing.contest
    what = "rounds" if contest.one_round else "matches"
    kind = "hold whenever one looks" if standing.anytime else "are for this number of deals"
    rate = standing.moves / seconds if seconds > 0 else 0.0
    return (
        f"{title}: {standing.deals:,} deals, each played from {contest.seats} seats: {standing.plays:,} {what}, "
        f"{standing.moves:,} moves, {rate:,.0f} a second. Intervals of 95 %, over deals, {kind}."
    )
