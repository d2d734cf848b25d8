"""The cards of SWUP and what they are worth, and the numbers of its steps (§1 and §12 of docs/rules/swup.md)."""

from __future__ import annotations

from typing import Any

import numpy as np

from kartentisch.engine.bags import ones
from kartentisch.engine.compiled import rule
from kartentisch.engine.packs import Pack

COLOURS = "krby"
CARDS = Pack(tokens=tuple(f"{colour}{rank}" for colour in COLOURS for rank in range(1, 14)), counts=(1,) * 52, planes=1)
K2, K5, R10 = (CARDS.kind(token) for token in ("k2", "k5", "r10"))
ONES = (0, 13, 26, 39)
SEATS = 4
HAND = 4  # cards that a deal gives to each seat
TOP = 16  # the highest value
UP_TO_TOP = (1 << TOP + 1) - 1  # sums that matter, as bits 0-16

SECOND = {**dict.fromkeys(ONES, 14), K2: 15, R10: 16}
LOW = np.array([kind % 13 + 1 for kind in range(52)], np.int64)
HIGH = np.array([SECOND.get(kind, kind % 13 + 1) for kind in range(52)], np.int64)  # = LOW for one value
VALUES = np.left_shift(1, LOW) | np.left_shift(1, HIGH)  # the values of each card, as bits
WORTH = np.array([sum(1 << k for k in range(52) if (VALUES[k] >> v) & 1) for v in range(TOP + 1)], np.int64)
UP_TO = np.array([sum(1 << k for k in range(52) if LOW[k] <= v) for v in range(TOP + 1)], np.int64)
BLACK = (1 << 13) - 1
STARS = np.array([(kind in ONES) + (kind == K2) + 2 * (kind == R10) for kind in range(52)], np.int64)
STARRED = sum(1 << kind for kind in range(52) if STARS[kind])


@rule
def stars(cards: Any) -> Any:
    """How many stars lie in a pile (§1.4)."""
    return ones(cards & STARRED) + ((cards >> R10) & 1)


# Steps: done, the cards, builds by owner, lay, take by value, build by value. A begun move is read in all ways at once.

DONE, CARD, OWNED, LAY, TAKE, BUILD = 0, 1, 53, 57, 57, 73  # take:1 is 58, build:1 is 74
ROWS = 60  # from here the buffer of steps is scratch: more than 57 are never offered once a card is played
TOKENS = (
    "done",
    *CARDS.tokens,
    *(f"@{seat}" for seat in range(SEATS)),
    "lay",
    *(f"take:{value}" for value in range(1, TOP + 1)),
    *(f"build:{value}" for value in range(1, TOP + 1)),
)
