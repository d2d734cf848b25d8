"""SWUP at the desk: all that can be asked, and which refusals follow from the rules."""

from __future__ import annotations

from kartentisch.words.language import say
from kartentisch.words.question import Desk, Rule
from kartentisch.words.swup.asked import QUESTIONS
from kartentisch.words.swup.examples import EXAMPLES
from kartentisch.words.swup.grounds import GROUNDS
from kartentisch.words.swup.situations import PACK

RULES = {
    "card_idle": Rule(),
    "lay_owner": Rule(),
    "value_other": Rule(),
    "own_promise": Rule(),
    "take_nothing": Rule(),
    "build_promise": Rule(),
    "build_own": Rule(),
    "build_nothing": Rule(),
    "own_missing": Rule(),
    "group_open": Rule("", say("These cards do not make whole groups of that value.")),
    "item_bars_own": Rule(),
    "item_unfit": Rule(),
    "owned_double": Rule(),
    "owned_whole": Rule(),
    "owned_bars_own": Rule(),
    "owned_two": Rule(),
    "owned_unfit": Rule(),
}
NOTATION = {
    "card_first": "the text of a move begins with a card",
    "card_missing": "people play cards that they hold",
    "aim_first": "the text of a move says what the card does; people see it",
    "items_now": "the text of a move goes on with cards and builds",
    "items_none": "the text of a move ends before anything is picked",
    "item_picked": "nobody picks up one card twice",
    "item_absent": "nobody picks up a card that is not there; the desk says so itself",
    "owned_absent": "nobody picks up a build that is not there; the desk says so itself",
    "owned_picked": "nobody picks up one build twice",
    "not_your_turn": "only the player in turn may do anything (3.1), and nobody asks otherwise",
}

DESK = Desk(QUESTIONS, GROUNDS, RULES, NOTATION, EXAMPLES, dict(PACK))
