"""Schwupps in words: the moves."""

from __future__ import annotations

from collections.abc import Sequence

from kartentisch.words.language import Language
from kartentisch.words.schwupps.cards import card
from kartentisch.words.shared import Names, who


def move(t: Language, tokens: Sequence[str], names: Names = None) -> str:
    """A move in words. Every move is one step."""
    token = tokens[0]
    if token == "end":
        return t.say("End your turn")
    if token == "!":
        return t.say("Play your last aggravation card")
    if token.startswith("~"):
        return t.say("Schwupp row {row} and take a card", row=token[1])
    if token.startswith("!"):
        name = who(t, int(token[3:]), names)
        return t.say("Schwupp row {row} with an aggravation card; {name} takes a card", row=token[1], name=name)
    return t.say("Play {card} on {pile}", card=card(t, token[:-3]), pile=token[-2:])
