"""What the servers of a store count together: tables that were opened, wrong guesses. No address is stored."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol


class Tallies(Protocol):
    """`who`: the names under which an address is known today and was yesterday, newest first. They tell nothing of it.

    Times are milliseconds since 1970 by the clock of the store. All of these raise StoreFailed.
    """

    async def openings(self, who: Sequence[str], now: int) -> tuple[list[int], int]:
        """The times of the openings of the last hour, in order; and how many logs of the last day are in use or are
        being opened.
        """
        ...

    async def open(self, who: str, now: int, log_id: str) -> None:
        """Note that a log is being opened."""
        ...

    async def note_opened(self, who: str, log_id: str, opened: str) -> None:
        """What was being opened as `log_id` has this id now; "": it was not opened and counts no more."""
        ...

    async def guessed(self, who: Sequence[str], now: int, back: float) -> float:
        """How many wrong guesses count, of which `back` are forgiven each second."""
        ...

    async def guess_wrong(self, who: str, now: int, back: float) -> None:
        """Note a wrong guess."""
        ...

    async def forget(self, before: int) -> None:
        """Forget what was noted before this time."""
        ...
