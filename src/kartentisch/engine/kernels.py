"""Loops over the verbs of a game, written once: `bind` makes a compiled copy for each game.

The verbs below are names only, replaced in every copy by those of a rule sheet.
"""

from __future__ import annotations

from typing import Any

from kartentisch.engine.compiled import at, borrowed
from kartentisch.engine.luck import join, mix

LOW31 = 0x7FFFFFFF

# What `commit_at` answers besides 0 (done) and k > 0 (the k-th step is not legal).
NO_ACTOR = -1
UNFINISHED = -2
OVERFULL = -3


def _verb(*_: Any) -> Any:
    raise NotImplementedError("a template runs only after compiled.bind")


deal = next_round = asked = actors = legal = apply = ends = window = answer = _verb


def deal_at(a: Any, i: Any, luck: Any) -> None:
    """Deal the first round of match `i`."""
    deal(a[i], luck)


def next_round_at(a: Any, i: Any, luck: Any) -> None:
    """Deal the next round of match `i`."""
    next_round(a[i], luck)


def asked_at(a: Any, i: Any) -> Any:
    """The seat that match `i` waits for."""
    return asked(a[i])


def actors_at(a: Any, i: Any) -> Any:
    """The seats that may act in match `i`, as a bit mask."""
    return actors(a[i])


def legal_at(a: Any, i: Any, seat: Any, out: Any) -> Any:
    """Write the next steps of a seat in match `i`."""
    return legal(a[i], seat, out)


def apply_at(a: Any, i: Any, seat: Any, step: Any, luck: Any) -> None:
    """Do a step in match `i`."""
    apply(a[i], seat, step, luck)


def ends_at(a: Any, i: Any, seat: Any, step: Any) -> Any:
    """Whether a legal step completes the move begun in match `i`."""
    return ends(a[i], seat, step)


def window_at(a: Any, i: Any) -> Any:
    """The seats for which a table answers in match `i`."""
    return window(a[i])


def answer_at(a: Any, i: Any, seat: Any) -> Any:
    """What a table answers for a seat in match `i`."""
    return answer(a[i], seat)


def commit_at(a: Any, draft: Any, seat: Any, steps: Any, n: Any, luck: Any, out: Any) -> Any:
    """Check a whole move of match 0 step by step on a draft, and take the draft over if it is legal and complete."""
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
    """The seat that a driver asks next: the lowest that the game does not wait for, else the one it waits for."""
    seat = asked(s)
    others = actors(s) & ~(1 << seat)
    if others != 0:
        seat = 0
        while (others >> seat) & 1 == 0:
            seat += 1
    return seat


def advance_at(a: Any, i: Any, seat: Any, step: Any, value: Any, luck: Any, out: Any) -> Any:
    """Do a legal step in match `i` with luck `value` and write the next steps: for drivers that choose in Python.

    Returns their number * 16 + the seat that has them (`seat` while its move is begun); 0 when the round is over.
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
    """Play a round at random to its end, each step uniform among the legal ones; returns the steps made.

    Step number c gets its luck from the 128 bits `block`, `key` and c. Of the seats that may act, the lowest one that
    the game does not wait for is asked first.
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
    """Play match `i` at random to the end of its round; returns the steps made."""
    luck[1] = 0
    return playout(a[i], block, key, borrowed(luck), borrowed(out))


def playouts_at(
    a: Any, template: Any, first: Any, last: Any, block: Any, key: Any, luck: Any, out: Any, points: Any, lengths: Any
) -> Any:
    """Deal and play rounds `first` to `last` - 1 of a study in record 0; returns the steps.

    Writes of each the points by seat, and the steps to `lengths`, from row 0 on. Round number g gets its luck from the
    128 bits `block`, `key` and g, whatever the other rounds do.
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
