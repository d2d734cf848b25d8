"""Fifth in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kartentisch.engine.reasons import Reason
from kartentisch.words import shared
from kartentisch.words.language import Language
from kartentisch.words.shared import Event, Names, Seen, subject

title = "Fifth"


def goal(t: Language) -> str:
    return t.say("Take the most tricks.")


def card(t: Language, token: str) -> str:
    return f"{shared.colour(t, 'b')} {token}"


def move(t: Language, tokens: Sequence[str], names: Names = None) -> str:
    return t.say("Play {card}", card=card(t, tokens[0]))


def reason(t: Language, why: Reason, names: Names = None) -> str | None:
    if why.code == "card_missing":
        return t.say("You do not hold {card}.", card=card(t, why.args["card"]))
    return None


def option(t: Language, name: str) -> tuple[str, str]:
    if name == "rounds":
        return t.say("Rounds"), t.say("How many rounds a match has.")
    if name == "bonus":
        return t.say("Bonus"), t.say("The leader of a round gets a point more.")
    return t.say("Lowest card"), t.say("The lowest card takes a trick, not the highest.")


def option_value(t: Language, name: str, value: Any) -> str:
    if name == "rounds":
        return t.many("{n} round", "{n} rounds", value)
    if name == "bonus":
        return t.say("one point more") if value else t.say("none")
    return t.say("the lowest card takes") if value else t.say("the highest card takes")


def tell(before: Seen, after: Seen, seat: int, move: Sequence[str | None]) -> list[Event]:
    old, new = before.json(), after.json()
    events: list[Event] = [("played", {"seat": seat, "card": move[0]})]
    for winner, (had, has) in enumerate(zip(old["tricks"], new["tricks"], strict=True)):
        if has > had:
            events.append(("took", {"seat": winner}))
    return events + shared.closing(after)


def sentence(t: Language, event: Event, names: Names = None, reader: int | None = None) -> str:
    code, args = event
    match code:
        case "played" if args["seat"] == reader:
            return t.say("You play {card}.", card=card(t, args["card"]))
        case "played":
            return t.say("{name} plays {card}.", name=subject(t, args["seat"], names), card=card(t, args["card"]))
        case "took" if args["seat"] == reader:
            return t.say("You take the trick.")
        case "took":
            return t.say("{name} takes the trick.", name=subject(t, args["seat"], names))
        case _:
            return shared.sentence(t, event, names, reader)


def picture(t: Language, view: Seen, names: Names = None) -> list[tuple[str, str]]:
    seen = view.json()
    lines = [(t.say("Trick"), ", ".join(card(t, token) for token in seen["trick"]) or "–")]
    for seat, held in enumerate(seen["hands"]):
        said = t.say("{cards} in hand, {n} tricks", cards=shared.cards(t, len(held)), n=seen["tricks"][seat])
        lines.append((subject(t, seat, names), said))
    if seen["seat"] is not None:
        held = [card(t, token) for token in seen["hands"][seen["seat"]]]
        lines.append((t.say("Your hand"), ", ".join(held) or "–"))
    return lines
