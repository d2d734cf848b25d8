"""How the points of a round of Schwupps came about."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kartentisch.web.scorecard import Summary, Summed, Tally
from kartentisch.words.language import Language
from kartentisch.words.shared import points


def lines(seen: dict[str, Any], t: Language) -> list[Tally]:
    """Points for going out, and one point less for each card that the others have left."""
    if not seen["round_over"] or not any(seen["points"]):
        return []
    others = [points <= 0 for points in seen["points"]]
    return [
        Tally(t.say("Went out"), [max(0, points) for points in seen["points"]]),
        Tally(t.say("Cards left in the hand"), _taken(others, [len(hand) for hand in seen["hands"]])),
        Tally(t.say("Cards left in the pile"), _taken(others, seen["stacks"])),
    ]


def summary(seen: dict[str, Any], t: Language) -> Summary:
    """The cards that each seat has left, the fewest first, with the points of earlier rounds."""
    left = [len(hand) + stack for hand, stack in zip(seen["hands"], seen["stacks"], strict=True)]
    order = sorted(range(seen["seats"]), key=left.__getitem__)
    earlier = [f" · {points(t, total)}" if seen["round"] > 1 else "" for total in seen["totals"]]
    return Summary(t.say("Cards left"), [Summed(seat, f"{t.number(left[seat])}{earlier[seat]}") for seat in order], "")


def _taken(counts: Sequence[bool], cards: Sequence[int]) -> list[int]:
    """One point less for each card, at the seats where cards count."""
    return [-n if counted else 0 for counted, n in zip(counts, cards, strict=True)]
