"""Schweinsgalopp: the cards, the course, the steps, and what a state is made of (§1, §9, §11, §13)."""

from __future__ import annotations

from kartentisch.engine.fields import ALL, NOBODY, OWNER, Number, Numbers
from kartentisch.engine.layout import Layout
from kartentisch.engine.options import Choice, Count, Switch
from kartentisch.engine.packs import Pack
from kartentisch.engine.piles import Cards, Stack

# ---- Material (§1) --------------------------------------------------------------------------------------------------

COLOURS = "bgrvy"
PIGS = 5
COPIES = 7  # race cards of each colour
RACE_CARDS = PIGS * COPIES
HAND = 7
TRACK = 22  # spaces of the course
SCOFF = 55
GAP = 4  # spaces before the first pig on which no scoff card is laid
NOWHERE = -1  # of a pig that is not set up yet
FAR = 127  # the longest distance that is kept; a round takes no pig further than 39

CARDS = Pack(tokens=tuple(COLOURS), counts=(COPIES,) * PIGS, planes=3)

# ---- Steps (§11) ----------------------------------------------------------------------------------------------------

SET_UP = tuple(f"+{colour}" for colour in COLOURS)
TOKENS = (*CARDS.tokens, *(f"@{space}" for space in range(TRACK)), *SET_UP)
LAY, SET = (TOKENS.index(token) for token in ("@0", "+b"))
"""Where spaces for scoff cards begin, and pigs that are set up; below LAY a card is played."""

# ---- State (§9, §13) ------------------------------------------------------------------------------------------------

NO_SEAT = -1
LAYING, PLAYING, LINING_UP = 0, 1, 2  # phase
BY_LOT, BY_START = 0, 1  # line_up (§9.5)

LAYOUT = Layout(
    max_seats=4,
    options=(
        Count("rounds", 3, low=1, high=99),
        Switch("keep", False),
        Switch("rotate_start", False),
        Switch("track_scoff", False),
        Choice("line_up", "lot", words=("lot", "start"), since=2, before="lot"),
    ),
    fields=(
        Number(name="phase", seen_by=ALL, words=("lay", "play", "line_up")),
        Number(name="start", seen_by=ALL, high=3),
        Number(name="pigs", seen_by=ALL, keys=tuple(COLOURS), high=FAR, none=True),
        Cards(name="hands", seen_by=OWNER, per_seat=True, pack=CARDS, nulls=True),
        Cards(name="aside", seen_by=NOBODY, pack=CARDS),
        Stack(name="played", seen_by=ALL, pack=CARDS, room=RACE_CARDS),
        Number(name="face_up", seen_by=ALL, per_seat=True, high=SCOFF),
        Number(name="banked", seen_by=ALL, per_seat=True, high=SCOFF),
        Number(name="supply", seen_by=ALL, high=SCOFF),
        Numbers(name="track_scoff", seen_by=ALL, high=TRACK - 1),
        Number(name="from_track", seen_by=ALL, per_seat=True, high=TRACK, since=2),
        Number(name="lost", seen_by=ALL, per_seat=True, high=SCOFF, since=2),
    ),
)
