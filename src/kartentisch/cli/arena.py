"""`kartentisch arena`: bots against each other."""

from __future__ import annotations

import json
import os
import time
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kartentisch.cli.screen import MistakeError, chosen, console, counting, mistakes, said_bots, warm_up

if TYPE_CHECKING:
    from kartentisch.bots.arena import Standing
    from kartentisch.bots.certainty import Estimate

DEALS, AT_MOST = 200, 20_000
"""The default number of deals for two seats, and the maximum with --until-sure.

With more seats, both are halved, since each deal is then played twice as often per seat."""


class Orders(StrEnum):
    """In which orders around the table a deal is played."""

    DRAWN = "drawn"
    ALL = "all"


def workers_of(number: int | None) -> int:
    """The number of processes: the given one, else the number of cores."""
    if number is not None:
        return number
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def arena(
    game: Annotated[str, typer.Option(help="The game; a wrong name is answered with all of them.")],
    bots: Annotated[
        str, typer.Option(help="Levels, or your own as ./mybot.py:MyBot, in any order; fewer than seats have several.")
    ],
    seats: Annotated[int | None, typer.Option(help="How many play; as many as bots are named if not said.")] = None,
    deals: Annotated[
        int | None,
        typer.Option(
            min=1, help="How many deals: 200 if not said, at most 20000 with --until-sure; half from three seats on."
        ),
    ] = None,
    orders: Annotated[
        Orders, typer.Option(help="Play a deal in an order by lot and its reverse, or in all: up to four seats.")
    ] = Orders.DRAWN,
    until_sure: Annotated[
        bool, typer.Option("--until-sure", help="Stop as soon as it is sure of each two bots which one wins more.")
    ] = False,
    workers: Annotated[int | None, typer.Option(min=1, help="Processes; one for each core if not said.")] = None,
    seed: Annotated[int, typer.Option(help="A number: the same one brings the same result.")] = 0,
    rounds: Annotated[
        bool, typer.Option("--rounds", help="A deal is one round, not a whole match, and bots play for the round.")
    ] = False,
    seconds: Annotated[
        float | None, typer.Option(min=0.001, help="A clock for each move of a bot that searches; none if not said.")
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
    with mistakes():
        picked = chosen(option or [], options)
        places = max(sheet(game).seats.start, len(names)) if seats is None else seats
        every = orders is Orders.ALL
        contest = Contest(game, places, names, seed, picked, one_round=rounds, seconds=seconds, all_orders=every)
        contest.check()
    number = deals or (AT_MOST if until_sure else DEALS) // (1 if places == 2 else 2)
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
    """The whole result as JSON. It contains no times, so the same seed gives the same text."""
    contest = standing.contest
    return {
        "game": contest.game,
        "seats": contest.seats,
        "bots": list(contest.members),
        "orders": "all" if contest.all_orders else "drawn",
        "options": contest.options,
        "seed": contest.seed,
        "seconds": contest.seconds,
        "deal": "round" if contest.one_round else "match",
        "deals": standing.deals,
        "plays": standing.plays,
        "moves": standing.moves,
        "moves_cut_short": standing.cuts,
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
    """The ends of an interval. An end is None while nothing is known about it."""
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
    for name, *figures in rows:  # a table of rich would break lines in a file of unknown width
        cells = [figure.rjust(width) for figure, width in zip(figures, widths[1:], strict=True)]
        out.print("   ".join([name.ljust(widths[0]), *cells]), soft_wrap=True)
    for pair in standing.pairs():
        out.print(_verdict(pair.one, pair.other, pair.more, pair.sure), soft_wrap=True)
    rate = f"{standing.moves / seconds:,.0f} moves a second" if out.is_terminal and seconds > 0 else ""
    out.print(_rests_on(standing, words.of(contest.game).title, rate), soft_wrap=True)
    if contest.seconds is not None:
        out.print(_cut(standing), soft_wrap=True)


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
    """A number with enough digits that it does not read as 0, which would mean no lead."""
    return f"{number:.1f}" if number >= 0.05 else f"{number:.1g}"


def _rests_on(standing: Standing, title: str, rate: str) -> str:
    contest = standing.contest
    what = "rounds" if contest.one_round else "matches"
    orders = ", each from every seat"
    if contest.seats > 2:
        orders += ", in all orders" if contest.all_orders else ", in an order by lot and its reverse"
    kind = "hold whenever one looks" if standing.anytime else "are for this number of deals"
    counted = ", ".join(filter(None, (f"{standing.plays:,} plays ({what})", f"{standing.moves:,} moves", rate)))
    return f"{title}: {standing.deals:,} deals{orders}: {counted}. Intervals of 95 %, over deals, {kind}."


def _cut(standing: Standing) -> str:
    """A sentence about the clock. If it cut nothing short, the same seed gives the same result everywhere."""
    from kartentisch.bots.own import is_own

    again = "the same seed may give another result" if standing.cuts else "so the same seed gives the same result"
    own = " Bots of your own are not counted." if any(map(is_own, standing.contest.entrants)) else ""
    return f"The clock cut the search short in {standing.cuts:,} of {standing.moves:,} moves: {again}.{own}"
