"""Schwupps in words: the refusals."""

from __future__ import annotations

from kartentisch.engine.reasons import Reason
from kartentisch.words import shared
from kartentisch.words.language import Language
from kartentisch.words.schwupps.cards import card, wanted
from kartentisch.words.shared import Names, capital


def reason(t: Language, why: Reason, names: Names = None) -> str | None:
    args = why.args
    match why.code:
        case "end_first":
            return t.say("Before you end your turn you must do something: play a card or schwupp a row.")
        case "shift_once":
            return t.say("You have already schwupped a row: without an aggravation card, you can do that once a turn.")
        case "card_missing" if args["card"] == "!":
            return t.say("You have no aggravation card.")
        case "card_missing":
            return t.say("You do not have {card}.", card=card(t, args["card"]))
        case "task_unmet":
            return _unmet(t, args["task"], args["top"], capital(card(t, args["card"])))
        case "give_to":
            return t.say("Say which row is schwupped and who takes the card: this is not your last card.")
        case "last_alone":
            return t.say("Your last card is played alone: it schwupps no row and gives nobody a card.")
        case "give_other":
            return t.say("The card goes to somebody else, never to yourself.")
        case _:
            return None


def _unmet(t: Language, task: str, top: str, refused: str) -> str:
    """What would fit, by the task's rule: "one more than red 9: a 10"."""
    on, number, colour = card(t, top), shared.a_number(t, wanted(task, top)), shared.colour(t, top[0])
    match task:
        case "+1":
            rule = t.say("one more than {on}: {number}", on=on, number=number)
        case "+2":
            rule = t.say("two more than {on}: {number}", on=on, number=number)
        case "-1":
            rule = t.say("one less than {on}: {number}", on=on, number=number)
        case "-2":
            rule = t.say("two less than {on}: {number}", on=on, number=number)
        case "n":
            rule = t.say("the same number as {on}: {number}", on=on, number=number)
        case "c":
            rule = t.say("the same color as {on}: {colour}", on=on, colour=colour)
        case _:
            rule = t.say("the same color or number as {on}: {colour} or {number}", on=on, colour=colour, number=number)
    return t.say("{card} does not fit: this pile wants {rule}.", card=refused, rule=rule)
