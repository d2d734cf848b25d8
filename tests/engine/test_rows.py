"""Cards in a line, and piles that seats own: how they are written as JSON, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from kartentisch.engine.fields import ALL, TRUTH, Flag
from kartentisch.engine.layout import Layout
from kartentisch.engine.packs import BadState, Pack
from kartentisch.engine.rows import Line, Owned, Word

PACK = Pack(tokens=("a", "b", "c", "d"), counts=(1, 1, 1, 1), planes=1)
LINE = Line(name="line", seen_by=ALL, pack=PACK)
PILES = Owned(
    name="heaps", seen_by=ALL, pack=PACK, more=(("fixed", Flag(name="heaps_fixed", seen_by=ALL, per_seat=True)),)
)
LAYOUT = Layout(max_seats=3, options=(), fields=(LINE, PILES, Word(name="scratch")))


def record() -> Any:
    records = LAYOUT.new()
    records[0]["seats"] = 3
    return records[0]


def test_a_line_keeps_the_order_in_which_cards_were_laid_when_some_are_taken_up() -> None:
    s = record()
    LINE.load(s, ["d", "a", "c"], TRUTH)
    assert LINE.dump(s, TRUTH) == ["d", "a", "c"]
    s["line"][0] &= ~1
    assert LINE.dump(s, TRUTH) == ["d", "c"]


def test_equal_lines_have_equal_bytes_once_they_are_tidy() -> None:
    one, other = record(), record()
    LINE.load(one, ["d", "a", "c"], TRUTH)
    one["line"][0] &= ~1
    one["line_n"] = 2
    LINE.tidy(one, 0)
    LINE.load(other, ["d", "c"], TRUTH)
    assert one.tobytes() == other.tobytes()


def test_cards_in_lines_and_owned_piles_are_counted() -> None:
    s = record()
    LINE.load(s, ["d", "a"], TRUTH)
    PILES.load(s, [{"owner": 2, "fixed": True, "cards": ["b"]}], TRUTH)
    assert LAYOUT.packs == (PACK,)
    assert LAYOUT.lying(s, PACK) == [1, 1, 0, 1]


def test_owned_piles_are_listed_by_owner() -> None:
    s = record()
    two = [{"owner": 2, "fixed": True, "cards": ["c", "b"]}, {"owner": 0, "fixed": False, "cards": ["a"]}]
    PILES.load(s, two, TRUTH)
    assert PILES.dump(s, TRUTH) == [
        {"owner": 0, "fixed": False, "cards": ["a"]},
        {"owner": 2, "fixed": True, "cards": ["b", "c"]},
    ]
    for seat in range(3):
        PILES.hide(s, seat)
    assert not s["heaps"].any()
    assert not s["heaps_fixed"].any()


@pytest.mark.parametrize(
    "value",
    [
        None,
        {},
        [None],
        [{"owner": 0, "cards": ["a"]}],
        [{"owner": 0, "fixed": True, "cards": ["a"], "more": 1}],
        [{"owner": 0, "fixed": True, "cards": []}],
        [{"owner": 0, "fixed": 1, "cards": ["a"]}],
        [{"owner": 3, "fixed": True, "cards": ["a"]}],
        [{"owner": True, "fixed": True, "cards": ["a"]}],
        [{"owner": 0, "fixed": True, "cards": ["a", "a"]}],
        [{"owner": 0, "fixed": True, "cards": ["a"]}, {"owner": 0, "fixed": True, "cards": ["b"]}],
    ],
)
def test_owned_piles_that_cannot_be_are_refused(value: Any) -> None:
    with pytest.raises(BadState):
        PILES.load(record(), value, TRUTH)


@pytest.mark.parametrize("value", [None, "a", ["a", "a"], ["x"], [None], [1]])
def test_a_line_that_cannot_be_is_refused(value: Any) -> None:
    with pytest.raises(BadState):
        LINE.load(record(), value, TRUTH)


def test_a_word_of_a_begun_move_stands_in_no_dump() -> None:
    s = record()
    s["scratch"] = 2**62
    assert [field.name for field in LAYOUT.shown] == ["line", "heaps"]
    LAYOUT.fields[2].hide(s, 0)
    assert s["scratch"] == 0
