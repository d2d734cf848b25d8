"""How many tables one address may open: a number an hour, and a number that run at a time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from typing import NamedTuple, Protocol

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


class Counted(NamedTuple):
    """What an address has opened."""

    ages: Sequence[int]
    """Milliseconds since each opening within the last hour, the oldest first."""
    running: int
    """The tables of the last day that are in use or being opened."""


class Openings(Protocol):
    """Who has opened what within the last day."""

    async def of(self, address: str) -> Counted: ...

    def opening(self, address: str) -> AbstractAsyncContextManager[Opened]:
        """Count a table while it is being opened, so that requests in the meantime are limited too.

        The caller sets its id in `table`; if none is set, no table was opened and it no longer counts.
        """
        ...


class LocalOpenings:
    """Addresses are kept in memory for a day and are written nowhere."""

    def __init__(self, steady: Callable[[], int], runs: Callable[[str], bool]) -> None:
        """`steady`: milliseconds that never go back. `runs`: whether a table is in use."""
        self._steady, self._runs = steady, runs
        self._opened: dict[str, list[Opened]] = {}
        """By address, the oldest first."""

    async def of(self, address: str) -> Counted:
        now, opened = self._steady(), self._of_today(address)
        ages = [now - one.time for one in opened if now - one.time < HOUR]
        return Counted(ages, sum(not one.table or self._runs(one.table) for one in opened))

    @asynccontextmanager
    async def opening(self, address: str) -> AsyncIterator[Opened]:
        one = Opened(self._steady())
        self._opened.setdefault(address, []).append(one)
        try:
            yield one
        finally:
            if not one.table:
                self._opened[address] = [other for other in self._opened.get(address, ()) if other is not one]

    def forget(self) -> None:
        """Forget addresses after a day."""
        for address in list(self._opened):
            self._of_today(address)

    async def keep_forgetting(self) -> None:
        while True:
            await asyncio.sleep(HOUR / 1000)
            self.forget()

    def _of_today(self, address: str) -> list[Opened]:
        now = self._steady()
        kept = [one for one in self._opened.get(address, ()) if now - one.time < DAY]
        if kept:
            self._opened[address] = kept
        else:
            self._opened.pop(address, None)
        return kept


class TableLimits:
    def __init__(self, opened: Openings, limits: Limits | None = None) -> None:
        self.limits = limits or Limits()
        self._opened = opened

    async def refusal(self, address: str) -> Reason | None:
        """Why no more tables can be opened from this address; None if they can. Raises StoreFailed."""
        if not self._limited(address):
            return None
        ages, running = await self._opened.of(address)
        if 0 < self.limits.per_hour <= len(ages):
            wait = HOUR - ages[-self.limits.per_hour]
            return Reason("tables_hour", {"most": self.limits.per_hour, "minutes": -(-wait // 60_000)})
        if 0 < self.limits.at_once <= running:
            return Reason("tables_once", {"most": self.limits.at_once})
        return None

    @asynccontextmanager
    async def opening(self, address: str) -> AsyncIterator[Opened]:
        """See `Openings.opening`. This computer itself, and a server without limits, counts nothing."""
        if not self._limited(address):
            yield Opened(0)
            return
        async with self._opened.opening(address) as one:
            yield one

    def _limited(self, address: str) -> bool:
        return bool(address and (self.limits.per_hour or self.limits.at_once))
