"""Positions of Schwupps for tests: say what matters, the rest is filled up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import chain
from typing import Any

import kartentisch as kt

State = dict[str, Any]

NUMBERS = [f"{colour}{value}" for colour in "bgrvy" for value in range(1, 11)]
PACK = [*[card for card in NUMBERS for _ in range(2)], *["!"] * 14]
KINDS = ["+1", "+2", "-1", "-2", "n", "c", "nc"]
SPLIT = dict(zip(KINDS, (5, 4, 5, 4, 4, 4, 4), strict=True))
PLACES = ("A1", "A2", "B1", "B2")


def position(
    hand: str,
    piles: str = "b1 g1 r1 v1",
    tasks: str = "n n n n",
    *,
    seats: int = 3,
    others: int = 4,
    stacks: list[int] | None = None,
    up: str = "c",
    task_bag: list[str] | None = None,
    common: int | None = None,
    common_bag: list[str] | None = None,
    boxed: int = 0,
    **more: Any,
) -> State:
    """Seat 0 is in turn with this hand ("b8 v10 !"). `piles`: from bottom to top, "r3,r4 b1 g2 y3".

    The others hold `others` cards each. With `common` or `common_bag` given, the last seat holds all cards that lie
    nowhere else. With a `task_bag` given, the other tasks are discarded.
    """
    lying = dict(zip(PLACES, (pile.split(",") for pile in piles.split()), strict=True))
    beside = dict(zip(PLACES, tasks.split(), strict=True))
    own = hand.split()
    stacks = [10] * seats if stacks is None else stacks
    used = [*own, *chain(*lying.values()), *(common_bag or []), *["!"] * boxed]
    rest = _without(PACK, used)
    hands = [own]
    for _ in range(seats - 1):
        hands.append([rest.pop(i * 3 % len(rest)) for i in range(others)])
    bound = (
        None if common is None and common_bag is None else sum(stacks) + (0 if common_bag is not None else common or 0)
    )
    if bound is not None:
        hands[-1] += rest[bound:]
        rest = rest[:bound]
    counts = more.get("options", {}).get("tasks", SPLIT)
    unseen = _without([kind for kind in KINDS for _ in range(counts[kind])], [*beside.values(), up])
    state: State = {
        "game": "schwupps",
        "rules": 2,
        "seats": seats,
        "options": {"match": "single", "tasks": SPLIT, "step_limit": 10_000, "rounds": 0, **more.pop("options", {})},
        "round": 1,
        "steps": 7,
        "turn": 0,
        "round_over": False,
        "start": 0,
        "acted": False,
        "shifted": False,
        "tasks": beside,
        "next": up,
        "task_bag": unseen if task_bag is None else task_bag,
        "task_discard": [] if task_bag is None else _without(unseen, task_bag),
        "piles": lying,
        "hands": hands,
        "bag": rest,
        "stacks": stacks,
        "common": len(common_bag) if common_bag is not None else len(rest) - sum(stacks),
        "common_bag": common_bag,
        "boxed": boxed,
        "points": [0] * seats,
        "totals": [0] * seats,
        "over": False,
        "winners": [],
    }
    assert set(more) <= set(state)
    return {**state, **more}


def _without(cards: list[str], used: list[str]) -> list[str]:
    left = Counter(cards)
    left.subtract(used)
    assert min(left.values()) >= 0, "a card is used too often"
    return [card for card in dict.fromkeys(cards) for _ in range(left[card])]


def match_at(state: State, seed: int = 1) -> kt.Match:
    return kt.Match.from_state_json(state, seed=seed)


def moves_at(state: State, seat: int = 0) -> list[str]:
    return match_at(state).moves(seat)


def after(state: State, *moves: str, seed: int = 1) -> State:
    """The truth after these moves of the seats in turn."""
    match = match_at(state, seed)
    for move in moves:
        match.play(match.actors()[0], move)
    return match.state_json()


def luckily(state: State, moves: list[str], wanted: Callable[[State], bool]) -> State:
    """The truth after these moves with the first luck that makes it so; moves it makes illegal are no luck."""
    for seed in range(2000):
        try:
            reached = after(state, *moves, seed=seed)
        except kt.IllegalMove:
            continue
        if wanted(reached):
            return reached
    raise AssertionError("no luck brings this about")


def refusal(state: State, move: str, seat: int = 0) -> str:
    """Why a move is refused; "" if it is not."""
    return match_at(state).why_not(seat, move) or ""


def tasks_of(state: State) -> Counter[str]:
    """All task cards, wherever they lie."""
    return Counter([*state["tasks"].values(), state["next"], *state["task_bag"], *state["task_discard"]])


def cards_of(state: State) -> Counter[str]:
    """All other cards, wherever they lie."""
    lying = [*chain(*state["piles"].values()), *chain(*state["hands"]), *state["bag"], *(state["common_bag"] or [])]
    return Counter([*lying, *["!"] * state["boxed"]])
