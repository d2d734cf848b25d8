"""Schwupps: the move that the picked elements seem to mean, so that a refusal can explain it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kartentisch.engine.views import View
from kartentisch.web.scenes.schwupps.table import PILES

_BUTTONS = {"button:end": "end", "button:A": "~A", "button:B": "~B"}
_PLACE = re.compile(r"(?:row:|task-)?([AB])[12]?")


def move_for(view: View, path: Sequence[str]) -> str | None:
    last = path[-1] if path else ""
    if last in _BUTTONS:
        return _BUTTONS[last]
    card = path[0].removeprefix("hand/") if path and path[0].startswith("hand/") else ""
    if not card:
        return None
    if card == "!":
        return _aggravation(view, path)
    pile = next((element for element in reversed(path) if element in PILES), _fitting(view, card))
    return f"{card}>{pile}" if pile else None


def _aggravation(view: View, path: Sequence[str]) -> str:
    row = next((found[1] for element in path[1:] if (found := _PLACE.fullmatch(element))), "")
    seats = [int(element[5:]) for element in path[1:] if re.fullmatch(r"seat:[0-9]", element)]
    if not row:
        return "!"
    other = next((seat for seat in range(int(view.record["seats"])) if seat != view.seat), 0)
    return f"!{row}>{seats[0] if seats else other}"


def _fitting(view: View, card: str) -> str | None:
    """Where a card that was picked alone would go. None if it fits nowhere: no single pile is the reason."""
    steps = view.steps()
    fitting = [step for step in steps if step.startswith(f"{card}>")] if isinstance(steps, list) else []
    return fitting[0].partition(">")[2] if fitting else None
