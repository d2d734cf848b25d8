"""What can be said of the luck of a match, in sentences."""

from __future__ import annotations

from kartentisch.engine.reasons import Reason
from kartentisch.play.proof import Answer
from kartentisch.words.language import Language, say

TEXTS = {
    "proved": say("Luck of this match: proved. All seals were opened, and everything follows from them."),
    "missing_one": say("Luck of this match: {n} number missing. It could have been picked out of {deals} deals."),
    "missing_other": say("Luck of this match: {n} numbers missing. It could have been picked out of {deals} deals."),
    "unproved": say("Luck of this match: not proved."),
    "wrong": say("Luck of this match: not proved. Something contradicts it."),
    "proof_form": say("Line {line} of the record has a wrong form."),
    "proof_other": say("This is the record of another match."),
    "proof_old": say("The record does not say where its luck came from."),
    "proof_lost": say("The server lost its secret in the middle of the match."),
    "proof_given": say("The match continues from a moment of another one."),
    "proof_undrawn": say("Deal {deal}: the luck was not drawn together."),
    "proof_alone": say("Draw {draw}: nobody took part."),
    "proof_promise": say("The server’s secret is not the one that it promised."),
    "proof_order": say("Draw {draw} does not come next."),
    "proof_number": say("Draw {draw}: the number of seat {seat} does not fit its seal."),
    "proof_deal": say("Draw {draw}: the cards were dealt with other luck."),
    "proof_move": say("Line {line} of the record: this move had other luck."),
    "receipt_other": say("The receipt is of another match."),
    "receipt_gone": say("Draw {draw} is on the receipt, but not in the record."),
    "receipt_elsewhere": say("Draw {draw} is on the receipt and belongs to another match of this table."),
    "receipt_bind": say("Draw {draw}: this page was shown it as one of another table."),
    "receipt_twice": say("Draw {draw}: this page was shown two different lists."),
    "receipt_promise": say("Draw {draw}: this page was shown another promise."),
    "receipt_seals": say("Draw {draw}: this page was shown other seals."),
    "receipt_number": say("Draw {draw}: the record has another number than this page gave."),
    "receipt_missing": say("Draw {draw}: this page gave its number in time, but the record calls it missing."),
    "receipt_replaced": say("Draw {draw}: another page of this seat gave the number."),
    "receipt_absent": say("Draw {draw}: this page took no part."),
}
"""By code. A page has all of them, and says the same by itself."""
COUNTED = 10
"""The most missing numbers for which the possible deals are told as a number, not as a power of 2."""


def page_texts(t: Language) -> dict[str, str]:
    """All of them, with their places to fill in, and the label of the button that saves a receipt."""
    return {**{code: t.raw(text) for code, text in TEXTS.items()}, "save": t.say("Save my receipt")}


def sentences(t: Language, answer: Answer) -> list[str]:
    """The answer, and why it is not a better one."""
    n = answer.missing
    missing = f"missing_{'one' if n == 1 else 'other'}"
    head = "wrong" if answer.faults else missing if answer.kind == "missing" else answer.kind
    deals = 2**n if n <= COUNTED else f"2^{n}"
    return [t.say(TEXTS[head], n=n, deals=deals), *(sentence(t, why) for why in (*answer.faults, *answer.reasons))]


def sentence(t: Language, why: Reason) -> str:
    args = dict(why.args)
    if "seat" in args:
        args["seat"] = int(args["seat"]) + 1
    return t.say(TEXTS[why.code], **args)
