"""The cards that the newest facts moved, for readers who are a fact or two behind. Others see no movement."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

from kartentisch.web.scene import Moved

KEPT = 2
"""The number of facts whose card movements are kept."""


@dataclass
class Recent:
    """The cards that one fact moved, for each reader who is here, and the readers for whom it is celebrated."""

    number: int
    moved: dict[int, list[Moved]] = field(default_factory=dict)
    celebrated: set[int] = field(default_factory=set)

    def add(self, reader: int, moved: list[Moved], celebrated: bool) -> None:
        self.moved[reader] = moved
        if celebrated:
            self.celebrated.add(reader)


class Movements(deque[Recent]):
    """The newest facts, oldest first."""

    def __init__(self) -> None:
        super().__init__(maxlen=KEPT)

    def since(self, have: int, number: int, reader: int) -> tuple[list[Moved], bool]:
        """The cards that facts `have` + 1 to `number` moved, and whether one is celebrated, if all of them are kept."""
        newer = [recent for recent in self if recent.number > have]
        if have < 0 or number - have > len(newer):
            return [], False
        moved = [one for recent in newer for one in recent.moved.get(reader, [])]
        return moved, any(reader in recent.celebrated for recent in newer)
