"""Schweinsgalopp in words.

`game`: name, goal and options. `cards`: the cards. `moves`: a move as an imperative. `refusals`: why a move is refused.
`events`: what a reader learns of a move. `log`: its lines. `sheet`: its score sheet. `terminal`: the
table as lines of text.
"""

from kartentisch.words.schweinsgalopp.cards import card, pig, scoff
from kartentisch.words.schweinsgalopp.events import tell
from kartentisch.words.schweinsgalopp.game import goal, option, option_value, title
from kartentisch.words.schweinsgalopp.log import sentence
from kartentisch.words.schweinsgalopp.moves import move
from kartentisch.words.schweinsgalopp.refusals import reason
from kartentisch.words.schweinsgalopp.sheet import SHEET
from kartentisch.words.schweinsgalopp.terminal import picture

__all__ = [
    "SHEET",
    "card",
    "goal",
    "move",
    "option",
    "option_value",
    "picture",
    "pig",
    "reason",
    "scoff",
    "sentence",
    "tell",
    "title",
]
