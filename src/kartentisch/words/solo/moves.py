"""Solo in words: the moves."""

from __future__ import annotations

from collections.abc import Sequence

from kartentisch.words import shared
from kartentisch.words.language import Language
from kartentisch.words.shared import Names, who
from kartentisch.words.solo.cards import card, of_number


def move(t: Language, tokens: Sequence[str], names: Names = None) -> str:
    """A move in words: a card with its choices, a Triple +, the two cards of a gift, or a word."""
    token = tokens[0] if tokens else ""
    words = {
        "": t.say("Nothing"),
        "draw": t.say("Draw a card"),
        "pass": t.say("Keep the card"),
        "take": t.say("Take the cards you owe"),
        "skip": t.say("Be skipped"),
        "accept": t.say("Accept"),
        "no": t.say("Do not interject"),
        "solo": t.say("Call “Solo!”"),
        "quiet": t.say("Do not call “Solo!”"),
    }
    if token in words:
        return words[token]
    if token.startswith("triple:"):
        number, colour = of_number(t, int(token[7])), shared.colour(t, token[8])
        return t.say("Triple +: all cards {number}, {colour} on top", number=number, colour=colour)
    named = tokens[1] if len(tokens) > 1 else ""
    if named.startswith("="):
        return t.say("Play {card} and choose {colour}", card=card(t, token), colour=shared.colour(t, named[1]))
    if named.startswith(">"):
        name = who(t, int(named[1:]), names)
        if token[1:] == "X":
            return t.say("Play {card} and swap hands with {name}", card=card(t, token), name=name)
        return t.say("Play {card} and give {name} two cards", card=card(t, token), name=name)
    if named:
        return t.say("Give away {cards}", cards=t.listing([card(t, token), card(t, named)]))
    return t.say("Play {card}", card=card(t, token))
