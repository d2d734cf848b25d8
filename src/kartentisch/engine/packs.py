"""Packs of cards, and checks of supplied values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any


class BadState(ValueError):  # noqa: N818 - a state is bad, the program is not
    """A state that cannot occur. The message says what is wrong, as a sentence without a capital and a period."""


@dataclass(frozen=True)
class Pack:
    """The kinds of cards in sorting order, and the number of cards of each kind.

    `counts`: one number per kind, or the name of the option column that has them. `only_with`: (option column, tokens)
    for cards that are in the pack only if that column is not 0.
    """

    tokens: tuple[str, ...]
    """The token of each kind, in sorting order."""
    counts: tuple[int, ...] | str
    """The number of cards of each kind, or the option column that has them."""
    planes: int
    """The binary digits of the highest count."""
    only_with: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """(option column, tokens) of cards that are in the pack only if that column is not 0."""

    @cached_property
    def kinds(self) -> dict[str, int]:
        """Token -> kind."""
        return {token: kind for kind, token in enumerate(self.tokens)}

    def kind(self, token: Any) -> int:
        """The kind of a token. Raises BadState for anything else."""
        if not isinstance(token, str) or token not in self.kinds:
            raise BadState(f"{token!r} is not a card of this game")
        return self.kinds[token]

    def totals(self, record: Any) -> list[int]:
        """The number of cards of each kind in the whole pack, under the options in the record."""
        counts = record[self.counts] if isinstance(self.counts, str) else self.counts
        totals = [int(n) for n in counts]
        for column, tokens in self.only_with:
            if not record[column]:
                for token in tokens:
                    totals[self.kinds[token]] = 0
        return totals


def whole(value: Any, low: int, high: int, what: str) -> int:
    """The value, if it is a whole number from `low` to `high`. Raises BadState for anything else, also for a bool.

    `what`: its name in the error.
    """
    if isinstance(value, bool) or not isinstance(value, int):
        raise BadState(f"{what} must be a whole number, not {value!r}")
    if not low <= value <= high:
        raise BadState(f"{what} must be from {low} to {high}, not {value}")
    return value


def listed(value: Any, length: int | None, what: str) -> list[Any]:
    """The value, if it is a list (of this length, if one is given). Raises BadState for anything else."""
    if not isinstance(value, list):
        raise BadState(f"{what} must be a list, not {value!r}")
    if length is not None and len(value) != length:
        raise BadState(f"{what} must have {length} entries, not {len(value)}")
    return value


def spread(bag: Any) -> list[int]:
    """The kinds of the cards in a bag, one entry per card, ascending."""
    return [*_kinds(tuple(map(int, bag)))]


@lru_cache(4096)
def _kinds(words: tuple[int, ...]) -> tuple[int, ...]:
    """`spread` of these words. A move changes few bags, and all readers of a table need them."""
    cards: list[int] = []
    for plane, word in enumerate(words):
        left = word
        while left:
            low = left & -left
            cards += [low.bit_length() - 1] * (1 << plane)
            left ^= low
    cards.sort()
    return tuple(cards)


def tally(pack: Pack, tokens: Sequence[Any]) -> dict[int, int]:
    """Kind -> its number in a list of tokens. Raises BadState for an unknown token."""
    counts: dict[int, int] = {}
    for token in tokens:
        kind = pack.kind(token)
        counts[kind] = counts.get(kind, 0) + 1
    return counts


def fill(bag: Any, counts: Sequence[int]) -> None:
    """Set a bag to these numbers of cards by kind."""
    bag[...] = 0
    for kind, count in enumerate(counts):
        for plane in range(len(bag)):
            bag[plane] |= ((count >> plane) & 1) << kind
