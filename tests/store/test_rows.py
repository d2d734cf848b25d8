"""The row of a table: what every store promises of it, the same tests for all of them."""

from __future__ import annotations

from kartentisch.store import Listed, Name, OutOfStep, Standing
from kartentisch.table.facts import Fact
from tests.plain_store import PlainStore
from tests.store.kit import done, fact, fault, some


def test_tables_are_listed_and_closed_ones_left_out_on_request(store: PlainStore) -> None:
    assert store.tables() == []
    done(store.append("b", 0, [*some(1, 2), fact(3, time=50)]))
    done(store.append("c", 0, [*some(1, 1), fact(2, "closed", text="host", time=70)]))
    done(store.append("a", 0, [fact(1, time=20), fact(2, "woke", time=90)]))
    a, b = Listed("a", 2, False, 20, 20), Listed("b", 3, False, 50)
    c = Listed("c", 2, True, 70, phase="closed")
    assert store.tables() == [a, b, c]
    assert store.tables(running_only=True) == [a, b]
    assert [store.listed(table) for table in "abcd"] == [a, b, c, None]
    assert (store.unused(50, closed=False), store.unused(49, closed=False)) == ([a, b], [a])
    assert (store.unused(70, closed=True), store.unused(69, closed=True)) == ([c], [])


def test_the_row_of_a_table_is_written_with_its_facts_or_not_at_all(store: PlainStore) -> None:
    text = '{"game": "skat", "rules": 7, "mapping": 1, "plan": []}'
    opened = fact(1, "opened", text=text, time=10)
    done(store.append("a", 0, [opened], Standing("waiting", True)))
    row = Listed("a", 1, False, 10, 10, "skat", 7, "waiting", True)
    assert store.listed("a") == row
    assert isinstance(fault(store.append("a", 5, some(6, 7), Standing("playing", False, 9))), OutOfStep)
    assert store.listed("a") == row
    done(store.append("a", 1, [fact(2, time=20), fact(3, "woke", time=30)], Standing("playing", False, 25)))
    assert store.listed("a") == Listed("a", 3, False, 20, 10, "skat", 7, "playing", False, 25)
    done(store.append("a", 3, [fact(4, "closed", time=40)], Standing("playing", True, 50)))
    assert store.listed("a") == Listed("a", 4, True, 40, 10, "skat", 7, "closed")
    done(store.append("b", 0, [fact(1, "opened", text="no JSON")]))
    done(store.append("c", 0, [fact(1, "opened", text='{"rules": "seven"}')]))
    assert [(row.game, row.rules, row.phase) for row in store.tables()[1:]] == [("", 0, "")] * 2
    done(store.delete("a", 5))
    assert store.listed("a") is None


def test_facts_one_by_one_leave_the_same_row_as_together(store: PlainStore) -> None:
    facts = [
        fact(1, time=10),
        fact(2, time=20, ask="ask-0002"),
        fact(3, "woke", time=30),
        fact(4, "closed", time=40),
        fact(5, "hinted", time=50),
        fact(6, "woke", time=60),
    ]
    for last in range(2, len(facts) + 1):
        together, apart = f"together{last}", f"apart{last}"
        here = Standing("playing", True, 100 * last)
        done(store.append(together, 0, facts[:last], here))
        for one in facts[:last]:
            done(store.append(apart, one.number - 1, [one], here))
        row = store.listed(together)
        assert row is not None
        assert store.listed(apart) == row._replace(id=apart)
        assert store.facts(apart) == facts[:last]


def test_a_single_fact_out_of_step_changes_nothing_and_names_the_newest(store: PlainStore) -> None:
    done(store.append("a", 0, some(1, 3)))
    row = store.listed("a")
    for expected in (1, 2, 4, 9):
        error = fault(store.append("a", expected, some(expected + 1, expected + 1)))
        assert isinstance(error, OutOfStep)
        assert (error.expected, error.newest) == (expected, 3)
    error = fault(store.append("none", 1, some(2, 2)))
    assert isinstance(error, OutOfStep)
    assert error.newest == 0
    assert (store.listed("a"), store.listed("none"), store.facts("none")) == (row, None, [])
    assert store.facts("a") == some(1, 3)


def test_tables_that_invite_and_that_wake_are_found_without_the_others(store: PlainStore) -> None:
    for n, name in enumerate("abcdef"):
        here = Standing("waiting", name in "bdef", 100 - n if name in "acd" else None)
        done(store.append(name, 0, [fact(1, "opened", time=10 * n)], here))
    assert store.inviting(10, 9) == ["f", "e", "d"]
    assert store.inviting(0, 2) == ["f", "e"]
    assert store.waking() == ["d", "c", "a"]
    done(store.append("d", 1, [fact(2)], Standing("playing")))
    done(store.append("c", 1, [fact(2, "closed")]))
    assert (store.inviting(0, 9), store.waking()) == (["f", "e", "b"], ["a"])


def test_how_a_table_stands_is_noted_later_unless_it_has_gone_on(store: PlainStore) -> None:
    done(store.append("a", 0, some(1, 2)))
    done(store.append("b", 0, [fact(1, "closed")]))
    for table, newest in (("a", 1), ("b", 1), ("c", 0)):
        done(store.stand(table, newest, Standing("playing", False, 5)))
    assert [row.phase for row in store.tables()] == ["", "closed"]
    done(store.stand("a", 2, Standing("playing", True, 5)))
    row = store.listed("a")
    assert row is not None
    assert (row.newest, row.phase, row.public, row.wake_at) == (2, "playing", True, 5)


def test_the_log_of_a_pad_is_in_no_list_of_tables_and_is_found_by_its_kind(store: PlainStore) -> None:
    text = '{"game":"swup","rules":2,"options":{},"people":2}'
    opened = Fact(1, "pad", text=text, time=10)  # type: ignore[arg-type]
    entered = Fact(2, "entered", 0, "entry001", "{}", time=20)  # type: ignore[arg-type]
    done(store.append("a", 0, some(1, 1)))
    done(store.append("p", 0, [opened, entered], Standing("playing")))
    done(store.set_name("p", 2, "Anna", ""))
    assert store.facts("p") == [opened, entered]
    row = Listed("p", 2, False, 20, 10, "swup", 2, "playing", kind="pad")
    assert store.listed("p") == row
    assert [one.id for one in store.tables()] == ["a"]
    assert [one.id for one in store.unused(99, closed=False)] == ["a"]
    assert store.unused(20, closed=False, kind="pad") == [row]
    assert store.unused(19, closed=False, kind="pad") == []
    assert (store.inviting(0, 9), store.waking()) == ([], [])
    assert store.names("p") == {2: Name("Anna", "")}
    done(store.delete("p", 30))
    assert (store.listed("p"), store.facts("p"), store.names("p"), store.deleted("p")) == (None, [], {}, True)
