"""SWUP: a begun move, all ways to read it at once, and which spellings of it do the same (§4-6, §12).

A card of two values keeps all its readings open until the sums decide. So three sets say what the open group may still
need: `plain` if it holds loose cards alone, `first` if it holds the played card, `joined` if it holds a single build.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kartentisch.engine.compiled import at, rule
from kartentisch.engine.sets import bit, has
from kartentisch.games.swup.cards import BUILD, DONE, HIGH, LOW, MORE_AS_HIGH, SET, TAKE, WITH_AIM, WITH_CARD
from kartentisch.games.swup.groups import but_zero, keeps, lowered, minus, own_value

# ---- Reading a begun move -------------------------------------------------------------------------------------------


@rule
def may_be_closed(s: Any) -> Any:
    """In some reading no group is open, so the next item begins one."""
    return has(s.plain, s.aim)


@rule
def is_closed(s: Any) -> Any:
    """In every reading no group is open."""
    return s.plain == bit(s.aim) and s.first | s.joined == 0


@rule
def open_to_builds(s: Any) -> Any:
    """The needs of the open group that a single build may meet: §5.3 of the first one, §10.2 of any."""
    if s.building:
        return s.first
    return s.plain if s.option_builds_in_sums else np.int64(0)


@rule
def own_missing(s: Any, seat: Any) -> Any:
    """§6.1, §6.3: the own build must get in, and it is not in yet."""
    return s.owing != 0 and not has(s.got, seat)


@rule
def is_one_group(s: Any) -> Any:
    """§5.7: the items, each at its lower value, are one group and not several."""
    return s.low == s.aim or s.low + MORE_AS_HIGH == s.aim


# ---- Beginning ------------------------------------------------------------------------------------------------------


@rule
def begin_groups(s: Any, seat: Any, step: Any) -> None:
    """The aim is named, nothing is picked yet."""
    s.left = s.table[SET]
    s.got = 0
    s.low = LOW[at(s.card)]
    s.joined = 0
    s.inside = 0
    s.last = 0
    s.lead = 0
    if step <= BUILD:
        begin_take(s, seat, step - TAKE)
    else:
        begin_build(s, seat, step - BUILD)


@rule
def begin_take(s: Any, seat: Any, value: Any) -> None:
    """§4.1: no group is open. §6.3: the own build must get in if no card for it is kept."""
    own = own_value(s, seat)
    s.building = 0
    s.aim = value
    s.plain = bit(value)
    s.first = 0
    s.owing = own != 0 and not has(keeps(s, seat, s.card), own)


@rule
def begin_build(s: Any, seat: Any, value: Any) -> None:
    """§5.3: the group of the played card is open unless the card is worth it all. §6.1: the own build must get in."""
    own = own_value(s, seat)
    need = minus(bit(value), s.card)
    s.building = 1
    s.aim = value
    s.owing = own != 0
    if own != 0 and own < value:
        s.inside = own
        s.plain = 0
        s.first = lowered(need, own)
    else:
        s.plain = bit(value) if has(need, 0) else np.int64(0)
        s.first = but_zero(need)


# ---- Picking --------------------------------------------------------------------------------------------------------


@rule
def pick_card(s: Any, kind: Any) -> None:
    """A loose card comes into the open group, or is the first one of the next."""
    s.left ^= bit(kind)
    s.low += LOW[at(kind)]
    plain = minus(s.plain, kind)
    first = minus(s.first, kind)
    joined = minus(s.joined, kind)
    complete = plain | joined
    if s.inside == 0:
        complete |= first
        first = but_zero(first)
    s.plain = but_zero(plain) | (bit(s.aim) if has(complete, 0) else 0)
    s.first = first
    s.joined = but_zero(joined)


@rule
def pick_build(s: Any, owner: Any) -> None:
    """A build is a group of its own, or comes into the open group."""
    value = own_value(s, owner)
    whole = value == s.aim
    joined = np.int64(0)
    if not whole:
        joined = open_to_builds(s)
        if s.inside == 0:
            joined = lowered(joined, value)
    s.got |= bit(owner)
    s.low += value
    s.inside = 0
    s.plain = bit(s.aim) if whole or has(joined, 0) else np.int64(0)
    s.first = 0
    s.joined = but_zero(joined)


# ---- Spellings (§4.5, §12.3, §12.5) ---------------------------------------------------------------------------------


@rule
def note_order(s: Any, step: Any) -> None:
    """Keep the item picked last and, where a group surely begins, its first one."""
    s.last = step
    if may_be_closed(s):
        s.lead = step if is_closed(s) else 0


@rule
def spare(s: Any, step: Any) -> Any:
    """§12.5: items ascend within a group, and groups by their first items; any other order is spare."""
    if s.begun < WITH_AIM or step == DONE:
        return False
    if not may_be_closed(s):
        return step < s.last
    return is_closed(s) and step < s.lead


# Where the parts of a gist begin in its numbers. A card and a step take 6 bits each, a value 5, a set of needs 17,
# or 16 where zero is never needed.
BUILT, GOT = 6, 11
FIRST, JOINED, LAST, LEAD, AS_HIGH = 16, 33, 49, 55, 61


@rule
def gist(s: Any) -> Any:
    """§4.5: the outcome of a begun move (items; card, value of a build, builds), and how it can go on."""
    if s.begun == 0:
        return 0, 0, 0
    if s.begun == WITH_CARD:
        return 0, np.int64(s.card), 0
    built = np.int64(s.aim) if s.building else 0
    outcome = np.int64(s.card) | (built << BUILT) | (np.int64(s.got) << GOT)
    readings = (s.plain >> 1) | (s.first << FIRST) | ((s.joined >> 1) << JOINED)
    order = (np.int64(s.last) << LAST) | (np.int64(s.lead) << LEAD)
    as_high = np.int64(s.aim == HIGH[at(s.card)])
    return s.table[SET] ^ s.left, outcome, readings | order | (as_high << AS_HIGH)
