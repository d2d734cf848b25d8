"""Solo: the cards, the steps, and what a state is made of (§1, §12, §15, §18)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from kartentisch.engine import knowing
from kartentisch.engine.compiled import rule
from kartentisch.engine.fields import ALL, NOBODY, OWNER, Number, Seats
from kartentisch.engine.knowing import Hands, Known
from kartentisch.engine.layout import Layout
from kartentisch.engine.options import Choice, Count, Switch
from kartentisch.engine.packs import Pack, fill
from kartentisch.engine.piles import Cards, Stack

# ---- Cards (§1) -----------------------------------------------------------------------------------------------------

COLOURS = "rgby"
IN_EACH_COLOUR = (*"123456789", "S", "R", "+2", "X", "G")
BLACK = ("C", "+4", "A", "Pr", "Pg", "Pb", "Py")
SWAPPING = (*(f"{colour}X" for colour in COLOURS), "A")
CARDS = Pack(
    tokens=(*(f"{colour}{symbol}" for colour in COLOURS for symbol in IN_EACH_COLOUR), *BLACK),
    counts=(*([2] * 12 + [1, 1]) * 4, 4, 4, 4, 1, 1, 1, 1),
    planes=3,
    only_with=(("option_swaps", SWAPPING),),
)
KINDS = len(CARDS.tokens)
PLANES = CARDS.planes
FOUR_COLOURS = len(COLOURS)
PER_COLOUR = len(IN_EACH_COLOUR)
COLOURED = FOUR_COLOURS * PER_COLOUR  # kinds below this one have a colour
FIRST_PROTECTION = CARDS.kind("Pr")

# Symbols: 0 to 8 are the numbers 1 to 9.
SKIP, REVERSE, DRAW_TWO, SWAP, GIFT, CHOOSE, DRAW_FOUR, ALL_SWAP, PROTECTION = range(9, 18)
FIRST_ACTION = SKIP
ANY = FOUR_COLOURS  # as the colour in force: every card matches

POINTS = {
    SKIP: 20,
    REVERSE: 10,
    DRAW_TWO: 30,
    SWAP: 30,
    GIFT: 30,
    CHOOSE: 40,
    DRAW_FOUR: 50,
    ALL_SWAP: 40,
    PROTECTION: 40,
}


def _symbol(kind: int) -> int:
    return kind % PER_COLOUR if kind < COLOURED else min(CHOOSE + kind - COLOURED, PROTECTION)


def _hue(kind: int) -> int:
    """The colour that a card brings: its own, or that of a protection's bolt."""
    if kind < COLOURED:
        return kind // PER_COLOUR
    return kind - FIRST_PROTECTION if kind >= FIRST_PROTECTION else ANY


def _points(kind: int) -> int:
    """§11.3: the points that a card costs at the end of a round."""
    return POINTS.get(_symbol(kind), _symbol(kind) + 1)


def _kinds(wanted: Any) -> int:
    """The set of all kinds that are wanted."""
    return sum(1 << kind for kind in range(KINDS) if wanted(kind))


SYMBOL = np.array([_symbol(kind) for kind in range(KINDS)], np.int8)
HUE = np.array([_hue(kind) for kind in range(KINDS)], np.int8)
WITH_SYMBOL = np.array([_kinds(lambda k, x=x: _symbol(k) == x) for x in range(PROTECTION + 1)], np.int64)
ALIKE = WITH_SYMBOL[SYMBOL]  # for each card the kinds with its symbol
IN_COLOUR = np.array([_kinds(lambda k, c=c: k >= COLOURED or c in (_hue(k), ANY)) for c in range(ANY + 1)], np.int64)
NUMBERS = _kinds(lambda kind: _symbol(kind) < FIRST_ACTION)
PROTECTIONS = _kinds(lambda kind: _symbol(kind) == PROTECTION)
NEED_A_NAME = _kinds(lambda kind: _symbol(kind) in (SWAP, GIFT, CHOOSE, DRAW_FOUR))  # §6.1: a colour or a target

# Number cards come in twos, so a hand holds a kind once (first plane), twice (second plane), or not at all.
ONCE, TWICE = 0, 1

DIGITS = 6
WORTH = np.array([_kinds(lambda k, b=b: (_points(k) >> b) & 1) for b in range(DIGITS)], np.int64)
"""For each binary digit the kinds whose points have it."""


STARTS = knowing.slots(CARDS)
CARD_COUNT = int(STARTS[KINDS])


def _bag(left_out: tuple[str, ...] = ()) -> Any:
    """All cards but these kinds, as a bag."""
    bag = np.zeros(PLANES, np.int64)
    fill(bag, [0 if card in left_out else int(n) for card, n in zip(CARDS.tokens, np.diff(STARTS), strict=True)])
    return bag


PACK = _bag()
PACK_WITHOUT_SWAPS = _bag(SWAPPING)  # §12.13
SWAPPING_CARDS = 8


@rule
def card(colour: Any, symbol: Any) -> Any:
    """The coloured card with this symbol."""
    return colour * PER_COLOUR + symbol


# ---- Steps (§15) ----------------------------------------------------------------------------------------------------

TOKENS = (
    *CARDS.tokens,
    *(f"={colour}" for colour in COLOURS),
    *(f">{seat}" for seat in range(10)),
    *(f"triple:{number}{colour}" for number in range(1, 10) for colour in COLOURS),
    *("draw", "pass", "take", "skip", "accept", "no", "solo", "quiet"),
)
NAMES, AIMS, TRIPLES, WORDS = (TOKENS.index(token) for token in ("=r", ">0", "triple:1r", "draw"))
"""Where colours, targets, Triple +, and words begin; below NAMES a step is a card."""
DRAWS, PASSES, TAKES, SKIPS, ACCEPTS, DECLINES, CALLS, HUSHES = range(WORDS, WORDS + 8)

# ---- State (§12, §18) -----------------------------------------------------------------------------------------------

PHASES = ("turn", "drawn", "owed", "skipped", "answer", "gift", "round_over")
TURN, DRAWN, OWED, SKIPPED, ANSWER, GIVING, ROUND_OVER = range(7)
NO_SEAT = NO_CARD = -1
BOTTOM = 0  # of the discard pile
ALL_OTHERS = NO_SEAT  # as the target: after an all swap everybody else answers (§7.6)
MUST_CALL, SAID_BY_ITSELF = 0, 1  # solo_call (§9.9)
BY_ANYBODY, BY_NEXT = 0, 1  # call_until (§12.10)


def in_turn(record: Any, viewer: int, index: int) -> bool:
    """The seat in turn sees the drawn card (§13.1)."""
    return viewer == int(record["turn"])


def itself(record: Any, viewer: int, index: int) -> bool:
    """Each seat sees what it knows, after the round too (§20.1)."""
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
        Stack(name="discard", seen_by=ALL, pack=CARDS, room=CARD_COUNT),
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
