"""Luck as an argument: a few bits, stretched to as many random numbers as a move needs.

`luck` is an int64 array of length 3: 64 bits of luck, 64 more for a deal (0 for a move), and the number of draws so
far. The mixer is a counter-based block cipher in the manner of Philox-2x32 (Salmon et al., "Parallel random numbers:
as easy as 1, 2, 3", 2011), which is not linear. Its multiplier is below 2**31. So no product leaves the positive
64-bit range, and interpreted functions give the same bits as compiled ones.
"""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kartentisch.engine.compiled import rule

Luck = NDArray[np.int64]
"""Three words: 64 bits of luck, 64 more for a deal (0 for a move), and the number of draws so far."""

MAPPING = 1
"""The version of the mapping from luck to draws. Raise it whenever the mixer or a draw changes: records rely on it."""

_LOW = 0xFFFFFFFF
_MULTIPLIER = 0x5851F42D
_STEP = 0x1E3779B9
_ROUNDS = 7


@rule
def mix(block: Any, key: Any, counter: Any) -> Any:
    """64 bits from `block` and `key` (64 bits each) and a counter below 2**31, as (high half, low half)."""
    left = (block >> 32) & _LOW
    right = block & _LOW
    even = ((key & _LOW) + counter * _STEP) & _LOW
    odd = ((key >> 32) & _LOW) ^ counter
    for number in range(_ROUNDS):
        product = right * _MULTIPLIER
        right = product & _LOW
        left = left ^ (product >> 32)
        subkey = even if number & 1 == 0 else odd
        swap = (left ^ subkey) & _LOW
        left = right
        right = swap
        even = (even + _STEP) & _LOW
    return left, right


@rule
def join(left: Any, right: Any) -> Any:
    """63 bits in one number, from the two halves of `mix`."""
    return ((left & 0x7FFFFFFF) << 32) | right


@rule
def below(luck: Any, n: Any) -> Any:
    """A uniform number from 0 to n - 1, for n below 2**31. The bias is below n / 2**32."""
    luck[2] += 1
    _, right = mix(luck[0], luck[1], luck[2])
    return (right * n) >> 32


@rule
def fraction(luck: Any) -> Any:
    """A uniform number from 0 to 2**56 - 1, from which `part` takes up to five small numbers."""
    luck[2] += 1
    left, right = mix(luck[0], luck[1], luck[2])
    return ((left & 0xFFFFFF) << 32) | right


@rule
def part(left: Any, n: Any) -> Any:
    """A uniform number from 0 to n - 1, for n up to 127, and the rest of the fraction.

    The bias is below n / 2**32, as for `below`, as long as the product of all n drawn from it stays below 2**24.
    """
    product = left * n
    return product >> 56, product & 0xFFFFFFFFFFFFFF


def new_luck(first: int = 0, second: int = 0) -> Luck:
    """The array for `deal` and `apply`, from one or two unsigned 64-bit values."""
    return np.array([_signed(first), _signed(second), 0], dtype=np.int64)


def set_luck(luck: Luck, first: int, second: int = 0) -> None:
    """Set an array to the luck of the next deal or move."""
    luck[0] = _signed(first)
    luck[1] = _signed(second)
    luck[2] = 0


def seeded(seed: int, number: int, words: int) -> tuple[int, ...]:
    """The luck of event `number` for this seed: `words` unsigned 64-bit values."""
    text = f"{seed} {number}".encode()
    digest = hashlib.blake2b(text, digest_size=8 * words).digest()
    return tuple(int.from_bytes(digest[8 * i : 8 * i + 8], "big") for i in range(words))


def _signed(value: int) -> int:
    return value - (1 << 64) if value >= 1 << 63 else value
