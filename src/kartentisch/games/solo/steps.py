"""Solo: which steps a seat has (§15, §17).

Steps are two sets: cards, and all other steps counted from NAMES on.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kartentisch.engine import bags
from kartentisch.engine.compiled import at, rule
from kartentisch.engine.sets import bit, first, has, highest
from kartentisch.engine.steps import offer_all
from kartentisch.games.solo.actors import can_interject, holds_twin
from kartentisch.games.solo.calls import debtors
from kartentisch.games.solo.cards import (
    ACCEPTS,
    AIMS,
    ALIKE,
    ANSWER,
    CALLS,
    CHOOSE,
    DECLINES,
    DRAW_FOUR,
    DRAWN,
    DRAWS,
    FOUR_COLOURS,
    GIVING,
    HUSHES,
    KINDS,
    NAMES,
    NEED_A_NAME,
    NUMBERS,
    OWED,
    PASSES,
    PROTECTIONS,
    SKIPPED,
    SKIPS,
    SYMBOL,
    TAKES,
    TURN,
)
from kartentisch.games.solo.hands import answering
from kartentisch.games.solo.triples import ALL_NUMBERS, triples
from kartentisch.games.solo.turn import everybody, matching, top

ALL_COLOURS = (1 << FOUR_COLOURS) - 1


@rule
def legal(s: Any, seat: Any, out: Any) -> Any:
    """The next steps of a seat."""
    cards, others = second_steps(s, seat) if s.begun else first_steps(s, seat)
    n = offer_all(cards, 0, 0, out)
    return offer_all(others, NAMES, n, out)


@rule
def other(step: Any) -> Any:
    """The set of one step that is no card."""
    return bit(step - NAMES)


@rule
def hand_of(s: Any, seat: Any) -> Any:
    """The kinds in a hand."""
    return bags.held(s.hands[at(seat)])


# ---- The first step (§14.1, §17.1) ----------------------------------------------------------------------------------


@rule
def first_steps(s: Any, seat: Any) -> Any:
    """The first steps of all roles that a seat has."""
    cards = np.int64(0)
    others = np.int64(0)
    if s.phase == ANSWER:
        if has(answering(s), seat):
            cards = hand_of(s, seat) & PROTECTIONS
            others = other(ACCEPTS)
    elif seat == s.turn:
        cards, others = steps_in_turn(s, seat)
    elif can_interject(s) and not has(s.declined, seat) and holds_twin(s, seat):
        cards = bit(top(s))
        others = other(DECLINES)
    if has(debtors(s), seat):
        others |= other(CALLS) | other(HUSHES)
    return cards, others


@rule
def steps_in_turn(s: Any, seat: Any) -> Any:
    """The steps of the seat in turn, by phase."""
    hand = hand_of(s, seat)
    if s.phase == TURN:
        return hand & matching(s), triples(s, seat, ALL_NUMBERS) | other(DRAWS)
    if s.phase == DRAWN:
        return bit(s.drawn) | (hand & NUMBERS & bit(top(s))), triples_after_draw(s, seat) | other(PASSES)
    if s.phase == OWED:
        return hand & (ALIKE[at(top(s))] | PROTECTIONS), other(TAKES)
    if s.phase == SKIPPED:
        return hand & PROTECTIONS, other(SKIPS)
    return lower_gifts(s, seat), np.int64(0)


@rule
def triples_after_draw(s: Any, seat: Any) -> Any:
    """§3.6, §4.5: only those of the drawn card's number."""
    if has(NUMBERS, s.drawn):
        return triples(s, seat, bit(SYMBOL[at(s.drawn)]))
    return np.int64(0)


@rule
def lower_gifts(s: Any, seat: Any) -> Any:
    """§15.2: the lower card of a gift: any card that is not the only one of the highest kind."""
    hand = hand_of(s, seat)
    last = highest(hand)
    return hand & ~bit(last) if bags.copies(s.hands[at(seat)], last) == 1 else hand


# ---- The second step (§6.1, §15.2) ----------------------------------------------------------------------------------


@rule
def second_steps(s: Any, seat: Any) -> Any:
    """What a begun move still needs: the other card of a gift, a colour, or a target."""
    if s.phase == GIVING:
        return higher_gifts(s, seat), np.int64(0)
    if SYMBOL[at(s.first)] in (CHOOSE, DRAW_FOUR):
        return np.int64(0), np.int64(ALL_COLOURS)
    return np.int64(0), (everybody(s) & ~bit(seat)) << (AIMS - NAMES)


@rule
def higher_gifts(s: Any, seat: Any) -> Any:
    """§15.2: a card that is not below the first one; the same kind only if there are two."""
    cards = hand_of(s, seat) & ~first(s.first)
    return cards & ~bit(s.first) if bags.copies(s.hands[at(seat)], s.first) == 1 else cards


@rule
def ends(s: Any, seat: Any, step: Any) -> Any:
    """§15.1: a card that needs a colour or a target, and the first card of a gift, do not complete a move."""
    if s.begun or step >= KINDS:
        return True
    if s.phase == GIVING:
        return False
    return s.hands_n[at(seat)] == 1 or not has(NEED_A_NAME, step)  # §17.2
