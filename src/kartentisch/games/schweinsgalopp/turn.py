"""Schweinsgalopp (2-4 seats): put pigs that belong to nobody into the lead, above all with your last card.

What is played differently from the printed sheet (docs/rules/schweinsgalopp.md): the lot orders the pigs in the first
round too (§2.4), unless the option `line_up` leaves it to the start player (§9.5), and a scoff card that may be taken
is taken (§5.2). Paragraph numbers (§) are those of docs/rules/schweinsgalopp.md.
"""

from __future__ import annotations

from itertools import permutations
from typing import Any

import numpy as np

from kartentisch.engine import bags
from kartentisch.engine.compiled import at, rule
from kartentisch.engine.fields import ALL, NOBODY, OWNER, Number, Numbers
from kartentisch.engine.game import Game
from kartentisch.engine.layout import Layout
from kartentisch.engine.luck import fraction, part
from kartentisch.engine.options import Choice, Count, Switch
from kartentisch.engine.piles import Cards, Stack
from kartentisch.engine.rounds import MOST, begin_round, end_match
from kartentisch.games.schweinsgalopp.cards import (
    BY_START,
    CARDS,
    COLOURS,
    COPIES,
    FAR,
    GAP,
    HAND,
    LAY,
    LAYING,
    LINING_UP,
    NOWHERE,
    PIGS,
    PLAYING,
    SCOFF,
    SET,
    SET_UP,
    TOKENS,
    TRACK,
)
from kartentisch.games.schweinsgalopp.checks import unsound, why

# ---- Material -------------------------------------------------------------------------------------------------------

LAYOUT = Layout(
    max_seats=4,
    options=(
        Count("rounds", 3, low=1, high=99),
        Switch("keep", False),
        Switch("rotate_start", False),
        Switch("track_scoff", False),
        Choice("line_up", "lot", words=("lot", "start"), since=2, before="lot"),
    ),
    fields=(
        Number(name="phase", seen_by=ALL, words=("lay", "play", "line_up")),
        Number(name="start", seen_by=ALL, high=3),
        Number(name="pigs", seen_by=ALL, keys=tuple(COLOURS), high=FAR, none=True),
        Cards(name="hands", seen_by=OWNER, per_seat=True, pack=CARDS, nulls=True),
        Cards(name="aside", seen_by=NOBODY, pack=CARDS),
        Stack(name="played", seen_by=ALL, pack=CARDS, room=PIGS * COPIES),  # all there are
        Number(name="face_up", seen_by=ALL, per_seat=True, high=SCOFF),
        Number(name="banked", seen_by=ALL, per_seat=True, high=SCOFF),
        Number(name="supply", seen_by=ALL, high=SCOFF),
        Numbers(name="track_scoff", seen_by=ALL, high=TRACK - 1),
        Number(name="from_track", seen_by=ALL, per_seat=True, high=TRACK, since=2),
        Number(name="lost", seen_by=ALL, per_seat=True, high=SCOFF, since=2),
    ),
)

# ---- Deal (§2, §7) --------------------------------------------------------------------------------------------------

ORDERS = np.array(list(permutations(range(PIGS))), np.int8)  # distances of the pigs at the start of a round

# Cards to deal from, as running sums: byte k of the word says how many cards of colours 0 to k are left.
ONES = 0x01_01_01_01_01
TOPS = ONES << 7
BYTES = ONES * 0xFF
PACK = sum(COPIES * (kind + 1) << 8 * kind for kind in range(PIGS))
GATHER = sum(1 << 7 * kind for kind in range(PIGS))  # brings the lowest bits of five bytes together, at bit 28


@rule
def deal(s: Any, luck: Any) -> None:
    """The first round: all scoff cards in the supply; §9.5: the pigs in a random order, or not set up yet."""
    s.number = 1
    s.supply = SCOFF
    if s.option_line_up == BY_START:
        begin_round(s, 0)
        s.phase = LINING_UP
        for pig in range(PIGS):
            s.pigs[pig] = NOWHERE
        put_down(s.aside, np.int64(PACK))
        s.aside_n = PIGS * COPIES
    else:
        s.phase = first_phase(s)
        deal_round(s, luck)


