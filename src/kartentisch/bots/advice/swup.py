"""What is worth doing in SWUP, one move ahead.

Stars, black cards and cards count about as much as they bring, a SWUP a point. A build is worth what lies in it, less
the chance that somebody else holds a card for it. A card that is laid is as good as given away, and the worse if the
table is then easily swept.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Any

from kartentisch.bots.advice import KNOWN
from kartentisch.engine import bags
from kartentisch.engine.compiled import at, rule
from kartentisch.games._swup_cards import (
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
from kartentisch.games._swup_groups import aims
from kartentisch.play.view import View

_CARD, _BLACK, _SWUP, _LAST = 0.04, 0.16, 1.0, 0.3
_BUILT = 0.9
"""How much of a build that nobody else can take is as good as taken."""
_PER_CARD, _PER_BLACK = 0.08, 0.2
"""How much a card in the pile brings of the points for a majority: fitted to 1,800 deals of bots among themselves."""
_ONE_DEAL, _PER_DECK = 10.0, 0.5
"""The variance that the next deal of cards, and each card in the deck, bring into the difference of two seats."""

ENDS = KNOWN
"""In the last deal of two everybody knows all cards. Who plays by `weigh` picks any group: no measure."""


def prefer(view: View, moves: Sequence[str]) -> list[float]:
    seen = view.json()
    unseen = _unseen(seen)
    return [_like(seen, unseen, move.split(" ")) for move in moves]


def _like(seen: dict[str, Any], unseen: set[int], move: list[str]) -> float:
    builds = {f"@{build['owner']}": build["cards"] for build in seen["builds"]}
    table = [*seen["table"], *builds]
    items = table if len(move) == 1 else move[2:-1]
    cards = [card for item in items for card in builds.get(item, [item])]
    left = len(table) - len(items)
    if move[1:] == ["lay"]:
        return -_worth([move[0]]) - (0.4 if left == 0 else 0.2 if left == 1 else 0)
    gain = _worth([move[0], *cards])
    if len(move) > 1 and move[1].startswith("build:"):
        return _BUILT * gain * _safe(seen, unseen, int(move[1][6:]))
    swup = _SWUP if left == 0 and not _very_last(seen) else 0
    easy = 0.2 if left == 1 else 0
    return gain + swup - easy + (_LAST if seen["deck"] == 0 else 0)


def _worth(cards: Sequence[str]) -> float:
    """What these cards bring about, in points."""
    return sum(_CARD + _BLACK * (card[0] == "k") + float(STARS[CARDS.kind(card)]) for card in cards)


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
    """To take is better than to build, and that than to lay; of what can be picked as much as possible, stars first."""
    for k in range(n):
        step = out[at(k)]
        if s.begun == 0:
            kind = step - CARD
            takes, builds = aims(s, seat, kind)
            if takes != 0:
                weights[at(k)] = 6.0 + 4.0 * STARS[at(kind)]
            elif builds != 0:
                weights[at(k)] = 2.0
            else:
                weights[at(k)] = 0.3 if STARS[at(kind)] > 0 else 1.0
            if kind == K5 and s.table_n > 0:
                weights[at(k)] = 0.5 + s.table_n
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
            weights[at(k)] = 1.0 + 3.0 * STARS[at(kind)] + (0.5 if kind < 13 else 0.0)


@rule
def outlook(s: Any, turns: Any, hopes: Any) -> Any:
    """Between two deals of cards: what was taken counts, and brings the majorities nearer."""
    if turns == 0:
        return 0.0
    for seat in range(s.seats):
        if s.hands_n[at(seat)] != HAND:
            return 0.0
    for seat in range(s.seats):
        pile = s.piles[at(seat), 0]
        towards = _PER_CARD * s.option_most_cards * bags.ones(pile)
        towards += _PER_BLACK * s.option_most_black * bags.ones(pile & BLACK)
        hopes[at(seat)] = stars(pile) + s.swups[at(seat)] + towards
    return sqrt(_ONE_DEAL + _PER_DECK * s.deck_n)


def rounds_left(record: Any) -> float:
    """As many rounds as seats."""
    return float(record["seats"] - record["number"])
