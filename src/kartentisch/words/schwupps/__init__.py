"""Schwupps in words.

`game`: name, goal and options. `cards`: the cards. `moves`: a move as an imperative. `refusals`: why a move is refused.
`events`: what a reader learns of a move. `log`: its lines. `sheet`: its score sheet. `terminal`: the
table as lines of text.
"""

from kartentisch.words.schwupps.cards import card, label, wish
from kartentisch.words.schwupps.events import tell
from kartentisch.words.schwupps.game import goal, option, option_value, rounds, title
from kartentisch.words.schwupps.log import sentence
from kartentisch.words.schwupps.moves import move
from kartentisch.words.schwupps.refusals import reason
from kartentisch.words.schwupps.sheet import SHEET
from kartentisch.words.schwupps.terminal import picture

__all__ = [
    "SHEET",
    "card",
    "goal",
    "label",
    "move",
    "option",
    "option_value",
    "picture",
    "reason",
    "rounds",
    "sentence",
    "tell",
    "title",
    "wish",
]
