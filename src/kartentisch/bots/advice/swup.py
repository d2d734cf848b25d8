"""Advice for SWUP, one move ahead.

Stars and SWUPs count the points that the match gives for them, and black cards and cards the points they bring on
average. A build is worth the cards in it, times the chance that nobody else holds a card for it. A card that is laid is
as good as given away, which is worse if the table is then easy to sweep.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np

from kartentisch.bots.advice import KNOWN
from kartentisch.engine import bags
from kartentisch.engine.compiled import at, rule
from kartentisch.games.swup.cards import (
    BLACK,
    BUILD,
    CARD,
    CARDS,
    DONE,
    HAND,
    K5,
    LAY,
    OWNED,
    STARS,
    WORTH,
    stars,
)
from kartentisch.games.swup.groups import aims
from kartentisch.play.match import View

_CARD, _BLACK, _LAST = 0.04, 0.16, 0.3
_SWEPT, _ALMOST = 0.4, 0.2
"""The chance that somebody sweeps a table of one item, and of two items, before the seat's next turn."""
_BUILT = 0.9
"""The worth of a build that nobody else can take, relative to taking the cards now."""
_PER_CARD, _PER_BLACK = 0.08, 0.2
"""The share of the points for a majority that a card in the pile brings: fitted to 1,800 deals among bots."""
_OTHERWISE, _BY_STARS, _BY_SWUPS = (6.5, 0.15), (2.5, 0.25), (1.0, 0.1)
"""The variance of the difference between two seats that the next deal of cards adds, and each card in the deck: from
stars and from SWUPs, for one point each, and from everything else. Estimated from 450 rounds of greedy bots.
"""


ENDS = KNOWN
"""In the last deal of two seats everyone knows all cards. FEW would not do: a player by `weigh` takes any group."""


@dataclass(frozen=True)
class _Points:
    """The points that the match gives for a star and for a SWUP."""

    star: int
    swup: int


def prefer(view: View, moves: Sequence[str]) -> list[float]:
    seen, record = view.json(), view.seen.record
    points = _Points(int(record["option_star_points"]), int(record["option_swup_points"]))
    unseen = _unseen(seen)
    return [_like(seen, unseen, points, move.split(" ")) for move in moves]


def _like(seen: dict[str, Any], unseen: set[int], points: _Points, move: list[str]) -> float:
    builds = {f"@{build['owner']}": build["cards"] for build in seen["builds"]}
    table = [*seen["table"], *builds]
    items = table if len(move) == 1 else move[2:-1]
    cards = [card for item in items for card in builds.get(item, [item])]
    left = len(table) - len(items)
    if move[1:] == ["lay"]:
        return -_worth(points, [move[0]]) - points.swup * (_SWEPT if left == 0 else _ALMOST if left == 1 else 0)
    gain = _worth(points, [move[0], *cards])
    if len(move) > 1 and move[1].startswith("build:"):
        return _BUILT * gain * _safe(seen, unseen, int(move[1][6:]))
    swup = points.swup if left == 0 and not _very_last(seen) else 0
    easy = points.swup * (_ALMOST if left == 1 else 0)
    return gain + swup - easy + (_LAST if seen["deck"] == 0 else 0)


def _worth(points: _Points, cards: Sequence[str]) -> float:
    """About the points that these cards bring."""
    return sum(_CARD + _BLACK * (card[0] == "k") + points.star * float(STARS[CARDS.kind(card)]) for card in cards)


def _very_last(seen: dict[str, Any]) -> bool:
    return seen["deck"] == 0 and sum(map(len, seen["hands"])) == 1


def _unseen(seen: dict[str, Any]) -> set[int]:
    """The cards that others may hold."""
    lying = [*seen["table"], *seen["hands"][seen["seat"]], *(card for pile in seen["piles"] for card in pile)]
    lying += [card for build in seen["builds"] for card in build["cards"]]
    return set(range(52)) - {CARDS.kind(card) for card in lying}


def _safe(seen: dict[str, Any], unseen: set[int], value: int) -> float:
    """The chance that nobody else holds a card of this value."""
    others = sum(len(hand) for seat, hand in enumerate(seen["hands"]) if seat != seen["seat"])
    keepers = sum((int(WORTH[value]) >> kind) & 1 for kind in unseen)
    return float((1 - keepers / max(1, len(unseen))) ** others)


@rule
def weigh(s: Any, seat: Any, out: Any, n: Any, weights: Any) -> None:
    """Prefer taking to building, and building to laying. Pick as many cards as possible, stars first."""
    star = np.int64(s.option_star_points)
    for k in range(n):
        step = out[at(k)]
        if s.begun == 0:
            kind = step - CARD
            takes, builds = aims(s, seat, kind)
            if takes != 0:
                weights[at(k)] = 6.0 + 4.0 * star * STARS[at(kind)]
            elif builds != 0:
                weights[at(k)] = 2.0
            else:
                weights[at(k)] = 0.3 if star * STARS[at(kind)] > 0 else 1.0
            if kind == K5 and s.table_n > 0:
                weights[at(k)] = 0.5 * s.option_swup_points + s.table_n
        elif step == LAY:
            weights[at(k)] = 0.3
        elif step > BUILD:
            weights[at(k)] = 1.0
        elif step > LAY:
            weights[at(k)] = 6.0
        elif step == DONE:
            weights[at(k)] = 0.3
        elif step >= OWNED:
            weights[at(k)] = 6.0
        else:
            kind = step - CARD
            weights[at(k)] = 1.0 + 3.0 * star * STARS[at(kind)] + (0.5 if kind < 13 else 0.0)


@rule
def outlook(s: Any, turns: Any, hopes: Any) -> Any:
    """Between two deals of cards: the points so far, and the part of the majorities that the piles promise."""
    if turns == 0:
        return 0.0
    for seat in range(s.seats):
        if s.hands_n[at(seat)] != HAND:
            return 0.0
    for seat in range(s.seats):
        pile = s.piles[at(seat), 0]
        towards = _PER_CARD * s.option_most_cards * bags.ones(pile)
        towards += _PER_BLACK * s.option_most_black * bags.ones(pile & BLACK)
        hopes[at(seat)] = s.option_star_points * stars(pile) + s.option_swup_points * s.swups[at(seat)] + towards
    spread = _OTHERWISE[0] + _OTHERWISE[1] * s.deck_n
    spread += s.option_star_points**2 * (_BY_STARS[0] + _BY_STARS[1] * s.deck_n)
    spread += s.option_swup_points**2 * (_BY_SWUPS[0] + _BY_SWUPS[1] * s.deck_n)
    return sqrt(spread)


def rounds_left(record: Any) -> float:
    """A match has the number of rounds of the option, or else as many rounds as seats."""
    return float((record["option_rounds"] or record["seats"]) - record["number"])
