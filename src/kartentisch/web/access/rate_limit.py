"""How much one may ask: credits that come back with time. Without credits, an ask is refused; nobody is sent away."""

from __future__ import annotations

MOST = 100
PER_SECOND = 5.0


class TokenBucket:
    def __init__(self, now: float, most: int = MOST, per_second: float = PER_SECOND) -> None:
        self._most = most
        self._per_second = per_second
        self._left = float(most)
        self._at = now

    def has(self, now: float, cost: int = 1) -> bool:
        """Whether there are `cost` credits to spend."""
        self._left = min(self._most, self._left + (now - self._at) * self._per_second)
        self._at = now
        return self._left >= cost

    def take(self, now: float, cost: int = 1) -> bool:
        """Spend `cost` credits; False if there are fewer."""
        if not self.has(now, cost):
            return False
        self._left -= cost
        return True
