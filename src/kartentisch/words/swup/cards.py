"""SWUP in words: the cards."""

from __future__ import annotations

from functools import cache

from kartentisch.words import shared
from kartentisch.words.language import Language

SECOND = {"k1": 14, "r1": 14, "b1": 14, "y1": 14, "k2": 15, "r10": 16}
"""The second value of the cards that have one."""


@cache
def card(t: Language, token: str) -> str:
    """A card in words: "blue 10"."""
    return t.say("{colour} {value}", colour=shared.colour(t, token[0]), value=int(token[1:]))


@cache
def label(t: Language, token: str) -> str:
    """A card as it is named where it lies: with a capital letter and all its values, "Blue 10", "Black 2 or 15"."""
    named = shared.capital(card(t, token))
    return t.say("{card} or {value}", card=named, value=SECOND[token]) if token in SECOND else named


def with_value(t: Language, token: str, value: int) -> str:
    """A played card, with its chosen value if it has two."""
    return t.say("{card} as {value}", card=card(t, token), value=value) if token in SECOND else card(t, token)
