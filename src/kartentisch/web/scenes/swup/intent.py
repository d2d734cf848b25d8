"""SWUP: the move that the picked elements seem to mean, so that a refusal can explain it."""

from __future__ import annotations

from collections.abc import Sequence

from kartentisch.engine.views import View
from kartentisch.web.scenes.swup.sums import low, values


def move_for(view: View, path: Sequence[str]) -> str | None:
    """The move that seems to be meant. `path`: the begun elements, then the picked ones."""
    card = next((element.removeprefix("hand/") for element in path if element.startswith("hand/")), "")
    if not card:
        return None
    if not isinstance(view.steps(card), list):
        return card
    aim = ""
    items: list[str] = []
    for element in path:
        kind, _, rest = element.partition("/")
        if rest and (kind == "table" or (kind == "hand" and rest != card)):
            items.append(rest)
        elif element.startswith("build:"):
            items.append(f"@{kind[6:]}")
        elif element.startswith("button:") and element != "button:done":
            aim = element.removeprefix("button:")
    if not aim and not items:
        return card if view.steps(card) == [] else f"{card} lay"
    if aim == "lay":
        return f"{card} lay"
    return " ".join([card, _aim(view, card, aim, items), *items, "done"])


def _aim(view: View, card: str, aim: str, items: Sequence[str]) -> str:
    """The meant action with its value, even if no value was picked."""
    if ":" in aim:
        return aim
    steps = view.steps(card)
    known = [step for step in steps if step.startswith(aim or ("take", "build"))] if isinstance(steps, list) else []
    if known:
        return known[0]
    if aim != "build":
        return f"take:{values(card)[0]}"
    return f"build:{_buildable(view, card)}"


def _buildable(view: View, card: str) -> int:
    """The value of the player's own build, else of a card that could be kept, else any value."""
    seen = view.json()
    own = [build["value"] for build in seen["builds"] if build["owner"] == seen["seat"]]
    kept = [low(other) for other in seen["hands"][seen["seat"]] if other != card and low(other) >= low(card)]
    return int(next(iter([*own, *kept]), min(16, low(card) + 1)))
