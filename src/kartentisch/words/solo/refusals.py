"""Solo in words: the refusals."""

from __future__ import annotations

from functools import cache

from kartentisch.engine.reasons import Reason
from kartentisch.words import shared
from kartentisch.words.language import Language
from kartentisch.words.shared import Names, capital
from kartentisch.words.solo.cards import card, of_number, wanted


def reason(t: Language, why: Reason, names: Names = None) -> str | None:
    return _of_cards(t, why) or _of_phases(t, why)


@cache
def _force(t: Language, top: str, colour: str) -> str:
    """The top card, with the colour in force if the card does not show it."""
    if top in ("C", "+4") or top[0] == "P":
        return t.say("{card} with {colour} in force", card=card(t, top), colour=shared.colour(t, colour))
    return card(t, top)


def _of_cards(t: Language, why: Reason) -> str | None:
    args = why.args
    match why.code:
        case "card_missing":
            return t.say("You do not have {card}.", card=card(t, args["card"]))
        case "no_match":
            top = _force(t, args["top"], args["colour"])
            needed = wanted(t, args["top"], args["colour"])
            return t.say(
                "{card} does not match {top}: you need {things}.",
                card=capital(card(t, args["card"])),
                top=top,
                things=needed,
            )
        case "triple_few":
            return t.many(
                "A Triple + needs three cards of one number; you have {n} card {number}.",
                "A Triple + needs three cards of one number; you have {n} cards {number}.",
                args["n"],
                number=of_number(t, args["number"]),
            )
        case "triple_first":
            top, last = _force(t, args["top"], args["colour"]), card(t, args["card"])
            return t.say("{card} must lie first, on {top}: it cannot come last.", card=capital(last), top=top)
        case "triple_match":
            top = _force(t, args["top"], args["colour"])
            number = of_number(t, args["number"])
            return t.say("None of your cards {number} matches {top}.", number=number, top=top)
        case "name_colour":
            return t.say("Say which color you choose with {card}.", card=card(t, args["card"]))
        case "name_target":
            return t.say("Say whom you mean with {card}.", card=card(t, args["card"]))
        case "target_self":
            return t.say("{card} is for somebody else, never for yourself.", card=capital(card(t, args["card"])))
        case "card_first":
            return t.say("First say which card you play.")
        case "gift_two":
            return t.say("Choose two cards of your hand for the gift.")
        case "gift_missing" if args["more"]:
            return t.say("You have only one {card}.", card=card(t, args["card"]))
        case "gift_missing":
            return t.say("You do not have {card}.", card=card(t, args["card"]))
        case "gift_order":
            return t.say("Name the lower card first: {card} is the second one here.", card=card(t, args["card"]))
        case _:
            return None


def _of_phases(t: Language, why: Reason) -> str | None:
    args = why.args
    match why.code:
        case "only_twin":
            return t.say("It is not your turn: you can only interject {card}.", card=card(t, args["card"]))
        case "only_call":
            return t.say("It is not your turn: you can only call “Solo!”.")
        case "only_drawn":
            drawn = card(t, args["card"])
            if args["card"][1:].isdigit():
                return t.say(
                    "After drawing you can only play {card} or a Triple + of its number, interject, or pass.",
                    card=drawn,
                )
            return t.say("After drawing you can only play {card}, interject, or pass.", card=drawn)
        case "only_take":
            owed = shared.cards(t, args["n"])
            answer = t.say("Draw 2") if args["card"][1:] == "+2" else t.say("Draw 4")
            return t.say("You owe {cards}: take them, or play a {answer} or a protection.", cards=owed, answer=answer)
        case "only_skip":
            return t.say("You are skipped: only a protection helps.")
        case "only_answer":
            return t.say("Accept, or play a protection.")
        case "pass_drawn":
            return t.say("You can pass only after drawing a card.")
        case "nothing_owed":
            return t.say("You do not owe any cards.")
        case "not_skipped":
            return t.say("You are not skipped.")
        case "nothing_asked":
            return t.say("There is nothing to accept.")
        case "no_twin":
            return t.say("There is nothing that you could interject now.")
        case "no_debt" if args["auto"]:
            return t.say("At this table “Solo!” is called automatically.")
        case "no_debt":
            return t.say("There is nothing to call: “Solo!” is due when you are down to one card.")
        case _:
            return None
