"""What the servers of a database count together."""

from __future__ import annotations

from collections.abc import Sequence

from kartentisch.store.postgres import statements as sql
from kartentisch.store.postgres.reads import PostgresReads

HOUR = 3_600_000
DAY = 24 * HOUR
MOMENT = 60_000
"""Milliseconds after which what was being opened counts no more: its server has ended."""


class PostgresTallies:
    """See `Tallies` for the contract. Each of these is one statement, so doing it twice is like doing it once."""

    def __init__(self, reads: PostgresReads) -> None:
        self._read = reads.read

    async def openings(self, who: Sequence[str], now: int) -> tuple[list[int], int]:
        found = await self._read(lambda row: (row[0], row[1]), sql.OPENINGS, now - MOMENT, list(who), now - DAY)
        return [at for at, _ in found if at > now - HOUR], sum(runs for _, runs in found)

    async def open(self, who: str, now: int, log_id: str) -> None:
        await self._read(bool, sql.OPEN, who, now, log_id)

    async def note_opened(self, who: str, log_id: str, opened: str) -> None:
        if opened:
            await self._read(bool, sql.OPENED, who, log_id, opened)
        else:
            await self._read(bool, sql.NOT_OPENED, who, log_id)

    async def guessed(self, who: Sequence[str], now: int, back: float) -> float:
        return sum(await self._read(lambda row: float(row[0]), sql.GUESSED, now, back, list(who)))

    async def guess_wrong(self, who: str, now: int, back: float) -> None:
        await self._read(bool, sql.GUESS_WRONG, who, now, back)

    async def forget(self, before: int) -> None:
        await self._read(bool, sql.FORGET_OPENINGS, before)
        await self._read(bool, sql.FORGET_GUESSES, before)
