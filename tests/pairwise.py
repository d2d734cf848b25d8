"""Few cases in which every two values of different kinds meet."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, product
from typing import Any

Case = tuple[Any, ...]


def pairwise(*kinds: Sequence[Any]) -> list[Case]:
    """Greedy: the case that meets most new pairs comes next; the same list each time."""
    places = list(combinations(range(len(kinds)), 2))
    missing = {(a, b, x, y) for a, b in places for x in kinds[a] for y in kinds[b]}
    found: list[Case] = []
    every = list(product(*kinds))
    while missing:
        best = max(every, key=lambda case: sum((a, b, case[a], case[b]) in missing for a, b in places))
        missing -= {(a, b, best[a], best[b]) for a, b in places}
        found.append(best)
    return found
