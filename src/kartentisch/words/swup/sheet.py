"""SWUP: its score sheet (§8.4, §9)."""

from __future__ import annotations

from kartentisch.games.swup.cards import KINDS, LAID_OUT, STARS
from kartentisch.games.swup.turn import GAME
from kartentisch.words.language import say
from kartentisch.words.sheet import Cell, Check, End, Sheet

SEVEN = int(STARS.sum())
TURNS = KINDS - LAID_OUT

SHEET = Sheet(
    seats=GAME.seats,
    options=("rounds", "most_cards", "most_black", "last_cards", "star_points", "swup_points"),
    cells=(
        Cell("most", say("Most cards"), "one", times="most_cards", unless="nothing"),
        Cell("black", say("Most black cards"), "one", times="most_black", unless="nothing"),
        Cell("last", say("Last cards"), "one", times="last_cards", unless="nothing", nobody=False),
        Cell("stars", say("Stars"), "steps", times="star_points", high=SEVEN, unless="nothing"),
        Cell("swups", say("SWUPs"), "steps", times="swup_points", high=TURNS, unless="nothing"),
        Cell("nothing", say("Nobody took anything"), "flag", worth=0),
    ),
    checks=(
        Check(
            "stars", SEVEN, SEVEN, say("The seven lie on the four 1s, on black 2, and two on red 10."), unless="nothing"
        ),
    ),
    ends=(End("rounds", "rounds"), End("people")),
    wins="most",
    starts="left of dealer",
)
