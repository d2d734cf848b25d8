"""Schwupps in words: the cards, what a pile wants, and refusals."""

from __future__ import annotations

from functools import cache

from kartentisch.engine.reasons import Reason
from kartentisch.words import shared
from kartentisch.words.language import Language
from kartentisch.words.shared import Names, capital

_CHANGE = {"+1": 1, "+2": 2, "-1": -1, "-2": -2}

# ---- Cards ----------------------------------------------------------------------------------------------------------


@cache
def card(t: Language, token: str) -> str:
    """A number card, an aggravation card or a task card."""
    if token[0] in "bgrvy":
        return t.say("{colour} {value}", colour=shared.colour(t, token[0]), value=int(token[1:]))
    words = {
        "!": t.say("aggravation card"),
        "+1": t.say("plus 1"),
        "+2": t.say("plus 2"),
        "-1": t.say("minus 1"),
        "-2": t.say("minus 2"),
        "n": t.say("same number"),
        "c": t.say("same color"),
        "nc": t.say("same color and/or number"),
    }
    return words[token]


def _wanted(task: str, top: str) -> int:
    """The value that a number task wants. After 10 comes 1."""
    return (int(top[1:]) + _CHANGE.get(task, 0) - 1) % 10 + 1


@cache
def wish(t: Language, task: str, top: str) -> str:
    """The caption of a pile: "wants a 7"."""
    if task == "c":
        return t.say("wants {card}", card=shared.colour(t, top[0]))
    number = shared.a_number(t, _wanted(task, top))
    if task == "nc":
        return t.say("wants {colour} or {number}", colour=shared.colour(t, top[0]), number=number)
    return t.say("wants {card}", card=number)


# ---- Refusals --------------------------------------------------------------------------------------------------------


def reason(t: Language, why: Reason, names: Names = None) -> str | None:
    args = why.args
    match why.code:
        case "end_first":
            return t.say("Before you end your turn you must do something: play a card or schwupp a row.")
        case "shift_once":
            return t.say("You have already schwupped a row: it goes once a turn without an aggravation card.")
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
    on, number, colour = card(t, top), shared.a_number(t, _wanted(task, top)), shared.colour(t, top[0])
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
