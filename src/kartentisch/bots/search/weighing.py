"""Moves weighed side by side: each in the same imagined truths with the same luck, followed by a playout."""

from __future__ import annotations

from typing import Any

import numpy as np

from kartentisch.bots.search.parts import WAY, Plan, Scratch, lent_plan, lent_scratch
from kartentisch.bots.search.playing import chances
from kartentisch.engine.compiled import at, borrowed, unbound
from kartentisch.engine.luck import join, mix

apply = imagine = finish = unbound


def weigh_at(
    a: Any,
    viewer: Any,
    plan: Plan,
    moves: Any,
    lengths: Any,
    taste: Any,
    block: Any,
    key: Any,
    first: Any,
    last: Any,
    since: Any,
    leads: Any,
    shares: Any,
    scratch: Scratch,
) -> None:
    """Weigh moves in deals `first` to `last` - 1 behind a view of `viewer`.

    A row of `moves` has the steps of a move, and `lengths` their number. If a row has no steps, the advice chooses the
    move of `viewer`, or, if `viewer` is -1, of the seat that is driven next. If the plan has no card to deal, its
    template is the truth, and deals differ only in the luck that follows.

    Step number c of a playout has the same luck in all rows. The count starts after the `since` steps of the round so
    far. Writes to `leads` and `shares`, by move, deal and seat, the lead in points of the round, and the share of
    winning the match.
    """
    a = borrowed(a)
    plan = lent_plan(plan)
    scratch = lent_scratch(scratch)
    luck, gains = scratch.luck, scratch.gains
    words = borrowed(plan.words[0])
    for number in range(first, last):
        left, right = mix(key, block, number & 0x7FFFFFFF)
        steady = join(left, right)
        for move in range(moves.shape[0]):
            left, right = mix(block, key, number & 0x7FFFFFFF)
            luck[0] = join(left, right)
            luck[1] = key
            luck[2] = 0
            a[0] = plan.template[0]
            s = a[0]
            imagine(s, words, viewer, plan.places, plan.wants, plan.unseen, plan.rest, luck)
            made = np.int64(since)
            for k in range(lengths[at(move)]):
                made += 1
                left, right = mix(steady, block, made)
                luck[0] = join(left, right)
                luck[1] = 0
                luck[2] = 0
                apply(s, viewer, np.int64(moves[at(move), at(k)]), luck)
            own = lengths[at(move)] == 0 and viewer >= 0
            finish(s, viewer, own, steady, block, made, 0, scratch, True, False)
            mean = 0.0
            for seat in range(s.seats):
                mean += s.points[at(seat)]
            mean /= s.seats
            chances(s, gains, taste)
            for seat in range(s.seats):
                leads[at(move), at(number - first), at(seat)] = taste[WAY] * (s.points[at(seat)] - mean)
                shares[at(move), at(number - first), at(seat)] = gains[at(seat)]
