"""SWUP in words: the picture for the terminal."""

from __future__ import annotations

from kartentisch.words import shared
from kartentisch.words.language import Language
from kartentisch.words.shared import Names, Seen, subject, who
from kartentisch.words.swup.cards import card


def picture(t: Language, view: Seen, names: Names = None) -> list[tuple[str, str]]:
    """The loose cards, the builds with their owners, the deck, then the people."""
    seen = view.json()
    lines = [(t.say("Table"), ", ".join(card(t, token) for token in seen["table"]) or "–")]
    for build in seen["builds"]:
        kind = t.say("double {value}", **build) if build["double"] else t.say("simple {value}", **build)
        cards = ", ".join(card(t, token) for token in build["cards"])
        lines.append((t.say("Build of {name}", name=who(t, build["owner"], names)), f"{kind}: {cards}"))
    lines.append((t.say("Draw pile"), shared.cards(t, seen["deck"] if isinstance(seen["deck"], int) else 0)))
    for seat in range(seen["seats"]):
        hand, pile, swups = len(seen["hands"][seat]), len(seen["piles"][seat]), seen["swups"][seat]
        said = t.say("{hand} in hand, {pile} taken, SWUPs: {swups}", hand=hand, pile=pile, swups=swups)
        lines.append((subject(t, seat, names), said))
    if seen["seat"] is not None:
        held = [card(t, token) for token in seen["hands"][seen["seat"]]]
        lines.append((t.say("Your hand"), ", ".join(held) or "–"))
    return lines
