"""Schweinsgalopp: which cards went where."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kartentisch.engine.views import View
from kartentisch.web.scene import Big, Moved
from kartentisch.web.scenes import hand_of

SHEET = "schweinsgalopp"
SCOFF = ("apple", "carrot", "corn", "turnip", "acorn")


def scoff_face(n: int) -> str:
    """The face of a scoff card. All are worth the same, so the card that is drawn tells nothing."""
    return f"{SHEET}/{SCOFF[n % len(SCOFF)]}"


def moved(before: View, after: View, seat: int, tokens: Sequence[str | None]) -> list[Moved]:
    """The card goes to the played ones; scoff cards go from track and supply to their owner, and lost ones back."""
    old, new, token = before.json(), after.json(), str(tokens[0])
    mine = seat == new["seat"]
    if token[0] == "+":
        dealt = new["hands"][new["seat"]] if new["seat"] is not None else []
        return [Moved("track", "hand", [f"{SHEET}/{card}"]) for card in dealt]
    owner = "scoff" if mine else f"seat:{seat}"
    if token[0] == "@":
        return [Moved("supply", "track", [scoff_face(int(token[1:]))])]
    big: Big = "lead" if _first(old) != _first(new) else ""
    moves = [Moved(hand_of(seat, new["seat"]), "played", [f"{SHEET}/{token}"], big=big)]
    found = [space for space in old["track_scoff"] if space not in new["track_scoff"]]
    moves += [Moved("track", owner, [scoff_face(space)]) for space in found]
    paid = new["pigs"][token] == max(new["pigs"].values()) and old["supply"] > 0
    if paid:
        moves.append(Moved("supply", owner, [scoff_face(old["supply"])]))
    if lost := new["supply"] - old["supply"] + paid:
        moves.append(Moved(owner, "supply", [scoff_face(n) for n in range(lost)], lost))
    return moves


def _first(state: dict[str, Any]) -> str:
    """The pig in the lead."""
    pigs: dict[str, int] = state["pigs"]
    return max(pigs, key=pigs.__getitem__)


def cheers(before: View, after: View, seat: int, tokens: Sequence[str | None]) -> bool:
    """No move of this game is cheered."""
    return False
