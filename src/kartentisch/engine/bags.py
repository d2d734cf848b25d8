"""Multisets of cards as bit words.

A bag is an int64 array, one word per plane. Bit k of plane p is binary digit p of the number of cards of kind k. Kinds
are numbered from 0 to 62, so every word is non-negative. The form is canonical: equal bags have equal words, and the
same luck draws the same card no matter how the bag was filled.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kartentisch.engine.compiled import rule
from kartentisch.engine.luck import below
from kartentisch.engine.sets import bit, lowest, nth, ones

__all__ = [
    "MAX_KINDS",
    "bit",
    "clear",
    "copies",
    "held",
    "lowest",
    "nth",
    "ones",
    "pick",
    "pick_among",
    "put",
    "size",
    "take",
]

MAX_KINDS = 63
"""The most kinds of cards in a pack: the bits of a word that are not its sign."""


@rule
def held(bag: Any) -> Any:
    """The kinds of which the bag has at least one card, as a word."""
    word = bag[0]
    for plane in range(1, bag.shape[0]):
        word |= bag[plane]
    return word


@rule
def size(bag: Any) -> Any:
    """The number of cards in the bag."""
    total = 0
    for plane in range(bag.shape[0]):
        total += ones(bag[plane]) << plane
    return total


@rule
def copies(bag: Any, kind: Any) -> Any:
    """The number of cards of one kind in the bag."""
    total = 0
    for plane in range(bag.shape[0]):
        total += ((bag[plane] >> np.int64(kind)) & 1) << plane
    return total


@rule
def put(bag: Any, kind: Any) -> None:
    """Add a card. The planes must have room for one more card of its kind."""
    carry = bit(kind)
    for plane in range(bag.shape[0]):
        word = bag[plane]
        bag[plane] = word ^ carry
        carry &= word


@rule
def take(bag: Any, kind: Any) -> None:
    """Remove a card. The bag must have it."""
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
    """Draw a card uniformly from a bag of `n` cards (at least one), remove it, and return its kind."""
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
    """Draw a card uniformly from those of the kinds in the word `allowed`, remove it, and return its kind.

    The bag must have at least one such card.
    """
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
