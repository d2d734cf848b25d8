"""SWUP in words: the lines of the log."""

from __future__ import annotations

from typing import Any

from kartentisch.words import shared
from kartentisch.words.language import Language
from kartentisch.words.shared import Event, Names, subject, who
from kartentisch.words.swup.cards import card, with_value


def sentence(t: Language, event: Event, names: Names = None, reader: int | None = None) -> str:
    code, args = event
    mine = args.get("seat") == reader and reader is not None
    name = subject(t, args["seat"], names) if args.get("seat") is not None else ""
    match code:
        case "lay" if mine:
            return t.say("You lay {card} on the table.", card=card(t, args["card"]))
        case "lay":
            return t.say("{name} lays {card} on the table.", name=name, card=card(t, args["card"]))
        case "clear" if mine:
            return t.say("You sweep the table with {card}: {cards}.", **_swept(t, args))
        case "clear":
            return t.say("{name} sweeps the table with {card}: {cards}.", name=name, **_swept(t, args))
        case "take":
            things, played = _taken(t, args, names, reader), with_value(t, args["card"], args["value"])
            if mine:
                return t.say("You take {things} with {card}.", things=things, card=played)
            return t.say("{name} takes {things} with {card}.", name=name, things=things, card=played)
        case "build":
            return _built(t, args, names, reader)
        case "swup":
            return _swup(t, args, names, mine)
        case "hands":
            return _dealt(t, args)
        case "last":
            return _last(t, args, names, reader)
        case "scored":
            points = [
                t.say("{name} {n}", name=t.say("you") if seat == reader else who(t, seat, names), n=t.number(n))
                for seat, n in enumerate(args["points"])
            ]
            return t.say("Points of this round: {points}.", points=t.listing(points))
        case _:
            return shared.sentence(t, event, names, reader)


def _swept(t: Language, args: dict[str, Any]) -> dict[str, str]:
    return {"card": card(t, args["card"]), "cards": shared.cards(t, args["n"])}


def _swup(t: Language, args: dict[str, Any], names: Names, mine: bool) -> str:
    """The line for a SWUP, with its points unless it gives one point."""
    n = args.get("n", 1)
    name, points = who(t, args["seat"], names), shared.points(t, n)
    match mine, n == 1:
        case True, True:
            return t.say("That is a SWUP for you.")
        case True, False:
            return t.say("That is a SWUP for you: {points}.", points=points)
        case False, True:
            return t.say("That is a SWUP for {name}.", name=name)
        case _:
            return t.say("That is a SWUP for {name}: {points}.", name=name, points=points)


def _built(t: Language, args: dict[str, Any], names: Names, reader: int | None) -> str:
    name, value, things = subject(t, args["seat"], names), args["value"], _used(t, args, names, reader)
    match args["seat"] == reader, args["double"]:
        case True, True:
            return t.say("You build a double {value} with {things}.", value=value, things=things)
        case True, False:
            return t.say("You build {value} with {things}.", value=value, things=things)
        case False, True:
            return t.say("{name} builds a double {value} with {things}.", name=name, value=value, things=things)
        case _:
            return t.say("{name} builds {value} with {things}.", name=name, value=value, things=things)


def _dealt(t: Language, args: dict[str, Any]) -> str:
    if args["cards"] is None:
        said = t.say("Everyone gets four new cards.")
    else:
        said = t.say("You get {cards}.", cards=t.listing(card(t, token) for token in args["cards"]))
    announced = t.say("Last cards of this round!")
    return f"{announced} {said}" if args["last"] else said


def _last(t: Language, args: dict[str, Any], names: Names, reader: int | None) -> str:
    if args["seat"] is None:
        return t.say("Nobody has taken anything in this round.")
    n = args["n"]
    if args["seat"] == reader:
        return t.say("You took last.") if n == 0 else t.say("You took last and get {cards}.", cards=shared.cards(t, n))
    name = subject(t, args["seat"], names)
    if n == 0:
        return t.say("{name} took last.", name=name)
    return t.say("{name} took last and gets {cards}.", name=name, cards=shared.cards(t, n))


def _taken(t: Language, args: dict[str, Any], names: Names, reader: int | None) -> str:
    """Cards and builds that somebody takes: "blue 6, yellow 5, and Ben's build (9)"."""
    things = [card(t, token) for token in args["cards"]]
    for owner, value in args["builds"]:
        if owner == reader:
            things.append(t.say("your build ({value})", value=value))
        elif owner == args["seat"]:
            things.append(t.say("their own build ({value})", value=value))
        else:
            things.append(t.say("the build of {name} ({value})", name=who(t, owner, names), value=value))
    return t.listing(things)


def _used(t: Language, args: dict[str, Any], names: Names, reader: int | None) -> str:
    """Cards and builds that somebody builds with, the played card first. German needs another case here."""
    things = [card(t, token) for token in (args["card"], *args["cards"])]
    for owner, value in args["builds"]:
        if owner == reader == args["seat"]:
            things.append(t.say("your own build ({value})", value=value))
        elif owner == reader:
            things.append(t.say("your build of {value}", value=value))
        elif owner == args["seat"]:
            things.append(t.say("their build ({value})", value=value))
        else:
            things.append(t.say("{name}’s build ({value})", name=who(t, owner, names), value=value))
    return t.listing(things)
