"""Solo: its cards and what a state is made of. A part of the rule sheet, solo.py."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from kartentisch.engine import knowing
from kartentisch.engine.fields import ALL, NOBODY, OWNER, Number, Seats
from kartentisch.engine.knowing import Hands, Known
from kartentisch.engine.layout import Layout
from kartentisch.engine.options import Choice, Count, Switch
from kartentisch.engine.packs import Pack
from kartentisch.engine.piles import Cards, Stack

# ---- Material (§1) --------------------------------------------------------------------------------------------------

COLOURS = "rgby"
SYMBOLS = (*"123456789", "S", "R", "+2", "X", "G")
BLACK = ("C", "+4", "A", "Pr", "Pg", "Pb", "Py")
CARDS = Pack(
    tokens=(*(f"{colour}{symbol}" for colour in COLOURS for symbol in SYMBOLS), *BLACK),
    counts=(*([2] * 12 + [1, 1]) * 4, 4, 4, 4, 1, 1, 1, 1),
    planes=3,
    only_with=(("option_swaps", (*(f"{colour}X" for colour in COLOURS), "A")),),
)
KINDS = 63  # colour * 14 + symbol, then the black ones
SKIP, REVERSE, DRAW_TWO, SWAP, GIFT, CHOOSE, DRAW_FOUR, ALL_SWAP, PROTECTION = range(9, 18)  # symbols; 0-8: numbers
ANY = 4  # as the colour in force: every card fits
PHASES = ("turn", "drawn", "owed", "skipped", "answer", "gift", "round_over")
TURN, DRAWN, OWED, SKIPPED, ANSWER, GIVING, ROUND_OVER = range(7)


def _of(kind: int) -> tuple[int, int]:
    """Symbol of a card, and the colour it brings (of a protection its bolt)."""
    if kind < 56:
        return kind % 14, kind // 14
    return (PROTECTION, kind - 59) if kind > 58 else (kind - 42, ANY)


def _word(wanted: Any) -> int:
    return sum(1 << kind for kind in range(KINDS) if wanted(kind))


def _points(kind: int) -> int:
    """§11.3"""
    symbol = _of(kind)[0]
    return symbol + 1 if symbol < SKIP else (20, 10, 30, 30, 30, 40, 50, 40, 40)[symbol - SKIP]


SYMBOL = np.array([_of(kind)[0] for kind in range(KINDS)], np.int8)
HUE = np.array([_of(kind)[1] for kind in range(KINDS)], np.int8)
ALIKE = np.array([_word(lambda k, kind=kind: _of(k)[0] == _of(kind)[0]) for kind in range(KINDS)], np.int64)
IN_COLOUR = np.array([_word(lambda k, c=c: k > 55 or _of(k)[1] == c or c == ANY) for c in range(5)], np.int64)
NUMBERS = _word(lambda kind: _of(kind)[0] < SKIP)
GUARDS = _word(lambda kind: _of(kind)[0] == PROTECTION)
NEEDS = _word(lambda kind: _of(kind)[0] in (SWAP, GIFT, CHOOSE, DRAW_FOUR))  # a colour or a target (§6.1)
WORTH = np.array([_word(lambda k, b=b: (_points(k) >> b) & 1) for b in range(6)], np.int64)  # binary digits of points
STARTS = knowing.slots(CARDS)


def in_turn(record: Any, viewer: int, index: int) -> bool:
    """A drawn card is seen by the seat in turn (§13.1)."""
    return viewer == int(record["turn"])


def itself(record: Any, viewer: int, index: int) -> bool:
    """What a seat knows is seen by that seat, after the round too (§20.1)."""
    return viewer == index


def from_layer(record: Any) -> Iterator[int]:
    """All seats in the order of play, the layer last (§18.2)."""
    seats, layer, direction = (int(record[name]) for name in ("seats", "layer", "direction"))
    return ((layer + direction * step) % seats for step in range(1, seats + 1))


HANDS = Hands(name="hands", seen_by=OWNER, pack=CARDS, known="known")

LAYOUT = Layout(
    max_seats=10,
    options=(
        Count("limit", 500, low=1),
        Count("rounds", 0, high=99),
        Choice("solo_call", "call", ("call", "auto")),
        Count("step_limit", 10_000, low=1),
        Switch("reverse_skips", False, since=2, before=False),
        Count("hand", 8, low=3, high=8, since=2, before=8),
        Choice("call_until", "anybody", ("anybody", "next"), since=2, before="anybody"),
        Switch("swaps", True, since=2, before=True),
    ),
    fields=(
        Number(name="dealer", seen_by=ALL, high=9),
        Number(name="direction", seen_by=ALL, low=-1, high=1),
        Number(name="phase", seen_by=ALL, words=PHASES),
        HANDS,
        Known(name="known", seen_by=itself, hands=HANDS),
        Cards(name="draw_bag", seen_by=NOBODY, pack=CARDS),
        Stack(name="discard", seen_by=ALL, pack=CARDS, room=120),
        Number(name="colour", seen_by=ALL, words=(*COLOURS, "*")),
        Number(name="pending", seen_by=ALL, high=10**9),  # grows without end if penalties bring draw cards back
        Number(name="drawn", seen_by=in_turn, none=True, words=CARDS.tokens),
        Number(name="layer", seen_by=ALL, none=True, high=9),
        Number(name="target", seen_by=ALL, none=True, high=9),
        Seats(name="to_answer", seen_by=ALL, order=from_layer),
        Seats(name="protected", seen_by=ALL),
        Seats(name="declined", seen_by=OWNER),
        Seats(name="owes_call", seen_by=ALL),
        Seats(name="quiet", seen_by=OWNER),
        Number(name="first", seen_by=NOBODY, begun=True, high=62),  # the card of a begun move
    ),
)

# ---- Steps (§15) ----------------------------------------------------------------------------------------------------

NAMES, AIMS, TRIPLES, WORDS = 63, 67, 77, 113  # where colours, targets, Triple +, and words begin
DRAWS, PASSES, TAKES, SKIPS, ACCEPTS, DECLINES, CALLS, HUSHES = range(WORDS, WORDS + 8)

TOKENS = (
    *CARDS.tokens,
    *(f"={colour}" for colour in COLOURS),
    *(f">{seat}" for seat in range(10)),
    *(f"triple:{number}{colour}" for number in range(1, 10) for colour in COLOURS),
    *("draw", "pass", "take", "skip", "accept", "no", "solo", "quiet"),
)
