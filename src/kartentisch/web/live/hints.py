"""A hint while it is being thought of, and when it is there."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from kartentisch.bots.thinking import Worth


@dataclass
class Thinking:
    """A hint for one seat. It holds as long as that seat's `since` does."""

    number: int
    """Number of the fact that asked for it."""
    since: int
    of: int
    parts: list[list[Worth]] = field(default_factory=list)
    """The same moves weighed again and again, each time on other deals."""
    failed: bool = False

    @property
    def done(self) -> bool:
        return len(self.parts) >= self.of

    def worths(self) -> list[Worth]:
        """All parts together, the best first."""
        by_move: dict[str, list[Worth]] = {}
        for part in self.parts:
            for one in part:
                by_move.setdefault(one.move, []).append(one)
        found = [_together(move, parts) for move, parts in by_move.items()]
        return sorted(found, key=lambda one: (-one.chance - 1e-3 * one.points, one.move))


def _together(move: str, parts: Sequence[Worth]) -> Worth:
    n = len(parts)
    return Worth(
        move,
        math.fsum(one.points for one in parts) / n,
        math.hypot(*(one.points_error for one in parts)) / n,
        math.fsum(one.chance for one in parts) / n,
        math.hypot(*(one.chance_error for one in parts)) / n,
    )
