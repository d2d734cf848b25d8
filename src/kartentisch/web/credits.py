"""How much one connection may ask: credits that come back with time. Who has none is refused, never sent away."""

from __future__ import annotations

MOST = 100
PER_SECOND = 5.0


class Credits:
    def __init__(self, now: float) -> None:
        self._left = float(MOST)
        self._at = now

    def take(self, now: float) -> bool:
        """Spend one credit; False if there is none."""
        self._left = min(MOST, self._left + (now - self._at) * PER_SECOND)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True
