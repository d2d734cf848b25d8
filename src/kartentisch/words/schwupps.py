"""Schwupps in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from kartentisch.words import shared
from kartentisch.words._schwupps_refusals import card, reason, wish
from kartentisch.words.language import Language
from kartentisch.words.shared import Event, Names, Seen, subject, who

__all__ = [
    "card",
    "goal",
    "move",
    "option",
    "option_value",
    "picture",
    "reason",
    "rounds",
    "sentence",
    "tell",
    "title",
    "wish",
]

title = "Schwupps"

_PLACES = ("A1", "A2", "B1", "B2")


def goal(t: Language) -> str:
    return t.say("Be the first with no cards left, neither in your hand nor in your personal pile.")


# ---- Moves ----------------------------------------------------------------------------------------------------------


def move(t: Language, tokens: Sequence[str], names: Names = None) -> str:
    """A move in words. Every move is one step."""
    token = tokens[0]
    if token == "end":
        return t.say("End your turn")
    if token == "!":
        return t.say("Play your last aggravation card")
    if token.startswith("~"):
        return t.say("Schwupp row {row} and take a card", row=token[1])
    if token.startswith("!"):
        name = who(t, int(token[3:]), names)
        return t.say("Schwupp row {row} with an aggravation card; {name} takes a card", row=token[1], name=name)
    return t.say("Play {card} on {pile}", card=card(t, token[:-3]), pile=token[-2:])


# ---- Options --------------------------------------------------------------------------------------------------------


def option(t: Language, name: str) -> tuple[str, str]:
    match name:
        case "match":
            return t.say("Match"), t.say("One round, or a tournament with as many rounds as players.")
        case "tasks":
            return t.say("Schwupps cards"), t.say("How many there are of each kind; the numbers add up to 30.")
        case "step_limit":
            return t.say("Longest round"), t.say("After so many moves a round is over, with 0 points for everybody.")
        case "rounds":
            return t.say("Rounds"), t.say("How many rounds the match has; with 0, as many as “Match” says.")
        case _:
            raise ValueError(f"there is no option {name!r}")


def option_value(t: Language, name: str, value: Any) -> str:
    if name == "match":
        return t.say("tournament") if value == "tournament" else t.say("single round")
    if name == "tasks":
        return ", ".join(f"{card(t, kind)}: {n}" for kind, n in value.items())
    if name == "rounds":
        return t.many("{n} round", "{n} rounds", value) if value else t.say("as many as “Match” says")
    return t.many("{n} move", "{n} moves", value)


def rounds(seen: dict[str, Any]) -> int:
    """The number of rounds of the match."""
    options = seen["options"]
    return int(options.get("rounds") or (seen["seats"] if options["match"] == "tournament" else 1))


# ---- Log ------------------------------------------------------------------------------------------------------------


def tell(before: Seen, after: Seen, seat: int, move: Sequence[str | None]) -> list[Event]:
    """What the reader of these views learns. In this game all may hear of every move."""
    old, new = before.json(), after.json()
    token = str(move[0])
    args: dict[str, Any] = {"seat": seat}
    if token == "end":
        args["drawn"] = len(new["hands"][seat]) - len(old["hands"][seat])
        events = [("end", args | {"cards": _gained(old, new, seat)})]
    elif token == "!":
        events = [("last", args)]
    elif token[0] in "~!":
        taker = seat if token[0] == "~" else int(token[3:])
        args |= {"row": token[1], "to": taker, "taken": old["common"] > 0 or _renewed(old, new)}
        args["card"] = gained[0] if (gained := _gained(old, new, taker)) else None
        events = [("shift" if token[0] == "~" else "aggravate", args)]
        if len(new["task_discard"]) <= len(old["task_discard"]):
            events.append(("tasks_anew", {}))
        if _renewed(old, new):
            events.append(("common_anew", {"n": new["common"]}))
    else:
        number, _, pile = token.partition(">")
        args |= {"card": number, "pile": pile, "top": old["piles"][pile][-1], "task": old["tasks"][pile]}
        events = [("number", args)]
    return events + _end(new)


def _gained(old: dict[str, Any], new: dict[str, Any], seat: int) -> list[str] | None:
    """The cards that came into a hand, if the reader saw the hand before and after."""
    held, holds = old["hands"][seat], new["hands"][seat]
    return None if None in held or None in holds else list((Counter(holds) - Counter(held)).elements())


def _renewed(old: dict[str, Any], new: dict[str, Any]) -> bool:
    """Whether buried cards went into a new common pile. These moves bury none themselves."""
    return sum(map(len, new["piles"].values())) < sum(map(len, old["piles"].values()))


def _end(new: dict[str, Any]) -> list[Event]:
    if not new["round_over"]:
        return []
    winners = [seat for seat, n in enumerate(new["stacks"]) if n == 0 and not new["hands"][seat]]
    events: list[Event] = (
        [("won", {"seat": winners[0]})] if winners else [("stopped", {"n": new["options"]["step_limit"]})]
    )
    if new["over"] and rounds(new) > 1:
        events.append(("match_won", {"seats": new["winners"]}))
    return events


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
            return t.say("The Schwupps pile was shuffled anew.")
        case "common_anew":
            return t.say("The common pile was shuffled anew.")
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


# ---- Terminal -------------------------------------------------------------------------------------------------------


def picture(t: Language, view: Seen, names: Names = None) -> list[tuple[str, str]]:
    """Piles with what they want, the next task, the common pile, then the people."""
    seen = view.json()
    lines = []
    for place in _PLACES:
        task, top = seen["tasks"][place], seen["piles"][place][-1]
        lines.append((place, f"{card(t, top)} · {card(t, task)} · {wish(t, task, top)}"))
    lines.append((t.say("Next task"), card(t, seen["next"])))
    lines.append((t.say("Common pile"), shared.cards(t, seen["common"])))
    for seat in range(seen["seats"]):
        hand, pile = len(seen["hands"][seat]), seen["stacks"][seat]
        lines.append((subject(t, seat, names), t.say("{hand} in hand, {pile} in the pile", hand=hand, pile=pile)))
    if seen["seat"] is not None:
        held = [card(t, token) for token in seen["hands"][seen["seat"]]]
        lines.append((t.say("Your hand"), ", ".join(held) or "–"))
    return lines
