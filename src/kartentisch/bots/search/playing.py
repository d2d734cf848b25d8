"""Playing a round out, and what its end is worth: the parts of the search that know nothing of a tree."""

from __future__ import annotations

from math import exp, sqrt
from typing import Any

from kartentisch.bots.search.parts import ALONE, LATER, MATCH, ROUND, SHARE, WAY
from kartentisch.engine.compiled import at, rule
from kartentisch.engine.luck import join, mix

LOGISTIC = 0.6
"""The scale of a logistic distribution that is about as wide as a normal one of standard deviation 1."""


def _verb(*_: Any) -> Any:
    raise NotImplementedError("a template runs only after compiled.bind")


legal = apply = driven = weigh = outlook = _verb


def chosen(s: Any, seat: Any, out: Any, n: Any, weights: Any, bits: Any, advised: Any) -> Any:
    """One of the next steps: by the weights of the advice, or uniform. `bits`: 31 bits of chance."""
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
    """Play the round to its end, or with `guess` to where the advice foresees it; `seat` goes on with a begun move.

    With `own` the first move is that of `seat`, whoever else may act. Returns the steps made so far and here, and how
    far the points may be from the `hopes`; 0: the round is over.
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
    """Each seat's share of winning the match, written to `gains`: what has been won, or what the totals let expect.

    Where the round counts ALONE, it is won by the best points, and shared among those who have them.
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
    """What the end of a round is worth to each seat, from 0 to 1, written to `gains`; adds to `squares`.

    The chance to win the match, and with the share SHARE the points of the round, which count less the more they are.
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
    """Of a chance to win the match, and a lead in points of the round."""
    return (1.0 - taste[SHARE]) * chance + taste[SHARE] / (1.0 + exp(-lead / taste[ROUND]))


@rule
def foresee(s: Any, hopes: Any, spread: Any, gains: Any, taste: Any) -> None:
    """What a round that is not over is worth to each seat, as `judge` has it, by the points that it may hope for."""
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
