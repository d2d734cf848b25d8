"""The secret of a parcel as it is written in a link: 28 signs in groups of four, which can also be typed in.

Its digits and letters are those of Crockford's base 32. Two of them check the others, so a link with a typing error is
known as such and nothing is looked up.
"""

from __future__ import annotations

import hashlib
import secrets

from kartentisch.engine.reasons import Reason

SIGNS = "0123456789abcdefghjkmnpqrstvwxyz"
RANDOM, GROUP = 26, 4
"""26 signs are 130 bits."""
_ALIKE = str.maketrans("oil", "011")


def new() -> str:
    """A secret that nobody has had before."""
    drawn = "".join(secrets.choice(SIGNS) for _ in range(RANDOM))
    whole = drawn + _check(drawn)
    return "-".join(whole[at : at + GROUP] for at in range(0, len(whole), GROUP))


def read(text: str) -> bytes | Reason:
    """The bytes of a secret, as somebody pasted or typed it, even with the address before it."""
    typed = text.rpartition("#")[2].lower().translate(_ALIKE)
    signs = "".join(sign for sign in typed if sign.isalnum())
    drawn, check = signs[:RANDOM], signs[RANDOM:]
    if len(drawn) < RANDOM or not set(drawn) <= set(SIGNS) or check != _check(drawn):
        return Reason("parcel_damaged")
    return drawn.encode()


def _check(drawn: str) -> str:
    number = int.from_bytes(hashlib.blake2b(drawn.encode(), digest_size=4, person=b"kt link check").digest())
    return SIGNS[number % 32] + SIGNS[number // 32 % 32]
