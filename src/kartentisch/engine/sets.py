"""Small sets, of kinds or of seats, as words: bit k stands for member k. Members go from 0 to 62."""

from __future__ import annotations

from typing import Any

import numpy as np

from kartentisch.engine.compiled import at, rule


@rule
def bit(member: Any) -> Any:
    """The set of one member."""
    return np.int64(1) << np.int64(member)


@rule
def first(number: Any) -> Any:
    """The set of the members 0 to `number` - 1."""
    return bit(number) - 1


@rule
def has(word: Any, member: Any) -> Any:
    """1 if a set has this member, else 0."""
    return (np.int64(word) >> np.int64(member)) & 1


@rule
def meet(one: Any, other: Any) -> Any:
    """Whether two sets have a member in common."""
    return one & other != 0


@rule
def ones(word: Any) -> Any:
    """The number of members. The compiler turns this loop into one instruction."""
    count = 0
    while word != 0:
        word &= word - 1
        count += 1
    return count


@rule
def lowest(word: Any) -> Any:
    """The lowest member."""
    return ones((word & -word) - 1)


@rule
def only_lowest(word: Any) -> Any:
    """The set of the lowest member alone."""
    return word & -word


@rule
def without_lowest(word: Any) -> Any:
    """The set without its lowest member."""
    return word & (word - 1)


SELECT = np.array(
    [[([k for k in range(8) if (byte >> k) & 1] + [7] * 8)[r] for r in range(8)] for byte in range(256)], np.int8
)
"""`SELECT[byte, r]`: the number of the r-th set bit of a byte, or 7 if there is none. Shape (256, 8)."""


@rule
def nth(word: Any, r: Any) -> Any:
    """The r-th member, counted from 0: three halvings, then a table."""
    place = 0
    low = ones(word & 0xFFFFFFFF)
    if r >= low:
        r -= low
        word >>= 32
        place = 32
    low = ones(word & 0xFFFF)
    if r >= low:
        r -= low
        word >>= 16
        place += 16
    low = ones(word & 0xFF)
    if r >= low:
        r -= low
        word >>= 8
        place += 8
    return place + SELECT[at(word & 0xFF), at(r)]


@rule
def highest(word: Any) -> Any:
    """The highest member."""
    return nth(word, ones(word) - 1)
