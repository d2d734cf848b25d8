"""SWUP: what a begun move can pick next (§12.4). The buffer of steps serves as scratch before steps are written."""

from __future__ import annotations

from typing import Any

import numpy as np

from kartentisch.engine.compiled import at, rule
from kartentisch.engine.sets import bit, has, lowest, meet, without_lowest
from kartentisch.engine.steps import offer, offer_all
from kartentisch.games.swup.cards import CARD, DONE, HIGH, LOW, OWNED, SEATS, UP_TO, UP_TO_TOP, WITH_AIM
from kartentisch.games.swup.groups import but_zero, lowered, minus, own_value, plus, single, sums
from kartentisch.games.swup.picking import may_be_closed, open_to_builds, own_missing

# ---- Steps ----------------------------------------------------------------------------------------------------------


@rule
def item_steps(s: Any, seat: Any, out: Any) -> Any:
    """Cards and builds with which some legal move goes on, and `done`."""
    useful = s.left & UP_TO[at(s.aim)]
    need = needs(s)
    beside_own = own_is_summand(s, seat)
    if beside_own:
        reach = sums(useful)
        fitting = fitting_beside_own(s, seat, useful, need, out)
    else:
        reach, fitting = fitting_cards(useful, but_zero(need), out)
    n = offer(DONE, can_be_done(s, seat), 0, out)
    n = offer_all(fitting, CARD, n, out)
    for owner in range(SEATS):
        if can_be_picked(s, owner) and build_fits(s, seat, owner, useful, reach, beside_own, out):
            n = offer(OWNED + owner, True, n, out)
    return n


@rule
def can_be_done(s: Any, seat: Any) -> Any:
    """§5.1, §6.1, §6.3: something is picked, no group is open, and the own build is in if it must be."""
    return s.begun > WITH_AIM and may_be_closed(s) and not own_missing(s, seat)


# ---- What is needed -------------------------------------------------------------------------------------------------


@rule
def needs(s: Any) -> Any:
    """What cards may still bring to the open group, alone or together with a single build that comes later."""
    need = s.plain | s.first | s.joined
    opener = open_to_builds(s)
    if opener != 0 and s.inside == 0:
        for owner in range(SEATS):
            if not has(s.got, owner):
                need |= lowered(opener, single(s, owner))
    return need


@rule
def own_is_summand(s: Any, seat: Any) -> Any:
    """§6.3, §10.2: in this take the own build must still get in, with loose cards that bring what it lacks."""
    return s.building == 0 and own_missing(s, seat) and own_value(s, seat) < s.aim


@rule
def lacking(s: Any, seat: Any) -> Any:
    """What the own build lacks then."""
    return np.int64(s.aim) - own_value(s, seat)


# ---- Builds ---------------------------------------------------------------------------------------------------------


@rule
def can_be_picked(s: Any, owner: Any) -> Any:
    """This seat has a build, and the move has not picked it yet."""
    return own_value(s, owner) != 0 and not has(s.got, owner)


@rule
def build_fits(s: Any, seat: Any, owner: Any, useful: Any, reach: Any, beside_own: Any, out: Any) -> Any:
    """Whether a build can be picked now; `reach` is what the useful cards add up to."""
    value = own_value(s, owner)
    if value == s.aim:  # §4.1, §5.4: a group of its own
        return may_be_closed(s) and (not beside_own or has(reach, lacking(s, seat)))
    if s.builds_double[owner]:  # §5.6
        return False
    if s.inside != 0:  # §6.1, §5.5: the own build and no other
        return owner == seat and meet(s.first, reach)
    needed = lowered(open_to_builds(s), value)
    if beside_own and owner != seat:
        return apart(useful, needed, lacking(s, seat), out)
    return meet(needed, reach)


# ---- Cards ----------------------------------------------------------------------------------------------------------

# A note: what cards add up to, and above it the card that comes next.
CARD_OF_NOTE = 20


@rule
def fitting_cards(cards: Any, need: Any, out: Any) -> Any:
    """What these cards add up to, and those of them that, with others or none, add up to one of the needs.

    First note for each card what the cards before it add up to. Then go back from the last card, and see what is needed
    besides some of the cards behind it.
    """
    reach = 1
    count = 0
    while cards != 0:
        kind = lowest(cards)
        cards = without_lowest(cards)
        out[at(count)] = (kind << CARD_OF_NOTE) | reach
        count += 1
        reach |= plus(reach, kind)
    fitting = 0
    if need != 0:
        while count > 0:
            count -= 1
            kind = out[at(count)] >> CARD_OF_NOTE
            after = minus(need, kind)
            if meet(after, out[at(count)] & UP_TO_TOP):
                fitting |= bit(kind)
            need |= after
    return reach, fitting


@rule
def fitting_beside_own(s: Any, seat: Any, cards: Any, need: Any, out: Any) -> Any:
    """The same where the own build must get in as a summand: what it lacks must stay among the cards."""
    fitting = 0
    left = cards
    while left != 0:
        kind = lowest(left)
        left = without_lowest(left)
        others = cards & ~bit(kind)
        with_own = minus(lowered(s.plain, own_value(s, seat)), kind)
        if meet(with_own, sums(others)) or apart(others, minus(need, kind), lacking(s, seat), out):
            fitting |= bit(kind)
    return fitting


ROWS = 60  # from here the buffer of steps has room for rows: no more than 57 steps are offered once a card is played


@rule
def apart(cards: Any, need: Any, lack: Any, out: Any) -> Any:
    """Whether some of these cards, or none, add up to one of the needs, and some of the others to `lack`.

    Row r of the scratch: what some of the cards add up to while others add up to r.
    """
    for row in range(lack + 1):
        out[at(ROWS + row)] = 0
    out[ROWS] = 1
    while cards != 0:
        kind = lowest(cards)
        cards = without_lowest(cards)
        low, high = LOW[at(kind)], HIGH[at(kind)]
        for row in range(lack, -1, -1):
            reach = out[at(ROWS + row)]
            reach |= plus(reach, kind)
            if row >= low:
                reach |= out[at(ROWS + row - low)]
            if row >= high:
                reach |= out[at(ROWS + row - high)]
            out[at(ROWS + row)] = reach
    return meet(out[at(ROWS + lack)], need)
