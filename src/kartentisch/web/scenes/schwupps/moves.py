"""Schwupps: which cards went where."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Sequence
from typing import Any

from kartentisch.engine.views import View
from kartentisch.web.scene import Big, Moved
from kartentisch.web.scenes import hand_of
from kartentisch.words import schwupps as words

SHEET = "schwupps"
SHUFFLED = {"tasks_anew": "next", "common_anew": "common"}
"""The pile that each code of a reshuffle is about."""


def moved(before: View, after: View, seat: int, tokens: Sequence[str | None]) -> list[Moved]:
    old, new, token = before.json(), after.json(), str(tokens[0])
    if token == "end":
        if seat != new["seat"]:
            return []
        drawn = _gained(old, new, seat)
        return [Moved("own", "hand", [f"{SHEET}/{face}" for face in drawn], len(drawn))] if drawn else []
    hand = hand_of(seat, new["seat"])
    if token[0] in "~!":
        played = [Moved(hand, "common", [f"{SHEET}/!"], big=_big(new, seat))] if token[0] == "!" else []
        told = [code for code, _ in words.tell(before, after, seat, tokens)]
        anew = [Moved(place, place) for code, place in SHUFFLED.items() if code in told]
        return played if token == "!" else [*anew, *played, *_shifted(old, new, seat, token)]
    number, _, pile = token.partition(">")
    return [Moved(hand, pile, [f"{SHEET}/{number}"], big=_big(new, seat))]


def _big(new: dict[str, Any], seat: int) -> Big:
    """The last card of hand and pile is played."""
    return "" if new["hands"][seat] or new["stacks"][seat] else "out"


def cheers(before: View, after: View, seat: int, tokens: Sequence[str | None]) -> bool:
    """No move of this game is cheered."""
    return False


def _shifted(old: dict[str, Any], new: dict[str, Any], seat: int, token: str) -> list[Moved]:
    row, taker = token[1], int(token[3:]) if token[0] == "!" else seat
    first, second = f"{row}1", f"{row}2"
    moves = [
        Moved(f"task-{first}", f"task-{second}", [f"{SHEET}/{old['tasks'][first]}"]),
        Moved("next", f"task-{first}", [f"{SHEET}/{old['next']}"]),
    ]
    if len(new["hands"][taker]) - len(old["hands"][taker]) + (taker == seat and token[0] == "!") > 0:
        faces = [f"{SHEET}/{face}" for face in _gained(old, new, taker)] if taker == new["seat"] else []
        moves.append(Moved("common", hand_of(taker, new["seat"]), faces))
    return moves


def _gained(old: dict[str, Any], new: dict[str, Any], seat: int) -> list[str]:
    """The faces that came into a hand; none if the reader does not see them."""
    hands = [[face for face in state["hands"][seat] if face is not None] for state in (old, new)]
    if not hands[0] and old["hands"][seat]:
        return []  # its cards are open only now, at the end of the round
    return list((Tally(hands[1]) - Tally(hands[0])).elements())
