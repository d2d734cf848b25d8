"""Solo: swap, gift and all swap. The seats aimed at answer, then hands or cards move (§7, §8.4, §13)."""

from __future__ import annotations

from typing import Any

import numpy as np

from kartentisch.engine import bags, knowing
from kartentisch.engine.compiled import at, rule
from kartentisch.engine.sets import bit, has, highest, lowest
from kartentisch.games.solo.calls import owe, settle_debt
from kartentisch.games.solo.cards import (
    ALL_OTHERS,
    ANSWER,
    CARD_COUNT,
    GIVING,
    NO_CARD,
    PLANES,
    STARTS,
    SWAP,
    SYMBOL,
)
from kartentisch.games.solo.turn import everybody, give_turn, next_seat, pass_turn, put_down, take_up, top

# ---- Question and answer (§7.1, §8.4) -------------------------------------------------------------------------------


@rule
def ask_about(s: Any, seat: Any, target: Any) -> None:
    """§7.1: the target answers first."""
    give_turn(s, seat)
    s.layer = seat
    s.target = target
    s.phase = ANSWER


@rule
def ask_all(s: Any, seat: Any) -> None:
    """§7.6: all other seats answer, in any order."""
    ask_about(s, seat, ALL_OTHERS)
    s.to_answer = everybody(s) & ~bit(seat)


@rule
def answering(s: Any) -> Any:
    """The seats that have been asked and have not answered yet."""
    return np.int64(s.to_answer) if s.target == ALL_OTHERS else bit(s.target)


@rule
def protect(s: Any, seat: Any) -> None:
    """§8.4: a gift or a swap does not take place; from an all swap the seat keeps its hand."""
    if s.target == ALL_OTHERS:
        s.protected |= bit(seat)
        answer_all_swap(s, seat)
    else:
        owe(s, s.layer)
        pass_turn(s, seat)  # §8.7


@rule
def accept(s: Any, seat: Any) -> None:
    """What was announced takes place, an all swap when all have answered."""
    if s.target == ALL_OTHERS:
        answer_all_swap(s, seat)
    elif SYMBOL[at(top(s))] == SWAP:
        swap(s, seat)
    elif s.hands_n[at(s.layer)] > 2:
        s.phase = GIVING
    else:
        give_all(s)


@rule
def answer_all_swap(s: Any, seat: Any) -> None:
    """§7.6: this seat has answered; the last answer moves the hands."""
    s.to_answer &= ~bit(seat)
    if s.to_answer == 0:
        finish_all_swap(s)


# ---- Swap and all swap (§7.2, §7.6, §7.7) ---------------------------------------------------------------------------


@rule
def swap(s: Any, seat: Any) -> None:
    """§7.2: the layer and this seat exchange their hands; then it is this seat's turn."""
    move_hands(s, bit(s.layer) | bit(seat))
    owe(s, s.layer)
    give_turn(s, seat)


@rule
def finish_all_swap(s: Any) -> None:
    """§7.7: hands are passed on past protected seats; the first unprotected seat after the layer is in turn."""
    movers = everybody(s) & ~s.protected
    layer = np.int64(s.layer)
    if movers != bit(layer):
        move_hands(s, movers)
    owe(s, layer)
    seat = next_seat(s, layer)
    while not has(movers, seat):
        seat = next_seat(s, seat)
    give_turn(s, seat)


@rule
def move_hands(s: Any, movers: Any) -> None:
    """Each of these seats, the layer among them, passes its hand to the next of them."""
    layer = np.int64(s.layer)
    seat = next_seat(s, layer)
    while seat != layer:  # the layer holds the hand that is to be passed on
        if has(movers, seat):
            exchange(s, layer, seat)
        seat = next_seat(s, seat)
    giver = layer
    for _ in range(s.seats):
        seat = next_seat(s, seat)
        if has(movers, seat):
            get_to_know(s, seat, giver)
            settle_debt(s, seat)
            giver = seat


@rule
def exchange(s: Any, one: Any, other: Any) -> None:
    """Exchange two hands, and what others know of them."""
    for plane in range(PLANES):
        kept = s.hands[at(one), plane]
        s.hands[at(one), plane] = s.hands[at(other), plane]
        s.hands[at(other), plane] = kept
    for slot in range(CARD_COUNT):
        seats = s.known[at(one), slot]
        s.known[at(one), slot] = s.known[at(other), slot]
        s.known[at(other), slot] = seats
    number = s.hands_n[at(one)]
    s.hands_n[at(one)] = s.hands_n[at(other)]
    s.hands_n[at(other)] = number


@rule
def get_to_know(s: Any, seat: Any, giver: Any) -> None:
    """§13.3: this seat sees its new hand as its own, and its giver knows all of it."""
    knowing.keep(s.known[at(seat)], ~bit(seat))
    knowing.know_all(s.known[at(seat)], STARTS, s.hands[at(seat)], giver)


# ---- Gift (§7.3-7.5) ------------------------------------------------------------------------------------------------


@rule
def give_two(s: Any, first: Any, second: Any) -> None:
    """§7.3: give two cards; then the seat next after the layer is in turn."""
    give(s, first, second)
    settle_debt(s, s.target)
    owe(s, s.layer)
    pass_turn(s, s.layer)


@rule
def give_all(s: Any) -> None:
    """§7.4, §7.5: give the last one or two cards, without a choice."""
    hand = bags.held(s.hands[at(s.layer)])
    give(s, lowest(hand), highest(hand) if s.hands_n[at(s.layer)] > 1 else NO_CARD)


@rule
def give(s: Any, first: Any, second: Any) -> None:
    """§13.2: layer and target have seen the one or two cards that move; others forget the layer's hand."""
    knowing.keep(s.known[at(s.layer)], bit(s.target))
    for kind in (np.int64(first), np.int64(second)):
        if kind != NO_CARD:
            put_down(s, s.layer, kind)
            take_up(s, s.target, kind)
            knowing.lose(s.known[at(s.layer)], STARTS, kind, s.target)
            knowing.learn(s.known[at(s.target)], STARTS, kind, s.layer)
