"""SWUP in words: the moves."""

from __future__ import annotations

from collections.abc import Sequence

from kartentisch.words.language import Language
from kartentisch.words.shared import Names, who
from kartentisch.words.swup.cards import card, with_value


def move(t: Language, tokens: Sequence[str], names: Names = None) -> str:
    """A move, or its begun part: "Take blue 6 and yellow 5 with black 11"."""
    if tokens[0][0] not in "krby" or not tokens[0][1:].isdigit():
        return _step(t, tokens[0], names)
    played = card(t, tokens[0])
    if len(tokens) == 1:
        return t.say("Play {card}", card=played)
    if tokens[1] == "lay":
        return t.say("Lay {card} on the table", card=played)
    kind, _, value = tokens[1].partition(":")
    things = t.listing(_item(t, token, names) for token in tokens[2:] if token != "done")
    if kind == "take":
        played = with_value(t, tokens[0], int(value))
        return t.say("Take {things} with {card}", things=things, card=played) if things else _with(t, played)
    if things:
        return t.say("Build {value} with {card}: {things}", value=value, card=played, things=things)
    return t.say("Build {value} with {card}", value=value, card=played)


def _with(t: Language, played: str) -> str:
    return t.say("Take with {card}", card=played)


def _step(t: Language, token: str, names: Names) -> str:
    """A single step."""
    kind, _, value = token.partition(":")
    match kind:
        case "done":
            return t.say("Done")
        case "lay":
            return t.say("Lay the card on the table")
        case "take":
            return t.say("Take with the value {value}", value=value)
        case "build":
            return t.say("Build {value}", value=value)
        case _:
            return t.say("Pick {thing}", thing=_item(t, token, names))


def _item(t: Language, token: str, names: Names) -> str:
    if token[0] == "@":
        return t.say("the build of {name}", name=who(t, int(token[1:]), names))
    return card(t, token)
