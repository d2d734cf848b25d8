"""The arithmetic of luck that can be checked: what is hashed, byte for byte. See docs/trust.md.

Everything that is hashed is lines of UTF-8, each ended by a line feed. Hashes, secrets and numbers are written as 64
lower-case hex digits; a secret that is used as a key is its 32 bytes.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Mapping

HEX = re.compile(r"[0-9a-f]{64}")
MISSING = "-"
"""Stands for the number of a seal that nobody has opened."""


def _lines(*lines: object) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode()


def _hash(*lines: object) -> str:
    return hashlib.sha256(_lines(*lines)).hexdigest()


def _keyed(key: bytes, *lines: object) -> bytes:
    return hmac.digest(key, _lines(*lines), "sha256")


def luck_key(key: bytes) -> bytes:
    """The key of all secrets of a server, from the key of its data folder."""
    return hmac.digest(key, b"luck", "sha256")


def bind(table: str) -> str:
    """Stands for a table, so that its id, with which anyone can watch, is in no record."""
    return _hash("kartentisch bind 1", table)


def secret(key: bytes, bind: str, match: int) -> str:
    """The secret of a match. It is stored nowhere until the match is over."""
    return _keyed(key, "kartentisch secret 1", bind, match).hex()


def promise(bind: str, match: int, secret: str) -> str:
    """What a server shows of its secret before anyone opens a seal."""
    return _hash("kartentisch promise 1", bind, match, secret)


def seal(bind: str, draw: int, seat: int, number: str) -> str:
    """What a seat shows of its number before the draw is closed."""
    return _hash("kartentisch seal 1", bind, draw, seat, number)


def mix(bind: str, draw: int, promise: str, seals: Mapping[int, str], numbers: Mapping[int, str]) -> str:
    """Everything that the luck of a round rests on, apart from the secret."""
    each = [f"{seat} {seals[seat]} {numbers.get(seat, MISSING)}" for seat in sorted(seals)]
    return _hash("kartentisch mix 1", bind, draw, promise, *each)


def deal_luck(secret: str, mix: str) -> tuple[int, int]:
    """The luck of a deal: two 64-bit values."""
    digest = _keyed(bytes.fromhex(secret), "kartentisch luck 1", mix, "deal")
    return int.from_bytes(digest[:8]), int.from_bytes(digest[8:16])


def move_luck(secret: str, mix: str, seat: int, k: int) -> int:
    """The luck of a move, 64 bits. `k`: the number of moves of this seat since the deal, also those played for it."""
    return int.from_bytes(_keyed(bytes.fromhex(secret), "kartentisch luck 1", mix, f"{seat} {k}")[:8])


def bot_seed(key: bytes, of: str, seat: int, fact: int) -> int:
    """The chance of a bot, 128 bits. With a draw, `key` is the secret and `of` the mix; without, luck key and bind."""
    return int.from_bytes(_keyed(key, "kartentisch bot 1", of, f"{seat} {fact}")[:16])
