"""Moves weighed side by side: each in the same imagined truths with the same luck, then the round played out."""

from __future__ import annotations

from typing import Any

import numpy as np

from kartentisch.bots.search.parts import WAY, Plan, Scratch, lent_plan, lent_scratch
from kartentisch.bots.search.playing import chances
from kartentisch.engine.compiled import at, borrowed
from kartentisch.engine.luck import join, mix


def _verb(*_: Any) -> Any:
    raise NotImplementedError("a template runs only after compiled.bind")


apply = imagine = finish = _verb


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
    """Rows of `moves` (as many steps as `lengths` says) in deals `first` to `last` - 1 behind a view of `viewer`.

    A row of no steps leaves the move to the advice; with a `viewer` of -1 it is not even said whose it is. Where the
    plan has nothing to deal, its template is the truth, and a deal stands for the luck that follows.

    Step number c of a playout has the same luck in all rows, counted on from the `since` steps made before. Writes by
    move, deal and seat the lead in points of the round, and the share of winning the match.
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
