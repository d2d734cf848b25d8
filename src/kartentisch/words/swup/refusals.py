"""SWUP in words: the refusals."""

from __future__ import annotations

from kartentisch.engine.reasons import Reason
from kartentisch.words.language import Language
from kartentisch.words.shared import Names, capital, who
from kartentisch.words.swup.cards import card


def reason(t: Language, why: Reason, names: Names = None) -> str | None:
    return _card_or_aim(t, why) or _picking(t, why) or _build(t, why, names)


def _card_or_aim(t: Language, why: Reason) -> str | None:
    args = why.args
    named = capital(card(t, args["card"])) if "card" in args else ""
    match why.code:
        case "card_first":
            return t.say("A move begins with a card of your hand.")
        case "card_missing":
            return t.say("You do not have {card}.", card=card(t, args["card"]))
        case "card_idle":
            return t.say(
                "You own a build ({own}), so you cannot lay a card, and {card} neither takes anything nor builds on.",
                own=args["own"],
                card=card(t, args["card"]),
            )
        case "lay_owner":
            return t.say("While you own a build ({own}), you cannot lay a card.", own=args["own"])
        case "aim_first":
            return t.say("Say first what {card} does: lay it, take with it, or build.", card=card(t, args["card"]))
        case "value_other":
            values = t.listing((str(value) for value in args["values"]), "or")
            return t.say("{card} is worth {values}, not {value}.", card=named, values=values, value=args["value"])
        case "own_promise":
            return t.say("This is your last card worth {own}: you need it for your build.", own=args["own"])
        case "take_nothing":
            return t.say(
                "{card} takes nothing: nothing on the table is worth {value}.", card=named, value=args["value"]
            )
        case "build_promise":
            return t.say(
                "To build {value}, you must keep another card worth {value} in your hand.", value=args["value"]
            )
        case "build_own" if args["double"]:
            return t.say("Your build is double: it stays {own}, and you can have no other.", own=args["own"])
        case "build_own":
            return t.say("Your own build ({own}) must be part of what you build.", own=args["own"])
        case "build_nothing" if args["own"]:
            return t.say(
                "With {card} and your build ({own}), nothing on the table makes {value}.",
                card=card(t, args["card"]),
                own=args["own"],
                value=args["value"],
            )
        case "build_nothing":
            return t.say(
                "With {card}, nothing on the table makes {value}.", card=card(t, args["card"]), value=args["value"]
            )
        case _:
            return None


def _picking(t: Language, why: Reason) -> str | None:
    args = why.args
    match why.code:
        case "items_now":
            return t.say("Now pick cards or builds of the table.")
        case "items_none":
            return t.say("Pick at least one card or build of the table.")
        case "own_missing":
            return t.say("Your own build ({own}) must be in it.", own=args["own"])
        case "group_open":
            return t.say("First complete the group: it must be worth {value}.", value=args["value"])
        case "item_picked":
            return t.say("{card} is picked already.", card=capital(card(t, args["card"])))
        case "item_absent":
            return t.say("{card} does not lie loose on the table.", card=capital(card(t, args["card"])))
        case "item_bars_own":
            return t.say(
                "With {card}, your own build ({own}) could no longer get in.",
                card=card(t, args["card"]),
                own=args["own"],
            )
        case "item_unfit":
            return t.say(
                "{card} does not fit: no group worth {value} can be made with it now.",
                card=capital(card(t, args["card"])),
                value=args["value"],
            )
        case _:
            return None


def _build(t: Language, why: Reason, names: Names) -> str | None:
    args = why.args
    match why.code:
        case "owned_absent":
            return t.say("There is no build of {name}.", name=who(t, args["seat"], names))
        case "owned_picked":
            return t.say("This build is picked already.")
        case "owned_double":
            return t.say("This build is double: it stays {own} and goes into no other sum.", own=args["own"])
        case "owned_whole":
            return t.say("A build is taken as a whole: this one needs {own}, not {value}.", **args)
        case "owned_bars_own":
            return t.say("With this build, your own one could no longer get in.")
        case "owned_two":
            return t.say("Two builds never go into one group.")
        case "owned_unfit":
            return t.say("This build ({own}) does not fit: no group worth {value} can be made with it now.", **args)
        case _:
            return None
