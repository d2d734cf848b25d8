"""Schwupps: whose turn it is, the steps, and what they do (§3-6, §8)."""

from __future__ import annotations

from typing import Any

import numpy as np

from kartentisch.engine import bags
from kartentisch.engine.compiled import at, rule
from kartentisch.engine.game import Game
from kartentisch.engine.sets import bit, has, lowest, only_lowest, without_lowest
from kartentisch.engine.steps import offer
from kartentisch.games.schwupps.cards import (
    A1,
    A2,
    AGGRAVATION,
    B1,
    B2,
    END,
    GIVE,
    LAST,
    LAYOUT,
    NO_SEAT,
    PILES,
    ROWS,
    SEATS,
    SHIFT,
    TOKENS,
    give_step,
    play_step,
    wanted,
)
from kartentisch.games.schwupps.checks import limits, unsound, why
from kartentisch.games.schwupps.deal import deal, next_round, refill
from kartentisch.games.schwupps.score import cards_left, end_round
from kartentisch.games.schwupps.shift import shift, take_common

# ---- Turn (§3) ------------------------------------------------------------------------------------------------------


@rule
def asked(s: Any) -> Any:
    """The seat in turn."""
    return np.int64(s.turn)


@rule
def actors(s: Any) -> Any:
    """Nobody but the seat in turn."""
    return 0 if s.round_over else bit(s.turn)


# ---- Steps (§3-6) ---------------------------------------------------------------------------------------------------


@rule
def legal(s: Any, seat: Any, out: Any) -> Any:
    """The next steps of the seat in turn."""
    if s.round_over or seat != s.turn:
        return 0
    held = bags.held(s.hands[at(seat)])
    n = number_steps(s, held, out)
    if has(held, AGGRAVATION):
        n = aggravation_steps(s, seat, n, out)
    if not s.shifted:  # §5.3
        for row in range(len(ROWS)):
            n = offer(SHIFT + row, True, n, out)
    return offer(END, s.acted != 0, n, out)  # §3.2


@rule
def number_steps(s: Any, held: Any, out: Any) -> Any:
    """§4.1: each number card of the hand on each pile whose task it meets."""
    on_a1 = held & wanted(s, A1)
    on_a2 = held & wanted(s, A2)
    on_b1 = held & wanted(s, B1)
    on_b2 = held & wanted(s, B2)
    fitting = on_a1 | on_a2 | on_b1 | on_b2
    n = 0
    while fitting != 0:
        kind = lowest(fitting)
        card = only_lowest(fitting)
        fitting = without_lowest(fitting)
        n = offer(play_step(kind, A1), on_a1 & card != 0, n, out)
        n = offer(play_step(kind, A2), on_a2 & card != 0, n, out)
        n = offer(play_step(kind, B1), on_b1 & card != 0, n, out)
        n = offer(play_step(kind, B2), on_b2 & card != 0, n, out)
    return n


@rule
def aggravation_steps(s: Any, seat: Any, n: Any, out: Any) -> Any:
    """§6.1, §6.3: any row and any other seat. §8.2: a last card goes alone."""
    if cards_left(s, seat) == 1:
        return offer(LAST, True, n, out)
    for row in range(len(ROWS)):
        for other in range(s.seats):
            n = offer(give_step(row, other), other != seat, n, out)
    return n


# ---- Move (§3-6) ----------------------------------------------------------------------------------------------------


@rule
def apply(s: Any, seat: Any, step: Any, luck: Any) -> None:
    """Do a step of the seat in turn; every step is a move."""
    s.steps += 1
    if step < GIVE:
        play_number(s, seat, step // len(PILES), step % len(PILES))
    elif step == END:
        end_turn(s, seat, luck)
    else:
        row, receiver = pay_for_shift(s, seat, step)
        if step != LAST:  # §8.2
            shift(s, row, luck)
            take_common(s, receiver, luck)
    if cards_left(s, seat) == 0:  # §8.1
        end_round(s, seat)
    elif s.steps >= s.option_step_limit:  # §8.3
        end_round(s, NO_SEAT)


@rule
def put_down(s: Any, seat: Any, kind: Any) -> None:
    """A card leaves the hand."""
    bags.take(s.hands[at(seat)], kind)
    s.hands_n[at(seat)] -= 1


@rule
def play_number(s: Any, seat: Any, kind: Any, pile: Any) -> None:
    """§4.1: a number card goes onto a pile."""
    s.acted = 1
    put_down(s, seat, kind)
    s.piles[at(pile), at(s.piles_n[at(pile)])] = kind
    s.piles_n[at(pile)] += 1


@rule
def pay_for_shift(s: Any, seat: Any, step: Any) -> Any:
    """§5.3: use up the one shift without an aggravation card. §6.2: otherwise such a card goes to the box.

    Return the row, and the seat that takes a card of the common pile.
    """
    s.acted = 1
    if step >= SHIFT:
        s.shifted = 1
        return step - SHIFT, seat
    put_down(s, seat, AGGRAVATION)
    s.boxed += 1
    return (step - GIVE) // SEATS, (step - GIVE) % SEATS


@rule
def end_turn(s: Any, seat: Any, luck: Any) -> None:
    """§3.4: fill up the hand; the turn passes to the left."""
    refill(s, seat, luck)
    s.acted = 0
    s.shifted = 0
    s.turn = seat + 1 if seat + 1 < s.seats else 0


GAME = Game(
    name="schwupps",
    rules=2,
    seats=range(2, 6),
    layout=LAYOUT,
    tokens=TOKENS,
    deal=deal,
    next_round=next_round,
    asked=asked,
    actors=actors,
    legal=legal,
    apply=apply,
    why=why,
    unsound=unsound,
    limits=limits,
)
