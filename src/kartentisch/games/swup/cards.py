"""SWUP: the cards and what they are worth, the steps, and what a state is made of (§1, §10, §12, §14)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from kartentisch.engine.compiled import rule
from kartentisch.engine.fields import ALL, NOBODY, OWNER, Flag, Number
from kartentisch.engine.layout import Layout
from kartentisch.engine.options import Count, Switch
from kartentisch.engine.packs import Pack
from kartentisch.engine.piles import Cards
from kartentisch.engine.rows import Line, Owned, Word
from kartentisch.engine.sets import has, ones

# ---- Cards (§1) -----------------------------------------------------------------------------------------------------

COLOURS = "krby"
RANKS = 13
CARDS = Pack(
    tokens=tuple(f"{colour}{rank}" for colour in COLOURS for rank in range(1, RANKS + 1)),
    counts=(1,) * (len(COLOURS) * RANKS),
    planes=1,
)
KINDS = len(CARDS.tokens)
SET = 0  # the only plane of a bag: there is one card of each kind
K2, K5, R10 = (CARDS.kind(token) for token in ("k2", "k5", "r10"))
ONES = tuple(CARDS.kind(f"{colour}1") for colour in COLOURS)
SEATS = 4
HAND = 4  # cards that a deal gives to each seat
LAID_OUT = 4  # cards on the table at the start of a round

# ---- Values (§1.2) --------------------------------------------------------------------------------------------------
# A set of values, or of sums: bit v stands for the value v.

TOP = 16  # the highest value
UP_TO_TOP = (1 << TOP + 1) - 1
MORE_AS_HIGH = 13  # by how much the higher value of a `1` and of `k2` exceeds the lower one

SECOND = {**dict.fromkeys(ONES, 14), K2: 15, R10: 16}
LOW = np.array([kind % RANKS + 1 for kind in range(KINDS)], np.int64)
HIGH = np.array([SECOND.get(kind, kind % RANKS + 1) for kind in range(KINDS)], np.int64)  # = LOW for one value
VALUES = np.left_shift(1, LOW) | np.left_shift(1, HIGH)


def _kinds(wanted: Callable[[int], object]) -> int:
    """The set of all kinds that are wanted."""
    return sum(1 << kind for kind in range(KINDS) if wanted(kind))


def _with_value(value: int) -> int:
    return _kinds(lambda kind: value in (LOW[kind], HIGH[kind]))


def _up_to(value: int) -> int:
    return _kinds(lambda kind: LOW[kind] <= value)


WORTH = np.array([_with_value(value) for value in range(TOP + 1)], np.int64)  # for each value the kinds that have it
UP_TO = np.array([_up_to(value) for value in range(TOP + 1)], np.int64)  # ... and those that have it or less

ALL_CARDS = _kinds(lambda kind: True)
BLACK = _kinds(lambda kind: CARDS.tokens[kind][0] == "k")
STARS = np.array([(kind in ONES) + (kind == K2) + 2 * (kind == R10) for kind in range(KINDS)], np.int64)
STARRED = _kinds(lambda kind: STARS[kind])


@rule
def stars(cards: Any) -> Any:
    """§1.4: how many stars these cards have; all with stars have one, `r10` one more."""
    return ones(cards & STARRED) + has(cards, R10)


# ---- Steps (§12) ----------------------------------------------------------------------------------------------------

TOKENS = (
    "done",
    *CARDS.tokens,
    *(f"@{seat}" for seat in range(SEATS)),
    "lay",
    *(f"take:{value}" for value in range(1, TOP + 1)),
    *(f"build:{value}" for value in range(1, TOP + 1)),
)
DONE, CARD, OWNED, LAY = (TOKENS.index(token) for token in ("done", "k1", "@0", "lay"))
TAKE, BUILD = LAY, LAY + TOP  # plus the value: take:1 is TAKE + 1

WITH_CARD, WITH_AIM = 1, 2  # steps of a begun move that has its card, and its aim too

# ---- State (§10, §14) -----------------------------------------------------------------------------------------------

NO_SEAT = -1

LAYOUT = Layout(
    max_seats=SEATS,
    options=(
        Count("most_cards", 1, high=9),
        Count("most_black", 2, high=9),
        Count("last_cards", 1, high=9),
        Switch("builds_in_sums", False),
        Count("rounds", 0, low=0, high=99, since=2, before=0),
        Count("swup_points", 1, high=9, since=2, before=1),
        Count("star_points", 1, high=9, since=2, before=1),
    ),
    fields=(
        Number(name="dealer", seen_by=ALL, high=3),
        Cards(name="hands", seen_by=OWNER, per_seat=True, pack=CARDS, nulls=True),
        Line(name="table", seen_by=ALL, pack=CARDS),
        Owned(
            name="builds",
            seen_by=ALL,
            pack=CARDS,
            more=(
                ("value", Number(name="builds_value", seen_by=ALL, per_seat=True, low=1, high=TOP)),
                ("double", Flag(name="builds_double", seen_by=ALL, per_seat=True)),
            ),
        ),
        Cards(name="deck", seen_by=NOBODY, pack=CARDS),
        Cards(name="piles", seen_by=ALL, per_seat=True, pack=CARDS),
        Number(name="swups", seen_by=ALL, per_seat=True, high=48),  # the turns of a round
        Number(name="last_taker", seen_by=ALL, high=3, none=True),
        # The move begun: its card, whether it builds, the value of its groups, what is left to pick, owners of builds
        # picked, the sum of what was picked at its low values.
        Number(name="card", seen_by=NOBODY, begun=True),
        Flag(name="building", seen_by=NOBODY, begun=True),
        Number(name="aim", seen_by=NOBODY, begun=True),
        Word(name="left"),
        Number(name="got", seen_by=NOBODY, begun=True),
        Number(name="low", seen_by=NOBODY, begun=True, high=1000),
        # All ways to read it: the values that the open group may still need, if it holds loose cards alone (the aim
        # itself: no group is open), the played card (less the value `inside`), or a single build besides.
        Word(name="plain"),
        Word(name="first"),
        Word(name="joined"),
        Flag(name="owing", seen_by=NOBODY, begun=True),  # the own build must get in ...
        Number(name="inside", seen_by=NOBODY, begun=True),  # ... with this value, into the first group, and is not yet
        # For listing moves: the step that was picked last, and the one that began the last group where that is sure.
        Number(name="last", seen_by=NOBODY, begun=True),
        Number(name="lead", seen_by=NOBODY, begun=True),
    ),
)
