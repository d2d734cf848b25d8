"""The best move over all deals that are consistent with a view, against others who play by the game's advice.

There is one tree over the history that everyone sees. At a node of the own seat, it takes the step that is best over
all deals that can lead there, since it cannot tell them apart. At a node of another seat, each deal continues with
every step that the hand allows there, weighted by the advice. So every deal counts by its weight, and chance plays no
part.

If everyone knows all cards, there is one deal, and the others also take their best step. Between two seats, one gains
what the other loses, so branches that one of them would avoid are skipped (alpha-beta).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kartentisch.bots.search.parts import Scratch, lent_scratch
from kartentisch.engine.compiled import at, borrowed, unbound

legal = apply = driven = weigh = judge = needful = unbound

DEPTH = 64
"""The most steps to the end of the round."""
# Columns of a level: the first of its deals in the arena, the end of them, the seat that acts, the number of its steps,
# the index of the next step.
FIRST, LAST, SEAT, COUNT, NEXT = range(5)
LEVEL = 5
NEVER = 1.0e9
"""No worth is below -NEVER."""
WHOLE = 1.0
"""The worth of the end of a round to two seats together."""
SOLVED, TOO_LARGE, UNCERTAIN = 0, -1, -2


def solve_at(
    a: Any,
    shares: Any,
    count: Any,
    viewer: Any,
    known: Any,
    taste: Any,
    most: Any,
    levels: Any,
    steps: Any,
    values: Any,
    floors: Any,
    worth: Any,
    squares: Any,
    scratch: Scratch,
) -> Any:
    """Weigh the next steps of `viewer` in the first `count` records of the arena `a`, which look the same to `viewer`.

    `known`: there is one record, and all seats know it. `shares`: the probabilities of the records. Writes to `worth`,
    by step, its worth to the viewer. Returns SOLVED; TOO_LARGE if more than `most` steps are needed, or if the arena is
    full; UNCERTAIN if a step draws luck, or if hidden cards decide who acts.
    """
    a = borrowed(a)
    shares = borrowed(shares)
    scratch = lent_scratch(scratch)
    luck, out, weights, gains, slots = scratch.luck, scratch.out, scratch.weights, scratch.gains, scratch.slots
    room, seats = a.shape[0], np.int64(a[0].seats)
    done = np.int64(0)
    depth = np.int64(0)
    levels[0, FIRST] = 0
    levels[0, LAST] = count
    levels[0, NEXT] = -1
    levels[0, SEAT] = viewer
    floors[:] = -NEVER
    while depth >= 0:
        first, last = levels[at(depth), FIRST], levels[at(depth), LAST]
        if levels[at(depth), NEXT] < 0:  # a new level: find the seat that acts, and its steps
            over = 0
            for i in range(first, last):
                over += a[i].round_over != 0
            if over == last - first:
                values[at(depth)] = 0.0
                for i in range(first, last):
                    judge(a[i], gains, taste, squares)
                    for one in range(seats):
                        values[at(depth), one] += shares[at(i)] * gains[at(one)]
                levels[at(depth), COUNT] = 0
            else:
                if over > 0:
                    return UNCERTAIN
                seat = levels[at(depth), SEAT]
                if a[first].begun == 0 and depth > 0:
                    seat = np.int64(driven(a[first]))
                for i in range(first, last):
                    if a[i].begun == 0 and depth > 0 and driven(a[i]) != seat:
                        return UNCERTAIN
                levels[at(depth), SEAT] = seat
                slots[:] = 0
                number = np.int64(0)
                for i in range(first, last if seat != viewer else first + 1):
                    n = needful(a[i], out, legal(a[i], seat, out))
                    for k in range(n):
                        if slots[at(out[at(k)])] == 0:
                            slots[at(out[at(k)])] = 1
                            steps[at(depth), at(number)] = out[at(k)]
                            number += 1
                levels[at(depth), COUNT] = number
                values[at(depth)] = -NEVER if seat == viewer or known else 0.0
            levels[at(depth), NEXT] = 0
        if levels[at(depth), NEXT] == levels[at(depth), COUNT]:  # a finished level: report to the one above
            depth -= 1
            if depth >= 0:
                step = steps[at(depth), at(levels[at(depth), NEXT])]
                levels[at(depth), NEXT] += 1
                seat = levels[at(depth), SEAT]
                if depth == 0:
                    worth[at(step)] = values[1, at(viewer)]
                if seat != viewer and not known:
                    values[at(depth)] += values[at(depth + 1)]
                elif values[at(depth + 1), at(seat)] > values[at(depth), at(seat)]:
                    values[at(depth)] = values[at(depth + 1)]
                    if known and seats == 2 and depth > 0:  # not at depth 0, where every step is weighed exactly
                        floors[at(depth), at(seat)] = max(floors[at(depth), at(seat)], values[at(depth), at(seat)])
                        if floors[at(depth), 0] + floors[at(depth), 1] >= WHOLE:
                            levels[at(depth), NEXT] = levels[at(depth), COUNT]
            continue
        if depth + 1 == levels.shape[0]:
            return TOO_LARGE
        seat = levels[at(depth), SEAT]
        step = steps[at(depth), at(levels[at(depth), NEXT])]
        end = last
        for i in range(first, last):
            share = shares[at(i)]
            if seat != viewer and not known:
                n = needful(a[i], out, legal(a[i], seat, out))
                weigh(a[i], seat, out, n, weights)
                total = 0.0
                own = 0.0
                for k in range(n):
                    total += weights[at(k)]
                    if out[at(k)] == step:
                        own = weights[at(k)]
                share *= own / total
            if share <= 0.0:
                continue
            if end == room:
                return TOO_LARGE
            a[end] = a[i]
            shares[at(end)] = share
            luck[0] = 0
            luck[1] = 0
            luck[2] = 0
            apply(a[end], seat, step, luck)
            if luck[2] > 0:
                return UNCERTAIN
            end += 1
            done += 1
        if done > most:
            return TOO_LARGE
        depth += 1
        levels[at(depth), FIRST] = last
        levels[at(depth), LAST] = end
        levels[at(depth), SEAT] = seat
        levels[at(depth), NEXT] = -1
        floors[at(depth)] = floors[at(depth - 1)]
    return SOLVED
