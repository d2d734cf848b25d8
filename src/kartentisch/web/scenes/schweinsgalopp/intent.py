"""Schweinsgalopp: the move that the picked elements seem to mean, so that a refusal can explain it."""

from __future__ import annotations

from collections.abc import Sequence

from kartentisch.engine.views import View
from kartentisch.web.scenes.schweinsgalopp.table import waits_at


def move_for(view: View, path: Sequence[str]) -> str | None:
    state = view.json()
    for element in path:
        if element.startswith("hand/"):
            return element.removeprefix("hand/")
    if state["phase"] == "line_up":
        pigs = {f"track/pig-{pig}": pig for pig in state["pigs"]} | {
            f"track:{waits_at(pig)}": pig for pig in state["pigs"]
        }
        return next((f"+{pigs[element]}" for element in path if element in pigs), None)
    if state["phase"] == "lay" and path and path[-1].startswith("track:"):
        return f"@{path[-1].removeprefix('track:')}"
    return None
