"""Solo in words: its name, its goal, its options."""

from __future__ import annotations

from typing import Any

from kartentisch.words import shared
from kartentisch.words.language import Language

title = "Solo"


def goal(t: Language) -> str:
    return t.say("Be the first with no cards left in your hand. Fewest points win the match.")


def option(t: Language, name: str) -> tuple[str, str]:
    match name:
        case "limit":
            return t.say("Points"), t.say("The match ends when somebody has more points than this.")
        case "rounds":
            return t.say("Rounds"), t.say("The match ends after this number of rounds; with 0, the points decide.")
        case "solo_call":
            return t.say("Calling “Solo!”"), t.say("Everybody calls it themselves, or it is called automatically.")
        case "step_limit":
            return t.say("Longest round"), t.say(
                "A round ends after this number of moves, with 0 points for everybody. A two-part move counts twice."
            )
        case "reverse_skips":
            return t.say("Change direction with two"), t.say("With two players, a change of direction also skips.")
        case "hand":
            return t.say("Cards dealt"), t.say("How many cards everybody gets at the start of a round.")
        case "call_until":
            return t.say("When “Solo!” is due"), t.say(
                "Before anybody else discards or draws, or only before the next player does, as in the printed rules."
            )
        case "swaps":
            return t.say("Swaps"), t.say("Whether Swap Cards and All Swap Cards are in the game.")
        case _:
            raise ValueError(f"there is no option {name!r}")


def option_value(t: Language, name: str, value: Any) -> str:
    match name:
        case "limit":
            return shared.points(t, value)
        case "rounds" if value == 0:
            return t.say("until somebody has too many points")
        case "rounds":
            return t.many("{n} round", "{n} rounds", value)
        case "solo_call":
            return t.say("everybody calls") if value == "call" else t.say("called automatically")
        case "reverse_skips":
            return t.say("it also skips") if value else t.say("it does not skip")
        case "hand":
            return shared.cards(t, value)
        case "call_until":
            return t.say("before anybody else plays") if value == "anybody" else t.say("before the next player plays")
        case "swaps":
            return t.say("in the game") if value else t.say("not in the game")
        case "step_limit":
            return t.many("{n} move", "{n} moves", value)
        case _:
            raise ValueError(f"there is no option {name!r}")
