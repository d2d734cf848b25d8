"""Random numbers for bots, made from what they see. The same view and seed give the same numbers for any truth."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")


class Chance:
    """A stream of uniform numbers, determined by a seed and a view's JSON."""

    def __init__(self, seed: int, seen: dict[str, Any]) -> None:
        self._key = hashlib.blake2b(f"{seed} ".encode() + msgspec.json.encode(seen), digest_size=16).digest()
        self._drawn = 0

    def below(self, n: int) -> int:
        """A number from 0 to `n` - 1."""
        self._drawn += 1
        digest = hashlib.blake2b(self._drawn.to_bytes(8), key=self._key, digest_size=16).digest()
        return int.from_bytes(digest) * n >> 128

    def choice(self, things: Sequence[T]) -> T:
        """One of these things, each with the same chance."""
        return things[self.below(len(things))]

    def words(self) -> tuple[int, int]:
        """Two numbers of 63 bits, for a search."""
        whole = int.from_bytes(self._key)
        return whole >> 65, whole & (1 << 63) - 1

    def happens(self, share: float) -> bool:
        """True with probability `share`."""
        return self.below(1 << 30) < share * (1 << 30)
