"""What every store promises: the same tests for all of them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kartentisch.store import (
    TALK_KEPT,
    Listed,
    Name,
    OutOfStep,
    StoreFailed,
    written,
)
from kartentisch.store.sqlite import FILE
from kartentisch.table.contents import Kind
from kartentisch.table.facts import Fact
from tests.plain_store import PlainStore
from tests.store.kit import EACH, STORES, code, done, fact, fault, opened, said, some

INT = st.integers(-(2**63), 2**63 - 1)
TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=40)
ROWS = st.lists(st.tuples(st.sampled_from(get_args(Kind)), INT, TEXT, TEXT, TEXT, TEXT, INT), max_size=8)


@pytest.fixture(scope="module", params=EACH)
def lasting(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[PlainStore]:
    """One store for many examples."""
    store = STORES[request.param](tmp_path_factory.mktemp("lasting"))
    yield store
    store.close()


@given(rows=ROWS)
def test_facts_come_back_exactly(lasting: PlainStore, rows: list[tuple[Any, ...]]) -> None:
    facts = [Fact(number, *row) for number, row in enumerate(rows, start=1)]
    table = f"t{len(lasting.tables())}"
    done(lasting.append(table, 0, facts))
    assert lasting.facts(table) == facts


def test_facts_are_read_in_order_after_a_number(store: PlainStore) -> None:
    done(store.append("a", 0, some(1, 2)))
    done(store.append("a", 2, some(3, 12)))
    done(store.append("b", 0, some(1, 1)))
    assert store.facts("a") == some(1, 12)
    assert store.facts("a", after=9) == some(10, 12)
    assert store.facts("a", after=12) == []
    assert store.facts("a", after=-5) == some(1, 12)
    assert store.facts("nowhere") == []


@pytest.mark.parametrize("expected", [0, 1, 3])
def test_an_append_that_expects_another_number_changes_nothing(store: PlainStore, expected: int) -> None:
    done(store.append("a", 0, some(1, 2)))
    error = fault(store.append("a", expected, some(expected + 1, expected + 2)))
    assert isinstance(error, OutOfStep)
    assert (error.table_id, error.expected, error.newest) == ("a", expected, 2)
    assert store.facts("a") == some(1, 2)
    done(store.append("a", 2, some(3, 3)))
    assert store.facts("a") == some(1, 3)


def test_a_table_without_facts_does_not_exist(store: PlainStore) -> None:
    done(store.append("a", 0, []))
    assert isinstance(fault(store.append("a", 1, [])), OutOfStep)
    assert store.tables() == []


@pytest.mark.parametrize(
    ("bad", "error"),
    [
        ([fact(2)], ValueError),
        ([fact(1), fact(3)], ValueError),
        ([fact(1), fact(1)], ValueError),
        ([fact(1, time=2**63)], ValueError),
        ([fact(1, text="\ud83c")], ValueError),
        ([fact(1, text="no\0where")], ValueError),
        ([fact(1, seat="0")], TypeError),
    ],
)
def test_facts_that_could_not_come_back_are_refused_at_once(
    store: PlainStore, bad: list[Fact], error: type[Exception]
) -> None:
    with pytest.raises(error):
        store.append("a", 0, bad)
    with pytest.raises(ValueError, match="surrogates"):
        store.set_name("a", 0, "\ud83c", "")
    done(store.append("a", 0, some(1, 1)))
    assert store.facts("a") == some(1, 1)


def test_of_many_who_append_at_once_one_wins_each_number(store: PlainStore) -> None:
    def play(who: int) -> list[int]:
        won = []
        for number in range(1, 41):
            error = store.append("a", number - 1, [fact(number, seat=who)]).exception()
            if error is None:
                won.append(number)
        return won

    with ThreadPoolExecutor(6) as pool:
        won = dict(enumerate(pool.map(play, range(6))))
    assert sorted(number for numbers in won.values() for number in numbers) == list(range(1, 41))
    assert all(found.number in won[found.seat] for found in store.facts("a"))


def test_an_append_that_is_out_of_step_does_not_spoil_those_beside_it(store: PlainStore) -> None:
    futures = [
        store.append(table, expected, some(expected + 1, expected + 2))
        for table in "abcdef"
        for expected in (0, 1, 2, 2, 4)
    ]
    right = [future.exception() is None for future in futures]
    assert right == [True, False, True, False, True] * 6
    assert [store.facts(table) for table in "abcdef"] == [some(1, 6)] * 6


def test_the_last_fact_of_an_ask_is_found_by_its_id(store: PlainStore) -> None:
    done(store.append("a", 0, [fact(1, "opened"), fact(2, ask="x"), fact(3, ask="x"), fact(4, ask="y")]))
    assert [store.answered("a", ask) for ask in ("x", "y", "z", "")] == [3, 4, 0, 0]
    assert store.answered("b", "x") == 0


def test_names_can_be_set_changed_and_emptied_table_by_table(store: PlainStore) -> None:
    done(store.append("a", 0, some(1, 1)))
    done(store.set_name("a", 2, "Jörg 🂡", "kettle"))
    done(store.set_name("a", 0, "Ada", "spoon"))
    done(store.set_name("a", 2, "Jörg", "pan"))
    done(store.set_name("b", 0, "Bo", "cup"))
    assert store.names("a") == {0: Name("Ada", "spoon"), 2: Name("Jörg", "pan")}
    done(store.forget_people("a"))
    assert store.names("a") == {}
    assert store.names("b") == {0: Name("Bo", "cup")}
    assert store.facts("a") == some(1, 1)


def test_what_was_said_comes_back_exactly_and_in_order(store: PlainStore) -> None:
    lines = [said(3, text="später"), said(1, seat=4, name="", text="<b>\u202eא"), said(2, ask="x")]
    for line in lines:
        done(store.say("a", line))
    done(store.say("b", said(1, text="elsewhere")))
    assert store.talk("a") == sorted(lines)
    assert store.talk("nowhere") == []
    assert code(store.say("a", said(2))) == "broken"
    for bad in (said(1, text="\ud83c"), said(2**63), said(1, seat="0")):
        with pytest.raises((ValueError, TypeError)):
            store.say("a", bad)
    assert store.talk("a") == sorted(lines)


def test_of_a_long_talk_the_newest_lines_are_kept(store: PlainStore) -> None:
    futures = [store.say(table, said(n)) for n in range(TALK_KEPT + 5) for table in "ab"]
    assert [done(future) for future in futures] == [None] * len(futures)
    for table in "ab":
        assert [line.time for line in store.talk(table)] == list(range(5, TALK_KEPT + 5))


def test_names_and_talk_are_forgotten_together_table_by_table(store: PlainStore) -> None:
    for table in "ab":
        done(store.append(table, 0, some(1, 2)))
        done(store.set_name(table, 0, "Ada", "spoon"))
        done(store.say(table, said(1)))
    done(store.renew("a", 0))
    done(store.forget_people("a"))
    assert (store.names("a"), store.talk("a")) == ({}, [])
    assert (store.names("b"), store.talk("b")) == ({0: Name("Ada", "spoon")}, [said(1)])
    assert store.facts("a") == some(1, 2)
    assert store.token_version("a", 0) == 2


def test_a_deleted_table_is_gone_but_for_its_address_and_does_not_come_back(store: PlainStore) -> None:
    for table in "ab":
        done(store.append(table, 0, [fact(1, "opened", ask="x"), *some(2, 3)]))
        done(store.set_name(table, 0, "Ada", "spoon"))
        done(store.say(table, said(1)))
        done(store.renew(table, 0))
        done(store.set_join_code(table, f"CODE{table}"))
    done(store.delete("a", 5))
    assert store.deleted("a")
    assert (store.facts("a"), store.names("a"), store.talk("a"), store.answered("a", "x")) == ([], {}, [], 0)
    assert store.token_version("a", 0) == store.token_version("a", 9)
    assert (store.table_of_join_code("CODEa"), store.table_of_join_code("CODEb")) == ("", "b")
    assert [table.id for table in store.tables()] == ["b"]
    assert code(store.append("a", 0, some(1, 1))) == "broken"
    assert isinstance(fault(store.append("a", 3, some(4, 4))), OutOfStep)
    for late in (
        store.set_name("a", 0, "Ada", "cup"),
        store.say("a", said(9)),
        store.renew("a", 0),
        store.set_join_code("a", "CODEc", 6),
    ):
        assert code(late) == "broken", "nothing comes back of a table that was deleted"
    assert (store.names("a"), store.talk("a"), store.join_code("a")) == ({}, [], "")
    done(store.delete("a", 6))
    assert not store.deleted("b")
    assert (len(store.facts("b")), len(store.names("b")), len(store.talk("b"))) == (3, 1, 1)


def test_what_never_was_cannot_be_deleted(store: PlainStore) -> None:
    done(store.delete("never", 5))
    assert not store.deleted("never")
    done(store.append("never", 0, some(1, 1)))


def test_renewing_a_seat_link_voids_the_old_one_of_that_seat_only(store: PlainStore) -> None:
    first = store.token_version("a", 1)
    assert done(store.renew("a", 1)) == first + 1
    assert done(store.renew("a", 1)) == first + 2
    assert store.token_version("a", 1) == first + 2
    assert store.token_version("a", 0) == store.token_version("b", 1) == first


def test_writes_can_be_awaited_and_do_not_stop_when_the_waiting_does(store: PlainStore) -> None:
    async def main() -> None:
        await asyncio.gather(*(written(store.append(f"t{k}", 0, some(1, 3))) for k in range(20)))
        with pytest.raises(OutOfStep):
            await written(store.append("t0", 0, some(1, 1)))
        waiting = asyncio.ensure_future(written(store.append("t0", 3, some(4, 4))))
        await asyncio.sleep(0)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        assert await written(store.renew("t0", 0)) == 2  # comes after it

    asyncio.run(main())
    assert [len(store.facts(f"t{k}")) for k in range(20)] == [4, *[3] * 19]


def test_a_write_that_was_handed_over_cannot_be_taken_back(store: PlainStore) -> None:
    future: Future[None] = store.append("a", 0, some(1, 1))
    assert not future.cancel()
    done(future)
    assert store.facts("a") == some(1, 1)


def test_a_backup_is_a_whole_store_and_takes_the_place_of_an_older_one(store: PlainStore, tmp_path: Path) -> None:
    home = tmp_path / "restored"
    home.mkdir()
    done(store.append("gone", 0, some(1, 1)))
    done(store.delete("gone", 7))
    for last in (1, 5):
        done(store.append("a", 0 if last == 1 else 1, some(1 if last == 1 else 2, last)))
        done(store.set_name("a", 0, "Ada", "spoon"))
        done(store.renew("a", 0))
        done(store.say("a", said(last)))
        store.backup(home / FILE)
    assert [path.name for path in home.iterdir()] == [FILE]
    restored = opened(home)
    try:
        assert restored.facts("a") == some(1, 5)
        assert restored.names("a") == {0: Name("Ada", "spoon")}
        assert restored.token_version("a", 0) == store.token_version("a", 0) == 3
        assert restored.talk("a") == [said(1), said(5)]
        assert restored.deleted("gone")
        assert restored.tables() == store.tables() == [Listed("a", 5, False, 0)]
    finally:
        restored.close()


def test_a_closed_store_finishes_what_it_has_and_refuses_the_rest(store: PlainStore, tmp_path: Path) -> None:
    futures = [store.append("a", number - 1, some(number, number)) for number in range(1, 101)]
    store.close()
    assert [future.exception(0) for future in futures] == [None] * 100
    error = fault(store.append("a", 100, some(101, 101)))
    assert isinstance(error, StoreFailed)
    assert error.code == "closed"
    with pytest.raises(StoreFailed, match="closing"):
        store.facts("a")
    store.close()
