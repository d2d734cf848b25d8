"""Packs of cards, and what a value handed in must be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any


class BadState(ValueError):  # noqa: N818 - a state is bad, the program is not
    """A state that cannot be: the message says what is wrong with it."""


@dataclass(frozen=True)
class Pack:
    """Kinds of cards in sorting order, and how many of each there are.

    `counts` is one number a kind, or the name of the option column that says so. `only_with`: (option column, tokens),
    cards that are in the game only where that column is not 0.
    """

    tokens: tuple[str, ...]
    counts: tuple[int, ...] | str
    planes: int
    """Binary digits needed for the count of one kind."""
    only_with: tuple[tuple[str, tuple[str, ...]], ...] = ()

    @cached_property
    def kinds(self) -> dict[str, int]:
        """The number of each token."""
        return {token: kind for kind, token in enumerate(self.tokens)}

    def kind(self, token: Any) -> int:
        """The number of a card's token; raises BadState for anything else."""
        if not isinstance(token, str) or token not in self.kinds:
            raise BadState(f"{token!r} is no card of this game")
        return self.kinds[token]

    def totals(self, record: Any) -> list[int]:
        """How many cards of each kind the whole pack has."""
        counts = record[self.counts] if isinstance(self.counts, str) else self.counts
        totals = [int(n) for n in counts]
        for column, tokens in self.only_with:
            if not record[column]:
                for token in tokens:
                    totals[self.kinds[token]] = 0
        return totals


def whole(value: Any, low: int, high: int, what: str) -> int:
    """A whole number in a range; a bool is none."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise BadState(f"{what} must be a whole number, not {value!r}")
    if not low <= value <= high:
        raise BadState(f"{what} must be from {low} to {high}, not {value}")
    return value


def listed(value: Any, length: int | None, what: str) -> list[Any]:
    """A list (of a certain length)."""
    if not isinstance(value, list):
        raise BadState(f"{what} must be a list, not {value!r}")
    if length is not None and len(value) != length:
        raise BadState(f"{what} must have {length} entries, not {len(value)}")
    return value


def spread(bag: Any) -> list[int]:
    """The kinds in a bag, one entry a card, in sorting order."""
    cards: list[int] = []
    for plane, word in enumerate(bag):
        left = int(word)
        while left:
            low = left & -left
            cards += [low.bit_length() - 1] * (1 << plane)
            left ^= low
    cards.sort()
    return cards


def tally(pack: Pack, tokens: Sequence[Any]) -> dict[int, int]:
    """How often each kind stands in a list of tokens; raises BadState for an unknown one."""
    counts: dict[int, int] = {}
    for token in tokens:
        kind = pack.kind(token)
        counts[kind] = counts.get(kind, 0) + 1
    return counts


def fill(bag: Any, counts: Sequence[int]) -> None:
    """Set a bag to so many cards of each kind."""
    bag[...] = 0
    for kind, count in enumerate(counts):
        for plane in range(len(bag)):
            bag[plane] |= ((count >> plane) & 1) << kind
