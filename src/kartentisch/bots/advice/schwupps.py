"""Advice for Schwupps, one move ahead.

Play cards that fit, first the one after which most of the hand still fits. Then give an aggravation card to the seat
that is nearest to the end, and shift the row that serves the hand best. A shift without an aggravation card costs a
card, so do it only if the turn cannot end otherwise, or if several cards then fit.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from kartentisch.engine import bags
from kartentisch.engine.compiled import at, rule
from kartentisch.games.schwupps import (
    AGGRAVATION,
    CARDS,
    END,
    GIVE,
    LAST,
    PILES,
    SHIFT,
    TASK_KINDS,
    WANTED,
    rounds,
    wanted,
)
from kartentisch.play.match import View

_NUMBER, _AGGRAVATE, _END, _SHIFT = 300.0, 200.0, 100.0, 0.0
_WORTH_A_CARD = 2
"""The number of additional cards that must fit after a shift to be worth the card that it costs."""
_STRAY = 0.02
"""The weight of an aggravation card for a seat with two or more cards more than the leader. With one more: 0.5."""
_TURNS = 3
"""Turns of each seat before the outlook. Fewer made the search weaker, more did not help (docs/decisions/0011)."""
_LEFT, _AGGRAVATION, _FITS, _SPREAD = 1.2, 2.2, 0.6, 9.0
"""The points of a round, fitted to 15,000 turns of bots: the cost of a card that is left, the worth of an aggravation
card in the hand, the worth of a card that fits when the turn begins, and the standard deviation of the difference
between two seats.
"""


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
    """A small bonus for a card on which another card of the hand fits immediately."""
    wanted = int(WANTED[TASK_KINDS.index(seen["tasks"][pile]), CARDS.kind(card)])
    return 0.5 * any((wanted >> CARDS.kind(held)) & 1 for held in rest if held != "!")


def _tops(seen: dict[str, Any]) -> dict[str, str]:
    return {pile: cards[-1] for pile, cards in seen["piles"].items()}


def _shifted(seen: dict[str, Any], row: str) -> dict[str, str]:
    """The tasks after a shift of this row."""
    return {**seen["tasks"], f"{row}2": seen["tasks"][f"{row}1"], f"{row}1": seen["next"]}


def _fitting(tasks: dict[str, str], tops: dict[str, str], hand: list[str]) -> int:
    """The number of cards of a hand that fit somewhere."""
    wanted = 0
    for pile in PILES:
        wanted |= int(WANTED[TASK_KINDS.index(tasks[pile]), CARDS.kind(tops[pile])])
    return sum((wanted >> CARDS.kind(held)) & 1 for held in hand if held != "!")


def _left(seen: dict[str, Any], seat: int) -> int:
    """The number of cards that a seat still has to get rid of."""
    return len(seen["hands"][seat]) + int(seen["stacks"][seat])


@rule
def fits(s: Any, pile: Any, task: Any) -> Any:
    """The number cards that fit on a pile if this task lies beside it."""
    return WANTED[at(task), at(s.piles[at(pile), at(s.piles_n[at(pile)] - 1)])]


@rule
def holds(s: Any, seat: Any, wanted: Any) -> Any:
    """The number of cards of these kinds in a seat's hand."""
    return bags.ones(s.hands[at(seat), 0] & wanted) + 2 * bags.ones(s.hands[at(seat), 1] & wanted)


@rule
def fit_after(s: Any, seat: Any, row: Any) -> Any:
    """The number of cards of a hand that fit somewhere after a shift of this row."""
    other = 2 - 2 * row
    wanted = fits(s, other, s.tasks[at(other)]) | fits(s, other + 1, s.tasks[at(other + 1)])
    return holds(s, seat, wanted | fits(s, 2 * row, s.next) | fits(s, 2 * row + 1, s.tasks[at(2 * row)]))


@rule
def standing(s: Any, seat: Any) -> Any:
    """The number of cards that a seat still has to get rid of; in the last round of a match, minus its points."""
    left = np.int64(s.hands_n[at(seat)]) + s.stacks[at(seat)]
    if s.number >= rounds(s):
        left -= s.totals[at(seat)]
    return left


@rule
def ahead(s: Any, seat: Any) -> Any:
    """The best standing among the other seats."""
    first = np.int64(1 << 30)
    for other in range(s.seats):
        if other != seat:
            first = min(first, standing(s, other))
    return first


@rule
def weigh(s: Any, seat: Any, out: Any, n: Any, weights: Any) -> None:
    """Prefer cards that fit, shifts after which more cards fit, and the leading seat for aggravation cards."""
    first = np.int64(out[0])
    if first < GIVE and n > 1:
        follow_up(s, seat, out, n, weights)
        return
    in_a = fit_after(s, seat, 0)
    in_b = fit_after(s, seat, 1)
    first_left = ahead(s, seat)
    for k in range(n):
        step = out[at(k)]
        if step == END:
            weights[at(k)] = 4.0
        elif step >= SHIFT:
            fit = in_a if step == SHIFT else in_b
            weights[at(k)] = 0.1 + (fit * fit if s.acted == 0 or fit > 1 else 0.0)
        elif step == LAST:
            weights[at(k)] = 100.0
        else:
            fit = in_a if step < GIVE + 5 else in_b
            behind = standing(s, (step - GIVE) % 5) - first_left
            weights[at(k)] = (1.0 + 3.0 * fit) * (_STRAY if behind > 1 else 1.0 - 0.5 * behind)


@rule
def follow_up(s: Any, seat: Any, out: Any, n: Any, weights: Any) -> None:
    """While number cards fit, prefer those on which another one fits."""
    for k in range(n):
        step = np.int64(out[at(k)])
        weights[at(k)] = 0.05
        if step < GIVE:
            rest = s.hands[at(seat), 0] | s.hands[at(seat), 1]
            if (s.hands[at(seat), 1] >> (step >> 2)) & 1 == 0:
                rest &= ~bags.bit(step >> 2)
            wanted = WANTED[at(s.tasks[at(step & 3)]), at(step >> 2)]
            weights[at(k)] = 10.0 + 10.0 * (rest & wanted != 0)
        elif step < SHIFT - 1:
            weights[at(k)] = 1.0


@rule
def outlook(s: Any, turns: Any, hopes: Any) -> Any:
    """After some turns of each seat: a seat with fewer cards left is nearer to the end."""
    if s.acted != 0 or turns < _TURNS * s.seats:
        return 0.0
    for seat in range(s.seats):
        hopes[at(seat)] = _AGGRAVATION * bags.copies(s.hands[at(seat)], AGGRAVATION)
        hopes[at(seat)] -= _LEFT * (s.hands_n[at(seat)] + s.stacks[at(seat)])
    fitting = np.int64(0)
    for pile in range(4):
        fitting |= wanted(s, pile)
    hopes[at(s.turn)] += _FITS * holds(s, s.turn, fitting)
    return _SPREAD


def rounds_left(record: Any) -> float:
    """A match has the number of rounds of the option. Without it, a tournament has one per seat, a single match one."""
    last = record["option_rounds"] or (record["seats"] if record["option_match"] else 1)
    return float(last - record["number"])
