"""Schwupps in words: the cards, and what a pile wants."""

from __future__ import annotations

from functools import cache

from kartentisch.words import shared
from kartentisch.words.language import Language

_CHANGE = {"+1": 1, "+2": 2, "-1": -1, "-2": -2}


@cache
def card(t: Language, token: str) -> str:
    """A number card, an aggravation card or a task card."""
    if token[0] in "bgrvy":
        return t.say("{colour} {value}", colour=shared.colour(t, token[0]), value=int(token[1:]))
    words = {
        "!": t.say("aggravation card"),
        "+1": t.say("plus 1"),
        "+2": t.say("plus 2"),
        "-1": t.say("minus 1"),
        "-2": t.say("minus 2"),
        "n": t.say("same number"),
        "c": t.say("same color"),
        "nc": t.say("same color and/or number"),
    }
    return words[token]


@cache
def label(t: Language, token: str) -> str:
    """A card with a capital letter, as it is printed under the card: "Blue 10"."""
    return shared.capital(card(t, token))


def wanted(task: str, top: str) -> int:
    """The value that a number task wants. After 10 comes 1."""
    return (int(top[1:]) + _CHANGE.get(task, 0) - 1) % 10 + 1


@cache
def wish(t: Language, task: str, top: str) -> str:
    """The caption of a pile: "wants a 7"."""
    if task == "c":
        return t.say("wants {card}", card=shared.colour(t, top[0]))
    number = shared.a_number(t, wanted(task, top))
    if task == "nc":
        return t.say("wants {colour} or {number}", colour=shared.colour(t, top[0]), number=number)
    return t.say("wants {card}", card=number)
