"""The log in sentences: what happened at a table, in the words of its game or of the table itself."""

from __future__ import annotations

from kartentisch import words
from kartentisch.web.phrases import clocks, closing
from kartentisch.words.language import Language
from kartentisch.words.shared import Event

OWN = ("sat", "left", "handed", "paused", "pace", "watchers", "hinted", "again", "closed")
"""Kinds of facts that are told in the same way in every game."""


def sentence(t: Language, game: str, event: Event, names: list[str], reader: int | None) -> str:
    """An event in words; empty if there is nothing to say about it."""
    code, args = event
    if code == "given":
        return t.say("It goes on from a moment of another match. What could not be seen there was dealt anew.")
    if code not in OWN:
        return words.of(game).sentence(t, event, names, reader)
    seat, text = args["seat"], args["text"]
    you, name = seat == reader, names[seat] if 0 <= seat < len(names) else ""
    if code == "sat":
        return _sits(t, text, you, name)
    if code == "left":
        return _left(t, text, name)
    if code == "handed":
        return _handed(t, text, seat, you, name, reader)
    if code == "paused":
        if text == "on":
            return t.say("You have paused the match.") if you else t.say("{name} has paused the match.", name=name)
        return t.say("The match goes on.")
    if code == "hinted":
        return t.say("You ask for a hint.") if you else t.say("{name} asks for a hint.", name=name)
    if code == "watchers":
        return _watchers(t, text)
    if code == "again":
        return t.say("It goes on at a new table.")
    if code == "closed":
        return f"{t.say('The table was closed.')} {closing.why_closed(t, text)}"
    if code == "pace" and text == "more":
        return t.say("You have one more minute.") if you else t.say("{name} has one more minute.", name=name)
    if code == "pace" and text.startswith("clock "):
        return clocks.changed(t, text)
    return ""


def _sits(t: Language, text: str, you: bool, name: str) -> str:
    if text == "program":
        return t.say("A program sits down: {name}.", name=name)
    if text == "late program":
        return t.say("A program sits down and plays from the next round on: {name}.", name=name)
    if text == "late":
        return t.say("You sit down.") if you else t.say("{name} sits down and plays from the next round on.", name=name)
    return t.say("You sit down.") if you else t.say("{name} sits down.", name=name)


def _left(t: Language, text: str, name: str) -> str:
    """Somebody left. The seat has another name by the time this is read."""
    match text.partition(" "):
        case ("removed", _, ""):
            return t.say("The host has cleared a seat.")
        case ("removed", _, _):
            return t.say("The host has cleared a seat; {name} plays on.", name=name)
        case ("", _, _):
            return t.say("Somebody has left the table.")
        case _:
            return t.say("Somebody has left; {name} plays on.", name=name)


def _watchers(t: Language, text: str) -> str:
    if text == "nobody":
        return t.say("From now on nobody may watch.")
    return t.say("Everybody may watch now.") if text == "anyone" else t.say("Whoever has the link may watch now.")


def _handed(t: Language, text: str, seat: int, you: bool, name: str, reader: int | None) -> str:
    what, _, rest = text.partition(" ")
    who = rest.rpartition("by ")[2]
    if what in ("bot", "back") and who.isdigit() and int(who) != seat:
        return _by_host(t, what, you, name, int(who) == reader)
    match what:
        case "host":
            return t.say("You are the host now.") if you else t.say("{name} is the host now.", name=name)
        case "back":
            return t.say("You play yourself again.") if you else t.say("{name} plays again.", name=name)
        case "once":
            if you:
                return t.say("Your time is up: a bot plays this move for you.")
            return t.say("The time of {name} is up: a bot plays this move.", name=name)
        case "zero":
            if you:
                return t.say("Your time is up: a bot plays for you until you take your seat back.")
            return t.say("The time of {name} is up: a bot takes over.", name=name)
        case "in":
            return t.say("You play now.") if you else t.say("{name} plays from now on.", name=name)
        case "given":
            if you:
                return t.say("This seat is yours now.")
            return t.say("The host has given a seat to somebody else: {name}.", name=name)
    if rest.endswith(" away"):
        if you:
            return t.say("You were away for a minute: a bot plays for you.")
        return t.say("{name} has been away for a minute: a bot takes over.", name=name)
    if who.isdigit():
        return t.say("You let a bot play for you.") if you else t.say("{name} lets a bot play.", name=name)
    return t.say("A bot plays for you.") if you else t.say("A bot takes over: {name}.", name=name)


def _by_host(t: Language, what: str, you: bool, name: str, yours: bool) -> str:
    """The host put a bot on somebody's seat, or let its person play again. `yours`: the reader did."""
    if what == "bot":
        if yours:
            return t.say("You let a bot play for {name}.", name=name)
        return (
            t.say("The host lets a bot play for {name}.", name=name)
            if not you
            else t.say("The host lets a bot play for you.")
        )
    if yours:
        return t.say("You let {name} play again.", name=name)
    return t.say("The host lets you play again.") if you else t.say("The host lets {name} play again.", name=name)
