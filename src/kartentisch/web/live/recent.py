"""What the newest facts moved, for who is a fact or two behind; who is further behind jumps."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

from kartentisch.web.scene import Moved

KEPT = 2
"""Facts whose card movements are kept."""


@dataclass
class Recent:
    """What one fact moved, for each reader who is here, and who of them sees it celebrated."""

    number: int
    moved: dict[int, list[Moved]] = field(default_factory=dict)
    cheered: set[int] = field(default_factory=set)


class Movements(deque[Recent]):
    """The newest facts, the last one at the end."""

    def __init__(self) -> None:
        super().__init__(maxlen=KEPT)

    def since(self, have: int, number: int, reader: int) -> tuple[list[Moved], bool]:
        """What facts `have` + 1 to `number` moved for a reader, and whether one is celebrated, if all are kept."""
        newer = [recent for recent in self if recent.number > have]
        if have < 0 or number - have > len(newer):
            return [], False
        moved = [one for recent in newer for one in recent.moved.get(reader, [])]
        return moved, any(reader in recent.cheered for recent in newer)
