"""SWUP in words.

`game`: name, goal and options. `cards`: the cards. `moves`: a move as an imperative. `refusals`: why a move is refused.
`events`: what a reader learns of a move. `log`: its lines. `sheet`: its score sheet. `terminal`: the
table as lines of text.
"""

from kartentisch.words.swup.cards import card, label
from kartentisch.words.swup.events import tell
from kartentisch.words.swup.game import goal, option, option_value, rounds, title
from kartentisch.words.swup.log import sentence
from kartentisch.words.swup.moves import move
from kartentisch.words.swup.refusals import reason
from kartentisch.words.swup.sheet import SHEET
from kartentisch.words.swup.terminal import picture

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
]
