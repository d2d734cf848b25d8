"""SWUP in words: what a reader learns when somebody moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kartentisch.words import shared
from kartentisch.words.shared import Event, Seen


def tell(before: Seen, after: Seen, seat: int, move: Sequence[str | None]) -> list[Event]:
    """What the reader of these views learns. In this game all may hear of every move."""
    old, new = before.json(), after.json()
    tokens = [str(token) for token in move]
    builds = {f"@{build['owner']}": build for build in old["builds"]}
    args: dict[str, Any] = {"seat": seat, "card": tokens[0]}
    left = len(old["table"])
    if len(tokens) == 1:
        events: list[Event] = [("clear", args | {"n": left + sum(len(build["cards"]) for build in old["builds"])})]
        left = 0
    elif tokens[1] == "lay":
        events = [("lay", args)]
        left += 1
    else:
        kind, _, value = tokens[1].partition(":")
        items = tokens[2:-1]
        args |= {"value": int(value), "cards": [item for item in items if item not in builds]}
        args["builds"] = [[builds[item]["owner"], builds[item]["value"]] for item in items if item in builds]
        if kind == "build":
            args["double"] = next(build["double"] for build in new["builds"] if build["owner"] == seat)
        events = [(kind, args)]
        left -= len(args["cards"])
    if new["swups"][seat] > old["swups"][seat]:
        events.append(("swup", {"seat": seat, "n": new["options"].get("swup_points", 1)}))
    if new["round_over"]:
        last = {"seat": new["last_taker"], "n": left}
        return [*events, ("last", last), ("scored", {"points": new["points"]}), *shared.closing(after)]
    if sum(map(len, new["hands"])) > sum(map(len, old["hands"])):
        hand = None if new["seat"] is None else new["hands"][new["seat"]]
        events.append(("hands", {"cards": hand, "last": new["deck"] == 0}))
    return events