@rule
def first_phase(s: Any) -> Any:
    """§8.2: with the variant scoff cards are laid before the first card is played."""
    return LAYING if s.option_track_scoff != 0 else PLAYING


@rule
def next_round(s: Any, luck: Any) -> None:
    """The pigs go back to the same start line, whatever scoff cards still lie on the track."""
    s.number += 1
    deal_round(s, luck)


@rule
def deal_round(s: Any, luck: Any) -> None:
    """The pigs in a random order first, then the cards."""
    s.start = (s.number - 1) % s.seats if s.option_rotate_start != 0 else 0
    begin_round(s, s.start)
    s.played_n = 0
    for seat in range(s.seats):
        s.from_track[at(seat)] = 0
        s.lost[at(seat)] = 0
    order, _ = part(fraction(luck), len(ORDERS))
    for pig in range(PIGS):
        s.pigs[pig] = ORDERS[at(order), pig]
    deal_cards(s, luck)


@rule
def deal_cards(s: Any, luck: Any) -> None:
    """§2.5: seven cards each out of all 35."""
    rest = np.int64(PACK)
    number = np.int64(PIGS * COPIES)
    for seat in range(s.seats):
        before = rest
        rest = without_hand(before, number, luck)
        put_down(s.hands[at(seat)], before - rest)
        s.hands_n[at(seat)] = HAND
        number -= HAND
    put_down(s.aside, rest)
    s.aside_n = number


@rule
def without_hand(rest: Any, number: Any, luck: Any) -> Any:
    """Running sums of what is left when seven of `number` cards are drawn."""
    left = fraction(luck)
    for card in range(HAND):
        if card == 4:
            left = fraction(luck)
        r, left = part(left, number - card)
        rest -= (((rest | TOPS) - (r + 1) * ONES) >> 7) & ONES  # one less wherever a running sum is above r
    return rest


@rule
def put_down(bag: Any, sums: Any) -> None:
    """Fill a bag with the cards of which `sums` are the running sums."""
    counts = sums - ((sums << 8) & BYTES)
    for plane in range(3):
        bag[plane] = ((((counts >> plane) & ONES) * GATHER) >> 28) & 31


# ---- Turn (§3) ------------------------------------------------------------------------------------------------------


@rule
def asked(s: Any) -> Any:
    """The seat in turn."""
    return np.int64(s.turn)


@rule
def actors(s: Any) -> Any:
    """Nobody but the seat in turn."""
    return 0 if s.round_over != 0 else 1 << np.int64(s.turn)


# ---- Legal (§3, §8) -------------------------------------------------------------------------------------------------
@rule
def legal(s: Any, seat: Any, out: Any) -> Any:
    """The next steps of the seat in turn."""
    if s.round_over != 0 or seat != s.turn:
        return 0
    n = 0
    if s.phase == PLAYING:
        held = bags.held(s.hands[at(seat)])
        for kind in range(PIGS):
            out[at(n)] = kind
            n += (held >> kind) & 1
    elif s.phase == LINING_UP:
        for kind in range(PIGS):
            out[at(n)] = SET + kind
            n += s.pigs[at(kind)] == NOWHERE
    else:
        barred = no_scoff_here(s) | s.track_scoff
        for space in range(TRACK):
            out[at(n)] = LAY + space
            n += ((barred >> space) & 1) ^ 1
    return n


@rule
def no_scoff_here(s: Any) -> Any:
    """§8.3: the spaces of the pigs and the four in front of the first one, as a word."""
    word = np.int64(0)
    first = np.int64(0)
    for pig in range(PIGS):
        distance = np.int64(s.pigs[pig])
        word |= bags.bit(distance % TRACK)
        first = max(first, distance)
    for ahead in range(1, GAP + 1):
        word |= bags.bit((first + ahead) % TRACK)
    return word


# ---- Move (§4-6) ----------------------------------------------------------------------------------------------------

