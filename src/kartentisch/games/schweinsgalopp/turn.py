"""Schweinsgalopp: whose turn it is, the steps, what they do, and the end of a round (§3-8)."""

from __future__ import annotations

from typing import Any

import numpy as np

from kartentisch.engine import bags
from kartentisch.engine.compiled import at, rule
from kartentisch.engine.game import Game
from kartentisch.engine.rounds import MOST, end_match
from kartentisch.engine.sets import bit, has, lowest
from kartentisch.engine.steps import offer
from kartentisch.games.schweinsgalopp.cards import (
    GAP,
    HAND,
    LAY,
    LAYOUT,
    LINING_UP,
    NO_SEAT,
    NOWHERE,
    PIGS,
    PLAYING,
    SET,
    SET_UP,
    TOKENS,
    TRACK,
)
from kartentisch.games.schweinsgalopp.checks import unsound, why
from kartentisch.games.schweinsgalopp.deal import deal, deal_cards, first_phase, next_round

# ---- Turn (§3) ------------------------------------------------------------------------------------------------------


@rule
def asked(s: Any) -> Any:
    """The seat in turn."""
    return np.int64(s.turn)


@rule
def actors(s: Any) -> Any:
    """Nobody but the seat in turn."""
    return 0 if s.round_over else bit(s.turn)


# ---- Steps (§3, §8, §9) ---------------------------------------------------------------------------------------------


@rule
def legal(s: Any, seat: Any, out: Any) -> Any:
    """The next steps of the seat in turn."""
    if s.round_over or seat != s.turn:
        return 0
    if s.phase == PLAYING:
        return card_steps(s, seat, out)
    if s.phase == LINING_UP:
        return pig_steps(s, out)
    return scoff_steps(s, out)


@rule
def card_steps(s: Any, seat: Any, out: Any) -> Any:
    """§3.2: every card of the hand."""
    held = bags.held(s.hands[at(seat)])
    n = 0
    for kind in range(PIGS):
        n = offer(kind, has(held, kind), n, out)
    return n


@rule
def pig_steps(s: Any, out: Any) -> Any:
    """§9.6: every pig that does not stand yet."""
    n = 0
    for pig in range(PIGS):
        n = offer(SET + pig, not is_set_up(s, pig), n, out)
    return n


@rule
def is_set_up(s: Any, pig: Any) -> Any:
    """Whether a pig stands somewhere."""
    return s.pigs[at(pig)] != NOWHERE


@rule
def scoff_steps(s: Any, out: Any) -> Any:
    """§8.3, §8.4: every space that is free for a scoff card."""
    barred = no_scoff_here(s) | s.track_scoff
    n = 0
    for space in range(TRACK):
        n = offer(LAY + space, not has(barred, space), n, out)
    return n


@rule
def no_scoff_here(s: Any) -> Any:
    """§8.3: the spaces of the pigs, and the four in front of the first one."""
    barred = np.int64(0)
    first = np.int64(0)
    for pig in range(PIGS):
        distance = np.int64(s.pigs[pig])
        barred |= bit(distance % TRACK)
        first = max(first, distance)
    for ahead in range(1, GAP + 1):
        barred |= bit((first + ahead) % TRACK)
    return barred


# ---- Move (§4-6) ----------------------------------------------------------------------------------------------------

# By the difference of two distances, plus MIDDLE: the set of the one space on which the other pig stands, counted from
# 0, the next space ahead.
MIDDLE = 256
AHEAD = np.array([1 << ((i - MIDDLE - 1) % TRACK) for i in range(2 * MIDDLE)], np.int32)


@rule
def apply(s: Any, seat: Any, step: Any, luck: Any) -> None:
    """Do a step of the seat in turn; every step is a move."""
    s.steps += 1
    if step >= SET:
        set_up(s, step - SET, luck)
        return
    s.turn = left_of(s, seat)
    if step < LAY:
        play_card(s, seat, step)
    else:
        lay_scoff(s, step - LAY)


@rule
def left_of(s: Any, seat: Any) -> Any:
    """§2.1: the next seat in turn."""
    return seat + 1 if seat + 1 < s.seats else 0


