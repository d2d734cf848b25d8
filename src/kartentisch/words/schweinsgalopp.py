"""Schweinsgalopp in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kartentisch.engine.reasons import Reason
from kartentisch.words import _schweinsgalopp_log as log
from kartentisch.words import shared
from kartentisch.words.language import Language
from kartentisch.words.shared import Event, Names, Seen, capital, subject, who

title = "Schweins-Galopp"

_TRACK, _START = 22, 4


def goal(t: Language) -> str:
    return t.say("Bank the most scoff cards: your last card of a round must put a pig into the lead.")


# ---- Cards ----------------------------------------------------------------------------------------------------------


def card(t: Language, token: str) -> str:
    """A race card by its colour."""
    return shared.colour(t, token)


pig = log.pig


def scoff(t: Language, n: int) -> str:
    """A number of scoff cards."""
    return t.many("{n} scoff card", "{n} scoff cards", n)


# ---- Moves ----------------------------------------------------------------------------------------------------------


def move(t: Language, tokens: Sequence[str], names: Names = None) -> str:
    """A move in words. Every move is one step."""
    token = tokens[0]
    if token.startswith("@"):
        return t.say("Lay a scoff card on space {space}", space=token[1:])
    if token.startswith("+"):
        return t.say("Set up {pig}", pig=pig(t, token[1:]))
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
        case "pigs_first":
            return t.say("First the start player sets up the pigs; the cards are dealt after that.")
        case "pig_set":
            return t.say("{pig} is set up already.", pig=capital(pig(t, args["pig"])))
        case "pigs_set":
            return t.say("The pigs are set up only before the first round of the match.")
        case "pigs_by_lot":
            return t.say("In this match it is the lot that sets up the pigs.")
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
        case "line_up":
            return t.say("Pigs"), t.say("Who sets up the pigs before the first round.")
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
        case "line_up":
            return t.say("the start player sets them up") if value == "start" else t.say("the lot sets them up")
        case _:
            return t.many("{n} round", "{n} rounds", value)


# ---- Log ------------------------------------------------------------------------------------------------------------


def tell(before: Seen, after: Seen, seat: int, move: Sequence[str | None]) -> list[Event]:
    """What the reader of these views learns. In this game all may hear of every move."""
    old, new = before.json(), after.json()
    token = str(move[0])
    if token.startswith("@"):
        return [("laid", {"seat": seat, "space": int(token[1:])})]
    if token.startswith("+"):
        return [("set_up", _set_up(new, seat, token[1:]))]
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


def _set_up(new: dict[str, Any], seat: int, token: str) -> dict[str, Any]:
    """The pig and its place, and the pig that is then set up automatically, if any."""
    others = [other for other, distance in new["pigs"].items() if distance == 0]
    space = new["pigs"][token]
    return {"seat": seat, "pig": token, "space": space, "first": space == _START, "last": "".join(others)}


def _last(old: dict[str, Any], new: dict[str, Any], seat: int, lead: bool) -> list[Event]:
    """What the last card does with the face-up scoff cards."""
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
        case "set_up":
            return log.set_up(t, args, names, reader)
        case "ran":
            return log.ran(t, args, names, reader)
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


# ---- Terminal -------------------------------------------------------------------------------------------------------


def picture(t: Language, view: Seen, names: Names = None) -> list[tuple[str, str]]:
    """The pigs from first to last, the scoff cards, then the people."""
    seen = view.json()
    standing = [entry for entry in seen["pigs"].items() if entry[1] is not None]
    pigs = sorted(standing, key=lambda entry: -entry[1])
    race = [t.say("{colour} on {space}", colour=card(t, token), space=distance % _TRACK) for token, distance in pigs]
    lines = [(t.say("Race"), ", ".join(race) or "–")]
    if waiting := [card(t, token) for token, distance in seen["pigs"].items() if distance is None]:
        lines.append((t.say("Still to be set up"), ", ".join(waiting)))
    lines.append((t.say("Supply"), scoff(t, seen["supply"])))
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
