"""The entry points of a rule sheet, and random playouts: templates, of which `bind` makes a compiled copy per game.

The verbs below are placeholders. In each copy they are the verbs of one rule sheet.
"""

from __future__ import annotations

from typing import Any

from kartentisch.engine.compiled import at, borrowed, unbound
from kartentisch.engine.luck import join, mix

LOW31 = 0x7FFFFFFF

# What `commit_at` returns besides 0 (done) and k > 0 (the k-th step is not legal).
NO_ACTOR = -1
UNFINISHED = -2
OVERFULL = -3


deal = next_round = asked = actors = legal = apply = ends = window = answer = unbound


def deal_at(a: Any, i: Any, luck: Any) -> None:
    """Deal the first round of match `i`."""
    deal(a[i], luck)


def next_round_at(a: Any, i: Any, luck: Any) -> None:
    """Deal the next round of match `i`."""
    next_round(a[i], luck)


def asked_at(a: Any, i: Any) -> Any:
    """The seat that match `i` waits for, -1 when the round is over."""
    return asked(a[i])


def actors_at(a: Any, i: Any) -> Any:
    """The seats that may act in match `i`, one bit per seat."""
    return actors(a[i])


def legal_at(a: Any, i: Any, seat: Any, out: Any) -> Any:
    """Write the legal next steps of a seat in match `i` to `out`, and return their number."""
    return legal(a[i], seat, out)


def apply_at(a: Any, i: Any, seat: Any, step: Any, luck: Any) -> None:
    """Apply a legal step in match `i`."""
    apply(a[i], seat, step, luck)


def ends_at(a: Any, i: Any, seat: Any, step: Any) -> Any:
    """Whether a legal step completes the move begun in match `i`."""
    return ends(a[i], seat, step)


def window_at(a: Any, i: Any) -> Any:
    """The seats for which a table answers in match `i`, one bit per seat."""
    return window(a[i])


def answer_at(a: Any, i: Any, seat: Any) -> Any:
    """The step that a table answers for a seat in match `i`."""
    return answer(a[i], seat)


def commit_at(a: Any, draft: Any, seat: Any, steps: Any, n: Any, luck: Any, out: Any) -> Any:
    """Play a whole move of `n` steps in match 0 if it is legal and complete. Otherwise the match does not change.

    The steps are applied to `draft`, which then becomes the match. Returns 0 if the move was played, k if the k-th step
    is not legal, or NO_ACTOR, UNFINISHED or OVERFULL.
    """
    draft[0] = a[0]
    for k in range(n):
        if k > 0 and draft[0].begun == 0:
            return OVERFULL
        count = legal(draft[0], seat, out)
        if k == 0 and count == 0:
            return NO_ACTOR
        found = False
        for j in range(count):
            if out[j] == steps[k]:
                found = True
                break
        if not found:
            return k + 1
        apply(draft[0], seat, steps[k], luck)
    if n == 0 or draft[0].begun != 0:
        return UNFINISHED
    a[0] = draft[0]
    return 0


def driven(s: Any) -> Any:
    """The seat that a driver asks next: the lowest one that may act out of turn, else the one the game waits for."""
    seat = asked(s)
    others = actors(s) & ~(1 << seat)
    if others != 0:
        seat = 0
        while (others >> seat) & 1 == 0:
            seat += 1
    return seat


def advance_at(a: Any, i: Any, seat: Any, step: Any, value: Any, luck: Any, out: Any) -> Any:
    """Apply a legal step in match `i` with luck `value`, and write the next steps: for drivers that choose in Python.

    Returns 16 * the number of these steps + the seat that has them (`seat` if its move is still begun), or 0 when the
    round is over.
    """
    s = a[i]
    luck[0] = value
    luck[1] = 0
    luck[2] = 0
    apply(s, seat, step, luck)
    if s.round_over != 0:
        return 0
    if s.begun == 0:
        seat = driven(s)
    return legal(s, seat, out) * 16 + seat


def playout(s: Any, block: Any, key: Any, luck: Any, out: Any) -> Any:
    """Play a round to its end, each step uniform among the legal ones, and return the number of steps.

    The luck of step number c comes from the 128 bits `block` and `key`, and c. `driven` says which seat acts next.
    """
    made = 0
    seat = 0
    while s.round_over == 0:
        if s.begun == 0:
            seat = driven(s)
        made += 1
        left, right = mix(block, key, made)
        luck[0] = join(left, right)
        luck[2] = 0
        n = legal(s, seat, out)
        apply(s, seat, out[at((left * n) >> 32)], luck)
    return made


def playout_at(a: Any, i: Any, block: Any, key: Any, luck: Any, out: Any) -> Any:
    """Play match `i` at random to the end of its round, and return the number of steps."""
    luck[1] = 0
    return playout(a[i], block, key, borrowed(luck), borrowed(out))


def playouts_at(
    a: Any, template: Any, first: Any, last: Any, block: Any, key: Any, luck: Any, out: Any, points: Any, lengths: Any
) -> Any:
    """Deal and play rounds `first` to `last` - 1 of a study in record 0, and return the number of all steps.

    Row k of `points` gets the points of round `first` + k by seat, and row k of `lengths` its number of steps. The luck
    of round number g comes from the 128 bits `block` and `key`, and g: it does not depend on the other rounds.
    """
    steps = 0
    luck = borrowed(luck)
    out = borrowed(out)
    a = borrowed(a)
    for number in range(first, last):
        a[0] = template[0]
        s = a[0]
        left, right = mix(block, key, number & LOW31)
        own = join(left, right)
        left, right = mix(own, block, (number >> 31) + 1)
        second = join(left, right)
        luck[0] = own
        luck[1] = second
        luck[2] = 0
        deal(s, luck)
        luck[1] = 0
        left, right = mix(second, key, 0)
        made = playout(s, join(left, right), own, luck, out)
        steps += made
        lengths[at(number - first)] = made
        for seat in range(s.seats):
            points[at(number - first), at(seat)] = s.points[at(seat)]
    return steps
