"""How many tables may be opened from one address: so many an hour, and so many that run at a time.

Addresses are kept in memory for a day and written nowhere.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from starlette.requests import HTTPConnection

from kartentisch.engine.reasons import Reason
from kartentisch.web.codes import ip_of, neighborhood

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


def address_of(connection: HTTPConnection) -> str:
    """Where a request comes from; empty for this computer itself, on which nothing is limited.

    Behind a proxy that whoever runs the server has named, the server's library has put its word in place already.
    """
    host = connection.client.host if connection.client else ""
    address = ip_of(host)
    return "" if address is None or address.is_loopback else neighborhood(host)


class Gate:
    def __init__(self, limits: Limits | None = None) -> None:
        self.limits = limits or Limits()
        self._opened: dict[str, list[tuple[int, str]]] = {}
        """By address: when it opened which table."""

    def refusal(self, address: str, now: int, runs: Callable[[str], bool]) -> Reason | None:
        """Why no more tables can be opened from this address. `runs`: whether a table is in use."""
        if not address:
            return None
        opened = self._of_today(address, now)
        lately = [time for time, _ in opened if now - time < HOUR]
        if 0 < self.limits.per_hour <= len(lately):
            wait = lately[-self.limits.per_hour] + HOUR - now
            return Reason("tables_hour", {"most": self.limits.per_hour, "minutes": -(-wait // 60_000)})
        if 0 < self.limits.at_once <= sum(runs(table) for _, table in opened):
            return Reason("tables_once", {"most": self.limits.at_once})
        return None

    def note(self, address: str, now: int, table_id: str) -> None:
        """A table was opened from this address."""
        if address and (self.limits.per_hour or self.limits.at_once):
            self._opened.setdefault(address, []).append((now, table_id))

    def forget(self, now: int) -> None:
        """Addresses of yesterday."""
        for address in list(self._opened):
            self._of_today(address, now)

    async def keep_forgetting(self, clock: Callable[[], int]) -> None:
        while True:
            await asyncio.sleep(HOUR / 1000)
            self.forget(clock())

    def _of_today(self, address: str, now: int) -> list[tuple[int, str]]:
        kept = [one for one in self._opened.get(address, ()) if now - one[0] < DAY]
        if kept:
            self._opened[address] = kept
        else:
            self._opened.pop(address, None)
        return kept
