"""What one address may ask of the costliest pages: looking back, records, reviews, watching, the home page.

A class of thirty behind one address stays far below the limit. This computer itself has no limit.
"""

from __future__ import annotations

from kartentisch.web.access.newest import Newest
from kartentisch.web.access.rate_limit import TokenBucket

MOST = 1500
"""Credits of an address that has asked for nothing lately: fifty for each of thirty people ..."""
PER_SECOND = 25.0
"""... and the number that come back each second."""
PAGE, LOOK, MATCH = 1, 4, 10
"""The cost of a page; of some moments of a match or a connection to its table; and of replaying a whole match."""
ADDRESSES = 10_000
"""The number of addresses remembered; the oldest are forgotten."""


class Budgets:
    def __init__(self) -> None:
        self._credits = Newest[str, TokenBucket](ADDRESSES)

    def take(self, address: str, cost: int, now: float) -> bool:
        """Spend `cost` credits; False if there are fewer. `now`: seconds that never go back."""
        if not address or not cost:
            return True
        known = self._credits.get(address) or TokenBucket(now, MOST, PER_SECOND)
        return self._credits.keep(address, known).take(now, cost)
