"""Schweinsgalopp in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kartentisch.engine.reasons import Reason
from kartentisch.words import shared
from kartentisch.words.language import Language
from kartentisch.words.shared import Event, Names, Seen, capital, subject, who

title = "Schweins-Galopp"

_TRACK = 22


def goal(t: Language) -> str:
    return t.say("Bank the most scoff cards: your last card of a round must put a pig into the lead.")


# ---- Cards ----------------------------------------------------------------------------------------------------------


def card(t: Language, token: str) -> str:
    """A race card by its colour."""
    return shared.colour(t, token)


def pig(t: Language, token: str) -> str:
    """A pig by its colour."""
    match token:
        case "b":
            return t.say("the blue pig")
        case "g":
            return t.say("the green pig")
        case "r":
            return t.say("the red pig")
        case "v":
            return t.say("the purple pig")
        case "y":
            return t.say("the yellow pig")
        case _:
            raise ValueError(f"no pig has the colour {token!r}")


def scoff(t: Language, n: int) -> str:
    """So many scoff cards."""
    return t.many("{n} scoff card", "{n} scoff cards", n)


# ---- Moves ----------------------------------------------------------------------------------------------------------


def move(t: Language, tokens: Sequence[str], names: Names = None) -> str:
    """Every move is one step."""
    token = tokens[0]
    if token.startswith("@"):
        return t.say("Lay a scoff card on space {space}", space=token[1:])
    return t.say("Move {pig}", pig=pig(t, token))


def reason(t: Language, why: Reason, names: Names = None) -> str | None:
    args = why.args
    match why.code:
        case "card_missing" if args["card"] in "bgrvy":
            return t.say("You have no race card in {colour}.", colour=card(t, args["card"]))
        case "lay_first":
            return t.say("First everybody lays a scoff card on the track; race cards come after that.")
        case "lay_over":
            return t.say("Scoff cards are laid on the track only before the first race card of the match.")
        case "lay_never":
            return t.say("In this match no scoff cards are laid on the track.")
        case "scoff_there":
            return t.say("There is a scoff card on space {space} already.", space=args["space"])
        case "pig_there":
            return t.say("{pig} stands on space {space}.", pig=capital(pig(t, args["pig"])), space=args["space"])
        case "gap_there":
            return t.say(
                "Space {space} is one of the four just ahead of the first pig: no scoff card is laid there.",
                space=args["space"],
            )
        case _:
            return None


# ---- Options --------------------------------------------------------------------------------------------------------


def option(t: Language, name: str) -> tuple[str, str]:
    match name:
        case "rounds":
            return t.say("Rounds"), t.say("How many rounds a match has.")
        case "keep":
            return t.say("For young players"), t.say("The last card banks the scoff cards even without the lead.")
        case "rotate_start":
            return t.say("Start"), t.say("The start moves one player to the left with each round.")
        case "track_scoff":
            return t.say("Scoff on the track"), t.say("Before the race everybody lays a scoff card on the track.")
        case _:
            raise ValueError(f"there is no option {name!r}")


def option_value(t: Language, name: str, value: Any) -> str:
    match name:
        case "keep":
            return t.say("every last card banks") if value else t.say("only the lead banks")
        case "rotate_start":
            return t.say("the start moves on") if value else t.say("the same player starts")
        case "track_scoff":
            return t.say("scoff cards on the track") if value else t.say("no scoff cards on the track")
        case _:
            return t.many("{n} round", "{n} rounds", value)


# ---- Log ------------------------------------------------------------------------------------------------------------


def tell(before: Seen, after: Seen, seat: int, move: Sequence[str | None]) -> list[Event]:
    """What the reader of these views learns; every move of this game may be heard by all."""
    old, new = before.json(), after.json()
    token = str(move[0])
    if token.startswith("@"):
        return [("laid", {"seat": seat, "space": int(token[1:])})]
    first, distance = max(old["pigs"].values()), new["pigs"][token]
    events: list[Event] = [
        (
            "ran",
            {
                "seat": seat,
                "pig": token,
                "space": distance % _TRACK,
                "lead": "no" if distance < first else "kept" if old["pigs"][token] == first else "took",
                "track": len(new["track_scoff"]) < len(old["track_scoff"]),
                "supply": old["supply"] > 0,
            },
        )
    ]
    if not new["hands"][seat]:
        events += _last(old, new, seat, distance >= first)
    return events + _end(new)


def _last(old: dict[str, Any], new: dict[str, Any], seat: int, lead: bool) -> list[Event]:
    """What became of the face-up scoff cards with the last card."""
    if n := new["banked"][seat] - old["banked"][seat]:
        return [("banked", {"seat": seat, "n": n})]
    lost = max(0, new["supply"] - old["supply"]) if not lead else 0
    return [("lost", {"seat": seat, "n": lost})] if lost else []


def _end(new: dict[str, Any]) -> list[Event]:
    if not new["round_over"]:
        return []
    events: list[Event] = [("round_end", {"points": new["points"]})]
    return [*events, ("match_won", {"seats": new["winners"]})] if new["over"] else events


def sentence(t: Language, event: Event, names: Names = None, reader: int | None = None) -> str:
    code, args = event
    match code:
        case "laid" if args["seat"] == reader:
            return t.say("You lay a scoff card on space {space}.", space=args["space"])
        case "laid":
            name = subject(t, args["seat"], names)
            return t.say("{name} lays a scoff card on space {space}.", name=name, space=args["space"])
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


def _round_end(t: Language, points: list[int], names: Names, reader: int | None) -> str:
    everybody = [t.say("you") if seat == reader else who(t, seat, names) for seat in range(len(points))]
    banked = [f"{name} {t.number(n)}" for name, n in zip(everybody, points, strict=True)]
    return t.say("The round is over. Banked in it: {points}.", points=t.listing(banked))


# ---- Terminal -------------------------------------------------------------------------------------------------------


def picture(t: Language, view: Seen, names: Names = None) -> list[tuple[str, str]]:
    """The pigs from first to last, the scoff cards, then the people."""
    seen = view.json()
    pigs = sorted(seen["pigs"].items(), key=lambda entry: -entry[1])
    race = [t.say("{colour} on {space}", colour=card(t, token), space=distance % _TRACK) for token, distance in pigs]
    lines = [(t.say("Race"), ", ".join(race)), (t.say("Supply"), scoff(t, seen["supply"]))]
    if seen["options"]["track_scoff"]:
        spaces = ", ".join(str(space) for space in seen["track_scoff"])
        lines.append((t.say("Scoff on the track"), spaces or "–"))
    for seat in range(seen["seats"]):
        said = t.say(
            "{hand} in hand, {face_up} face up, {banked} banked",
            hand=len(seen["hands"][seat]),
            face_up=seen["face_up"][seat],
            banked=seen["banked"][seat],
        )
        lines.append((subject(t, seat, names), said))
    if seen["seat"] is not None:
        held = [card(t, token) for token in seen["hands"][seen["seat"]]]
        lines.append((t.say("Your hand"), ", ".join(held) or "–"))
    return lines
