"""Schwupps: the truths behind questions at the desk. Seat 0 asks, at a table of three."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kartentisch.games.schwupps import GAME
from kartentisch.games.schwupps.cards import AGGRAVATIONS, CARDS, COPIES, SPLIT, TASK_KINDS
from kartentisch.words.language import say
from kartentisch.words.question import rest

OFTEN = say("{card} is used more often here than the game has it ({n}×).")
PACK = tuple((token, AGGRAVATIONS if token == "!" else COPIES) for token in CARDS.tokens)
TASKS = tuple(zip(TASK_KINDS, SPLIT, strict=True))
SEATS = 3
OTHER_TASKS = ("n", "c", "nc")
"""At the other three places."""
MOST_PERSONAL = 20


def situation(
    hand: Sequence[str],
    task: str = "+1",
    top: str = "r9",
    *,
    stack: int = 6,
    common: str = "plenty",
    **more: Any,
) -> dict[str, Any]:
    """A truth in which seat 0 has this hand over a personal pile of `stack` cards, and `task` and `top` lie at A1.

    `common`: "plenty", "last" and "gone" (one card left, none left; in both cards lie under the tops), or "nothing"
    (none left, and none under the tops). `more`: what else differs from the beginning of a turn.
    """
    left = rest(PACK, [top, *hand], OFTEN)
    tops = [_without_aggravation(left) for _ in OTHER_TASKS]
    hands = [list(hand), *([left.pop(0) for _ in range(4)] for _ in range(SEATS - 1))]
    stacks = [stack, MOST_PERSONAL, MOST_PERSONAL]
    bag, left = left[: sum(stacks)], left[sum(stacks) :]
    buried = [_without_aggravation(left) for _ in range(3)] if common in ("last", "gone") else []
    if common != "plenty":
        kept = [_without_aggravation(left)] if common == "last" else []
        hands[1] += left
        left = kept
    tasks = rest(TASKS, [task, *OTHER_TASKS], OFTEN)
    state = {
        "game": "schwupps",
        "rules": GAME.rules,
        "seats": SEATS,
        "options": {name: option.default for name, option in GAME.options.items()},
        "round": 1,
        "steps": 9,
        "start": 0,
        "turn": 0,
        "acted": False,
        "shifted": False,
        "tasks": dict(zip(("A1", "A2", "B1", "B2"), (task, *OTHER_TASKS), strict=True)),
        "next": tasks[0],
        "task_bag": tasks[1:],
        "task_discard": [],
        "piles": {"A1": [*buried, top], "A2": [tops[0]], "B1": [tops[1]], "B2": [tops[2]]},
        "hands": hands,
        "bag": [*bag, *left],
        "stacks": stacks,
        "common": len(left),
        "common_bag": None,
        "boxed": 0,
        "round_over": False,
        "points": [0] * SEATS,
        "totals": [0] * SEATS,
        "over": False,
        "winners": [],
    }
    return state | more


def _without_aggravation(left: list[str]) -> str:
    """A number card off the cards that are left."""
    return left.pop(next(place for place, card in enumerate(left) if card != "!"))
