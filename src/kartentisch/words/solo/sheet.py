"""Solo: its score sheet (§11.3, §11.4, §12)."""

from __future__ import annotations

import numpy as np

from kartentisch.games.solo.cards import CARD_COUNT, CARDS, POINTS, STARTS, SYMBOL
from kartentisch.games.solo.game import GAME
from kartentisch.words.language import say
from kartentisch.words.sheet import Cell, End, Key, Sheet

NAMES = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "S", "R", "+2", "X", "G", "C", "+4", "A", "P")
"""The symbols of the cards, as entries call them, by the number that the rule sheet gives them."""
LABELS = {
    "S": say("Skip a Turn"),
    "R": say("Change Direction"),
    "+2": say("Draw 2"),
    "X": say("Swap Cards"),
    "G": say("Gift"),
    "C": say("Choose a Color"),
    "+4": say("Draw 4 + Choose a Color"),
    "A": say("All Swap Cards"),
    "P": say("Protection"),
}
KEYS = ("r1", "g2", "b3", "y4", "r5", "g6", "b7", "y8", "r9", "gR", "bS", "y+2", "rG", "gX", "A", "Pb", "C", "+4")
"""A card of each symbol, in the order of the keys."""


def _key(token: str) -> Key:
    symbol = int(SYMBOL[CARDS.kind(token)])
    name = NAMES[symbol]
    number = int(np.diff(STARTS)[symbol == SYMBOL].sum())
    return Key(name, f"solo/{token}", LABELS.get(name, name), POINTS.get(symbol, symbol + 1), number)


SHEET = Sheet(
    seats=GAME.seats,
    options=("limit", "rounds"),
    cells=(
        Cell("out", say("Who went out?"), "one", worth=0, out=True),
        Cell(
            "left",
            say("What has {name} left?"),
            "cards",
            low=1,
            high=CARD_COUNT,
            unless="out",
            keys=tuple(map(_key, KEYS)),
            help=say("The color does not count."),
        ),
    ),
    ends=(End("rounds", "rounds"), End("above", "limit")),
    wins="fewest",
    starts="left of dealer",
)
