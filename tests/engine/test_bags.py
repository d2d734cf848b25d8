"""Bags as bit words, against plain counting."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kartentisch.engine import bags
from kartentisch.engine.luck import new_luck, seeded
from kartentisch.engine.packs import fill, spread

pytestmark = [pytest.mark.rules, pytest.mark.ways]

SOME = settings(max_examples=50)
"""Half as many as elsewhere: each is tried in all ways."""
PLANES = 3
KINDS = st.integers(0, bags.MAX_KINDS - 1)
COUNTS = st.dictionaries(KINDS, st.integers(1, 2**PLANES - 1), max_size=12)
WORDS = st.integers(1, 2**bags.MAX_KINDS - 1)


def bag_of(counts: dict[int, int]) -> Any:
    bag = np.zeros(PLANES, np.int64)
    fill(bag, [counts.get(kind, 0) for kind in range(bags.MAX_KINDS)])
    return bag


def cards_in(bag: Any) -> Counter[int]:
    return Counter(spread(bag))


@SOME
@given(WORDS)
def test_bits_are_counted_and_found(word: int) -> None:
    set_bits = [k for k in range(63) if (word >> k) & 1]
    assert int(bags.ones(np.int64(word))) == len(set_bits)
    assert int(bags.lowest(np.int64(word))) == set_bits[0]
    assert [int(bags.nth(np.int64(word), np.int64(r))) for r in range(len(set_bits))] == set_bits


@SOME
@given(COUNTS)
def test_a_bag_knows_how_many_of_what_it_holds(counts: dict[int, int]) -> None:
    bag = bag_of(counts)
    assert cards_in(bag) == Counter(counts)
    assert int(bags.size(bag)) == sum(counts.values())
    assert int(bags.held(bag)) == sum(1 << kind for kind in counts)
    assert all(int(bags.copies(bag, kind)) == counts.get(kind, 0) for kind in range(bags.MAX_KINDS))
    assert spread(bag) == sorted(spread(bag))
    bags.clear(bag)
    assert not bag.any()


@SOME
@given(COUNTS, KINDS)
def test_putting_and_taking_are_inverse(counts: dict[int, int], kind: int) -> None:
    bag, before = bag_of(counts), bag_of(counts)
    if counts.get(kind, 0) < 2**PLANES - 1:
        bags.put(bag, kind)
        assert cards_in(bag) == Counter(counts) + Counter([kind])
        bags.take(bag, kind)
        assert bag.tobytes() == before.tobytes()
    if kind in counts:
        bags.take(bag, kind)
        assert cards_in(bag) == Counter(counts) - Counter([kind])


@SOME
@given(COUNTS.filter(bool), st.integers(0, 2**64 - 1))
def test_drawing_all_gives_all(counts: dict[int, int], luck: int) -> None:
    bag, drawing = bag_of(counts), new_luck(luck)
    drawn = [int(bags.pick(bag, n, drawing)) for n in range(sum(counts.values()), 0, -1)]
    assert Counter(drawn) == Counter(counts)
    assert not bag.any()


@SOME
@given(COUNTS.filter(bool), WORDS, st.integers(0, 2**64 - 1))
def test_drawing_among_some_kinds_gives_those(counts: dict[int, int], allowed: int, luck: int) -> None:
    bag, drawing = bag_of(counts), new_luck(luck)
    wanted = Counter({kind: n for kind, n in counts.items() if (allowed >> kind) & 1})
    drawn = [int(bags.pick_among(bag, np.int64(allowed), drawing)) for _ in range(wanted.total())]
    assert Counter(drawn) == wanted
    assert cards_in(bag) == Counter(counts) - wanted


@SOME
@given(COUNTS.filter(bool), st.randoms(use_true_random=False))
def test_the_same_luck_draws_the_same_whatever_way_the_bag_was_filled(counts: dict[int, int], order: Any) -> None:
    cards = list(Counter(counts).elements())
    order.shuffle(cards)
    bag = np.zeros(PLANES, np.int64)
    for kind in cards:
        bags.put(bag, kind)
    one, other, left, right = bag, bag_of(counts), new_luck(77, 5), new_luck(77, 5)
    for n in range(len(cards), 0, -1):
        assert int(bags.pick(one, n, left)) == int(bags.pick(other, n, right))


def test_each_card_is_drawn_as_often_as_the_others() -> None:
    counts = {0: 1, 5: 7, 31: 2, 32: 4, 62: 6}
    drawn: Counter[int] = Counter()
    for i in range(4_000):
        drawn[int(bags.pick(bag_of(counts), 20, new_luck(*seeded(3, i, 1))))] += 1
    for kind, count in counts.items():
        expected = 4_000 * count / 20
        assert abs(drawn[kind] - expected) < 5 * expected**0.5
