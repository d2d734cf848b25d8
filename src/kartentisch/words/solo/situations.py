"""Solo: the truths behind questions at the desk. Seat 0 asks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from kartentisch.games.solo.cards import CARDS, PACK_WITHOUT_SWAPS, STARTS
from kartentisch.games.solo.game import GAME
from kartentisch.words.language import say
from kartentisch.words.question import Impossible, rest

PACK = tuple(zip(CARDS.tokens, (int(n) for n in np.diff(STARTS)), strict=True))
ONE, LAST = 1, -1
"""The neighbor on the left, and the one on the right, as places in the list of seats."""
OFTEN = say("{card} is used more often here than the game has it ({n}×).")

assert PACK_WITHOUT_SWAPS is not None


def options(**other: Any) -> dict[str, Any]:
    """The default options, but for these."""
    return {name: option.default for name, option in GAME.options.items()} | other


def colour_of(top: str, chosen: str = "") -> str:
    """The colour in force on a top card."""
    if top in ("C", "+4"):
        return chosen or "r"
    return "*" if top == "A" else top[-1] if top[0] == "P" else top[0]


def matches(card: str, top: str, colour: str) -> bool:
    """Whether a card matches, to tell which situations can be."""
    return card[0] not in "rgby" or colour in ("*", card[0]) or (top[0] in "rgby" and card[1:] == top[1:])


def owed_on(top: str) -> int:
    """How many cards one card on top makes the next player owe."""
    return 2 if top[1:] == "+2" else 4 if top == "+4" else 0


def situation(
    top: str,
    hand: Sequence[str],
    *,
    chosen: str = "",
    seats: int = 3,
    filled: int = 4,
    others: Mapping[int, Sequence[str]] | None = None,
    house: Mapping[str, Any] | None = None,
    **more: Any,
) -> dict[str, Any]:
    """A truth with this top card. Seat 0 holds `hand`, and number cards that do not match until it has `filled`.

    `others`: whole hands of other seats. `house`: options. `more`: what differs from a quiet turn of seat 0.
    """
    colour = colour_of(top, chosen)
    left = rest(PACK, [top, *hand, *(card for held in (others or {}).values() for card in held)], OFTEN)
    held = [list(hand), *(list((others or {}).get(seat, ())) for seat in range(1, seats))]
    for seat, cards in enumerate(held):
        if not cards or (seat == 0 and len(cards) < filled):
            _fill(cards, left, top, filled if seat == 0 else 3)
    state = {
        "game": "solo",
        "rules": GAME.rules,
        "seats": seats,
        "options": options(**(house or {})),
        "round": 1,
        "steps": 9,
        "turn": 0,
        "round_over": False,
        "dealer": seats - 1,
        "direction": 1,
        "phase": "turn",
        "hands": held,
        "known": [[[] for _ in range(seats)] for _ in range(seats)],
        "draw_bag": left,
        "discard": [top],
        "colour": colour,
        "pending": 0,
        "drawn": None,
        "layer": None,
        "target": None,
        "to_answer": [],
        "protected": [],
        "declined": [],
        "owes_call": [],
        "quiet": [],
        "points": [0] * seats,
        "totals": [0] * seats,
        "over": False,
        "winners": [],
    }
    return state | more


def _fill(cards: list[str], left: list[str], top: str, n: int) -> None:
    """Number cards of different numbers, none of which is a twin of the top card or makes three with others."""
    numbers = [card[1:] for card in cards]
    for card in list(dict.fromkeys(left)):
        if len(cards) >= n:
            return
        plain = card[0] in "rgby" and card[1:].isdigit() and card != top and card[1:] != top[1:]
        if plain and card[1:] not in numbers and card[0] != top[0]:
            cards.append(card)
            numbers.append(card[1:])
            left.remove(card)


def own_phase(phase: str, top: str, owed: int, drawn: str) -> dict[str, Any]:
    """What seat 0 is asked, in a truth with three seats. Raises Impossible if the top card cannot bring it about."""
    match phase:
        case "drawn":
            return {"phase": "drawn", "drawn": drawn}
        case "owed":
            each = owed_on(top)
            if not each:
                raise Impossible(say("You owe cards only while a Draw 2 or a Draw 4 lies on top."))
            if owed % each:
                raise Impossible(
                    say("With this card on top you owe {n} cards, or twice or three times as many."), n=each
                )
            return {"phase": "owed", "pending": owed or each}
        case "skipped":
            if top[1:] != "S":
                raise Impossible(say("You are skipped only while a Skip a Turn lies on top."))
            return {"phase": "skipped", "layer": 2}
        case "answer":
            if top == "A":
                return {"phase": "answer", "turn": 2, "layer": 2, "to_answer": [0, 1]}
            if top[1:] not in ("X", "G"):
                raise Impossible(say("You are asked only while Swap Cards, a Gift or All Swap Cards lie on top."))
            return {"phase": "answer", "turn": 2, "layer": 2, "target": 0}
        case "gift":
            return {"phase": "gift", "layer": 0, "target": 1}
    return {}


def others_phase(phase: str, top: str, drawn: str) -> dict[str, Any]:
    """What seat 1 is asked while seat 0 is not in turn."""
    asked = own_phase(phase, top, 0, drawn)
    moved = {name: {2: 2, 0: 1}.get(value, value) for name, value in asked.items() if name in ("layer", "target")}
    if phase == "answer" and top == "A":
        raise Impossible(say("After All Swap Cards everybody is asked, you too."))
    return asked | moved | ({} if phase == "answer" else {"turn": ONE})