@rule
def set_up(s: Any, pig: Any, luck: Any) -> None:
    """§9.6: the pig stands behind the others. §9.7: the cards are dealt after the fourth pig."""
    space = PIGS - 1
    for other in range(PIGS):
        space -= is_set_up(s, other)
    s.pigs[at(pig)] = space
    if space == 1:
        set_up_last(s)
        s.phase = first_phase(s)
        deal_cards(s, luck)


@rule
def set_up_last(s: Any) -> None:
    """§9.6: the fifth pig follows by itself, onto space 0."""
    for pig in range(PIGS):
        if not is_set_up(s, pig):
            s.pigs[at(pig)] = 0


@rule
def play_card(s: Any, seat: Any, kind: Any) -> None:
    """§8.7: the pig moves, the seat takes the scoff cards of its space and of the lead, a last card banks or loses."""
    bags.take(s.hands[at(seat)], kind)
    s.hands_n[at(seat)] -= 1
    s.played[at(s.played_n)] = kind
    s.played_n += 1
    distance, leads = gallop(s, kind)
    if s.track_scoff != 0:
        take_from_track(s, seat, distance % TRACK)
    if leads:
        take_from_supply(s, seat)
    if s.hands_n[at(seat)] == 0:
        settle_last_card(s, seat, leads)
        if s.played_n == HAND * s.seats:  # §7.1
            end_round(s)


@rule
def gallop(s: Any, kind: Any) -> Any:
    """§4.1: the pig goes to the next free space. Return its distance, and whether it is ahead of all others (§4.3)."""
    here = np.int64(s.pigs[at(kind)])
    taken = np.int64(0)
    first = np.int64(0)
    for pig in range(PIGS):
        distance = np.int64(s.pigs[pig])
        taken |= AHEAD[at(distance - here + MIDDLE)]
        first = max(first, distance)
    distance = here + 1 + lowest(~taken)
    s.pigs[at(kind)] = distance
    return distance, distance > first


@rule
def take_from_track(s: Any, seat: Any, space: Any) -> None:
    """§8.5: take the scoff card of the space where the pig now stands."""
    found = has(s.track_scoff, space)
    s.track_scoff &= ~bit(space)
    s.face_up[at(seat)] += found
    s.from_track[at(seat)] += found


@rule
def take_from_supply(s: Any, seat: Any) -> None:
    """§5.1, §5.4: take a scoff card for the lead, if there is one."""
    found = s.supply > 0
    s.supply -= found
    s.face_up[at(seat)] += found


@rule
def settle_last_card(s: Any, seat: Any, leads: Any) -> None:
    """§6, §9.2: the face-up scoff cards are banked, or go back to the supply."""
    if leads or s.option_keep:
        s.banked[at(seat)] += s.face_up[at(seat)]
    else:
        s.supply += s.face_up[at(seat)]
        s.lost[at(seat)] = s.face_up[at(seat)]
    s.face_up[at(seat)] = 0


@rule
def lay_scoff(s: Any, space: Any) -> None:
    """§8.1: lay a scoff card onto the track. §8.2: the first card is played once each seat has laid one."""
    s.track_scoff |= bit(space)
    s.supply -= 1
    if s.turn == s.start:
        s.phase = PLAYING


# ---- End and score (§7) ---------------------------------------------------------------------------------------------


@rule
def end_round(s: Any) -> None:
    """§7.2: each scoff card banked in this round is a point."""
    s.round_over = 1
    s.turn = NO_SEAT
    for seat in range(s.seats):
        s.points[at(seat)] = s.banked[at(seat)] - s.totals[at(seat)]
        s.totals[at(seat)] = s.banked[at(seat)]
    if s.number >= s.option_rounds:
        end_match(s, MOST)


GAME = Game(
    name="schweinsgalopp",
    rules=2,
    seats=range(2, 5),
    layout=LAYOUT,
    tokens=TOKENS,
    tokens_since=dict.fromkeys(SET_UP, 2),
    deal=deal,
    next_round=next_round,
    asked=asked,
    actors=actors,
    legal=legal,
    apply=apply,
    why=why,
    unsound=unsound,
)
