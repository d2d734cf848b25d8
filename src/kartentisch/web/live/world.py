"""What a room takes from outside: time, the luck of the cards, lots, and ids. Tests hand in their own.

Of the two clocks one says what time it is, and may be set; the other measures how long something takes.
"""

from __future__ import annotations

import hmac
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass

LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
"""Of an id: no two of them look alike."""

CODE = "BCDFGHJKLMNPRSTVWX"
"""Of a code: capitals only, so that none looks like a digit; no vowels, so that no word comes about."""
CODE_LENGTHS = range(5, 8)
"""Short while few are in use."""


def _now() -> int:
    return time.time_ns() // 1_000_000


def steady() -> int:
    """Milliseconds by which durations are measured: nobody can set this clock.

    It stands still while the computer sleeps (CLOCK_MONOTONIC, not CLOCK_BOOTTIME), so that nobody's time runs then.
    """
    return time.monotonic_ns() // 1_000_000


def _id() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(12))


def names(key: bytes) -> Callable[[str], str]:
    """Ids that follow from texts. Who does not know the key can tell none of them."""

    def named(text: str) -> str:
        number = int.from_bytes(hmac.digest(key, b"table\0" + text.encode("utf-8", "surrogatepass"), "sha256"))
        return "".join(LETTERS[number // len(LETTERS) ** place % len(LETTERS)] for place in range(12))

    return named


_named = names(secrets.token_bytes(32))


def _code(length: int) -> str:
    return "".join(secrets.choice(CODE) for _ in range(length))


@dataclass(frozen=True)
class World:
    """By default the system's clock and its secure source."""

    clock: Callable[[], int] = _now
    """Milliseconds since 1970, for stamps alone: it can be set, and jumps."""
    steady: Callable[[], int] = steady
    """Milliseconds since whenever, for all durations."""
    luck: Callable[[], int] = lambda: secrets.randbits(64)
    """64 bits of luck for the cards."""
    lot: Callable[[int], int] = secrets.randbelow
    """A number below n, for all that is not the luck of the cards: seats, seeds of bots."""
    new_id: Callable[[], str] = _id
    """Name of a table in its address; whoever knows it can watch."""
    named: Callable[[str], str] = _named
    """Such a name for what a form opens: the same for the same form, also after a restart if the key is."""

    new_code: Callable[[int], str] = _code
    """What leads to a table when it is typed in, of so many letters."""

    def shuffled(self, things: list[str]) -> list[str]:
        """The things in an order drawn by lot."""
        left = list(things)
        return [left.pop(self.lot(len(left))) for _ in things]
