"""A hint, from the moment it is asked for."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from kartentisch.bots.thinking import Worth


@dataclass
class Hint:
    """A hint for one seat. It is valid as long as `since` of that seat does not change."""

    number: int
    """The number of the fact that asked for it."""
    since: int
    of: int
    parts: list[list[Worth]] = field(default_factory=list)
    """The same moves, weighed again on other deals in each part."""
    failed: bool = False

    def add(self, part: list[Worth]) -> None:
        self.parts.append(part)

    def fail(self) -> None:
        self.failed = True

    @property
    def done(self) -> bool:
        return len(self.parts) >= self.of

    def worths(self) -> list[Worth]:
        """The means of all parts, the best move first."""
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


class Hints:
    """The newest hint of each seat."""

    def __init__(self) -> None:
        self._of: dict[int, Hint] = {}

    def of(self, seat: int) -> Hint | None:
        return self._of.get(seat)

    def begin(self, seat: int, hint: Hint) -> None:
        self._of[seat] = hint

    def forget(self, seat: int) -> None:
        self._of.pop(seat, None)
