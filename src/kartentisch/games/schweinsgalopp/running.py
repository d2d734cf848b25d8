"""Schweinsgalopp: race cards as running sums, so that a hand is dealt without looking at each colour.

Byte k of the word says how many cards of the colours 0 to k there are.
"""

from __future__ import annotations

from typing import Any

from kartentisch.engine.compiled import rule
from kartentisch.engine.luck import fraction, part
from kartentisch.games.schweinsgalopp.cards import CARDS, COPIES, HAND, PIGS

BYTE = 8
ONE_EACH = sum(1 << BYTE * kind for kind in range(PIGS))
TOP_BITS = ONE_EACH << BYTE - 1
ALL_BITS = ONE_EACH * 0xFF
ALL_CARDS = sum(COPIES * (kind + 1) << BYTE * kind for kind in range(PIGS))

GATHER = sum(1 << (BYTE - 1) * kind for kind in range(PIGS))  # brings the lowest bit of each byte side by side ...
GATHERED = (BYTE - 1) * (PIGS - 1)  # ... from here on
COLOUR_BITS = (1 << PIGS) - 1
PLANES = CARDS.planes

FROM_ONE_FRACTION = 4  # cards that can be drawn with one fraction of luck, out of 35 (see `part`)


@rule
def without_hand(sums: Any, number: Any, luck: Any) -> Any:
    """What is left when a hand is drawn out of `number` cards."""
    left = fraction(luck)
    for card in range(HAND):
        if card == FROM_ONE_FRACTION:
            left = fraction(luck)
        place, left = part(left, number - card)
        sums -= above(sums, place)
    return sums


@rule
def above(sums: Any, place: Any) -> Any:
    """One in each byte that is greater than `place`: for the colour of the card at this place and those behind it."""
    return (((sums | TOP_BITS) - (place + 1) * ONE_EACH) >> BYTE - 1) & ONE_EACH


@rule
def put_into(bag: Any, sums: Any) -> None:
    """Fill a bag with these cards."""
    counts = sums - ((sums << BYTE) & ALL_BITS)
    for plane in range(PLANES):
        digits = (counts >> plane) & ONE_EACH
        bag[plane] = ((digits * GATHER) >> GATHERED) & COLOUR_BITS
