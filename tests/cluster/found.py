"""What a checker has found, and what holds for every log in the database."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from kartentisch.table.facts import Fact

FACTS = "SELECT number, kind, seat, ask, text, luck, digest, time FROM facts WHERE table_id = %s ORDER BY number"
WITNESSED = "SELECT number, epoch, owner, lives, writer, slow FROM witness WHERE table_id = %s ORDER BY number"
AHEAD, BEHIND = 10_000, 30_000
"""Milliseconds by which the time of a fact may differ from the clock of the database when it is written. Over a slow
line a fact waits for the write before it, and each may take 15 s, the limit of a statement.
"""
Event = dict[str, Any]


class Wait(NamedTuple):
    """Seconds from a fault until all people of a table had what they were waiting for."""

    scene: float
    """A scene, from another server if their line broke."""
    fact: float
    """A newer fact, which somebody's move or a bot's brings."""


@dataclass
class Found:
    """What a run has come to."""

    faults: list[str] = field(default_factory=list)
    """What must not be, in words."""
    figures: dict[str, Any] = field(default_factory=dict)
    waits: dict[str, list[Wait]] = field(default_factory=dict)
    """By fault: for each table that it struck."""
    returns: dict[str, list[float]] = field(default_factory=dict)
    """By table: for each page that was sent to another server, the seconds from its `bye moved` to its next scene."""


class Stored:
    """A log as the database has it."""

    def __init__(self, log_id: str, facts: Sequence[Fact], found: Found) -> None:
        self.id, self.facts, self.found = log_id, facts, found

    def fault(self, what: str) -> None:
        self.found.faults.append(f"{self.id}: {what}")

    def has_a_gap(self) -> bool:
        numbers = [fact.number for fact in self.facts]
        if numbers == list(range(1, len(numbers) + 1)):
            return False
        self.fault(f"numbers with a gap: {numbers}")
        return True

    def check_owners(self, witnessed: Sequence[tuple[Any, ...]], names: Mapping[str, str]) -> None:
        """Each fact was written by the server that had the log, while that server lived."""
        newest = 0
        for number, epoch, owner, lives, writer, slow in witnessed:
            if epoch < newest:
                self.fault(f"fact {number} was written in epoch {epoch}, after epoch {newest}")
            if names.get(writer) != owner or not lives:
                said = "" if lives else ", which had ended"
                self.fault(f"fact {number} was written by {names.get(writer)}, and the table was that of {owner}{said}")
            if not -AHEAD <= slow <= BEHIND:
                self.fault(f"the time of fact {number} is {slow} ms behind the clock of the database")
            newest = max(newest, epoch)
        figures = self.found.figures
        figures["tables taken over"] = figures.get("tables taken over", 0) + newest - 1
