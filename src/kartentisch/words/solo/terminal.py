"""Solo in words: the picture for the terminal."""

from __future__ import annotations

from kartentisch.words import shared
from kartentisch.words.language import Language
from kartentisch.words.shared import Names, Seen, subject
from kartentisch.words.solo.cards import card


def picture(t: Language, view: Seen, names: Names = None) -> list[tuple[str, str]]:
    """The top card and what is in force, the draw pile, the people with the known part of their hands, the own hand."""
    seen = view.json()
    colour = t.say("any card fits") if seen["colour"] == "*" else shared.colour(t, seen["colour"])
    left = seen["direction"] == 1
    lines = [
        (t.say("Discard pile"), f"{card(t, seen['discard'][-1])} · {colour}"),
        (t.say("Draw pile"), shared.cards(t, seen["draw_bag"])),
        (t.say("Direction"), t.say("to the left") if left else t.say("to the right")),
    ]
    if seen["pending"]:
        lines.append((t.say("Owed"), shared.cards(t, seen["pending"])))
    for seat in range(seen["seats"]):
        hand = seen["hands"][seat]
        parts = [shared.cards(t, len(hand)), t.say("{points} so far", points=shared.points(t, seen["totals"][seat]))]
        if seat in seen["owes_call"]:
            parts.append(t.say("has not called “Solo!” yet"))
        if seat != seen["seat"] and any(hand):
            parts.append(", ".join(card(t, token) for token in hand if token))
        lines.append((subject(t, seat, names), " · ".join(parts)))
    if seen["drawn"] is not None:
        lines.append((t.say("Drawn"), card(t, seen["drawn"])))
    if seen["seat"] is not None:
        held = [card(t, token) for token in seen["hands"][seen["seat"]]]
        lines.append((t.say("Your hand"), ", ".join(held) or "–"))
    return lines
