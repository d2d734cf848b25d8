"""Solo: the draw pile, and the penalty for a call that was not made (§9.6, §10)."""

from __future__ import annotations

from typing import Any

import numpy as np

from kartentisch.engine import bags
from kartentisch.engine.compiled import at, rule
from kartentisch.engine.sets import bit, has
from kartentisch.games.solo.calls import forgive_all_but, settle_debt
from kartentisch.games.solo.cards import BOTTOM, BY_ANYBODY, NO_CARD
from kartentisch.games.solo.turn import next_seat, take_up

PENALTY = 2


@rule
def draw(s: Any, seat: Any, number: Any, luck: Any) -> Any:
    """§10.2: draw this many cards, or as many as there are. Return the last one."""
    kind = np.int64(NO_CARD)
    for _ in range(number):
        if s.draw_bag_n == 0:
            if s.discard_n <= 1:
                break
            renew(s)
        kind = np.int64(turn_up(s, luck))
        take_up(s, seat, kind)
    settle_debt(s, seat)
    return kind


@rule
def turn_up(s: Any, luck: Any) -> Any:
    """Take the next card from the draw pile, which is not empty."""
    kind = bags.pick(s.draw_bag, s.draw_bag_n, luck)
    s.draw_bag_n -= 1
    return kind


@rule
def renew(s: Any) -> None:
    """§10.1: the discard pile without its top card becomes the new draw pile."""
    under = s.discard_n - 1
    for place in range(under):
        bags.put(s.draw_bag, s.discard[at(place)])
    s.discard[BOTTOM] = s.discard[at(under)]
    s.discard_n = 1
    s.draw_bag_n = under


@rule
def penalize(s: Any, seat: Any, luck: Any) -> None:
    """§9.6: all others that owe the call draw two, starting next after this seat, which discards or draws."""
    if s.owes_call & ~bit(seat) != 0 and (s.option_call_until == BY_ANYBODY or seat == s.turn):  # §12.11
        debtor = next_seat(s, seat)
        while debtor != seat:
            if has(s.owes_call, debtor):
                draw(s, debtor, PENALTY, luck)
            debtor = next_seat(s, debtor)
        forgive_all_but(s, seat)
