"""Schwupps in words: its name, its goal, its options."""

from __future__ import annotations

from typing import Any

from kartentisch.words.language import Language
from kartentisch.words.schwupps.cards import card

title = "Schwupps"


def goal(t: Language) -> str:
    return t.say("Be the first with no cards left, neither in your hand nor in your personal pile.")


def option(t: Language, name: str) -> tuple[str, str]:
    match name:
        case "match":
            return t.say("Match"), t.say("One round, or a tournament with as many rounds as players.")
        case "tasks":
            return t.say("Schwupps cards"), t.say("How many there are of each kind; the numbers add up to 30.")
        case "step_limit":
            return t.say("Longest round"), t.say(
                "A round ends after this number of moves, with 0 points for everybody."
            )
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
    if name == "step_limit":
        return t.many("{n} move", "{n} moves", value)
    raise ValueError(f"there is no option {name!r}")


def rounds(seen: dict[str, Any]) -> int:
    """The number of rounds of the match."""
    options = seen["options"]
    return int(options.get("rounds") or (seen["seats"] if options["match"] == "tournament" else 1))
