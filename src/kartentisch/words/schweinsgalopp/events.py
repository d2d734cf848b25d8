"""Schweinsgalopp in words: what a reader learns when somebody moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kartentisch.words.schweinsgalopp.cards import START, TRACK
from kartentisch.words.shared import Event, Seen


def tell(before: Seen, after: Seen, seat: int, move: Sequence[str | None]) -> list[Event]:
    """What the reader of these views learns. In this game all may hear of every move."""
    old, new = before.json(), after.json()
    token = str(move[0])
    if token.startswith("@"):
        return [("laid", {"seat": seat, "space": int(token[1:])})]
    if token.startswith("+"):
        return [("set_up", _set_up(new, seat, token[1:]))]
    first, distance = max(old["pigs"].values()), new["pigs"][token]
    events: list[Event] = [
        (
            "ran",
            {
                "seat": seat,
                "pig": token,
                "space": distance % TRACK,
                "lead": "no" if distance < first else "kept" if old["pigs"][token] == first else "took",
                "track": len(new["track_scoff"]) < len(old["track_scoff"]),
                "supply": old["supply"] > 0,
            },
        )
    ]
    if not new["hands"][seat]:
        events += _last(old, new, seat, distance >= first)
    return events + _end(new)


def _set_up(new: dict[str, Any], seat: int, token: str) -> dict[str, Any]:
    """The pig and its place, and the pig that is then set up automatically, if any."""
    others = [other for other, distance in new["pigs"].items() if distance == 0]
    space = new["pigs"][token]
    return {"seat": seat, "pig": token, "space": space, "first": space == START, "last": "".join(others)}


def _last(old: dict[str, Any], new: dict[str, Any], seat: int, lead: bool) -> list[Event]:
    """What the last card does with the face-up scoff cards."""
    if n := new["banked"][seat] - old["banked"][seat]:
        return [("banked", {"seat": seat, "n": n})]
    lost = max(0, new["supply"] - old["supply"]) if not lead else 0
    return [("lost", {"seat": seat, "n": lost})] if lost else []


def _end(new: dict[str, Any]) -> list[Event]:
    if not new["round_over"]:
        return []
    events: list[Event] = [("round_end", {"points": new["points"]})]
    return [*events, ("match_won", {"seats": new["winners"]})] if new["over"] else events
