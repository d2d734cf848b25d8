"""The points of the rounds of a match, as the log tells of them one after the other."""

from __future__ import annotations

from collections.abc import Sequence

from kartentisch.engine.game import Game
from kartentisch.table.facts import Fact, begins
from kartentisch.table.logs import fold
from kartentisch.table.table import Table


def keep_score(scores: list[list[int]], fact: Fact, table: Table) -> None:
    """Note the points of a round that has just ended; forget those of an old match."""
    if begins(fact):
        scores.clear()
    if fact.kind == "moved" and table.records is not None and table.records[0]["round_over"]:
        scores.append([int(points) for points in table.records[0]["points"][: table.seats]])


def folded(game: Game, facts: Sequence[Fact]) -> tuple[Table, list[list[int]]]:
    """The table that a log gives, and the scores of its match; raises UnreadableLog."""
    scores: list[list[int]] = []
    for fact, table in fold(game, facts):
        keep_score(scores, fact, table)
    return table, scores
