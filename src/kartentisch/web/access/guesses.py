"""Guessing the codes of tables: only addresses that have guessed wrong lately are slowed down."""

from __future__ import annotations

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


class GuessLimiter:
    """The addresses that have typed in wrong codes lately. Nobody else is ever slowed down."""

    def __init__(self) -> None:
        self._buckets = Newest[str, TokenBucket](ADDRESSES)
        self._in_all = TokenBucket(0.0, WRONG_IN_ALL, AGAIN_IN_ALL)

    def may(self, address: str, now: float) -> bool:
        """Whether to look up a code from this address at all."""
        known = self._buckets.get(address)
        if known is None or known.has(now, WRONG):
            return True
        return known.has(now) and self._in_all.has(now)

    def wrong(self, address: str, now: float) -> None:
        known = self._buckets.get(address) or TokenBucket(now, WRONG, AGAIN)
        self._buckets.keep(address, known).take(now)
        self._in_all.take(now)
