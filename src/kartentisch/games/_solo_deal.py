"""Solo: the deal (§2). A part of the rule sheet, solo.py."""

from __future__ import annotations

from typing import Any

import numpy as np

from kartentisch.engine import bags, knowing
from kartentisch.engine.compiled import at, rule
from kartentisch.engine.rounds import begin_round
from kartentisch.games._solo_cards import ALIKE, ANY, GIFT, GUARDS, HUE, SKIP, SWAP, SYMBOL
from kartentisch.games._solo_hands import draw, give_turn, lay_on_top


@rule
def deal(s: Any, luck: Any) -> None:
    """The last seat deals the first round."""
    s.number = 1
    deal_round(s, luck)


@rule
def next_round(s: Any, luck: Any) -> None:
    """The deal moves one to the left."""
    s.number += 1
    deal_round(s, luck)


@rule
def deal_round(s: Any, luck: Any) -> None:
    """Cards for each seat (§12.9), then cards are turned up until a number card lies on top (§2.4, §2.5)."""
    seats = np.int64(s.seats)
    s.dealer = (seats - 2 + s.number) % seats
    begin_round(s, -1)
    s.direction = 1
    s.begun = 0
    s.pending = 0
    s.owes_call = 0
    s.quiet = 0
    fill_pile(s)
    for seat in range(seats):
        bags.clear(s.hands[at(seat)])
        knowing.keep(s.known[at(seat)], 0)
        s.hands_n[at(seat)] = 0
        draw(s, seat, s.option_hand, luck)
    kind = SKIP
    while s.draw_bag_n > 0 and SYMBOL[at(kind)] >= SKIP:
        kind = bags.pick(s.draw_bag, s.draw_bag_n, luck)
        s.draw_bag_n -= 1
        lay_on_top(s, kind)
    s.colour = HUE[at(kind)] if SYMBOL[at(kind)] < SKIP else ANY
    give_turn(s, (s.dealer + 1) % seats)


@rule
def fill_pile(s: Any) -> None:
    """The cards of §1: two of most coloured ones, one of each swap, gift and protection, four of each other."""
    single = ALIKE[SWAP] | ALIKE[GIFT] | GUARDS
    four = bags.bit(56) | bags.bit(57) | bags.bit(58)
    s.draw_bag[0] = single
    s.draw_bag[1] = (bags.bit(56) - 1) & ~single
    s.draw_bag[2] = four
    s.draw_bag_n = 120
    if s.option_swaps == 0:  # §12.13
        s.draw_bag[0] &= ~ALIKE[SWAP]
        s.draw_bag[2] &= ~bags.bit(58)
        s.draw_bag_n = 112
    s.discard_n = 0
