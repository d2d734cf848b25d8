"""What one address may ask of the pages that cost most: looking back, records, reviews, watching, the home page.

A class of thirty behind one address stays far below it. This computer itself, on which nothing is limited, has none.
"""

from __future__ import annotations

from kartentisch.web.access.rate_limit import TokenBucket

MOST = 1500
"""TokenBucket of an address that has asked for nothing lately: fifty for each of thirty people ..."""
PER_SECOND = 25.0
"""... and how many come back each second."""
PAGE, LOOK, MATCH = 1, 4, 10
"""What a page costs, some moments of a match or a line to its table, and a whole match that is played once more."""
ADDRESSES = 10_000
"""Addresses remembered; the oldest are forgotten."""


class Budgets:
    def __init__(self) -> None:
        self._credits: dict[str, TokenBucket] = {}

    def take(self, address: str, cost: int, now: float) -> bool:
        """Spend so much; False if there is not enough. `now`: seconds that never go back."""
        if not address or not cost:
            return True
        known = self._credits.pop(address, None) or TokenBucket(now, MOST, PER_SECOND)
        self._credits[address] = known
        while len(self._credits) > ADDRESSES:
            del self._credits[next(iter(self._credits))]
        return known.take(now, cost)
