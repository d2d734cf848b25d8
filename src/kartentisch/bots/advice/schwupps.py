"""What is worth doing in Schwupps, one move ahead.

A card that fits is played, first the one after which most of the hand still fits. Then an aggravation card goes to who
is nearest to the end, with the row whose shift serves the hand best. A shift without one costs a card: it is done only
when the turn cannot be ended otherwise, or when it lets several cards go.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kartentisch.games.schwupps import CARDS, PILES, TASK_KINDS, WANTED
from kartentisch.play.view import View

_NUMBER, _AGGRAVATE, _END, _SHIFT = 300.0, 200.0, 100.0, 0.0
_WORTH_A_CARD = 2
"""Cards that must newly fit before a shift that costs one is worth it."""


def prefer(view: View, moves: Sequence[str]) -> list[float]:
    seen = view.json()
    return [_like(seen, move) for move in moves]


def _like(seen: dict[str, Any], move: str) -> float:
    hand = seen["hands"][seen["seat"]]
    if move == "!":
        return _NUMBER + 99
    if move == "end":
        return _END
    if move[0] == "~":
        gain = _fitting(_shifted(seen, move[1]), _tops(seen), hand) - _fitting(seen["tasks"], _tops(seen), hand)
        return _SHIFT + gain + (_END if gain >= _WORTH_A_CARD else 0)
    if move[0] == "!":
        rest = list(hand)
        rest.remove("!")
        gain = _fitting(_shifted(seen, move[1]), _tops(seen), rest)
        return _AGGRAVATE + 5 * gain + 40 / (1 + _left(seen, int(move[3:])))
    card, _, pile = move.partition(">")
    rest = list(hand)
    rest.remove(card)
    return _NUMBER + _fitting(seen["tasks"], _tops(seen) | {pile: card}, rest) + _follow(seen, pile, card, rest)


def _follow(seen: dict[str, Any], pile: str, card: str, rest: list[str]) -> float:
    """A little more for a card on which another of the hand fits at once."""
    wanted = int(WANTED[TASK_KINDS.index(seen["tasks"][pile]), CARDS.kind(card)])
    return 0.5 * any((wanted >> CARDS.kind(held)) & 1 for held in rest if held != "!")


def _tops(seen: dict[str, Any]) -> dict[str, str]:
    return {pile: cards[-1] for pile, cards in seen["piles"].items()}


def _shifted(seen: dict[str, Any], row: str) -> dict[str, str]:
    """The tasks after a shift of this row."""
    return {**seen["tasks"], f"{row}2": seen["tasks"][f"{row}1"], f"{row}1": seen["next"]}


def _fitting(tasks: dict[str, str], tops: dict[str, str], hand: list[str]) -> int:
    """How many cards of a hand fit somewhere."""
    wanted = 0
    for pile in PILES:
        wanted |= int(WANTED[TASK_KINDS.index(tasks[pile]), CARDS.kind(tops[pile])])
    return sum((wanted >> CARDS.kind(held)) & 1 for held in hand if held != "!")


def _left(seen: dict[str, Any], seat: int) -> int:
    """How many cards somebody still has to get rid of."""
    return len(seen["hands"][seat]) + int(seen["stacks"][seat])
