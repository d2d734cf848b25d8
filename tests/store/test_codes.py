"""Codes: what every store promises of them, the same tests for all of them."""

from __future__ import annotations

import pytest

from kartentisch.store import CODE_RESTS
from tests.plain_store import PlainStore
from tests.store.kit import done, fact


def test_a_code_leads_to_one_table_and_a_table_has_one_code(store: PlainStore) -> None:
    assert (store.join_code("a"), store.table_of_join_code("BCDFG")) == ("", "")
    assert done(store.set_join_code("a", "BCDFG"))
    assert not done(store.set_join_code("b", "BCDFG")), "it leads elsewhere"
    assert (store.join_code("b"), store.table_of_join_code("BCDFG")) == ("", "a")
    assert done(store.set_join_code("b", "HJKLM"))
    assert done(store.set_join_code("a", "NPRST"))
    assert done(store.set_join_code("a", "NPRST"))
    assert not done(store.set_join_code("a", "HJKLM"))
    assert (store.join_code("a"), store.join_code("b")) == ("NPRST", "HJKLM")
    assert (
        store.table_of_join_code("BCDFG"),
        store.table_of_join_code("NPRST"),
        store.table_of_join_code("HJKLM"),
    ) == ("", "a", "b")


@pytest.mark.parametrize("way", ["freed", "changed", "closed", "deleted"])
def test_a_code_that_was_given_back_rests_for_thirty_days(store: PlainStore, way: str) -> None:
    done(store.append("a", 0, [fact(1, time=5)]))
    assert done(store.set_join_code("a", "BCDFG", 5))
    if way == "freed":
        done(store.free_join_code("a", 1000))
    elif way == "changed":
        assert done(store.set_join_code("a", "NPRST", 1000))
    elif way == "closed":
        done(store.append("a", 1, [fact(2, "closed", time=1000)]))
    else:
        done(store.delete("a", 1000))
    assert store.table_of_join_code("BCDFG") == ""
    assert store.join_code("a") == ("NPRST" if way == "changed" else "")
    assert not done(store.set_join_code("b", "BCDFG", 1000 + CODE_RESTS - 1))
    assert done(store.set_join_code("b", "BCDFG", 1000 + CODE_RESTS))
    assert store.table_of_join_code("BCDFG") == "b"


def test_codes_in_use_are_counted_by_their_length(store: PlainStore) -> None:
    for n, code in enumerate(["BCDFG", "BCDFH", "BCDFGH", "BCDFJ"]):
        assert done(store.set_join_code(f"t{n}", code, 5))
    done(store.free_join_code("t3", 6))
    assert [store.join_codes(length) for length in (5, 6, 7)] == [2, 1, 0]
