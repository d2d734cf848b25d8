"""Stalls of the event loop, during which nobody is served. The server counts them and says whether its own work caused
them, so that a benchmark or an operator can tell a slow program from a busy machine.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from kartentisch.web.live.meters import Meters

EVERY = 0.1
"""Seconds between two measurements."""
STALL = 0.1
"""Seconds of lateness that count as a stall: people begin to notice."""
BUSY, WAITING = "busy", "waiting"
"""Busy: this process used the processor for at least half of the time. Waiting: for the processor, or for a disk."""


@dataclass
class Stalls:
    """A timer that measures how late it is called."""

    clock: Callable[[], float] = time.monotonic
    cpu: Callable[[], float] = time.process_time
    count: dict[str, int] = field(default_factory=lambda: {BUSY: 0, WAITING: 0})
    seconds: dict[str, float] = field(default_factory=lambda: {BUSY: 0.0, WAITING: 0.0})
    longest: float = 0.0
    _last: tuple[float, float] | None = None

    def tick(self, meters: Meters) -> None:
        """Called every tenth of a second, if the loop has time for it."""
        now, cpu = self.clock(), self.cpu()
        if self._last is not None:
            late = max(0.0, now - self._last[0] - EVERY)
            meters.lagged(late)
            if late >= STALL:
                cause = BUSY if 2 * (cpu - self._last[1]) >= now - self._last[0] else WAITING
                self.count[cause] += 1
                self.seconds[cause] += late
                self.longest = max(self.longest, late)
        self._last = now, cpu
