"""Solo: what follows from a drawn card for those who do not see it (§20.2)."""

from __future__ import annotations

from typing import Any

import numpy as np

from kartentisch.engine import bags
from kartentisch.engine.compiled import at, rule
from kartentisch.engine.fields import Field
from kartentisch.engine.sets import has, lowest, without_lowest
from kartentisch.games.solo.cards import ALIKE, DRAWN, IN_COLOUR, NO_CARD, STARTS
from kartentisch.games.solo.turn import matching


def limits(view: Any, viewer: int, field: Field, index: int) -> tuple[int, int]:
    """The seat that ponders over a drawn card holds one that matches, besides those known."""
    if field.name != "hands" or int(view["phase"]) != DRAWN or index != int(view["turn"]):
        return -1, 0
    top = int(view["discard"][int(view["discard_n"]) - 1])
    return -1, int(IN_COLOUR[int(view["colour"])]) | int(ALIKE[top])


@rule
def settle(s: Any, viewer: Any) -> None:
    """The drawn card is one that matches and that the viewer does not know.

    It is a known one only if there is no other, which never happens in play.
    """
    if s.phase != DRAWN or s.drawn != NO_CARD:
        return
    cards = bags.held(s.hands[at(s.turn)]) & matching(s)
    s.drawn = lowest(cards)
    while cards != 0:
        kind = lowest(cards)
        cards = without_lowest(cards)
        if bags.copies(s.hands[at(s.turn)], kind) > known(s, s.turn, kind, viewer):
            s.drawn = kind
            return


@rule
def known(s: Any, seat: Any, kind: Any, viewer: Any) -> Any:
    """How many cards of a kind the viewer knows in a hand."""
    number = np.int64(0)
    for slot in range(STARTS[at(kind)], STARTS[at(kind + 1)]):
        number += has(s.known[at(seat), at(slot)], viewer)
    return number
