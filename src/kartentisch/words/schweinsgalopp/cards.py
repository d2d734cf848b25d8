"""Schweinsgalopp in words: the race cards, the pigs, the scoff cards."""

from __future__ import annotations

from kartentisch.words import shared
from kartentisch.words.language import Language

TRACK = 22
"""The number of spaces of the course."""

START = 4
"""The space of the start line."""


def card(t: Language, token: str) -> str:
    """A race card by its colour."""
    return shared.colour(t, token)


def pig(t: Language, token: str) -> str:
    """A pig by its colour."""
    match token:
        case "b":
            return t.say("the blue pig")
        case "g":
            return t.say("the green pig")
        case "r":
            return t.say("the red pig")
        case "v":
            return t.say("the purple pig")
        case "y":
            return t.say("the yellow pig")
        case _:
            raise ValueError(f"no pig has the colour {token!r}")


def scoff(t: Language, n: int) -> str:
    """A number of scoff cards."""
    return t.many("{n} scoff card", "{n} scoff cards", n)
