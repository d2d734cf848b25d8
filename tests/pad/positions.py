"""The end of a round as people would enter it on a pad, from what lies on the table then."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from kartentisch.pad.reading import NOBODY, Value

State = dict[str, Any]
Entered = dict[tuple[str, int], Value]
"""Values by cell and person."""


def solo(state: State, before: State | None) -> Entered:
    """§11.3, §11.4: whoever has an empty hand is out."""
    hands = [Counter(map(_symbol, hand)) for hand in state["hands"]]
    out = next((seat for seat, hand in enumerate(hands) if not hand), NOBODY)
    return {("out", NOBODY): out} | {("left", seat): dict(hand) for seat, hand in enumerate(hands) if seat != out}


def _symbol(card: str) -> str:
    if card in ("C", "+4", "A"):
        return card
    return "P" if card[0] == "P" else card[1:]


def swup(state: State, before: State | None) -> Entered:
    """§8.4, §9.1."""
    piles = state["piles"]
    if state["last_taker"] is None:
        return {("nothing", NOBODY): 1}
    stars = {"k1": 1, "r1": 1, "b1": 1, "y1": 1, "k2": 1, "r10": 2}
    return {
        ("most", NOBODY): _leader([len(pile) for pile in piles]),
        ("black", NOBODY): _leader([sum(card[0] == "k" for card in pile) for pile in piles]),
        ("last", NOBODY): state["last_taker"],
        **{("stars", seat): sum(stars.get(card, 0) for card in pile) for seat, pile in enumerate(piles)},
        **{("swups", seat): n for seat, n in enumerate(state["swups"])},
    }


def _leader(numbers: list[int]) -> int:
    return numbers.index(max(numbers)) if numbers.count(max(numbers)) == 1 else NOBODY


def schwupps(state: State, before: State | None) -> Entered:
    """§8.1, §9.1: hand and personal pile count."""
    left = [len(hand) + stack for hand, stack in zip(state["hands"], state["stacks"], strict=True)]
    out = left.index(0) if 0 in left else NOBODY
    return {("out", NOBODY): out} | {("left", seat): n for seat, n in enumerate(left) if seat != out}


def schweinsgalopp(state: State, before: State | None) -> Entered:
    """§7.2: what was banked in this round alone."""
    earlier = before["banked"] if before else [0] * state["seats"]
    return {("banked", seat): n - earlier[seat] for seat, n in enumerate(state["banked"])}


ENTERED: Mapping[str, Callable[[State, State | None], Entered]] = {
    "schweinsgalopp": schweinsgalopp,
    "schwupps": schwupps,
    "solo": solo,
    "swup": swup,
}
