"""What a room gets from outside: time, the luck of the cards, random choices, and ids. Tests pass their own.

There are two clocks. One tells the time and can be set; the other measures how long something takes.
"""

from __future__ import annotations

import hmac
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass

from kartentisch.table.settings import Source
from kartentisch.web.live.meters import UNCOUNTED, Meters

LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
"""The characters of an id. No two of them look alike."""

CODE = "BCDFGHJKLMNPRSTVWX"
"""The letters of a join code: capitals, which do not look like digits, and no vowels, so that no word appears."""
CODE_LENGTHS = range(5, 8)
"""Codes are short while few are in use."""


def _now() -> int:
    return time.time_ns() // 1_000_000


def steady() -> int:
    """Milliseconds of a clock that measures durations and cannot be set.

    It stands still while the computer sleeps (CLOCK_MONOTONIC, not CLOCK_BOOTTIME), so nobody loses time then.
    """
    return time.monotonic_ns() // 1_000_000


def _id() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(12))


def names(key: bytes) -> Callable[[str], str]:
    """A function that derives ids from texts. Without the key, nobody can guess them."""

    def named(text: str) -> str:
        number = int.from_bytes(hmac.digest(key, b"table\0" + text.encode("utf-8", "surrogatepass"), "sha256"))
        return "".join(LETTERS[number // len(LETTERS) ** place % len(LETTERS)] for place in range(12))

    return named


_named = names(secrets.token_bytes(32))


def _join_code(length: int) -> str:
    return "".join(secrets.choice(CODE) for _ in range(length))


@dataclass(frozen=True)
class World:
    """By default, the system's clocks and its secure source of randomness."""

    clock: Callable[[], int] = _now
    """Milliseconds since 1970, only for stamps: this clock can be set, and then jumps."""
    steady: Callable[[], int] = steady
    """Milliseconds since some moment, for all durations."""
    luck: Callable[[], int] = lambda: secrets.randbits(64)
    """64 bits of luck for the cards."""
    luck_key: bytes = b""
    """The key of the secrets from which the luck of new tables is drawn. Empty: they have the luck of `luck`."""
    lot: Callable[[int], int] = secrets.randbelow
    """A random number below n, for everything but the cards: seats, seeds of bots."""
    new_id: Callable[[], str] = _id
    """An id for the address of a table. Anyone who knows it can watch."""
    named: Callable[[str], str] = _named
    """The id of the table that a form opens: the same for the same form, even after a restart with the same key."""
    new_join_code: Callable[[int], str] = _join_code
    """A join code with this number of letters."""
    lesson_pace: int = 900
    """Milliseconds after which a kitchen figure moves in a lesson, or the next note comes."""
    meters: Meters = UNCOUNTED
    """What counts the work."""

    @property
    def source(self) -> Source:
        """Where the luck of new tables comes from."""
        return "drawn" if self.luck_key else "system"

    def shuffled(self, things: list[str]) -> list[str]:
        """The things in a random order."""
        left = list(things)
        return [left.pop(self.lot(len(left))) for _ in things]
