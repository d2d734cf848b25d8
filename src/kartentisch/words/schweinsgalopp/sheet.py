"""Schweinsgalopp: its score sheet (§7, §9.3)."""

from __future__ import annotations

from kartentisch.games.schweinsgalopp.cards import SCOFF
from kartentisch.games.schweinsgalopp.turn import GAME
from kartentisch.words.language import say
from kartentisch.words.sheet import Cell, Check, End, Sheet

SHEET = Sheet(
    seats=GAME.seats,
    options=("rounds", "rotate_start"),
    cells=(
        Cell(
            "banked",
            say("Banked"),
            "steps",
            high=SCOFF,
            shown=tuple(f"schweinsgalopp/{food}" for food in ("apple", "carrot", "corn", "turnip", "acorn")),
            help=say("Banked in this round: the cards that you could keep after your last race card."),
            none=say("nothing banked"),
        ),
    ),
    checks=(Check("banked", 0, SCOFF, say("There are only 55 scoff cards.")),),
    ends=(End("rounds", "rounds"),),
    wins="most",
    starts="same",
    rotates="rotate_start",
)
