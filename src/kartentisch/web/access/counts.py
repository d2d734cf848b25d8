"""What addresses have done lately, for the limits on it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import structlog

from kartentisch.store import StoreFailed
from kartentisch.web.access.guesses import Guesses, LocalGuesses
from kartentisch.web.access.table_limits import LocalOpenings, Openings

log = structlog.get_logger()
EACH = 3600.0
"""Seconds between two rounds of forgetting."""


@dataclass(frozen=True)
class Counts:
    tables: Openings
    pads: Openings
    codes: Guesses
    """Wrong codes of tables."""
    parcels: Guesses
    """Links to parcels that opened nothing."""
    forget: Callable[[], Awaitable[None]]
    """Forget what is older than a day. Raises StoreFailed."""

    async def keep_forgetting(self) -> None:
        while True:
            await asyncio.sleep(EACH)
            try:
                await self.forget()
            except StoreFailed as error:  # the next round does it
                log.warning("addresses cannot be forgotten", code=error.code)


def local_counts(
    steady: Callable[[], int], table_runs: Callable[[str], bool], pad_runs: Callable[[str], bool]
) -> Counts:
    """The counts of a server that is alone. `steady`: milliseconds that never go back."""
    tables, pads = LocalOpenings(steady, table_runs), LocalOpenings(steady, pad_runs)

    async def forget() -> None:
        tables.forget()
        pads.forget()

    return Counts(tables, pads, LocalGuesses(steady), LocalGuesses(steady), forget)
