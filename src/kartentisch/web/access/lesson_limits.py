"""How many lessons may run at a time from one address."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

MOST = 40
"""A school class behind one address, and some more."""


class LessonLimits:
    """The lessons that are running now. This computer itself has no limit, as in `budgets`."""

    def __init__(self) -> None:
        self._running: Counter[str] = Counter()
        self.total = 0

    def full(self, address: str) -> bool:
        """Whether no more lessons can begin from this address."""
        return bool(address) and self._running[address] >= MOST

    @contextmanager
    def running(self, address: str) -> Iterator[None]:
        """Count a lesson while it runs."""
        self.total += 1
        self._running[address] += 1
        try:
            yield
        finally:
            self.total -= 1
            self._running[address] -= 1
            if not self._running[address]:
                del self._running[address]
