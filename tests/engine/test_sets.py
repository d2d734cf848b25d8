"""Small sets as words, against Python's own sets."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kartentisch.engine import sets

pytestmark = pytest.mark.rules

SOME = settings(max_examples=50)
MEMBERS = st.sets(st.integers(0, 62), min_size=1)


def word_of(members: set[int]) -> np.int64:
    return np.int64(sum(1 << member for member in members))


def members_of(word: int) -> set[int]:
    return {member for member in range(63) if (int(word) >> member) & 1}


@SOME
@given(MEMBERS)
def test_a_set_knows_its_members(members: set[int]) -> None:
    word = word_of(members)
    assert {member for member in range(63) if sets.has(word, member)} == members
    assert int(sets.ones(word)) == len(members)
    assert [int(sets.nth(word, np.int64(r))) for r in range(len(members))] == sorted(members)


@SOME
@given(MEMBERS)
def test_a_set_knows_its_ends(members: set[int]) -> None:
    word = word_of(members)
    assert int(sets.lowest(word)) == min(members)
    assert int(sets.highest(word)) == max(members)
    assert members_of(sets.only_lowest(word)) == {min(members)}
    assert members_of(sets.without_lowest(word)) == members - {min(members)}


@SOME
@given(MEMBERS, MEMBERS)
def test_two_sets_meet_in_a_common_member(one: set[int], other: set[int]) -> None:
    assert bool(sets.meet(word_of(one), word_of(other))) == bool(one & other)


@pytest.mark.parametrize("number", [0, 1, 4, 62])
def test_the_first_members(number: int) -> None:
    assert members_of(sets.first(number)) == set(range(number))
    assert members_of(sets.bit(number)) == {number}
