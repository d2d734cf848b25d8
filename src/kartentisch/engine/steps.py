"""How `legal` writes the next steps of a seat into the buffer `out`, in ascending order."""

from __future__ import annotations

from typing import Any

from kartentisch.engine.compiled import at, rule
from kartentisch.engine.sets import lowest, without_lowest


@rule
def offer(step: Any, legal: Any, n: Any, out: Any) -> Any:
    """Write a step after `n` others if it is legal. Return how many there are then."""
    out[at(n)] = step
    return n + legal


@rule
def offer_all(steps: Any, base: Any, n: Any, out: Any) -> Any:
    """Write a set of steps, counted from `base` on, after `n` others. Return how many there are then."""
    while steps != 0:
        out[at(n)] = base + lowest(steps)
        steps = without_lowest(steps)
        n += 1
    return n
