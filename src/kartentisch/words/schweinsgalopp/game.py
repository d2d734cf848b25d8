"""Schweinsgalopp in words: its name, its goal, its options."""

from __future__ import annotations

from typing import Any

from kartentisch.words.language import Language

title = "Schweins-Galopp"


def goal(t: Language) -> str:
    return t.say("Bank the most scoff cards: your last card of a round must put a pig into the lead.")


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
            return t.say("the start player sets them up") if value == "start" else t.say("they are set up at random")
        case "rounds":
            return t.many("{n} round", "{n} rounds", value)
        case _:
            raise ValueError(f"there is no option {name!r}")
