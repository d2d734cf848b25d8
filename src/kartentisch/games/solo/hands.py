"""Solo: draws, calls, swaps and gifts. A part of the rule sheet, solo.py."""

from __future__ import annotations

from typing import Any

import numpy as np

from kartentisch.engine import bags, knowing
from kartentisch.engine.compiled import at, rule
from kartentisch.games.solo.cards import ALIKE, ANSWER, DRAWN, GIVING, IN_COLOUR, STARTS, SWAP, SYMBOL, TURN

# ---- Turns and cards (§3) -------------------------------------------------------------------------------------------


@rule
def after(s: Any, seat: Any) -> Any:
    """The next seat in the direction of play."""
    following = np.int64(seat) + np.int64(s.direction)
    if following < 0:
        following = s.seats - 1
    return np.int64(0) if following == s.seats else np.int64(following)


@rule
def give_turn(s: Any, seat: Any) -> None:
    """A normal turn of this seat begins."""
    s.turn = seat
    s.phase = TURN
    s.pending = 0
    s.drawn = -1
    s.layer = -1
    s.target = -1
    s.to_answer = 0
    s.protected = 0
    s.declined = 0


@rule
def top(s: Any) -> Any:
    """The card on top of the discard pile."""
    return np.int64(s.discard[at(s.discard_n - 1)])


@rule
def lay_on_top(s: Any, kind: Any) -> None:
    """A card on the discard pile."""
    s.discard[at(s.discard_n)] = kind
    s.discard_n += 1


@rule
def fitting(s: Any) -> Any:
    """§3.2: the kinds that match."""
    return IN_COLOUR[at(s.colour)] | ALIKE[at(top(s))]


# ---- Draws (§10) ----------------------------------------------------------------------------------------------------


@rule
def draw(s: Any, seat: Any, number: Any, luck: Any) -> Any:
    """§10: so many cards, or as many as there are; gives the last one, -1 for none."""
    kind = np.int64(-1)
    for _ in range(number):
        if s.draw_bag_n == 0:
            if s.discard_n <= 1:
                break
            renew(s)
        kind = np.int64(bags.pick(s.draw_bag, s.draw_bag_n, luck))
        s.draw_bag_n -= 1
        bags.put(s.hands[at(seat)], kind)
        s.hands_n[at(seat)] += 1
    settle_debt(s, seat)
    return kind


@rule
def renew(s: Any) -> None:
    """§10.1: the discard pile but its top card is the new draw pile."""
    under = s.discard_n - 1
    for place in range(under):
        bags.put(s.draw_bag, s.discard[at(place)])
    s.discard[0] = s.discard[at(under)]
    s.discard_n = 1
    s.draw_bag_n = under


# ---- Solo! (§9) -----------------------------------------------------------------------------------------------------


@rule
def owe(s: Any, seat: Any) -> None:
    """§9.3: with exactly one card left the call is owed."""
    if s.hands_n[at(seat)] == 1 and s.option_solo_call == 0:
        s.owes_call |= bags.bit(seat)


@rule
def settle_debt(s: Any, seat: Any) -> None:
    """§9.5: with other than one card nothing is owed."""
    if s.hands_n[at(seat)] != 1:
        s.owes_call &= ~bags.bit(seat)
        s.quiet &= s.owes_call


@rule
def penalise(s: Any, seat: Any, luck: Any) -> None:
    """§9.6: all who owe the call but the seat that acts draw two, from the seat next after it on.

    With `call_until` `next` only an act of the seat in turn counts (§12.11).
    """
    if s.owes_call & ~bags.bit(seat) != 0 and (s.option_call_until == 0 or seat == s.turn):
        debtor = after(s, seat)
        while debtor != seat:
            if (s.owes_call >> debtor) & 1 != 0:
                draw(s, debtor, 2, luck)
            debtor = after(s, debtor)
        s.owes_call &= bags.bit(seat)
        s.quiet &= s.owes_call


# ---- Hands that move (§7, §13) --------------------------------------------------------------------------------------


@rule
def move_hands(s: Any, movers: Any) -> None:
    """Each of these seats, the layer among them, passes its hand to the next of them; what is known goes along."""
    layer = np.int64(s.layer)
    seat = after(s, layer)
    while seat != layer:
        if (movers >> seat) & 1 != 0:
            exchange(s, layer, seat)
        seat = after(s, seat)
    giver = layer
    while True:
        seat = after(s, seat)
        if (movers >> seat) & 1 != 0:
            knowing.keep(s.known[at(seat)], ~bags.bit(seat))
            knowing.know_all(s.known[at(seat)], STARTS, s.hands[at(seat)], giver)
            settle_debt(s, seat)
            giver = seat
        if seat == layer:
            break


