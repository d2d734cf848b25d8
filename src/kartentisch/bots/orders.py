"""In which orders the bots of a contest sit round the table: so that who sits before whom is no matter of naming.

An order is circular: a tuple of numbers of bots, each followed by the next. Method: docs/arena.md.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from itertools import permutations

MOST = 4
"""Seats up to which all orders can be played: there are 6 of 4 seats, 24 of 5."""

Order = tuple[int, ...]


def seed_of(*words: object) -> int:
    """A number that belongs to these words alone."""
    text = " ".join(map(str, words))
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest())


def drawn(names: Sequence[str], seed: int, deal: int) -> list[Order]:
    """For one deal: an order by lot, and its reverse if that is another one as the names have it."""
    order = tuple(sorted(range(len(names)), key=lambda number: seed_of(seed, "order", deal, number)))
    back = order[::-1]
    return [order] if _same([names[k] for k in order], [names[k] for k in back]) else [order, back]


def every(seats: int) -> list[Order]:
    """All of them: the first one's neighbours in each sequence."""
    return [(0, *rest) for rest in permutations(range(1, seats))]


def _same(one: list[str], other: list[str]) -> bool:
    """Whether they are the same round a table, wherever it begins."""
    return any(one[k:] + one[:k] == other for k in range(len(one)))
