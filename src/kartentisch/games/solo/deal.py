"""Solo: the start of a round (§2)."""

from __future__ import annotations

from typing import Any

import numpy as np

from kartentisch.engine import bags, knowing
from kartentisch.engine.compiled import at, rule
from kartentisch.engine.rounds import begin_round
from kartentisch.engine.sets import has
from kartentisch.games.solo.cards import (
    ANY,
    CARD_COUNT,
    HUE,
    NO_SEAT,
    NUMBERS,
    PACK,
    PACK_WITHOUT_SWAPS,
    PLANES,
    SWAPPING_CARDS,
)
from kartentisch.games.solo.draws import draw, turn_up
from kartentisch.games.solo.turn import give_turn, lay_on_top


@rule
def deal(s: Any, luck: Any) -> None:
    """The first round."""
    s.number = 1
    deal_round(s, luck)


@rule
def next_round(s: Any, luck: Any) -> None:
    """The deal moves one seat to the left."""
    s.number += 1
    deal_round(s, luck)


@rule
def deal_round(s: Any, luck: Any) -> None:
    """§2.1-2.5: each seat gets cards, a start card is turned up, the seat to the left of the dealer begins."""
    seats = np.int64(s.seats)
    s.dealer = (seats - 2 + s.number) % seats
    begin_round(s, NO_SEAT)
    s.direction = 1
    s.begun = 0
    s.pending = 0
    s.owes_call = 0
    s.quiet = 0
    shuffle(s)
    for seat in range(seats):
        deal_hand(s, seat, luck)
    turn_up_start(s, luck)
    give_turn(s, (s.dealer + 1) % seats)


@rule
def shuffle(s: Any) -> None:
    """§12.13: all cards are in the draw pile, swaps and all swaps only if the option says so."""
    for plane in range(PLANES):
        s.draw_bag[plane] = PACK[plane] if s.option_swaps else PACK_WITHOUT_SWAPS[plane]
    s.draw_bag_n = CARD_COUNT if s.option_swaps else CARD_COUNT - SWAPPING_CARDS
    s.discard_n = 0


@rule
def deal_hand(s: Any, seat: Any, luck: Any) -> None:
    """§12.9: deal a hand, of which nobody else knows anything."""
    bags.clear(s.hands[at(seat)])
    s.hands_n[at(seat)] = 0
    knowing.keep(s.known[at(seat)], 0)
    draw(s, seat, s.option_hand, luck)


@rule
def turn_up_start(s: Any, luck: Any) -> None:
    """§2.4, §2.5: turn cards up until a number card lies on top. If there is none, any card matches."""
    s.colour = ANY
    while s.colour == ANY and s.draw_bag_n > 0:
        kind = turn_up(s, luck)
        lay_on_top(s, kind)
        if has(NUMBERS, kind):
            s.colour = HUE[at(kind)]