@rule
def exchange(s: Any, one: Any, other: Any) -> None:
    """Two hands change places, with what is known of them."""
    for plane in range(3):
        kept = s.hands[at(one), plane]
        s.hands[at(one), plane] = s.hands[at(other), plane]
        s.hands[at(other), plane] = kept
    for slot in range(120):
        seats = s.known[at(one), slot]
        s.known[at(one), slot] = s.known[at(other), slot]
        s.known[at(other), slot] = seats
    number = s.hands_n[at(one)]
    s.hands_n[at(one)] = s.hands_n[at(other)]
    s.hands_n[at(other)] = number


@rule
def give(s: Any, first: Any, second: Any) -> None:
    """§7.3: one or two cards (-1: none) from the layer to the target, known to both (§13.2)."""
    knowing.keep(s.known[at(s.layer)], bags.bit(s.target))
    for kind in (np.int64(first), np.int64(second)):
        if kind >= 0:
            bags.take(s.hands[at(s.layer)], kind)
            bags.put(s.hands[at(s.target)], kind)
            s.hands_n[at(s.layer)] -= 1
            s.hands_n[at(s.target)] += 1
            knowing.lose(s.known[at(s.layer)], STARTS, kind, s.target)
            knowing.learn(s.known[at(s.target)], STARTS, kind, s.layer)


# ---- Swap, gift, all swap: question and answer (§7, §8.4) -----------------------------------------------------------


@rule
def ask_about(s: Any, seat: Any, target: Any) -> None:
    """§7.1: who is aimed at answers first."""
    give_turn(s, seat)
    s.layer = seat
    s.target = target
    s.phase = ANSWER


@rule
def protect(s: Any, seat: Any) -> None:
    """§8.4: no gift and no swap; from an all swap the seat keeps its hand."""
    if s.target < 0:
        s.to_answer &= ~bags.bit(seat)
        s.protected |= bags.bit(seat)
        if s.to_answer == 0:
            finish_all_swap(s)
    else:
        owe(s, s.layer)
        give_turn(s, after(s, seat))


@rule
def accept(s: Any, seat: Any) -> None:
    """What was announced takes place, an all swap when all have answered."""
    if s.target < 0:
        s.to_answer &= ~bags.bit(seat)
        if s.to_answer == 0:
            finish_all_swap(s)
    elif SYMBOL[at(top(s))] == SWAP:
        move_hands(s, bags.bit(s.layer) | bags.bit(seat))
        owe(s, s.layer)
        give_turn(s, seat)
    elif s.hands_n[at(s.layer)] > 2:
        s.phase = GIVING
    else:  # §7.4
        hand = bags.held(s.hands[at(s.layer)])
        first = bags.lowest(hand)
        if s.hands_n[at(s.layer)] == 1:
            give(s, first, -1)
        else:
            give(s, first, bags.nth(hand, bags.ones(hand) - 1))


@rule
def finish_all_swap(s: Any) -> None:
    """§7.6, §7.7: the hands move on past protected seats; the first unprotected seat after the layer is in turn."""
    movers = (bags.bit(s.seats) - 1) & ~s.protected
    layer = np.int64(s.layer)
    if movers != bags.bit(layer):
        move_hands(s, movers)
    owe(s, layer)
    seat = after(s, layer)
    while (movers >> seat) & 1 == 0:
        seat = after(s, seat)
    give_turn(s, seat)


@rule
def finish_gift(s: Any) -> None:
    """§7.3: the seat next after the giver is in turn."""
    settle_debt(s, s.target)
    owe(s, s.layer)
    give_turn(s, after(s, s.layer))


# ---- Imagining (§20.2) ----------------------------------------------------------------------------------------------


@rule
def settle(s: Any, viewer: Any) -> None:
    """Of the seat that ponders, a card that matches and is not known is the drawn one.

    A known one only if there is no other, which play does not bring about.
    """
    if s.phase != DRAWN or s.drawn >= 0:
        return
    seat = np.int64(s.turn)
    cards = bags.held(s.hands[at(seat)]) & fitting(s)
    s.drawn = bags.lowest(cards)
    while cards != 0:
        kind = bags.lowest(cards)
        cards &= cards - 1
        unknown = bags.copies(s.hands[at(seat)], kind)
        for slot in range(STARTS[at(kind)], STARTS[at(kind + 1)]):
            unknown -= (s.known[at(seat), at(slot)] >> viewer) & 1
        if unknown > 0:
            s.drawn = kind
            return
