"""Schweinsgalopp in words: the lines of the log."""

from __future__ import annotations

from typing import Any

from kartentisch.words import shared
from kartentisch.words.language import Language
from kartentisch.words.schweinsgalopp.cards import pig, scoff
from kartentisch.words.shared import Event, Names, capital, subject, who


def sentence(t: Language, event: Event, names: Names = None, reader: int | None = None) -> str:
    code, args = event
    match code:
        case "laid" if args["seat"] == reader:
            return t.say("You lay a scoff card on space {space}.", space=args["space"])
        case "laid":
            name = subject(t, args["seat"], names)
            return t.say("{name} lays a scoff card on space {space}.", name=name, space=args["space"])
        case "set_up":
            return _set_up(t, args, names, reader)
        case "ran":
            return _ran(t, args, names, reader)
        case "banked" if args["seat"] == reader:
            return t.say("You bank {cards}.", cards=scoff(t, args["n"]))
        case "banked":
            return t.say("{name} banks {cards}.", name=subject(t, args["seat"], names), cards=scoff(t, args["n"]))
        case "lost" if args["seat"] == reader:
            return t.say("You lose {cards}.", cards=scoff(t, args["n"]))
        case "lost":
            return t.say("{name} loses {cards}.", name=subject(t, args["seat"], names), cards=scoff(t, args["n"]))
        case "round_end":
            return _round_end(t, args["points"], names, reader)
        case _:
            return shared.sentence(t, event, names, reader)


def _round_end(t: Language, points: list[int], names: Names, reader: int | None) -> str:
    everybody = [t.say("you") if seat == reader else who(t, seat, names) for seat in range(len(points))]
    banked = [f"{name} {t.number(n)}" for name, n in zip(everybody, points, strict=True)]
    return t.say("The round is over. Banked in it: {points}.", points=t.listing(banked))


def _set_up(t: Language, args: dict[str, Any], names: Names, reader: int | None) -> str:
    """The line for a pig that is set up. `last`: the pig that is then set up automatically, if any."""
    moved, name = pig(t, args["pig"]), subject(t, args["seat"], names)
    if args["first"]:
        if args["seat"] == reader:
            return t.say("You put {pig} on the start line.", pig=moved)
        return t.say("{name} puts {pig} on the start line.", name=name, pig=moved)
    if args["seat"] == reader:
        said = t.say("You put {pig} on space {space}.", pig=moved, space=args["space"])
    else:
        said = t.say("{name} puts {pig} on space {space}.", name=name, pig=moved, space=args["space"])
    if not args["last"]:
        return said
    return f"{said} {t.say('{pig} comes last, and the cards are dealt.', pig=capital(pig(t, args['last'])))}"


def _ran(t: Language, args: dict[str, Any], names: Names, reader: int | None) -> str:
    mine = args["seat"] == reader
    name = subject(t, args["seat"], names)
    moved = pig(t, args["pig"])
    if args["lead"] == "no":
        if mine:
            said = t.say("You move {pig} to space {space}.", pig=moved, space=args["space"])
        else:
            said = t.say("{name} moves {pig} to space {space}.", name=name, pig=moved, space=args["space"])
    elif mine:
        said = _you_lead(t, args, moved)
    else:
        said = _lead(t, args, moved, name)
    if not args["track"]:
        return said
    if mine:
        found = t.say("You take the scoff card that lay there.")
    else:
        found = t.say("{name} takes the scoff card that lay there.", name=name)
    return f"{said} {found}"


def _you_lead(t: Language, args: dict[str, Any], moved: str) -> str:
    match args["lead"], args["supply"]:
        case "took", True:
            return t.say("You bring {pig} into the lead and take a scoff card.", pig=moved)
        case "took", _:
            return t.say("You bring {pig} into the lead, but the supply is empty.", pig=moved)
        case _, True:
            return t.say("You keep {pig} in the lead and take a scoff card.", pig=moved)
        case _:
            return t.say("You keep {pig} in the lead, but the supply is empty.", pig=moved)


def _lead(t: Language, args: dict[str, Any], moved: str, name: str) -> str:
    match args["lead"], args["supply"]:
        case "took", True:
            return t.say("{name} brings {pig} into the lead and takes a scoff card.", name=name, pig=moved)
        case "took", _:
            return t.say("{name} brings {pig} into the lead, but the supply is empty.", name=name, pig=moved)
        case _, True:
            return t.say("{name} keeps {pig} in the lead and takes a scoff card.", name=name, pig=moved)
        case _:
            return t.say("{name} keeps {pig} in the lead, but the supply is empty.", name=name, pig=moved)
