"""Schweinsgalopp at the desk: all that can be asked, and which refusals follow from the rules."""

from __future__ import annotations

from kartentisch.words.question import Desk, Rule
from kartentisch.words.schweinsgalopp.asked import QUESTIONS
from kartentisch.words.schweinsgalopp.examples import EXAMPLES
from kartentisch.words.schweinsgalopp.grounds import GROUNDS
from kartentisch.words.schweinsgalopp.situations import PACK

RULES = {
    "card_missing": Rule(),
    "lay_first": Rule(),
    "lay_over": Rule(),
    "lay_never": Rule(),
    "scoff_there": Rule(),
    "pig_there": Rule(),
    "gap_there": Rule(),
    "pigs_first": Rule(),
    "pig_set": Rule(),
    "pigs_set": Rule(),
    "pigs_by_lot": Rule(),
}
NOTATION = {
    "not_your_turn": "only the player in turn may do anything (3.1), and nobody asks otherwise",
}

DESK = Desk(QUESTIONS, GROUNDS, RULES, NOTATION, EXAMPLES, dict(PACK))
