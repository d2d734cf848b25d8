"""The points of the rounds of a match, collected from its facts."""

from __future__ import annotations

from kartentisch.table.facts import Fact, begins
from kartentisch.table.table import Table


def keep_score(scores: list[list[int]], fact: Fact, table: Table) -> None:
    """Add the points of a round that has just ended; drop those of an old match."""
    if begins(fact):
        scores.clear()
    if fact.kind == "moved" and table.records is not None and table.records[0]["round_over"]:
        scores.append([int(points) for points in table.records[0]["points"][: table.seats]])
