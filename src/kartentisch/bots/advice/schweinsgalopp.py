"""Advice for Schweinsgalopp, one move ahead.

The last card decides what scoff cards are worth. So a move is worth the scoff cards it takes, times the hope that one
of the remaining cards puts its pig into the lead in the end. This hope grows with the number of colours that are left,
and it shrinks with the spaces that are missing to the lead.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kartentisch.bots.advice import FEW
from kartentisch.engine.compiled import at, rule
from kartentisch.games.schweinsgalopp.cards import LINING_UP, PIGS, TRACK
from kartentisch.play.match import View

_HOPE, _MISSING = 0.6, 0.7
"""The hope for a pig that could take the lead now, and the factor for each space that is missing."""
UNADVISED = True
"""A search with `weigh` wins only 44 to 46 % against one that treats all cards alike (docs/decisions/0014)."""
ENDS = FEW
"""Near the end of a round there is no luck, and few deals may be left, so solving them pays."""
_LATER = 0.5
"""The scoff cards that a card still in hand is expected to bring."""


def prefer(view: View, moves: Sequence[str]) -> list[float]:
    seen = view.json()
    return [_like(seen, move) for move in moves]


def _like(seen: dict[str, Any], move: str) -> float:
    if move[0] == "@":
        return float(-int(move[1:]))  # a nearer space is reached sooner
    if move[0] == "+":
        return 0.0
    seat, pigs = seen["seat"], seen["pigs"]
    distance = ahead(pigs, move)
    lead = distance > max(pigs.values())
    gain = (distance % TRACK in seen["track_scoff"]) + (lead and seen["supply"] > 0)
    rest = list(seen["hands"][seat])
    rest.remove(move)
    if not rest:
        return float(gain) if lead or seen["options"]["keep"] else -1.0
    hope = 1.0 if seen["options"]["keep"] else _hope({**pigs, move: distance}, rest)
    return float(seen["face_up"][seat] + gain + _LATER * len(rest)) * hope


def ahead(pigs: dict[str, int], pig: str) -> int:
    """The distance of a pig after its next move."""
    taken = {distance % TRACK for distance in pigs.values()}
    distance = pigs[pig] + 1
    while distance % TRACK in taken:
        distance += 1
    return distance


def _hope(pigs: dict[str, int], rest: list[str]) -> float:
    """A very rough probability that one of these cards leads in the end."""
    first = max(pigs.values())
    none = 1.0
    for pig in sorted(set(rest)):
        none *= 1 - _HOPE * _MISSING ** max(0, first + 1 - ahead(pigs, pig))
    return 1 - none


@rule
def weigh(s: Any, seat: Any, out: Any, n: Any, weights: Any) -> None:
    """Prefer pigs that are near the lead."""
    first = 0
    for pig in range(PIGS):
        first = max(first, s.pigs[pig])
    for k in range(n):
        step = out[at(k)]
        weights[at(k)] = 1.0
        if step < PIGS:
            behind = first - s.pigs[at(step)]
            weights[at(k)] = 3.0 if behind < PIGS else 1.0


def even(record: Any) -> bool:
    """Whether the pigs are being set up. Then nobody has a card yet, and no pig belongs to anyone."""
    return int(record["phase"]) == LINING_UP


def rounds_left(record: Any) -> float:
    """The option says how many rounds a match has."""
    return float(record["option_rounds"] - record["number"])
