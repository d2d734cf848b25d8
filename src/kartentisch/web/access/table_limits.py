"""How many tables one address may open: a number an hour, and a number that run at a time.

Addresses are kept in memory for a day and are written nowhere.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from kartentisch.engine.reasons import Reason

HOUR = 3600 * 1000
DAY = 24 * HOUR


@dataclass(frozen=True)
class Limits:
    """Generous for a family, or a school class, behind one address. 0: no limit."""

    per_hour: int = 60
    at_once: int = 60

    def __post_init__(self) -> None:
        if self.per_hour < 0 or self.at_once < 0:
            raise ValueError("A limit on tables is 1 or more, or 0 for none.")


@dataclass(eq=False)
class Opened:
    """A table that was opened; without an id, it is still being opened."""

    time: int
    table: str = ""


class TableLimits:
    def __init__(self, limits: Limits | None = None) -> None:
        self.limits = limits or Limits()
        self._opened: dict[str, list[Opened]] = {}
        """By address, the oldest first."""

    def refusal(self, address: str, now: int, runs: Callable[[str], bool]) -> Reason | None:
        """Why no more tables can be opened from this address; None if they can. `runs`: whether a table is in use."""
        if not address:
            return None
        opened = self._of_today(address, now)
        lately = [one.time for one in opened if now - one.time < HOUR]
        if 0 < self.limits.per_hour <= len(lately):
            wait = lately[-self.limits.per_hour] + HOUR - now
            return Reason("tables_hour", {"most": self.limits.per_hour, "minutes": -(-wait // 60_000)})
        if 0 < self.limits.at_once <= sum(not one.table or runs(one.table) for one in opened):
            return Reason("tables_once", {"most": self.limits.at_once})
        return None

    @contextmanager
    def opening(self, address: str, now: int) -> Iterator[Opened]:
        """Count a table while it is being opened, so that requests in the meantime are limited too.

        The caller sets its id in `table`; if none is set, no table was opened and it no longer counts.
        """
        one = Opened(now)
        counts = bool(address and (self.limits.per_hour or self.limits.at_once))
        if counts:
            self._opened.setdefault(address, []).append(one)
        try:
            yield one
        finally:
            if counts and not one.table:
                self._opened[address] = [other for other in self._opened.get(address, ()) if other is not one]

    def forget(self, now: int) -> None:
        """Forget addresses after a day."""
        for address in list(self._opened):
            self._of_today(address, now)

    async def keep_forgetting(self, clock: Callable[[], int]) -> None:
        while True:
            await asyncio.sleep(HOUR / 1000)
            self.forget(clock())

    def _of_today(self, address: str, now: int) -> list[Opened]:
        kept = [one for one in self._opened.get(address, ()) if now - one.time < DAY]
        if kept:
            self._opened[address] = kept
        else:
            self._opened.pop(address, None)
        return kept
