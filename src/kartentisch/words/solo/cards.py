"""Solo in words: the cards."""

from __future__ import annotations

from functools import cache

from kartentisch.words import shared
from kartentisch.words.language import Language


@cache
def card(t: Language, token: str) -> str:
    """A card in words: "red 7", "red Skip a Turn", "Protection in red"."""
    black = {"C": t.say("Choose a Color"), "+4": t.say("Draw 4 + Choose a Color"), "A": t.say("All Swap Cards")}
    if token in black:
        return black[token]
    if token[0] == "P":
        return t.say("Protection in {colour}", colour=shared.colour(t, token[1]))
    colour, symbol = shared.colour(t, token[0]), token[1:]
    if symbol.isdigit():
        return t.say("{colour} {value}", colour=colour, value=int(symbol))
    return t.say("{colour} {name}", colour=colour, name=_action(t, symbol))


@cache
def label(t: Language, token: str) -> str:
    """A card with a capital letter, as it is printed under the card: "Blue 10"."""
    return shared.capital(card(t, token))


def of_number(t: Language, number: int) -> str:
    """The words after "cards": "with a 7", "with an 8"."""
    return t.say("with an {n}", n=number) if number == 8 else t.say("with a {n}", n=number)


@cache
def wanted(t: Language, top: str, colour: str) -> str:
    """What can be discarded on a top card: "red, a 9, or a black card"."""
    things = [shared.colour(t, colour)]
    if top[0] in "rgby" and top[1:].isdigit():
        things.append(shared.a_number(t, int(top[1:])))
    elif top[0] in "rgby":
        things.append(_action(t, top[1:]))
    return t.listing([*things, t.say("a black card")], "or")


def _action(t: Language, symbol: str) -> str:
    return {
        "S": t.say("Skip a Turn"),
        "R": t.say("Change Direction"),
        "+2": t.say("Draw 2"),
        "X": t.say("Swap Cards"),
        "G": t.say("Gift"),
    }[symbol]
