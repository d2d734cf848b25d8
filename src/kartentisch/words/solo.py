"""Solo in words."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from kartentisch.engine.reasons import Reason
from kartentisch.words import shared
from kartentisch.words._solo_log import sentence
from kartentisch.words._solo_names import card, of_number, wanted
from kartentisch.words._solo_tell import tell
from kartentisch.words.language import Language
from kartentisch.words.shared import Names, Seen, capital, subject, who

__all__ = [
    "card",
    "goal",
    "move",
    "of_number",
    "option",
    "option_value",
    "picture",
    "reason",
    "sentence",
    "tell",
    "title",
]

title = "Solo"


def goal(t: Language) -> str:
    return t.say("Be the first with no cards left in your hand. Fewest points win the match.")


# ---- Moves ----------------------------------------------------------------------------------------------------------


def move(t: Language, tokens: Sequence[str], names: Names = None) -> str:
    """A move in words: a card with its choices, a Triple +, the two cards of a gift, or a word."""
    token = tokens[0] if tokens else ""
    words = {
        "": t.say("Nothing"),
        "draw": t.say("Draw a card"),
        "pass": t.say("Keep the card"),
        "take": t.say("Take the cards you owe"),
        "skip": t.say("Be skipped"),
        "accept": t.say("Accept"),
        "no": t.say("Do not interject"),
        "solo": t.say("Call “Solo!”"),
        "quiet": t.say("Do not call “Solo!”"),
    }
    if token in words:
        return words[token]
    if token.startswith("triple:"):
        number, colour = of_number(t, int(token[7])), shared.colour(t, token[8])
        return t.say("Triple +: all cards {number}, {colour} on top", number=number, colour=colour)
    named = tokens[1] if len(tokens) > 1 else ""
    if named.startswith("="):
        return t.say("Play {card} and choose {colour}", card=card(t, token), colour=shared.colour(t, named[1]))
    if named.startswith(">"):
        name = who(t, int(named[1:]), names)
        if token[1:] == "X":
            return t.say("Play {card} and swap hands with {name}", card=card(t, token), name=name)
        return t.say("Play {card} and give {name} two cards", card=card(t, token), name=name)
    if named:
        return t.say("Give away {cards}", cards=t.listing([card(t, token), card(t, named)]))
    return t.say("Play {card}", card=card(t, token))


# ---- Refusals -------------------------------------------------------------------------------------------------------


def reason(t: Language, why: Reason, names: Names = None) -> str | None:
    return _of_cards(t, why) or _of_phases(t, why)


@cache
def _force(t: Language, top: str, colour: str) -> str:
    """The top card, with the colour in force if the card does not show it."""
    if top in ("C", "+4") or top[0] == "P":
        return t.say("{card} with {colour} in force", card=card(t, top), colour=shared.colour(t, colour))
    return card(t, top)


def _of_cards(t: Language, why: Reason) -> str | None:
    args = why.args
    match why.code:
        case "card_missing":
            return t.say("You do not have {card}.", card=card(t, args["card"]))
        case "no_match":
            top = _force(t, args["top"], args["colour"])
            needed = wanted(t, args["top"], args["colour"])
            return t.say(
                "{card} does not match {top}: you need {things}.",
                card=capital(card(t, args["card"])),
                top=top,
                things=needed,
            )
        case "triple_few":
            return t.many(
                "A Triple + needs three cards of one number; you have {n} card {number}.",
                "A Triple + needs three cards of one number; you have {n} cards {number}.",
                args["n"],
                number=of_number(t, args["number"]),
            )
        case "triple_first":
            top, last = _force(t, args["top"], args["colour"]), card(t, args["card"])
            return t.say("{card} must lie first, on {top}: it cannot come last.", card=capital(last), top=top)
        case "triple_match":
            top = _force(t, args["top"], args["colour"])
            number = of_number(t, args["number"])
            return t.say("None of your cards {number} matches {top}.", number=number, top=top)
        case "name_colour":
            return t.say("Say which color you choose with {card}.", card=card(t, args["card"]))
        case "name_target":
            return t.say("Say whom you mean with {card}.", card=card(t, args["card"]))
        case "target_self":
            return t.say("{card} is for somebody else, never for yourself.", card=capital(card(t, args["card"])))
        case "card_first":
            return t.say("First say which card you play.")
        case "gift_two":
            return t.say("Choose two cards of your hand for the gift.")
        case "gift_missing" if args["more"]:
            return t.say("You have only one {card}.", card=card(t, args["card"]))
        case "gift_missing":
            return t.say("You do not have {card}.", card=card(t, args["card"]))
        case "gift_order":
            return t.say("Name the lower card first: {card} is the second one here.", card=card(t, args["card"]))
        case _:
            return None


def _of_phases(t: Language, why: Reason) -> str | None:
    args = why.args
    match why.code:
        case "only_twin":
            return t.say("It is not your turn: you can only interject {card}.", card=card(t, args["card"]))
        case "only_call":
            return t.say("It is not your turn: you can only call “Solo!”.")
        case "only_drawn":
            drawn = card(t, args["card"])
            if args["card"][1:].isdigit():
                return t.say(
                    "After drawing you can only play {card} or a Triple + of its number, interject, or pass.",
                    card=drawn,
                )
            return t.say("After drawing you can only play {card}, interject, or pass.", card=drawn)
        case "only_take":
            owed = shared.cards(t, args["n"])
            answer = t.say("Draw 2") if args["card"][1:] == "+2" else t.say("Draw 4")
            return t.say("You owe {cards}: take them, or play a {answer} or a protection.", cards=owed, answer=answer)
        case "only_skip":
            return t.say("You are skipped: only a protection helps.")
        case "only_answer":
            return t.say("Accept, or play a protection.")
        case "pass_drawn":
            return t.say("You can pass only after drawing a card.")
        case "nothing_owed":
            return t.say("You do not owe any cards.")
        case "not_skipped":
            return t.say("You are not skipped.")
        case "nothing_asked":
            return t.say("There is nothing to accept.")
        case "no_twin":
            return t.say("There is nothing that you could interject now.")
        case "no_debt" if args["auto"]:
            return t.say("At this table “Solo!” is said by itself.")
        case "no_debt":
            return t.say("There is nothing to call: “Solo!” is due when you are down to one card.")
        case _:
            return None


# ---- Options --------------------------------------------------------------------------------------------------------


def option(t: Language, name: str) -> tuple[str, str]:
    match name:
        case "limit":
            return t.say("Points"), t.say("The match ends when somebody has more points than this.")
        case "rounds":
            return t.say("Rounds"), t.say("The match ends after so many rounds; with 0 the points decide.")
        case "solo_call":
            return t.say("Calling “Solo!”"), t.say("Everybody calls for themselves, or it is said by itself.")
        case "step_limit":
            return t.say("Longest round"), t.say(
                "After so many moves a round is over, with 0 points for everybody. A move with two parts counts twice."
            )
        case "reverse_skips":
            return t.say("Change direction with two"), t.say("Between two players a change of direction skips too.")
        case "hand":
            return t.say("Cards dealt"), t.say("How many cards everybody gets at the start of a round.")
        case "call_until":
            return t.say("When “Solo!” is due"), t.say(
                "Before anybody else discards or draws, or only before the next player does, as the sheet has it."
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
            return t.say("everybody calls") if value == "call" else t.say("said by itself")
        case "reverse_skips":
            return t.say("it skips too") if value else t.say("it does not skip")
        case "hand":
            return shared.cards(t, value)
        case "call_until":
            return t.say("before anybody else plays") if value == "anybody" else t.say("before the next player plays")
        case "swaps":
            return t.say("in the game") if value else t.say("not in the game")
        case _:
            return t.many("{n} move", "{n} moves", value)


# ---- Terminal -------------------------------------------------------------------------------------------------------


def picture(t: Language, view: Seen, names: Names = None) -> list[tuple[str, str]]:
    """The top card and what is in force, the draw pile, the people with the known part of their hands, the own hand."""
    seen = view.json()
    colour = t.say("any card fits") if seen["colour"] == "*" else shared.colour(t, seen["colour"])
    left = seen["direction"] == 1
    lines = [
        (t.say("Discard pile"), f"{card(t, seen['discard'][-1])} · {colour}"),
        (t.say("Draw pile"), shared.cards(t, seen["draw_bag"])),
        (t.say("Direction"), t.say("to the left") if left else t.say("to the right")),
    ]
    if seen["pending"]:
        lines.append((t.say("Owed"), shared.cards(t, seen["pending"])))
    for seat in range(seen["seats"]):
        hand = seen["hands"][seat]
        parts = [shared.cards(t, len(hand)), t.say("{points} so far", points=shared.points(t, seen["totals"][seat]))]
        if seat in seen["owes_call"]:
            parts.append(t.say("has not called “Solo!” yet"))
        if seat != seen["seat"] and any(hand):
            parts.append(", ".join(card(t, token) for token in hand if token))
        lines.append((subject(t, seat, names), " · ".join(parts)))
    if seen["drawn"] is not None:
        lines.append((t.say("Drawn"), card(t, seen["drawn"])))
    if seen["seat"] is not None:
        held = [card(t, token) for token in seen["hands"][seen["seat"]]]
        lines.append((t.say("Your hand"), ", ".join(held) or "–"))
    return lines
