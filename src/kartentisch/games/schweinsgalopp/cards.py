"""The cards and the course of Schweinsgalopp, and the numbers of its steps: §1, §11 of docs/rules/schweinsgalopp.md."""

from __future__ import annotations

from kartentisch.engine.packs import Pack

COLOURS = "bgrvy"
PIGS = 5
COPIES = 7  # race cards of each colour
HAND = 7
TRACK = 22  # spaces of the course
SCOFF = 55
GAP = 4  # spaces before the first pig on which no scoff card is laid
LAYING, PLAYING, LINING_UP = 0, 1, 2
BY_LOT, BY_START = 0, 1  # who orders the pigs in the first round
NOWHERE = -1  # of a pig that is not set up yet
FAR = 127  # the longest distance that is kept; a round takes no pig further than 39

CARDS = Pack(tokens=tuple(COLOURS), counts=(COPIES,) * PIGS, planes=3)

# Steps: the colour of a card, then "@0" to "@21", then "+" and the colour of a pig that is set up.

LAY = PIGS
SET = LAY + TRACK
SET_UP = tuple(f"+{colour}" for colour in COLOURS)
TOKENS = (*CARDS.tokens, *(f"@{space}" for space in range(TRACK)), *SET_UP)
