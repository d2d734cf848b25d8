"""Solo: the top card, what matches it, and whose turn it is (§3)."""

from __future__ import annotations

from typing import Any

import numpy as np

from kartentisch.engine import bags, knowing
from kartentisch.engine.compiled import at, rule
from kartentisch.engine.sets import first
from kartentisch.games.solo.cards import ALIKE, IN_COLOUR, NO_CARD, NO_SEAT, STARTS, TURN

# ---- Seats ----------------------------------------------------------------------------------------------------------


@rule
def everybody(s: Any) -> Any:
    """All seats."""
    return first(s.seats)


@rule
def next_seat(s: Any, seat: Any) -> Any:
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
    s.drawn = NO_CARD
    s.layer = NO_SEAT
    s.target = NO_SEAT
    s.to_answer = 0
    s.protected = 0
    s.declined = 0


@rule
def pass_turn(s: Any, seat: Any) -> None:
    """The turn passes from this seat to the next."""
    give_turn(s, next_seat(s, seat))


# ---- The discard pile -----------------------------------------------------------------------------------------------


@rule
def top(s: Any) -> Any:
    """The card on top of the discard pile."""
    return np.int64(s.discard[at(s.discard_n - 1)])


@rule
def lay_on_top(s: Any, kind: Any) -> None:
    """Put a card on the discard pile."""
    s.discard[at(s.discard_n)] = kind
    s.discard_n += 1


@rule
def matching(s: Any) -> Any:
    """§3.2: the kinds with the colour in force or with the symbol of the top card, and the black ones."""
    return IN_COLOUR[at(s.colour)] | ALIKE[at(top(s))]


# ---- Hands ----------------------------------------------------------------------------------------------------------


@rule
def take_up(s: Any, seat: Any, kind: Any) -> None:
    """A card comes into the hand."""
    bags.put(s.hands[at(seat)], kind)
    s.hands_n[at(seat)] += 1


@rule
def put_down(s: Any, seat: Any, kind: Any) -> None:
    """A card leaves the hand."""
    bags.take(s.hands[at(seat)], kind)
    s.hands_n[at(seat)] -= 1


@rule
def lay_from_hand(s: Any, seat: Any, kind: Any) -> None:
    """§13.4: a card goes from the hand onto the discard pile, for all to see."""
    put_down(s, seat, kind)
    knowing.spend(s.known[at(seat)], STARTS, kind)
    lay_on_top(s, kind)
