"""SWUP: whose turn it is, the steps of a move, and what it does (§3-8)."""

from __future__ import annotations

from typing import Any

import numpy as np

from kartentisch.engine.compiled import at, rule
from kartentisch.engine.game import Game
from kartentisch.engine.sets import bit, has, lowest, ones, without_lowest
from kartentisch.engine.steps import offer, offer_all
from kartentisch.games.swup.cards import (
    BUILD,
    CARD,
    DONE,
    K5,
    LAY,
    LAYOUT,
    OWNED,
    SEATS,
    SET,
    TAKE,
    TOKENS,
    WITH_CARD,
)
from kartentisch.games.swup.checks import limits, unsound, why
from kartentisch.games.swup.deal import deal, deal_hands, give_up, lay, left_of, next_round
from kartentisch.games.swup.groups import aims, own_value
from kartentisch.games.swup.items import item_steps
from kartentisch.games.swup.picking import (
    begin_groups,
    gist,
    is_one_group,
    note_order,
    pick_build,
    pick_card,
    spare,
)
from kartentisch.games.swup.score import end_round

# ---- Turn (§3.1) ----------------------------------------------------------------------------------------------------


@rule
def asked(s: Any) -> Any:
    """The seat in turn."""
    return np.int64(s.turn)


@rule
def actors(s: Any) -> Any:
    """Nobody but the seat in turn."""
    return 0 if s.round_over else bit(s.turn)


@rule
def table_is_bare(s: Any) -> Any:
    """No card and no build lies on the table."""
    lying = s.table[SET]
    for owner in range(SEATS):
        lying |= s.builds[owner, SET]
    return lying == 0


# ---- Steps (§3, §6.2, §12) ------------------------------------------------------------------------------------------


@rule
def legal(s: Any, seat: Any, out: Any) -> Any:
    """The next steps of the seat in turn."""
    if s.round_over or seat != s.turn:
        return 0
    if s.begun == 0:
        return card_steps(s, seat, out)
    if s.begun == WITH_CARD:
        return aim_steps(s, seat, out)
    return item_steps(s, seat, out)


@rule
def card_steps(s: Any, seat: Any, out: Any) -> Any:
    """§3.1: any card of the hand; an owner may only play one that takes, builds, or clears (§6.2)."""
    playable = np.int64(s.hands[at(seat), SET])
    if own_value(s, seat) != 0:
        hand = playable
        while hand != 0:
            kind = lowest(hand)
            hand = without_lowest(hand)
            takes, builds = aims(s, seat, kind)
            if takes | builds == 0 and kind != K5:
                playable &= ~bit(kind)
    return offer_all(playable, CARD, 0, out)


@rule
def aim_steps(s: Any, seat: Any, out: Any) -> Any:
    """What can be done with the card: lay it (§6.2), or take or build a value."""
    takes, builds = aims(s, seat, np.int64(s.card))
    n = offer(LAY, own_value(s, seat) == 0, 0, out)
    n = offer_all(takes, TAKE, n, out)
    return offer_all(builds, BUILD, n, out)


@rule
def ends(s: Any, seat: Any, step: Any) -> Any:
    """A move is complete when the card is laid, the picking is done, or the black 5 clears the table (§7.3)."""
    return step in (DONE, LAY) or (s.begun == 0 and clears(s, step))


@rule
def clears(s: Any, step: Any) -> Any:
    """§7.1, §7.2: the black 5 as the first step, unless the table is bare."""
    return step == CARD + K5 and not table_is_bare(s)


# ---- Move (§3-8) ----------------------------------------------------------------------------------------------------


@rule
def apply(s: Any, seat: Any, step: Any, luck: Any) -> None:
    """Do a step of the seat in turn."""
    if s.begun == 0:
        s.card = step - CARD
        if clears(s, step):
            clear_table(s, seat, luck)
        else:
            s.begun = WITH_CARD
    elif step == LAY:
        lay(s, np.int64(s.card))
        end_turn(s, seat, luck)
    elif step == DONE:
        finish(s, seat, luck)
    else:
        if s.begun == WITH_CARD:
            begin_groups(s, seat, step)
        else:
            pick(s, step)
        s.begun += 1


@rule
def pick(s: Any, step: Any) -> None:
    """Pick a loose card or a build."""
    note_order(s, step)
    if step < OWNED:
        pick_card(s, step - CARD)
    else:
        pick_build(s, step - OWNED)


@rule
def finish(s: Any, seat: Any, luck: Any) -> None:
    """§4.3, §5.1, §5.6: the played card and all that was picked go to the pile, or become the seat's build."""
    cards = bit(s.card) | (s.table[SET] ^ s.left)
    double = 0 if is_one_group(s) else 1
    for owner in range(SEATS):
        if has(s.got, owner):
            double |= s.builds_double[owner]
            cards |= give_up(s, owner)
    s.table[SET] = s.left
    s.table_n = ones(s.left)
    if s.building:
        s.builds[at(seat), SET] = cards
        s.builds_n[at(seat)] = ones(cards)
        s.builds_value[at(seat)] = s.aim
        s.builds_double[at(seat)] = double
    else:
        collect(s, seat, cards)
    end_turn(s, seat, luck)


@rule
def clear_table(s: Any, seat: Any, luck: Any) -> None:
    """§7.1: the black 5 takes everything."""
    cards = bit(K5) | s.table[SET]
    for owner in range(SEATS):
        cards |= give_up(s, owner)
    s.table[SET] = 0
    s.table_n = 0
    collect(s, seat, cards)
    end_turn(s, seat, luck)


@rule
def collect(s: Any, seat: Any, cards: Any) -> None:
    """§8.1: cards go to the pile. It is a SWUP if nothing is left on the table."""
    s.piles[at(seat), SET] |= cards
    s.piles_n[at(seat)] += ones(cards)
    s.last_taker = seat
    if table_is_bare(s) and not is_last_turn(s, seat):
        s.swups[at(seat)] += 1


@rule
def is_last_turn(s: Any, seat: Any) -> Any:
    """§8.2: whether this is the very last card of the round. The deck is empty, and so is the next seat's hand."""
    return s.deck_n == 0 and s.hands_n[at(left_of(s, seat))] == 0


@rule
def end_turn(s: Any, seat: Any, luck: Any) -> None:
    """§2.5: the next seat is in turn; when all hands are empty, a deal or the end of the round."""
    s.steps += s.begun + 1
    s.begun = 0
    s.hands[at(seat), SET] &= ~bit(s.card)
    s.hands_n[at(seat)] -= 1
    s.turn = left_of(s, seat)
    if s.hands_n[at(s.turn)] == 0:
        if s.deck_n > 0:
            deal_hands(s, luck)
        else:
            end_round(s)


GAME = Game(
    name="swup",
    rules=2,
    seats=range(2, 5),
    layout=LAYOUT,
    tokens=TOKENS,
    deal=deal,
    next_round=next_round,
    asked=asked,
    actors=actors,
    legal=legal,
    apply=apply,
    ends=ends,
    why=why,
    unsound=unsound,
    limits=limits,
    gist=gist,
    spare=spare,
)
