"""What is worth doing in Schweinsgalopp, one move ahead.

Scoff cards are worth what the last card makes of them. So a move is liked for those that it takes, times the hope that
some card of the rest will put its pig into the lead in the end: the more colours are left, and the fewer spaces are
missing to the lead, the more.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kartentisch.bots.advice import FEW
from kartentisch.engine.compiled import at, rule
from kartentisch.games.schweinsgalopp.cards import LINING_UP, PIGS, TRACK
from kartentisch.play.view import View

_HOPE, _MISSING = 0.6, 0.7
"""The hope for a pig that could take the lead now, and what is left of it for each space that is missing."""
UNADVISED = True
"""Who searches with `weigh` wins 44 to 46 % against who tries and plays all cards alike (docs/decisions/0014)."""
ENDS = FEW
"""When a round nears its end, few deals may be left, and no luck: it pays to go through them."""
_LATER = 0.5
"""Scoff cards that a card still in hand may bring."""


def prefer(view: View, moves: Sequence[str]) -> list[float]:
    seen = view.json()
    return [_like(seen, move) for move in moves]


def _like(seen: dict[str, Any], move: str) -> float:
    if move[0] == "@":
        return float(-int(move[1:]))  # the nearer, the sooner somebody gets there
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
    """How likely one of these cards leads in the end, very roughly."""
    first = max(pigs.values())
    none = 1.0
    for pig in sorted(set(rest)):
        none *= 1 - _HOPE * _MISSING ** max(0, first + 1 - ahead(pigs, pig))
    return 1 - none


@rule
def weigh(s: Any, seat: Any, out: Any, n: Any, weights: Any) -> None:
    """The lead is worth having; a pig far behind is no loss."""
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
    """While the pigs are set up: nobody has a card yet, and no pig is anybody's."""
    return int(record["phase"]) == LINING_UP


def rounds_left(record: Any) -> float:
    """The option says how many there are."""
    return float(record["option_rounds"] - record["number"])
