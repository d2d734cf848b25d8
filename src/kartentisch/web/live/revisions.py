"""The number of changes in the scenes of each reader, and the scenes drawn since the last change."""

from __future__ import annotations

from collections.abc import Callable

from kartentisch.table.table import Table


class Revisions:
    def __init__(self) -> None:
        self._drawn: dict[tuple[object, ...], bytes] = {}
        self._all = 0
        self._own: dict[int, int] = {}

    def of(self, reader: int) -> tuple[int, int]:
        """The revision of what the scenes of this reader show."""
        return self._all, self._own.get(reader, 0)

    def scene(self, key: tuple[object, ...], draw: Callable[[], bytes]) -> bytes:
        """The scene for a reader, drawn once for all pages that see the same.

        `key`: the reader, and everything else on which the scene depends.
        """
        if key not in self._drawn:
            self._drawn[key] = draw()
        return self._drawn[key]

    def bump(self, seats: frozenset[int] | None) -> None:
        """Note a change for all readers (None) or for some seats."""
        if seats is None:
            self._all += 1
            self._drawn.clear()
            return
        for seat in seats:
            self._own[seat] = self._own.get(seat, 0) + 1
        self._drawn = {key: made for key, made in self._drawn.items() if key[0] not in seats}


def noted(before: Table, now: Table) -> frozenset[int] | None:
    """The seats whose own notes have changed; None if everybody sees the change."""
    if before.ready != now.ready or before.question != now.question or before.deals != now.deals:
        return None
    begun = {seat for seat, _ in set(before.begun) ^ set(now.begun)}
    return frozenset(begun | (before.idle ^ now.idle))
