"""Solo: Triple +, three or more cards of one number at once (§4)."""

from __future__ import annotations

from typing import Any

import numpy as np

from kartentisch.engine import bags
from kartentisch.engine.compiled import at, rule
from kartentisch.engine.sets import bit, lowest, without_lowest
from kartentisch.games.solo.calls import owe
from kartentisch.games.solo.cards import (
    ANY,
    FIRST_ACTION,
    FOUR_COLOURS,
    NAMES,
    ONCE,
    STARTS,
    SYMBOL,
    TRIPLES,
    TWICE,
    WITH_SYMBOL,
    card,
)
from kartentisch.games.solo.turn import lay_on_top, pass_turn, top

ALL_NUMBERS = (1 << FIRST_ACTION) - 1

# ---- Which ones can be played (§4.1, §4.3) --------------------------------------------------------------------------


@rule
def triples(s: Any, seat: Any, numbers: Any) -> Any:
    """The steps that put down one of these numbers, as a set counted from NAMES on.

    §4.3: a colour can be named if one card of it can lie last while a different card can lie first.
    """
    hand = s.hands[at(seat)]
    steps = np.int64(0)
    left = three_alike(hand) & numbers
    while left != 0:
        number = lowest(left)
        left = without_lowest(left)
        any_first = any_can_lie_first(s, number)
        in_colour = 0 if any_first else bags.copies(hand, card(s.colour, number))
        for colour in range(FOUR_COLOURS):
            can_lie_last = bags.copies(hand, card(colour, number)) > 0
            if can_lie_last and (any_first or in_colour > (colour == s.colour)):
                steps |= bit(TRIPLES - NAMES + number * FOUR_COLOURS + colour)
    return steps


@rule
def three_alike(hand: Any) -> Any:
    """§4.1: the numbers of which a hand holds three or more cards."""
    one = np.int64(0)  # numbers of which the colours so far have at least one card
    two = np.int64(0)
    three = np.int64(0)
    for colour in range(FOUR_COLOURS):
        once = numbers_in(hand[ONCE], colour)
        twice = numbers_in(hand[TWICE], colour)
        three |= (two & once) | (one & twice)
        two |= (one & once) | twice
        one |= once | twice
    return three


@rule
def numbers_in(cards: Any, colour: Any) -> Any:
    """The numbers among these cards in one colour."""
    return (cards >> card(colour, 0)) & ALL_NUMBERS


@rule
def any_can_lie_first(s: Any, number: Any) -> Any:
    """§4.1: whether cards of this number match whatever their colour."""
    return s.colour == ANY or SYMBOL[at(top(s))] == number


# ---- Putting it down (§4.2, §4.4) -----------------------------------------------------------------------------------


@rule
def lay_triple(s: Any, seat: Any, number: Any, colour: Any) -> None:
    """§4.2, §4.4: all cards of a number go, one of the named colour last."""
    hand = s.hands[at(seat)]
    first = first_of_triple(s, seat, number, colour)
    before = s.discard_n
    lay_on_top(s, card(first, number))
    for hue in range(FOUR_COLOURS):
        for _ in range(bags.copies(hand, card(hue, number)) - (hue == colour) - (hue == first)):
            lay_on_top(s, card(hue, number))
    lay_on_top(s, card(colour, number))
    s.hands_n[at(seat)] -= s.discard_n - before
    lose_number(s, seat, number)
    s.colour = colour
    if s.hands_n[at(seat)] > 0:
        pass_turn(s, seat)
        owe(s, seat)


@rule
def first_of_triple(s: Any, seat: Any, number: Any, last: Any) -> Any:
    """§4.4: with one card of the colour `last` set aside, the lowest colour that can lie first."""
    any_first = any_can_lie_first(s, number)
    first = np.int64(-1)
    for hue in range(FOUR_COLOURS):
        left = bags.copies(s.hands[at(seat)], card(hue, number)) - (hue == last)
        if first < 0 and left > 0 and (any_first or hue == s.colour):
            first = np.int64(hue)
    return first


@rule
def lose_number(s: Any, seat: Any, number: Any) -> None:
    """No card of this number is left in the hand, and none is known in it."""
    for hue in range(FOUR_COLOURS):
        kind = card(hue, number)
        for slot in range(STARTS[at(kind)], STARTS[at(kind + 1)]):
            s.known[at(seat), at(slot)] = 0
    s.hands[at(seat), ONCE] &= ~WITH_SYMBOL[at(number)]
    s.hands[at(seat), TWICE] &= ~WITH_SYMBOL[at(number)]
