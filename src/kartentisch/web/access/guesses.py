"""Guessing the codes of tables: only addresses that have guessed wrong lately are slowed down."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from kartentisch.web.access.newest import Newest
from kartentisch.web.access.rate_limit import TokenBucket

WRONG = 10
"""Wrong codes that may come from one address at once ..."""
AGAIN = 1 / 30
"""... and how many more each second."""
WRONG_IN_ALL, AGAIN_IN_ALL = 600, 2.0
"""The same for all addresses that have guessed wrong lately, together: guessing from many addresses gains nothing."""
ADDRESSES = 100_000
"""The number of addresses remembered; the oldest are forgotten."""


class Guesses(Protocol):
    """The addresses that have guessed wrong lately. Nobody else is ever slowed down."""

    async def may(self, address: str) -> bool:
        """Whether to look up what somebody at this address guesses at all."""
        ...

    async def wrong(self, address: str) -> None:
        """Note a wrong guess."""
        ...


class LocalGuesses:
    """Addresses are kept in memory and are written nowhere."""

    def __init__(self, steady: Callable[[], int]) -> None:
        """`steady`: milliseconds that never go back."""
        self._steady = steady
        self._buckets = Newest[str, TokenBucket](ADDRESSES)
        self._in_all = TokenBucket(0.0, WRONG_IN_ALL, AGAIN_IN_ALL)

    async def may(self, address: str) -> bool:
        now, known = self._steady() / 1000, self._buckets.get(address)
        if known is None or known.has(now, WRONG):
            return True
        return known.has(now) and self._in_all.has(now)

    async def wrong(self, address: str) -> None:
        now = self._steady() / 1000
        known = self._buckets.get(address) or TokenBucket(now, WRONG, AGAIN)
        self._buckets.keep(address, known).take(now)
        self._in_all.take(now)
