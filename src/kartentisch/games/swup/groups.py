"""SWUP: what cards and builds add up to, and what a card of the hand can take and build (§4-6, §10.2)."""

from __future__ import annotations

from typing import Any

import numpy as np

from kartentisch.engine.compiled import at, rule
from kartentisch.engine.sets import bit, has, lowest, without_lowest
from kartentisch.games.swup.cards import HIGH, LOW, SEATS, SET, UP_TO_TOP, VALUES

# ---- Sums (§1.3) ----------------------------------------------------------------------------------------------------


@rule
def raised(sums: Any, value: Any) -> Any:
    """These sums, each with a value more."""
    return (sums << value) & UP_TO_TOP


@rule
def lowered(needs: Any, value: Any) -> Any:
    """What is needed besides a value."""
    return needs >> value


@rule
def plus(sums: Any, kind: Any) -> Any:
    """These sums with a card more, which counts with any of its values."""
    return raised(sums, LOW[at(kind)]) | raised(sums, HIGH[at(kind)])


@rule
def minus(needs: Any, kind: Any) -> Any:
    """What is needed besides a card, which counts with any of its values."""
    return lowered(needs, LOW[at(kind)]) | lowered(needs, HIGH[at(kind)])


@rule
def but_zero(sums: Any) -> Any:
    """These sums without that of no cards at all."""
    return sums & ~1


@rule
def sums(cards: Any) -> Any:
    """What some of these cards, or none, add up to."""
    reach = 1
    while cards != 0:
        reach |= plus(reach, lowest(cards))
        cards = without_lowest(cards)
    return reach


@rule
def worth(cards: Any) -> Any:
    """The values of these cards."""
    values = 0
    while cards != 0:
        values |= VALUES[at(lowest(cards))]
        cards = without_lowest(cards)
    return values


# ---- Builds (§5, §6) ------------------------------------------------------------------------------------------------


@rule
def own_value(s: Any, seat: Any) -> Any:
    """The value of the seat's own build, 0 without one (§6.1)."""
    return np.int64(s.builds_value[at(seat)])


@rule
def single(s: Any, owner: Any) -> Any:
    """The value of this seat's build if it is single, else 0 (§5.6)."""
    return own_value(s, owner) * (1 - np.int64(s.builds_double[at(owner)]))


@rule
def values_of_builds(s: Any) -> Any:
    """The values of all builds."""
    values = 0
    for owner in range(SEATS):
        values |= bit(own_value(s, owner))
    return but_zero(values)


@rule
def with_single_build(s: Any, loose: Any) -> Any:
    """These sums of loose cards, alone or with one single build (§5.3, §5.5)."""
    reach = loose
    for owner in range(SEATS):
        reach |= raised(loose, single(s, owner))
    return reach


@rule
def keeps(s: Any, seat: Any, kind: Any) -> Any:
    """The values that a seat can still promise when it has played this card (§5.2, §6.3)."""
    return worth(s.hands[at(seat), SET] & ~bit(kind))


# ---- Aims -----------------------------------------------------------------------------------------------------------


@rule
def aims(s: Any, seat: Any, kind: Any) -> Any:
    """The values that a card of the hand can take, and those that it can build."""
    values = VALUES[at(kind)]
    kept = keeps(s, seat, kind)
    own = own_value(s, seat)
    loose = sums(s.table[SET])
    mixed = with_single_build(s, loose)
    groups = but_zero(loose) | values_of_builds(s)  # §4.1
    takes = groups
    if s.option_builds_in_sums:
        takes |= but_zero(mixed)  # §10.2
    if own == 0:
        builds = plus(but_zero(mixed), kind) | (values & groups)  # §5.3, §5.4
    else:
        grown = raised(loose, own) if s.builds_double[at(seat)] == 0 else 0
        builds = (plus(mixed, kind) & bit(own)) | plus(grown, kind)  # §6.1: add to the own build, or raise it
        if not has(kept, own):  # §6.3
            takes = bit(own)
            if s.option_builds_in_sums:
                takes |= grown
    return takes & values, builds & kept
