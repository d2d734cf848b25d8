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
    deals: Any,
    leads: Any,
    shares: Any,
    scratch: Scratch,
) -> None:
    """Rows of `moves` (as many steps as `lengths` says) in so many deals behind a view of `viewer`.

    Writes by move and deal the lead of the viewer in points of the round, and its share of winning the match.
    """
    a = borrowed(a)
    plan = lent_plan(plan)
    scratch = lent_scratch(scratch)
    luck, gains = scratch.luck, scratch.gains
    words = borrowed(plan.words[0])
    for number in range(deals):
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
            luck[0] = steady
            luck[1] = 0
            luck[2] = 0
            for k in range(lengths[at(move)]):
                apply(s, viewer, np.int64(moves[at(move), at(k)]), luck)
            finish(s, viewer, steady, block, 0, 0, scratch, True, False)
            mean = 0.0
            for seat in range(s.seats):
                mean += s.points[at(seat)]
            mean /= s.seats
            leads[at(move), at(number)] = taste[WAY] * (s.points[at(viewer)] - mean)
            chances(s, gains, taste)
            shares[at(move), at(number)] = gains[at(viewer)]
