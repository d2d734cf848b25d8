"""SWUP in words: its name, its goal, its options."""

from __future__ import annotations

from typing import Any

from kartentisch.words import shared
from kartentisch.words.language import Language

title = "SWUP"


def goal(t: Language) -> str:
    return t.say("Take cards from the table that add up to the card you play, and have the most points in the end.")


def option(t: Language, name: str) -> tuple[str, str]:
    match name:
        case "most_cards":
            return t.say("Most cards"), t.say("Points for having the most cards of a round.")
        case "most_black":
            return t.say("Most black cards"), t.say("Points for having the most black cards of a round.")
        case "last_cards":
            return t.say("Last cards"), t.say("Points for being the last to take in a round.")
        case "rounds":
            return t.say("Rounds"), t.say("How many rounds the match has; with 0, as many as there are players.")
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
        return t.many("{n} round", "{n} rounds", value) if value else t.say("as many as there are players")
    if name in ("most_cards", "most_black", "last_cards", "swup_points", "star_points"):
        return shared.points(t, value)
    raise ValueError(f"there is no option {name!r}")


def rounds(seen: dict[str, Any]) -> int:
    """The number of rounds of the match."""
    return int(seen["options"].get("rounds") or seen["seats"])
