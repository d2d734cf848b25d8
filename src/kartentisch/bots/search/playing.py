"""Playing a round out, and what its end is worth: the parts of the search that know nothing of a tree."""

from __future__ import annotations

from math import exp
from typing import Any

from kartentisch.bots.search.parts import MATCH, ROUND, SHARE, WAY
from kartentisch.engine.compiled import at, rule
from kartentisch.engine.luck import join, mix


def _verb(*_: Any) -> Any:
    raise NotImplementedError("a template runs only after compiled.bind")


legal = apply = driven = weigh = _verb


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


def finish(s: Any, seat: Any, block: Any, key: Any, made: Any, luck: Any, out: Any, weights: Any, advised: Any) -> Any:
    """Play the round to its end; `seat` goes on with a begun move. Returns the steps made so far and here."""
    while s.round_over == 0:
        if s.begun == 0:
            seat = driven(s)
        made += 1
        left, right = mix(block, key, made)
        luck[0] = join(left, right)
        luck[1] = 0
        luck[2] = 0
        n = legal(s, seat, out)
        apply(s, seat, chosen(s, seat, out, n, weights, left & 0x7FFFFFFF, advised), luck)
    return made


@rule
def chances(s: Any, gains: Any, taste: Any) -> None:
    """Each seat's share of winning the match, written to `gains`: what has been won, or what the totals let expect."""
    seats = s.seats
    total = 0.0
    if s.over != 0:
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
        gains[at(seat)] = (1.0 - taste[SHARE]) * gains[at(seat)] + taste[SHARE] / (1.0 + exp(-lead / taste[ROUND]))
