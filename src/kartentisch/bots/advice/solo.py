"""Advice for Solo, one move ahead.

Call first. Then get rid of cards: several at once, then those that would cost most, and black ones last, since they
always fit. Choose the colour of which the rest of the hand has most, swap with the seat that has fewest cards, and give
to the seat that is nearest to the end. Keep a protection for what it protects against.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from kartentisch.engine.compiled import at, rule
from kartentisch.games.solo.cards import (
    ACCEPTS,
    AIMS,
    CALLS,
    DECLINES,
    DRAWS,
    HUSHES,
    KINDS,
    NAMES,
    PASSES,
    PROTECTION,
    SKIP,
    SWAP,
    SYMBOL,
    TRIPLES,
)
from kartentisch.play.match import View

_CALL, _PLAY, _KEEP, _DRAW, _IDLE = 1000.0, 300.0, 200.0, 100.0, 0.0
_POINTS = {"S": 20, "R": 10, "+2": 30, "X": 30, "G": 30}
_SPARE = {"C": 120.0, "+4": 110.0, "A": 130.0, "P": 150.0}
"""The worth of keeping a black card, which always fits."""


def prefer(view: View, moves: Sequence[str]) -> list[float]:
    seen = view.json()
    return [_like(seen, move.split(" ")) for move in moves]


def _like(seen: dict[str, Any], move: list[str]) -> float:
    token = move[0]
    if token == "solo":
        return _CALL
    if token in ("no", "quiet"):
        return _IDLE
    if token in ("draw", "pass", "take", "skip"):
        return _DRAW
    if token == "accept":
        return _accept(seen)
    if token.startswith("triple:"):
        hand = _without(seen, [card for card in seen["hands"][seen["seat"]] if _number(card) == token[7]])
        return _PLAY + 60 * (len(seen["hands"][seen["seat"]]) - len(hand)) + _colour(hand, token[8])
    if seen["phase"] == "gift":
        return _KEEP + sum(_cost(card) for card in move) - 100 * sum(_black(card) for card in move)
    return _card(seen, move)


def _card(seen: dict[str, Any], move: list[str]) -> float:
    card = move[0]
    hand = _without(seen, [card])
    if not hand:
        return _CALL - 1
    like = _PLAY + _cost(card)
    if _black(card):
        like -= _SPARE[card[0] if card[0] == "P" else card] if len(hand) > 2 else 0
    elif len(move) == 1:
        like += _colour(hand, card[0])
    if seen["phase"] in ("owed", "skipped", "answer"):
        return like + (150 if seen["phase"] != "skipped" else 0)
    if len(move) > 1 and move[1][0] == "=":
        return like + _colour(hand, move[1][1])
    if len(move) > 1:
        return like + _aim(seen, card, len(hand), int(move[1][1:]))
    if card == "A":
        return like + 20 * (len(hand) - _count(seen, (seen["seat"] - seen["direction"]) % seen["seats"]))
    return like


def _aim(seen: dict[str, Any], card: str, mine: int, target: int) -> float:
    """A swap is worth the cards it saves. A gift is best for the seat with the fewest cards."""
    theirs = _count(seen, target)
    return 25.0 * (mine - theirs) if card.endswith("X") else 40.0 - theirs


def _accept(seen: dict[str, Any]) -> float:
    """The worth of accepting what another seat wants: a hand with fewer cards is welcome, a gift is not."""
    mine, layer = _count(seen, seen["seat"]), seen["layer"]
    if seen["target"] is None:
        giver = (seen["seat"] - seen["direction"]) % seen["seats"]
        return _PLAY + 60 * (mine - _count(seen, giver))
    if seen["discard"][-1].endswith("X"):
        return _PLAY + 60 * (mine - _count(seen, layer))
    return _DRAW


def _count(seen: dict[str, Any], seat: int) -> int:
    return len(seen["hands"][seat])


def _without(seen: dict[str, Any], cards: list[str]) -> list[str]:
    """The own hand without these cards."""
    hand = list(seen["hands"][seen["seat"]])
    for card in cards:
        hand.remove(card)
    return hand


def _number(card: str) -> str:
    return card[1] if card[0] in "rgby" and card[1:].isdigit() else ""


def _black(card: str) -> bool:
    return card[0] not in "rgby"


def _cost(card: str) -> float:
    """The points that a card costs the seat that is left with it."""
    if _black(card):
        return 50.0 if card == "+4" else 40.0
    return float(_POINTS.get(card[1:], 0) or int(card[1:]))


def _colour(hand: list[str], colour: str) -> float:
    """The worth of a colour for the rest of the hand."""
    return 8.0 * sum(card[0] == colour for card in hand if not _black(card))


_STRAY = 0.02
"""The weight of a target with two or more cards more than the shortest of the other hands. With one more: 0.5."""


@rule
def shortest(s: Any, seat: Any) -> Any:
    """The number of cards in the shortest hand of the other seats."""
    fewest = np.int64(1 << 30)
    for other in range(s.seats):
        if other != seat:
            fewest = min(fewest, np.int64(s.hands_n[at(other)]))
    return fewest


@rule
def weigh(s: Any, seat: Any, out: Any, n: Any, weights: Any) -> None:
    """Prefer the call, then playing cards, black ones last, colours in the hand, and swaps with short hands."""
    p, q = s.hands[at(seat), 0], s.hands[at(seat), 1]
    mine = s.hands_n[at(seat)]
    for k in range(n):
        step = out[at(k)]
        if step < KINDS:
            symbol = SYMBOL[at(step)]
            weights[at(k)] = 8.0 if step < 56 else 2.0
            if symbol >= SKIP and step < 56:
                weights[at(k)] = 10.0
            if symbol == SWAP and step < 56 and mine < 4:
                weights[at(k)] = 3.0
            if symbol == PROTECTION and s.phase == 0:
                weights[at(k)] = 1.0
        elif step < AIMS:
            held = ((p >> (14 * (step - NAMES))) & 16383) | ((q >> (14 * (step - NAMES))) & 16383)
            weights[at(k)] = 0.2
            while held != 0:
                held &= held - 1
                weights[at(k)] += 1.0
        elif step < TRIPLES:
            more = s.hands_n[at(step - AIMS)] - shortest(s, seat)
            weights[at(k)] = _STRAY if more > 1 else 1.0 - 0.5 * more
        elif step < DRAWS:
            weights[at(k)] = 30.0
        elif step == CALLS:
            weights[at(k)] = 100.0
        elif step in (HUSHES, DECLINES):
            weights[at(k)] = 0.5
        elif step == ACCEPTS:
            weights[at(k)] = 4.0
        elif step in (DRAWS, PASSES):
            weights[at(k)] = 0.3
        else:
            weights[at(k)] = 2.0


_LOST = 60.0
"""About the points that a seat gets in a round."""


def rounds_left(record: Any) -> float:
    """The rounds of the option, or about those until a seat reaches the limit of points."""
    if record["option_rounds"]:
        return float(record["option_rounds"] - record["number"])
    most = max(int(total) for total in record["totals"][: record["seats"]])
    return max(0.0, (float(record["option_limit"]) - most) / _LOST)
