"""Sets of cards with copies, as bit words.

A bag is an int64 array of planes: bit k of plane p is binary digit p of how many cards of kind k are in it. Kinds go
from 0 to 62, so that every word stays positive. The form is canonical: equal bags are equal words, and the same luck
draws the same card whatever way the bag was filled.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kartentisch.engine.compiled import at, rule
from kartentisch.engine.luck import below

MAX_KINDS = 63


@rule
def ones(word: Any) -> Any:
    """How many bits are set (the loop is recognised by the compiler as one instruction)."""
    count = 0
    while word != 0:
        word &= word - 1
        count += 1
    return count


@rule
def lowest(word: Any) -> Any:
    """Number of the lowest set bit."""
    return ones((word & -word) - 1)


# SELECT[byte, r]: number of the r-th set bit of a byte (7 where there is none).
SELECT = np.array(
    [[([k for k in range(8) if (byte >> k) & 1] + [7] * 8)[r] for r in range(8)] for byte in range(256)], np.int8
)


@rule
def nth(word: Any, r: Any) -> Any:
    """Number of the r-th set bit, counted from 0: halving three times, then a table."""
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
def bit(kind: Any) -> Any:
    """The word with one bit set."""
    return np.int64(1) << np.int64(kind)


@rule
def held(bag: Any) -> Any:
    """The kinds of which there is at least one, as a word."""
    word = bag[0]
    for plane in range(1, bag.shape[0]):
        word |= bag[plane]
    return word


@rule
def size(bag: Any) -> Any:
    """How many cards are in the bag."""
    total = 0
    for plane in range(bag.shape[0]):
        total += ones(bag[plane]) << plane
    return total


@rule
def copies(bag: Any, kind: Any) -> Any:
    """How many cards of one kind are in the bag."""
    total = 0
    for plane in range(bag.shape[0]):
        total += ((bag[plane] >> np.int64(kind)) & 1) << plane
    return total


@rule
def put(bag: Any, kind: Any) -> None:
    """Add a card. The planes must have room for one more of its kind."""
    carry = bit(kind)
    for plane in range(bag.shape[0]):
        word = bag[plane]
        bag[plane] = word ^ carry
        carry &= word


@rule
def take(bag: Any, kind: Any) -> None:
    """Remove a card that is in the bag."""
    borrow = bit(kind)
    for plane in range(bag.shape[0]):
        word = bag[plane]
        bag[plane] = word ^ borrow
        borrow &= ~word


@rule
def clear(bag: Any) -> None:
    """Empty the bag."""
    for plane in range(bag.shape[0]):
        bag[plane] = 0


@rule
def pick(bag: Any, n: Any, luck: Any) -> Any:
    """Draw a card uniformly out of a bag that holds `n` cards, at least one, and remove it."""
    r = below(luck, n)
    word = bag[0]
    before = 0
    plane = 0
    reached = ones(word)
    for higher in range(1, bag.shape[0]):
        if r >= reached:
            word = bag[higher]
            before = reached
            plane = higher
        reached += ones(bag[higher]) << higher
    kind = nth(word, (r - before) >> plane)
    take(bag, kind)
    return kind


@rule
def pick_among(bag: Any, allowed: Any, luck: Any) -> Any:
    """Draw a card of the kinds in the word `allowed`, of which the bag holds at least one, and remove it."""
    total = 0
    for plane in range(bag.shape[0]):
        total += ones(bag[plane] & allowed) << plane
    r = below(luck, total)
    kind = 0
    for plane in range(bag.shape[0]):
        word = bag[plane] & allowed
        weight = ones(word) << plane
        if r < weight:
            kind = nth(word, r >> plane)
            break
        r -= weight
    take(bag, kind)
    return kind
