"""`kartentisch arena`: bots against each other."""

from __future__ import annotations

import json
import time
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kartentisch.cli.engines import Asked, Keep, On, Results, Workers, mixture, players, working
from kartentisch.cli.screen import MistakeError, chosen, console, counting, mistakes, said_bots, warm_up

if TYPE_CHECKING:
    from kartentisch.bots.arena import Contest, Standing
    from kartentisch.bots.certainty import Estimate
    from kartentisch.bots.workers import Engine

DEALS, AT_MOST = 200, 20_000
"""The default number of deals for two seats, and the maximum with --until-sure.

With more seats, both are halved, since each deal is then played twice as often per seat."""


class Orders(StrEnum):
    """In which orders around the table a deal is played."""

    DRAWN = "drawn"
    ALL = "all"


def arena(
    game: Annotated[str, typer.Option(help="The game; a wrong name lists all games.")],
    bots: Annotated[
        str, typer.Option(help="Levels, or your own bots as ./mybot.py:MyBot. Fewer bots than seats take several each.")
    ],
    seats: Annotated[int | None, typer.Option(help="The number of seats; by default one per bot.")] = None,
    deals: Annotated[
        int | None,
        typer.Option(
            min=1, help="The number of deals: by default 200, or up to 20000 with --until-sure; half for 3+ seats."
        ),
    ] = None,
    orders: Annotated[
        Orders, typer.Option(help="Play each deal in a random order and its reverse, or in all orders (up to 4 seats).")
    ] = Orders.DRAWN,
    until_sure: Annotated[
        bool, typer.Option("--until-sure", help="Stop once it is sure, for each pair of bots, which one wins more.")
    ] = False,
    workers: Workers = None,
    on: On = None,
    keep: Keep = None,
    seed: Annotated[int, typer.Option(help="A number; the same seed gives the same result.")] = 0,
    rounds: Annotated[
        bool, typer.Option("--rounds", help="A deal is one round, not a whole match, and bots play for the round.")
    ] = False,
    seconds: Annotated[
        float | None,
        typer.Option(min=0.001, help="A time limit for each move of a bot that searches; by default none."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")] = False,
    option: Annotated[
        list[str] | None, typer.Option(help="An option of the game, name=value; may be repeated.")
    ] = None,
    options: Annotated[str | None, typer.Option(help="Options of the game as a JSON object.")] = None,
) -> None:
    """Let bots play the same deals from every seat; report which is better, by how much and how surely."""
    from kartentisch.bots.arena import Contest, Deal
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
    with (
        mistakes(),
        working(Asked(on, workers, keep), Results(lambda: _head(contest), Deal), players(game, names), names) as engine,
    ):
        warm_up(console(), game, levels=names)
        begun = time.perf_counter()
        standing, stopped = _played(contest, number, until_sure, engine)
    if as_json:
        print(json.dumps(as_dict(standing, stopped), indent=2))
    else:
        _print(standing, None if keep else time.perf_counter() - begun)
    if stopped:
        raise KeyboardInterrupt


def _played(contest: Contest, deals: int, until_sure: bool, engine: Engine) -> tuple[Standing, bool]:
    """The last standing, and whether Ctrl+C ended the contest."""
    from kartentisch.bots.arena import Standing, compete

    standing = Standing(contest, until_sure)
    try:
        with counting(deals, "deals") as progress:
            for latest in compete(contest, deals, engine=engine, until_sure=until_sure, progress=progress):
                standing = latest
    except KeyboardInterrupt:
        return standing, True
    return standing, False


def _head(contest: Contest) -> dict[str, Any]:
    from kartentisch.bots.keeping import head

    return head("arena", contest.game, contest.members, **_said(contest))


def _said(contest: Contest) -> dict[str, Any]:
    """What determines each deal, besides the game."""
    return {
        "seats": contest.seats,
        "bots": list(contest.members),
        "orders": "all" if contest.all_orders else "drawn",
        "options": contest.options,
        "seed": contest.seed,
        "seconds": contest.seconds,
        "deal": "round" if contest.one_round else "match",
    }


def as_dict(standing: Standing, stopped: bool) -> dict[str, Any]:
    """The whole result as JSON. It contains no times: the same seed gives the same text on one kind of processor."""
    contest = standing.contest
    return {
        "game": contest.game,
        **_said(contest),
        "processors": sorted(standing.processors),
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


def _print(standing: Standing, seconds: float | None) -> None:
    """The result as a table. `seconds`: how long it took, or None if a part of it was played before."""
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
    rate = f"{standing.moves / seconds:,.0f} moves a second" if out.is_terminal and seconds else ""
    out.print(_rests_on(standing, words.of(contest.game).title, rate), soft_wrap=True)
    if contest.seconds is not None:
        out.print(_cut(standing), soft_wrap=True)
    if mixed := mixture(standing.processors):
        out.print(mixed, soft_wrap=True)


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
