"""Solo: a card goes from the hand onto the discard pile, and what that brings about (§3, §6, §8)."""

from __future__ import annotations

from typing import Any

import numpy as np

from kartentisch.engine.compiled import at, rule
from kartentisch.games.solo.calls import owe
from kartentisch.games.solo.cards import (
    AIMS,
    ALL_SWAP,
    ANSWER,
    CHOOSE,
    DRAW_FOUR,
    DRAW_TWO,
    GIFT,
    HUE,
    NAMES,
    OWED,
    REVERSE,
    SKIP,
    SKIPPED,
    SWAP,
    SYMBOL,
)
from kartentisch.games.solo.hands import ask_about, ask_all, protect
from kartentisch.games.solo.turn import lay_from_hand, pass_turn


@rule
def lay(s: Any, seat: Any, kind: Any, named: Any) -> None:
    """Discard a card of the hand, in turn or not; `named` is the colour or target that the move names, if any."""
    lay_from_hand(s, seat, kind)
    s.declined = 0
    s.colour = HUE[at(kind)]
    if s.hands_n[at(seat)] > 0:  # §11.2
        carry_out(s, seat, SYMBOL[at(kind)], named)


@rule
def carry_out(s: Any, seat: Any, symbol: Any, named: Any) -> None:
    """§6-8: the action of a card that was not the last one."""
    if symbol in (SWAP, GIFT):
        ask_about(s, seat, named - AIMS)
    elif symbol == ALL_SWAP:
        ask_all(s, seat)
    else:
        owe(s, seat)  # §9.3
        if s.phase == ANSWER:
            protect(s, seat)
        else:
            if symbol == REVERSE:
                s.direction = -s.direction
            if symbol in (CHOOSE, DRAW_FOUR):
                s.colour = named - NAMES
            act_on_next(s, seat, symbol)


@rule
def act_on_next(s: Any, seat: Any, symbol: Any) -> None:
    """§6.2, §6.4, §6.5: the next seat is in turn, and is skipped or owes cards."""
    owed = np.int64(s.pending)
    pass_turn(s, seat)
    if skips_next(s, symbol):
        s.layer = seat
        s.phase = SKIPPED
    elif symbol in (DRAW_TWO, DRAW_FOUR):
        s.pending = owed + (2 if symbol == DRAW_TWO else 4)
        s.phase = OWED


@rule
def skips_next(s: Any, symbol: Any) -> Any:
    """§6.2, §12.7: a skip does; so does a change of direction with two seats and `reverse_skips`."""
    return symbol == SKIP or (symbol == REVERSE and s.option_reverse_skips != 0 and s.seats == 2)
