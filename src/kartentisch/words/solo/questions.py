"""Solo at the desk: all that can be asked, and which refusals follow from the rules."""

from __future__ import annotations

from kartentisch.words.language import say
from kartentisch.words.question import Desk, Rule
from kartentisch.words.solo import asked, outcomes
from kartentisch.words.solo.examples import EXAMPLES
from kartentisch.words.solo.grounds import GROUNDS
from kartentisch.words.solo.outcome_grounds import OUTCOMES
from kartentisch.words.solo.situations import PACK

RULES = {
    "card_missing": Rule(),
    "no_match": Rule(),
    "triple_few": Rule(),
    "triple_first": Rule(),
    "triple_match": Rule(),
    "name_colour": Rule(),
    "name_target": Rule(),
    "target_self": Rule(),
    "gift_two": Rule(),
    "gift_missing": Rule(),
    "only_twin": Rule(),
    "only_call": Rule("5.1"),
    "only_drawn": Rule(),
    "only_take": Rule(),
    "only_skip": Rule(),
    "only_answer": Rule(),
    "pass_drawn": Rule(),
    "nothing_owed": Rule(),
    "not_skipped": Rule(),
    "nothing_asked": Rule(),
    "no_debt": Rule(),
    "not_your_turn": Rule(
        "5.1", say("It is not your turn. Out of turn you can only interject the twin of a number card on top.")
    ),
}
NOTATION = {
    "card_first": "the text of a move begins with a color or a person",
    "gift_order": "the two cards of a gift are written in sorting order; people give them together",
    "no_twin": "the step with which a driver says that a seat does not interject; people just wait",
}

DESK = Desk(
    (
        asked.PLAY,
        asked.THROW,
        asked.TRIPLE,
        asked.WORDS,
        asked.TAKE,
        asked.SKIP,
        asked.ACCEPT,
        asked.NAME,
        asked.GIFT,
        asked.CALL,
        *outcomes.QUESTIONS,
    ),
    (*GROUNDS, *OUTCOMES),
    RULES,
    NOTATION,
    EXAMPLES,
    dict(PACK),
)
