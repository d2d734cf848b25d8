"""The orders in which the bots of a contest sit around the table. They do not depend on how the bots are listed.

An order is circular: a tuple of numbers of bots, in which each bot sits before the next one. See docs/arena.md for the
method.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from itertools import permutations

MOST = 4
"""The most seats for which all orders can be played. There are 6 orders of 4 seats, and 24 of 5."""

Order = tuple[int, ...]


def seed_of(*words: object) -> int:
    """A number derived from these words."""
    text = " ".join(map(str, words))
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest())


def drawn(names: Sequence[str], seed: int, deal: int) -> list[Order]:
    """The orders for one deal: a randomly drawn one, and its reverse if that differs in names."""
    order = tuple(sorted(range(len(names)), key=lambda number: seed_of(seed, "order", deal, number)))
    back = order[::-1]
    return [order] if _same([names[k] for k in order], [names[k] for k in back]) else [order, back]


def every(seats: int) -> list[Order]:
    """All orders: the first bot, followed by the others in each possible sequence."""
    return [(0, *rest) for rest in permutations(range(1, seats))]


def _same(one: list[str], other: list[str]) -> bool:
    """Whether two orders are the same around a table, wherever they begin."""
    return any(one[k:] + one[:k] == other for k in range(len(one)))
