"""SWUP in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kartentisch.words import shared
from kartentisch.words._swup_refusals import card, reason
from kartentisch.words.language import Language
from kartentisch.words.shared import Event, Names, Seen, subject, who

__all__ = ["card", "goal", "move", "option", "option_value", "picture", "reason", "rounds", "sentence", "tell", "title"]

title = "SWUP"

SECOND = {"k1": 14, "r1": 14, "b1": 14, "y1": 14, "k2": 15, "r10": 16}
"""The second value of the cards that have one."""


def goal(t: Language) -> str:
    return t.say("Take cards from the table that add up to the card you play, and have the most points in the end.")


# ---- Cards ----------------------------------------------------------------------------------------------------------


def _as(t: Language, token: str, value: int) -> str:
    """A played card, with its chosen value if it has two."""
    return t.say("{card} as {value}", card=card(t, token), value=value) if token in SECOND else card(t, token)


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
        if owner == reader:
            things.append(t.say("your own build ({value})", value=value))
        elif owner == args["seat"]:
            things.append(t.say("their build ({value})", value=value))
        else:
            things.append(t.say("{name}’s build ({value})", name=who(t, owner, names), value=value))
    return t.listing(things)


# ---- Moves ----------------------------------------------------------------------------------------------------------


def move(t: Language, tokens: Sequence[str], names: Names = None) -> str:
    """A move, or its begun part: "Take blue 6 and yellow 5 with black 11"."""
    if tokens[0][0] not in "krby" or not tokens[0][1:].isdigit():
        return _step(t, tokens[0], names)
    played = card(t, tokens[0])
    if len(tokens) == 1:
        return t.say("Play {card}", card=played)
    if tokens[1] == "lay":
        return t.say("Lay {card} on the table", card=played)
    kind, _, value = tokens[1].partition(":")
    things = t.listing(_item(t, token, names) for token in tokens[2:] if token != "done")
    if kind == "take":
        played = _as(t, tokens[0], int(value))
        return t.say("Take {things} with {card}", things=things, card=played) if things else _with(t, played)
    if things:
        return t.say("Build {value} with {card}: {things}", value=value, card=played, things=things)
    return t.say("Build {value} with {card}", value=value, card=played)


def _with(t: Language, played: str) -> str:
    return t.say("Take with {card}", card=played)


def _step(t: Language, token: str, names: Names) -> str:
    """A single step."""
    kind, _, value = token.partition(":")
    match kind:
        case "done":
            return t.say("Done")
        case "lay":
            return t.say("Lay the card on the table")
        case "take":
            return t.say("Take with the value {value}", value=value)
        case "build":
            return t.say("Build {value}", value=value)
        case _:
            return t.say("Pick {thing}", thing=_item(t, token, names))


def _item(t: Language, token: str, names: Names) -> str:
    if token[0] == "@":
        return t.say("the build of {name}", name=who(t, int(token[1:]), names))
    return card(t, token)


# ---- Options --------------------------------------------------------------------------------------------------------


def option(t: Language, name: str) -> tuple[str, str]:
    match name:
        case "most_cards":
            return t.say("Most cards"), t.say("Points for whoever has the most cards of a round.")
        case "most_black":
            return t.say("Most black cards"), t.say("Points for whoever has the most black cards of a round.")
        case "last_cards":
            return t.say("Last cards"), t.say("Points for whoever takes last in a round.")
        case "rounds":
            return t.say("Rounds"), t.say("How many rounds the match has; with 0, as many as players.")
        case "swup_points":
            return t.say("SWUPs"), t.say("Points for each SWUP.")
        case "star_points":
            return t.say("Stars"), t.say("Points for each star.")
        case "builds_in_sums":
            return t.say("Builds in sums"), t.say("Whether a simple build and loose cards can be taken as one sum.")
        case _:
            raise ValueError(f"there is no option {name!r}")


def option_value(t: Language, name: str, value: Any) -> str:
    if name == "builds_in_sums":
        return t.say("yes") if value else t.say("no")
    if name == "rounds":
        return t.many("{n} round", "{n} rounds", value) if value else t.say("as many as players")
    return shared.points(t, value)


def rounds(seen: dict[str, Any]) -> int:
    """The number of rounds of the match."""
    return int(seen["options"].get("rounds") or seen["seats"])


# ---- Log ------------------------------------------------------------------------------------------------------------


def tell(before: Seen, after: Seen, seat: int, move: Sequence[str | None]) -> list[Event]:
    """What the reader of these views learns. In this game all may hear of every move."""
    old, new = before.json(), after.json()
    tokens = [str(token) for token in move]
    builds = {f"@{build['owner']}": build for build in old["builds"]}
    args: dict[str, Any] = {"seat": seat, "card": tokens[0]}
    left = len(old["table"])
    if len(tokens) == 1:
        events: list[Event] = [("clear", args | {"n": left + sum(len(build["cards"]) for build in old["builds"])})]
        left = 0
    elif tokens[1] == "lay":
        events = [("lay", args)]
        left += 1
    else:
        kind, _, value = tokens[1].partition(":")
        items = tokens[2:-1]
        args |= {"value": int(value), "cards": [item for item in items if item not in builds]}
        args["builds"] = [[builds[item]["owner"], builds[item]["value"]] for item in items if item in builds]
        if kind == "build":
            args["double"] = next(build["double"] for build in new["builds"] if build["owner"] == seat)
        events = [(kind, args)]
        left -= len(args["cards"])
    if new["swups"][seat] > old["swups"][seat]:
        events.append(("swup", {"seat": seat, "n": new["options"].get("swup_points", 1)}))
    if new["round_over"]:
        last = {"seat": new["last_taker"], "n": left}
        return [*events, ("last", last), ("scored", {"points": new["points"]}), *shared.closing(after)]
    if sum(map(len, new["hands"])) > sum(map(len, old["hands"])):
        hand = None if new["seat"] is None else new["hands"][new["seat"]]
        events.append(("hands", {"cards": hand, "last": new["deck"] == 0}))
    return events


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
            things, played = _taken(t, args, names, reader), _as(t, args["card"], args["value"])
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


# ---- Terminal -------------------------------------------------------------------------------------------------------


def picture(t: Language, view: Seen, names: Names = None) -> list[tuple[str, str]]:
    """The loose cards, the builds with their owners, the deck, then the people."""
    seen = view.json()
    lines = [(t.say("Table"), ", ".join(card(t, token) for token in seen["table"]) or "–")]
    for build in seen["builds"]:
        kind = t.say("double {value}", **build) if build["double"] else t.say("simple {value}", **build)
        cards = ", ".join(card(t, token) for token in build["cards"])
        lines.append((t.say("Build of {name}", name=who(t, build["owner"], names)), f"{kind}: {cards}"))
    lines.append((t.say("Draw pile"), shared.cards(t, seen["deck"] if isinstance(seen["deck"], int) else 0)))
    for seat in range(seen["seats"]):
        hand, pile, swups = len(seen["hands"][seat]), len(seen["piles"][seat]), seen["swups"][seat]
        said = t.say("{hand} in hand, {pile} taken, SWUPs: {swups}", hand=hand, pile=pile, swups=swups)
        lines.append((subject(t, seat, names), said))
    if seen["seat"] is not None:
        held = [card(t, token) for token in seen["hands"][seen["seat"]]]
        lines.append((t.say("Your hand"), ", ".join(held) or "–"))
    return lines
