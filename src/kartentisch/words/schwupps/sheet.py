"""Schwupps: its score sheet (§8.3, §9)."""

from __future__ import annotations

from kartentisch.games.schwupps.cards import AGGRAVATIONS, NUMBER_CARDS
from kartentisch.games.schwupps.score import WINNER
from kartentisch.games.schwupps.turn import GAME
from kartentisch.words.language import say
from kartentisch.words.sheet import Cell, End, Sheet

SHEET = Sheet(
    seats=GAME.seats,
    options=("match", "rounds"),
    cells=(
        Cell("out", say("Who went out?"), "one", worth=WINNER, out=True),
        Cell(
            "left",
            say("Cards left"),
            "steps",
            worth=-1,
            low=1,
            high=NUMBER_CARDS + AGGRAVATIONS,
            unless="out",
            help=say("hand and pile, one point off each"),
        ),
    ),
    ends=(End("rounds", "rounds"), End("people", when="match=tournament"), End("once")),
    wins="most",
    starts="turns",
)
