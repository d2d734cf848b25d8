"""In which of the three ways the tests of the rules run, and what the two slow ones leave out.

The compiled rules meet everything. Bounds checked and as plain Python the laws are held against the fewest, a middle
and the most seats, and against matches of fewer rounds: it is the same code, and a round leads through all of it.
"""

from __future__ import annotations

import numba

from kartentisch.engine.compiled import COMPILED

WHOLE = COMPILED and not numba.config.BOUNDSCHECK


def some(seats: range) -> list[int]:
    """All numbers of seats, or in the slow ways three of them."""
    return [*seats] if WHOLE else sorted({seats[0], seats[len(seats) // 2], seats[-1]})
