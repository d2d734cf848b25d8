"""Solo: the move that the picked elements seem to mean, so that a refusal can explain it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kartentisch.engine.views import View

_SEAT = re.compile(r"seat:([0-9])")
_BUTTON = re.compile(r"button:(=[rgby]|triple:[1-9][rgby])")


def move_for(view: View, path: Sequence[str]) -> str | None:
    seen = view.json()
    cards = [element[5:] for element in path if element.startswith("hand/")]
    last = path[-1] if path else ""
    words_of: dict[str, str] = {
        "button:draw": "take" if seen["phase"] == "owed" else "draw",
        "draw": "take" if seen["phase"] == "owed" else "draw",
        "button:pass": "pass",
        "button:answer": "skip" if seen["phase"] == "skipped" else "accept",
        "button:solo": "solo",
        "button:interject": seen["discard"][-1],
    }
    if last in words_of:
        return words_of[last]
    if named := _BUTTON.fullmatch(last):
        return named[1] if named[1][0] == "t" or not cards else f"{cards[0]} {named[1]}"
    if not cards:
        return None
    if seen["phase"] == "gift" and len(cards) > 1:
        first, second = sorted(cards[:2], key=view.game.tokens.index)
        return f"{first} {second}"
    if aimed := _SEAT.fullmatch(last):
        return f"{cards[0]} >{aimed[1]}"
    return cards[0]
