"""What the scenes of each reader show has changed so many times; scenes drawn since then are kept."""

from __future__ import annotations

from kartentisch.table.table import Table


class Revisions:
    def __init__(self) -> None:
        self.drawn: dict[tuple[object, ...], bytes] = {}
        """Scenes by reader, and whatever else they depend on, for pages that see the same."""
        self._all = 0
        self._own: dict[int, int] = {}

    def of(self, reader: int) -> tuple[int, int]:
        """Changes with whatever the scenes of this reader show."""
        return self._all, self._own.get(reader, 0)

    def rise(self, seats: frozenset[int] | None) -> None:
        """Something has changed for all readers (None) or for some seats."""
        if seats is None:
            self._all += 1
            self.drawn.clear()
            return
        for seat in seats:
            self._own[seat] = self._own.get(seat, 0) + 1
        self.drawn = {key: made for key, made in self.drawn.items() if key[0] not in seats}


def noted(before: Table, now: Table) -> frozenset[int] | None:
    """Whose notes have changed; None: what has changed is for everybody."""
    if before.ready != now.ready or before.question != now.question:
        return None
    begun = {seat for seat, _ in set(before.begun) ^ set(now.begun)}
    return frozenset(begun | (before.idle ^ now.idle))
