"""Playouts, and the worth of the end of a round: the parts of the search that know no tree."""

from __future__ import annotations

from math import exp, sqrt
from typing import Any

from kartentisch.bots.search.parts import ALONE, LATER, MATCH, ROUND, SHARE, WAY
from kartentisch.engine.compiled import at, rule, unbound
from kartentisch.engine.luck import join, mix

LOGISTIC = 0.6
"""The scale of a logistic distribution that is about as wide as a normal distribution of standard deviation 1."""


legal = apply = driven = weigh = outlook = unbound


def chosen(s: Any, seat: Any, out: Any, n: Any, weights: Any, bits: Any, advised: Any) -> Any:
    """One of the next steps, drawn by the weights of the advice or uniformly. `bits`: 31 bits of chance."""
    if not advised or n == 1:
        return out[at((bits * n) >> 31)]
    weigh(s, seat, out, n, weights)
    total = 0.0
    for k in range(n):
        total += weights[at(k)]
    mark = total * bits * (1.0 / 2147483648.0)
    for k in range(n):
        mark -= weights[at(k)]
        if mark < 0.0:
            return out[at(k)]
    return out[at(n - 1)]


def finish(
    s: Any, seat: Any, own: Any, block: Any, key: Any, made: Any, turns: Any, scratch: Any, advised: Any, guess: Any
) -> Any:
    """Play the round to its end, or with `guess` until the advice foresees the end. `seat` completes a begun move.

    With `own`, the first move is that of `seat`, even if other seats may act. `made` and `turns`: the steps and changes
    of turn so far. Returns the number of steps including those so far, and the standard deviation of the points from
    `hopes` (0: the round is over).
    """
    luck, out, weights = scratch.luck, scratch.out, scratch.weights
    spread = 0.0
    while s.round_over == 0:
        if s.begun == 0 and not own:
            before = seat
            seat = driven(s)
            turns += seat != before
            if guess:
                spread = outlook(s, turns, scratch.hopes)
                if spread > 0.0:
                    break
        own = False
        made += 1
        left, right = mix(block, key, made)
        luck[0] = join(left, right)
        luck[1] = 0
        luck[2] = 0
        n = legal(s, seat, out)
        apply(s, seat, chosen(s, seat, out, n, weights, left & 0x7FFFFFFF, advised), luck)
    return made, spread


@rule
def chances(s: Any, gains: Any, taste: Any) -> None:
    """Write to `gains` each seat's share of winning the match: the result, or the share expected from the totals.

    If the round counts ALONE, the best points win, shared among the seats that have them.
    """
    seats = s.seats
    total = 0.0
    if taste[ALONE] != 0.0:
        most = taste[WAY] * s.points[0]
        for seat in range(1, seats):
            most = max(most, taste[WAY] * s.points[at(seat)])
        for seat in range(seats):
            gains[at(seat)] = 1.0 if taste[WAY] * s.points[at(seat)] == most else 0.0
            total += gains[at(seat)]
    elif s.over != 0:
        for seat in range(seats):
            gains[at(seat)] = (s.winners >> seat) & 1
            total += gains[at(seat)]
    else:
        best = -1.0e9
        for seat in range(seats):
            best = max(best, taste[WAY] * s.totals[at(seat)])
        for seat in range(seats):
            gains[at(seat)] = exp((taste[WAY] * s.totals[at(seat)] - best) / taste[MATCH])
            total += gains[at(seat)]
    for seat in range(seats):
        gains[at(seat)] /= total


@rule
def judge(s: Any, gains: Any, taste: Any, squares: Any) -> None:
    """Write to `gains` the worth of the end of a round to each seat, from 0 to 1, and add its leads to `squares`.

    The worth is the chance to win the match and, with the weight SHARE, the lead in points of the round. The larger a
    lead, the less each further point adds.
    """
    chances(s, gains, taste)
    mean = 0.0
    for seat in range(s.seats):
        mean += s.points[at(seat)]
    mean /= s.seats
    for seat in range(s.seats):
        lead = taste[WAY] * (s.points[at(seat)] - mean)
        squares[at(seat)] += lead * lead
        gains[at(seat)] = worth(gains[at(seat)], lead, taste)


@rule
def worth(chance: Any, lead: Any, taste: Any) -> Any:
    """The worth of a chance to win the match and a lead in points of the round, from 0 to 1."""
    return (1.0 - taste[SHARE]) * chance + taste[SHARE] / (1.0 + exp(-lead / taste[ROUND]))


@rule
def foresee(s: Any, hopes: Any, spread: Any, gains: Any, taste: Any) -> None:
    """Write to `gains` the worth of an unfinished round to each seat, as in `judge`, from its expected points."""
    mean = 0.0
    best = -1.0e9
    before = 1.0 - taste[ALONE]
    for seat in range(s.seats):
        mean += hopes[at(seat)]
        best = max(best, taste[WAY] * (before * s.totals[at(seat)] + hopes[at(seat)]))
    mean /= s.seats
    scale = LOGISTIC * sqrt(spread * spread + taste[LATER] * taste[LATER])
    total = 0.0
    for seat in range(s.seats):
        gains[at(seat)] = exp((taste[WAY] * (before * s.totals[at(seat)] + hopes[at(seat)]) - best) / scale)
        total += gains[at(seat)]
    for seat in range(s.seats):
        lead = taste[WAY] * (hopes[at(seat)] - mean)
        gains[at(seat)] = worth(gains[at(seat)] / total, lead, taste)
