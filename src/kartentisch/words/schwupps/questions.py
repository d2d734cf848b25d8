"""Schwupps at the desk: all that can be asked, and which refusals follow from the rules."""

from __future__ import annotations

from kartentisch.words.question import Desk, Rule
from kartentisch.words.schwupps.asked import QUESTIONS
from kartentisch.words.schwupps.examples import EXAMPLES
from kartentisch.words.schwupps.grounds import GROUNDS
from kartentisch.words.schwupps.situations import PACK, TASKS

RULES = {
    "end_first": Rule(),
    "shift_once": Rule(),
    "card_missing": Rule(),
    "task_unmet": Rule(),
    "give_to": Rule(),
    "last_alone": Rule(),
    "give_other": Rule(),
}
NOTATION = {
    "not_your_turn": "only the player in turn may do anything (3.1), and nobody asks otherwise",
}

DESK = Desk(QUESTIONS, GROUNDS, RULES, NOTATION, EXAMPLES, dict((*PACK, *TASKS)))
