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
QUESTIONS, QUESTIONS_PER_SECOND = 300, 5.0
"""At the desk: 300 questions at once, and as many a minute."""
PARCELS = 12
"""To take along: 12 parcels at once, and as many an hour."""
ADDRESSES = 10_000
"""The number of addresses remembered; the oldest are forgotten."""


class Budgets:
    def __init__(self, most: int | None = None, per_second: float | None = None) -> None:
        """None: `MOST`, and `PER_SECOND`."""
        self._most = MOST if most is None else most
        self._per_second = PER_SECOND if per_second is None else per_second
        self._buckets = Newest[str, TokenBucket](ADDRESSES)

    def take(self, address: str, cost: int, now: float) -> bool:
        """Spend `cost` credits; False if there are fewer. `now`: seconds that never go back."""
        if not address or not cost:
            return True
        known = self._buckets.get(address) or TokenBucket(now, self._most, self._per_second)
        return self._buckets.keep(address, known).take(now, cost)
