"""Solo in words: the lines of the log."""

from __future__ import annotations

from typing import Any

from kartentisch.words import shared
from kartentisch.words.language import Language
from kartentisch.words.shared import Event, Names, subject, who
from kartentisch.words.solo.cards import card, of_number

State = dict[str, Any]


def sentence(t: Language, event: Event, names: Names = None, reader: int | None = None) -> str:
    code, args = event
    if "seat" in args and args["seat"] == reader and (said := _you(t, code, args, names)) is not None:
        return said
    said = _somebody(t, code, args, names, reader) if "seat" in args else _table(t, code, args, names, reader)
    return shared.sentence(t, event, names, reader) if said is None else said


def _cards(t: Language, args: State) -> str:
    """The cards if the reader saw them, else their number."""
    if args["cards"]:
        return t.listing(card(t, token) for token in args["cards"])
    return shared.cards(t, args["n"])


def _you(t: Language, code: str, args: State, names: Names) -> str | None:
    face = card(t, args["card"]) if "card" in args else ""
    other = who(t, args["to"], names) if "to" in args else ""
    match code:
        case "play" if "colour" in args:
            return t.say("You play {card} and choose {colour}.", card=face, colour=shared.colour(t, args["colour"]))
        case "play" if "to" in args and args["card"].endswith("X"):
            return t.say("You play {card}, to swap hands with {other}.", card=face, other=other)
        case "play" if "to" in args:
            return t.say("You play {card}, for {other}.", card=face, other=other)
        case "play":
            return t.say("You play {card}.", card=face)
        case "interject":
            return t.say("You interject {card}.", card=face)
        case "protect":
            return t.say("You protect yourself: {card}.", card=face)
        case "triple":
            cards, colour = shared.cards(t, args["n"]), shared.colour(t, args["colour"])
            return t.say(
                "You play a Triple +: {cards} {number}, {colour} on top.",
                cards=cards,
                number=of_number(t, args["number"]),
                colour=colour,
            )
        case "draw" if args["n"] == 0:
            return t.say("There is no card to draw: your turn is over.")
        case "draw" if args["fits"] is None:
            return t.say("You draw {cards}.", cards=_cards(t, args))
        case "draw" if args["fits"]:
            return t.say("You draw {card}: it fits.", card=_cards(t, args))
        case "draw":
            return t.say("You draw {card}: it does not fit.", card=_cards(t, args))
        case "pass":
            return t.say("You keep the card.")
        case "take":
            return t.say("You take {cards}.", cards=_cards(t, args))
        case "skip":
            return t.say("You are skipped.")
        case "accept":
            return t.say("You accept.")
        case "solo":
            return t.say("You call “Solo!”.")
        case "forgot" if args["n"] == 0:
            return t.say("You have not called “Solo!”, but there is no card to draw.")
        case "forgot":
            return t.say("You have not called “Solo!” and draw {cards}.", cards=_cards(t, args))
        case "give":
            return t.say("You give {other} {cards}.", other=other, cards=_cards(t, args))
        case "swapped":
            return t.say("You and {other} have exchanged your hands.", other=other)
        case "owes":
            return t.say("You owe {cards}.", cards=shared.cards(t, args["n"]))
        case "out":
            return t.say("You have no cards left and win the round.")
        case _:
            return None


def _somebody(t: Language, code: str, args: State, names: Names, reader: int | None) -> str | None:
    name = subject(t, args["seat"], names)
    face = card(t, args["card"]) if "card" in args else ""
    if args.get("to") is not None and args["to"] == reader:
        return _to_you(t, code, args, name, face)
    other = who(t, args["to"], names) if "to" in args else ""
    match code:
        case "play" if "colour" in args:
            colour = shared.colour(t, args["colour"])
            return t.say("{name} plays {card} and chooses {colour}.", name=name, card=face, colour=colour)
        case "play" if "to" in args and args["card"].endswith("X"):
            return t.say("{name} plays {card}, to swap hands with {other}.", name=name, card=face, other=other)
        case "play" if "to" in args:
            return t.say("{name} plays {card}, for {other}.", name=name, card=face, other=other)
        case "play":
            return t.say("{name} plays {card}.", name=name, card=face)
        case "interject":
            return t.say("{name} interjects {card}.", name=name, card=face)
        case "protect":
            return t.say("{name} is protected: {card}.", name=name, card=face)
        case "triple":
            cards, colour = shared.cards(t, args["n"]), shared.colour(t, args["colour"])
            return t.say(
                "{name} plays a Triple +: {cards} {number}, {colour} on top.",
                name=name,
                cards=cards,
                number=of_number(t, args["number"]),
                colour=colour,
            )
        case "give":
            return t.say("{name} gives {other} {cards}.", name=name, other=other, cards=_cards(t, args))
        case "swapped":
            return t.say("{name} and {other} have exchanged their hands.", name=name, other=other)
        case "out":
            return t.say("{name} has no cards left and wins the round.", name=name)
        case _:
            return _short(t, code, args, name)


def _to_you(t: Language, code: str, args: State, name: str, face: str) -> str:
    """A line in which somebody does something to the reader."""
    if code == "give":
        return t.say("{name} gives you {cards}.", name=name, cards=_cards(t, args))
    if code == "swapped":
        return t.say("{name} and you have exchanged your hands.", name=name)
    if args["card"].endswith("X"):
        return t.say("{name} plays {card}, to swap hands with you.", name=name, card=face)
    return t.say("{name} plays {card}, for you.", name=name, card=face)


def _short(t: Language, code: str, args: State, name: str) -> str | None:
    match code:
        case "draw" if args["n"] == 0:
            return t.say("There is no card for {name} to draw.", name=name)
        case "draw" if args["fits"] is None:
            return t.say("{name} draws a card.", name=name)
        case "draw" if args["fits"]:
            return t.say("{name} draws a card that fits.", name=name)
        case "draw":
            return t.say("{name} draws a card that does not fit.", name=name)
        case "pass":
            return t.say("{name} keeps the card.", name=name)
        case "take":
            return t.say("{name} takes {cards}.", name=name, cards=shared.cards(t, args["n"]))
        case "skip":
            return t.say("{name} is skipped.", name=name)
        case "accept":
            return t.say("{name} accepts.", name=name)
        case "solo":
            return t.say("{name} calls “Solo!”.", name=name)
        case "forgot" if args["n"] == 0:
            return t.say("{name} has not called “Solo!”, but there is no card to draw.", name=name)
        case "forgot":
            return t.say(
                "{name} has not called “Solo!” and draws {cards}.", name=name, cards=shared.cards(t, args["n"])
            )
        case "owes":
            return t.say("{name} owes {cards}.", name=name, cards=shared.cards(t, args["n"]))
        case _:
            return None


def _table(t: Language, code: str, args: State, names: Names, reader: int | None) -> str | None:
    """A line about nobody in particular, or about several people."""
    match code:
        case "direction" if args["left"]:
            return t.say("Play now goes to the left.")
        case "direction":
            return t.say("Play now goes to the right.")
        case "passed" if args["all"]:
            return t.say("All hands have been passed on.")
        case "passed" if args["seats"]:
            people = [t.say("you") if seat == reader else who(t, seat, names) for seat in args["seats"]]
            return t.say("Hands have been passed on by {names}.", names=t.listing(people))
        case "passed":
            return t.say("No hand has been passed on.")
        case "shuffled":
            return t.say("The discard pile was shuffled into a new draw pile.")
        case "stopped":
            return shared.stopped(t, args["n"])
        case _:
            return None
