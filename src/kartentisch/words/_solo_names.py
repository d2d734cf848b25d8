"""Solo: the names of its cards."""

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
    names = {
        "S": t.say("Skip a Turn"),
        "R": t.say("Change Direction"),
        "+2": t.say("Draw 2"),
        "X": t.say("Swap Cards"),
        "G": t.say("Gift"),
    }
    return t.say("{colour} {name}", colour=colour, name=names[symbol])
