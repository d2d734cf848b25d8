"""Solo in words.

`game`: name, goal and options. `cards`: the cards. `moves`: a move as an imperative. `refusals`: why a move is refused.
`events`: what a reader learns of a move. `log`: its lines. `sheet`: its score sheet. `terminal`: the
table as lines of text.
"""

from kartentisch.words.solo.cards import card, label, of_number
from kartentisch.words.solo.events import tell
from kartentisch.words.solo.game import goal, option, option_value, title
from kartentisch.words.solo.log import sentence
from kartentisch.words.solo.moves import move
from kartentisch.words.solo.refusals import reason
from kartentisch.words.solo.sheet import SHEET
from kartentisch.words.solo.terminal import picture

__all__ = [
    "SHEET",
    "card",
    "goal",
    "label",
    "move",
    "of_number",
    "option",
    "option_value",
    "picture",
    "reason",
    "sentence",
    "tell",
    "title",
]
