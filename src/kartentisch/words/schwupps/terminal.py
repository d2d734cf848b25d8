"""Schwupps in words: the picture for the terminal."""

from __future__ import annotations

from kartentisch.words import shared
from kartentisch.words.language import Language
from kartentisch.words.schwupps.cards import card, wish
from kartentisch.words.shared import Names, Seen, subject

_PLACES = ("A1", "A2", "B1", "B2")


def picture(t: Language, view: Seen, names: Names = None) -> list[tuple[str, str]]:
    """Piles with what they want, the next task, the common pile, then the people."""
    seen = view.json()
    lines = []
    for place in _PLACES:
        task, top = seen["tasks"][place], seen["piles"][place][-1]
        lines.append((place, f"{card(t, top)} · {card(t, task)} · {wish(t, task, top)}"))
    lines.append((t.say("Next task"), card(t, seen["next"])))
    lines.append((t.say("Common pile"), shared.cards(t, seen["common"])))
    for seat in range(seen["seats"]):
        hand, pile = len(seen["hands"][seat]), seen["stacks"][seat]
        lines.append((subject(t, seat, names), t.say("{hand} in hand, {pile} in the pile", hand=hand, pile=pile)))
    if seen["seat"] is not None:
        held = [card(t, token) for token in seen["hands"][seen["seat"]]]
        lines.append((t.say("Your hand"), ", ".join(held) or "–"))
    return lines
