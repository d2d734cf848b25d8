"""The result of a round or match, in words and figures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from kartentisch.engine.rounds import FEWEST
from kartentisch.engine.views import View
from kartentisch.pad.reading import end_of, rounds_until
from kartentisch.table.table import Table
from kartentisch.web.scorecard import Result, Row, Standing, Tally
from kartentisch.words import score_sheet
from kartentisch.words.language import Language
from kartentisch.words.shared import points

Rounds = Sequence[Sequence[int]]
"""The points of the finished rounds, one number a seat."""


class Reads(Protocol):
    """The reader of a result, and the table."""

    @property
    def table(self) -> Table: ...
    @property
    def t(self) -> Language: ...
    @property
    def names(self) -> list[str]: ...
    @property
    def figures(self) -> list[str]: ...
    @property
    def reader(self) -> int: ...
    @property
    def watching(self) -> bool: ...


def result(at: Reads, view: View, rounds: Rounds, lines: Sequence[Tally] = (), limit: int = 0) -> Result:
    """The points of each round, and the totals, the best first. `lines`: how the newest points came about, by seat."""
    t, seen = at.t, view.json()
    title, text = headline(at, view, rounds)
    rows = [
        Row(
            seat=seat,
            name=t.say("You") if seat == at.reader else at.names[seat],
            rounds=[points[seat] for points in rounds],
            total=seen["totals"][seat],
            won=seen["over"] and seat in seen["winners"],
            figure=at.figures[seat],
        )
        for seat in range(seen["seats"])
    ]
    rows.sort(key=lambda row: (not row.won, -at.table.game.wins * row.total, row.seat))
    heads = [*(t.number(n) for n in range(1, len(rounds) + 1)), t.say("Total")]
    ordered = [Tally(line.label, [line.values[row.seat] for row in rows]) for line in lines]
    text = " ".join(filter(None, [text, way(at, planned(at) if not seen["over"] else 0)]))
    return Result(title, text, heads, rows, over=bool(seen["over"]), lines=ordered, limit=limit)


def planned(at: Reads) -> int:
    """How many rounds the match has; 0: as many as it takes, or its game has no score sheet."""
    game, options = at.table.game, at.table.settings.options
    try:
        return rounds_until(end_of(score_sheet(game.name), options), options, at.table.seats)
    except ValueError:
        return 0


def way(at: Reads, rounds: int = 0) -> str:
    """Whether the most or the fewest points win, and after how many rounds if the reader should know."""
    t, fewest = at.t, at.table.game.wins == FEWEST
    if rounds > 1 and fewest:
        return t.say("The fewest points after {n} rounds win.", n=rounds)
    if rounds > 1:
        return t.say("The most points after {n} rounds win.", n=rounds)
    return t.say("Fewest points win.") if fewest else t.say("Most points win.")


def standing(at: Reads, view: View, rounds: Rounds) -> list[Standing]:
    """The points so far, the best first. It starts with the first round, so that the layout does not shift."""
    return [Standing(row.seat, row.name, row.total) for row in result(at, view, rounds).rows]


def headline(at: Reads, view: View, rounds: Rounds) -> tuple[str, str]:
    """Who has won with how many points, and the reader's own score unless the title says it already."""
    t, seen = at.t, view.json()
    got = t.say("You get {points}.", points=points(t, seen["points"][at.reader])) if not at.watching else ""
    if not seen["over"]:
        return t.say("Round {n} is over.", n=seen["round"]), got
    winners: list[int] = seen["winners"]
    most: int = seen["totals"][winners[0]]
    own = "" if at.reader in winners else _score(at, seen["totals"], rounds, got)
    if winners == [at.reader]:
        return t.many("You win with {n} point.", "You win with {n} points.", most), own
    if len(winners) == 1:
        name = at.names[winners[0]]
        return t.many("{name} wins with {n} point.", "{name} wins with {n} points.", most, name=name), own
    names = t.listing([t.say("you") if seat == at.reader else at.names[seat] for seat in winners])
    title = t.many("A shared win with {n} point: {names}.", "A shared win with {n} points: {names}.", most, names=names)
    return title, own


def _score(at: Reads, totals: list[int], rounds: Rounds, got: str) -> str:
    if len(rounds) < 2 or at.watching:
        return got
    return at.t.say("You have {points} in all.", points=points(at.t, totals[at.reader]))
