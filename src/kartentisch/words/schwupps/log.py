"""Schwupps in words: the lines of the log."""

from __future__ import annotations

from typing import Any

from kartentisch.words import shared
from kartentisch.words.language import Language
from kartentisch.words.schwupps.cards import card
from kartentisch.words.shared import Event, Names, subject


def sentence(t: Language, event: Event, names: Names = None, reader: int | None = None) -> str:
    code, args = event
    match code:
        case "number":
            return _played(t, args, names, reader)
        case "shift" | "aggravate":
            return _shifted(t, code, args, names, reader)
        case "end":
            return _ended(t, args, names, reader)
        case "last":
            if args["seat"] == reader:
                return t.say("You play your last card, an aggravation card.")
            return t.say("{name} plays the last card, an aggravation card.", name=subject(t, args["seat"], names))
        case "won":
            if args["seat"] == reader:
                return t.say("You have no cards left and win the round.")
            return t.say("{name} has no cards left and wins the round.", name=subject(t, args["seat"], names))
        case "stopped":
            return shared.stopped(t, args["n"])
        case "tasks_anew":
            return t.say("The Schwupps pile was reshuffled.")
        case "common_anew":
            return t.say("The common pile was reshuffled.")
        case _:
            return shared.sentence(t, event, names, reader)


def _played(t: Language, args: dict[str, Any], names: Names, reader: int | None) -> str:
    number, pile = card(t, args["card"]), args["pile"]
    if args["seat"] != reader:
        return t.say("{name} plays {card} on {pile}.", name=subject(t, args["seat"], names), card=number, pile=pile)
    top, task = card(t, args["top"]), card(t, args["task"])
    return t.say("You play {card} on {pile}. It was {top}, {task}.", card=number, pile=pile, top=top, task=task)


def _shifted(t: Language, code: str, args: dict[str, Any], names: Names, reader: int | None) -> str:
    name, row = subject(t, args["seat"], names), args["row"]
    mine = args["seat"] == reader
    if code == "aggravate" and mine:
        first = t.say("You schwupp row {row} with an aggravation card.", row=row)
    elif code == "aggravate":
        first = t.say("{name} schwupps row {row} with an aggravation card.", name=name, row=row)
    elif mine and args["card"] is not None:
        return t.say("You schwupp row {row} and take {card}.", row=row, card=_one(t, args["card"]))
    elif mine:
        first = t.say("You schwupp row {row}.", row=row)
    elif args["taken"]:
        return t.say("{name} schwupps row {row} and takes a card.", name=name, row=row)
    else:
        first = t.say("{name} schwupps row {row}.", name=name, row=row)
    return f"{first} {_taken(t, args, names, reader)}"


def _taken(t: Language, args: dict[str, Any], names: Names, reader: int | None) -> str:
    if not args["taken"]:
        return t.say("There is no card to take.")
    if args["to"] != reader:
        return t.say("{name} takes a card from the common pile.", name=subject(t, args["to"], names))
    if args["card"] is None:
        return t.say("You take a card from the common pile.")
    return t.say("You take {card} from the common pile.", card=_one(t, args["card"]))


def _one(t: Language, token: str) -> str:
    return t.say("an aggravation card") if token == "!" else card(t, token)


def _ended(t: Language, args: dict[str, Any], names: Names, reader: int | None) -> str:
    name, drawn = subject(t, args["seat"], names), args["drawn"]
    if args["seat"] != reader:
        if drawn == 0:
            return t.say("{name} ends the turn.", name=name)
        return t.say("{name} ends the turn and draws {cards}.", name=name, cards=shared.cards(t, drawn))
    if drawn == 0:
        return t.say("You end your turn.")
    if args["cards"] is None:
        return t.say("You end your turn and draw {cards}.", cards=shared.cards(t, drawn))
    return t.say("You end your turn and draw {cards}.", cards=t.listing(_one(t, token) for token in args["cards"]))