# By the difference of two distances, plus SHIFT: on which of the 22 spaces ahead the other pig stands, as a bit.
SHIFT = 256
AHEAD = np.array([1 << ((i - SHIFT - 1) % TRACK) for i in range(2 * SHIFT)], np.int32)


@rule
def apply(s: Any, seat: Any, step: Any, luck: Any) -> None:
    """Do a step of the seat in turn; every step is a move."""
    s.steps += 1
    if step >= SET:
        set_up(s, step - SET, luck)
        return
    s.turn = seat + 1 if seat + 1 < s.seats else 0
    if step < LAY:
        play_card(s, seat, step)
    else:
        lay_scoff(s, step - LAY)


@rule
def set_up(s: Any, pig: Any, luck: Any) -> None:
    """§9.6: behind the pigs that stand already; the last one follows by itself, and only then the cards are dealt."""
    space = PIGS - 1
    for other in range(PIGS):
        space -= s.pigs[at(other)] != NOWHERE
    s.pigs[at(pig)] = space
    if space > 1:
        return
    for other in range(PIGS):
        s.pigs[at(other)] = max(s.pigs[at(other)], 0)
    s.phase = first_phase(s)
    deal_cards(s, luck)


@rule
def play_card(s: Any, seat: Any, kind: Any) -> None:
    """§8.7: the pig moves; scoff card of the space, then of the lead; then what the last card does."""
    bags.take(s.hands[at(seat)], kind)
    s.hands_n[at(seat)] -= 1
    s.played[at(s.played_n)] = kind
    s.played_n += 1
    distance, lead = gallop(s, kind)
    if s.track_scoff != 0:
        take_from_track(s, seat, distance % TRACK)
    gain = 1 if lead and s.supply > 0 else 0
    s.face_up[at(seat)] += gain
    s.supply -= gain
    if s.hands_n[at(seat)] == 0:
        settle_last_card(s, seat, lead)
        if s.played_n == HAND * s.seats:
            end_round(s)


@rule
def gallop(s: Any, kind: Any) -> Any:
    """§4.1: to the next free space; gives the new distance and whether the pig is ahead of all others (§4.3)."""
    here = np.int64(s.pigs[at(kind)])
    taken = np.int64(0)
    first = np.int64(0)
    for pig in range(PIGS):
        distance = np.int64(s.pigs[pig])
        taken |= AHEAD[at(distance - here + SHIFT)]
        first = max(first, distance)
    distance = here + 1 + bags.lowest(~taken)
    s.pigs[at(kind)] = distance
    return distance, distance > first


@rule
def take_from_track(s: Any, seat: Any, space: Any) -> None:
    """§8.5: the scoff card of the space on which the pig has come to stand."""
    found = (s.track_scoff >> space) & 1
    s.track_scoff &= ~bags.bit(space)
    s.face_up[at(seat)] += found
    s.from_track[at(seat)] += found


@rule
def settle_last_card(s: Any, seat: Any, lead: Any) -> None:
    """§6: the face-up scoff cards are banked, or go back to the supply."""
    if lead or s.option_keep != 0:
        s.banked[at(seat)] += s.face_up[at(seat)]
    else:
        s.supply += s.face_up[at(seat)]
        s.lost[at(seat)] = s.face_up[at(seat)]
    s.face_up[at(seat)] = 0


@rule
def lay_scoff(s: Any, space: Any) -> None:
    """§8.1: a scoff card onto the track; when each seat has laid one, the first card is played."""
    s.track_scoff |= bags.bit(space)
    s.supply -= 1
    if s.turn == s.start:
        s.phase = PLAYING


# ---- End and score (§7) ---------------------------------------------------------------------------------------------


@rule
def end_round(s: Any) -> None:
    """A point for each scoff card banked in this round."""
    s.round_over = 1
    s.turn = -1
    for seat in range(s.seats):
        s.points[at(seat)] = s.banked[at(seat)] - s.totals[at(seat)]
        s.totals[at(seat)] = s.banked[at(seat)]
    if s.number >= s.option_rounds:
        end_match(s, MOST)


# ---- Words ----------------------------------------------------------------------------------------------------------

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
