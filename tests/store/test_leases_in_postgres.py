"""Leases in a database: the clock is that of the database, and the owner is one run of the program."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from kartentisch.store import HeldElsewhere, Lease, LeaseLost, StoreFailed
from kartentisch.store.leases import NODE_LIVES
from kartentisch.table import contents
from tests import postgresql
from tests.plain_store import at_once
from tests.store.kit import done, empty_database, fault, instant, older, some
from tests.store.test_leases import WRITES, Log, permuted, wait

pytestmark = pytest.mark.postgres
Enter = Callable[..., Any]


@pytest.fixture
def enter() -> Iterator[Enter]:
    """A function that makes one more node of the same database."""
    database, stack = empty_database(), ExitStack()

    def enter(name: str = "", lives: float = NODE_LIVES) -> Any:
        return stack.enter_context(closing(instant(database, name, lives)))

    yield enter
    stack.close()


def test_a_log_is_taken_by_one_node_until_it_lets_go(enter: Enter) -> None:
    one, two = enter(), enter()
    lease = done(one.take("a"))
    assert lease == Lease("a", one.nodes.id, 1)
    error = fault(two.take("a"))
    assert isinstance(error, HeldElsewhere)
    assert (error.log_id, error.owner) == ("a", one.nodes.id)
    done(one.append(lease, 0, some(1, 2)))
    done(one.release(lease))
    done(one.release(lease))
    assert isinstance(fault(one.append(lease, 2, some(3, 3))), LeaseLost)
    other = done(two.take("a"))
    assert other == Lease("a", two.nodes.id, 2)
    done(one.release(lease))
    done(two.append(other, 2, some(3, 3)))
    assert at_once(one.facts("a")) == some(1, 3)


@pytest.mark.parametrize("write", WRITES)
def test_a_node_that_ended_writes_nothing_even_if_nobody_took_its_log(enter: Enter, write: str) -> None:
    one = enter()
    lease = done(one.take("a"))
    done(one.append(lease, 0, some(1, 1)))
    older(NODE_LIVES - 0.5)
    done(one.stay())
    older(NODE_LIVES - 0.5)
    done(one.set_name(lease, 0, "Bo", "cup"))
    older(1)
    assert isinstance(fault(WRITES[write](one, lease)), LeaseLost)
    assert isinstance(fault(one.stay()), LeaseLost)
    assert isinstance(fault(one.take("b")), LeaseLost)
    done(one.release(lease))
    assert (at_once(one.facts("a")), at_once(one.names("a"))[0].name) == (some(1, 1), "Bo")


@pytest.mark.parametrize("write", WRITES)
def test_a_write_with_the_lease_of_another_node_or_of_before_changes_nothing(enter: Enter, write: str) -> None:
    one, two = enter(), enter()
    first = done(one.take("a"))
    done(one.append(first, 0, some(1, 1)))
    second = done(one.take("a"))
    for store, lease in ((one, first), (two, second), (two, Lease("a", two.nodes.id, 2)), (two, Lease("x", "", 1))):
        assert isinstance(fault(WRITES[write](store, lease)), LeaseLost)
    assert at_once(two.facts("a")) == some(1, 1)


def test_the_next_run_of_a_program_is_another_node_and_takes_what_the_last_one_left(enter: Enter) -> None:
    one = enter("n1")
    lease = done(one.take("a"))
    with pytest.raises(StoreFailed) as refused:
        enter("n1")
    assert refused.value.code == "in_use"
    older(NODE_LIVES)
    two = enter("n1")
    assert done(two.take("a")).epoch == 2
    assert isinstance(fault(one.append(lease, 0, some(1, 1))), LeaseLost)
    two.close()
    three = enter("n1")
    assert done(three.take("a")).epoch == 3, "a node that left has let go of everything"


def test_each_node_lives_as_long_as_its_own_operator_wants(enter: Enter) -> None:
    """The other one goes by what the database says, not by its own time."""
    brief, long = enter("n1", 4), enter("n2", 30)
    own, others = done(brief.take("a")), done(long.take("b"))
    older(3)
    done(brief.stay())
    older(3)
    done(brief.append(own, 0, some(1, 1)))
    assert isinstance(fault(long.take("a")), HeldElsewhere)
    older(1)
    assert isinstance(fault(brief.append(own, 1, some(2, 2))), LeaseLost)
    assert done(long.take("a")).epoch == 2
    done(brief.nodes.begin_again())
    for _ in range(6):
        older(3)
        done(brief.stay())
        assert isinstance(fault(brief.take("b")), HeldElsewhere), "eight seconds are over, but not thirty"
    done(long.append(others, 0, some(1, 1)))
    older(3.9)
    done(brief.stay())
    older(1.1)
    assert done(brief.take("b")).epoch == 2
    assert isinstance(fault(long.append(others, 1, some(2, 2))), LeaseLost)


def test_a_node_of_an_older_program_which_says_no_time_lives_for_eight_seconds(enter: Enter) -> None:
    from kartentisch.store.postgres.overview import nodes

    one = enter("n1", 20)
    postgresql.shared().db.execute(
        "INSERT INTO nodes (id, name, address, version, draining, until) "
        "VALUES ('old', 'n0', '10.0.0.9:9200', '0.1', false, clock_timestamp() + interval '8 seconds')"
    )
    old, new = nodes(one._database)
    assert (old.lease, new.lease) == (8, 20)
    assert max(old.silent, new.silent) < 2000


def test_a_node_that_drains_keeps_what_it_has_and_takes_no_more(enter: Enter) -> None:
    one, two = enter(), enter()
    lease = done(one.take("a"))
    done(one.drain())
    assert isinstance(fault(one.take("b")), LeaseLost)
    done(one.append(lease, 0, some(1, 1)))
    done(one.release(lease))
    assert done(two.take("a")).epoch == 2


def test_a_node_that_ended_begins_again_as_another_one(enter: Enter) -> None:
    one = enter("n1")
    lease, before = done(one.take("a")), one.nodes.id
    older(NODE_LIVES)
    assert isinstance(fault(one.stay()), LeaseLost)
    done(one.nodes.begin_again())
    assert one.nodes.id != before
    assert isinstance(fault(one.append(lease, 0, some(1, 1))), LeaseLost)
    again = done(one.take("a"))
    done(one.append(again, 0, some(1, 1)))


def test_taking_waits_for_a_write_under_way_and_sees_it(enter: Enter) -> None:
    """A write began while its node lived, and its commit is slow."""
    one, two = enter(), enter()
    done(one.take("a"))
    with postgresql.shared().server.connect(postgresql.shared().database) as slow:
        slow.execute("BEGIN")
        slow.execute("UPDATE tables SET newest = 1, changed_at = 7 WHERE table_id = 'a'")
        older(NODE_LIVES)
        done(two.nodes.begin_again())
        taking = super(type(two), two)._submit(None, "a", lambda db, log: (log.take(db), log.newest))
        time.sleep(0.1)
        assert not taking.done()
        slow.execute("COMMIT")
    lease, newest = done(taking)
    assert (lease.epoch, newest) == (2, 1)


def test_a_process_that_is_paused_within_a_transaction_keeps_nobody_out(enter: Enter) -> None:
    one = enter()
    lease = done(one.take("a"))
    paused = one._writers[0]

    def work(db: Any, log: Any) -> None:
        older(NODE_LIVES)  # as if the process had been stopped for so long after its lease was found good

    assert isinstance(fault(one._submit(lease, "a", work)), LeaseLost)
    assert paused.commits == 1, "only the taking"


def test_the_clock_of_a_node_is_that_of_the_database(enter: Enter) -> None:
    one, two = enter(), enter()
    ((there,),) = postgresql.shared().db.execute("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint")
    assert abs(one.nodes.now() - there) < 1000
    assert abs(one.nodes.now() - two.nodes.now()) < 1000


class LogInPostgres(Log):
    """Time passes by making all nodes older, and a little by itself."""

    def new_stores(self, store: Any) -> list[Any]:
        database = empty_database()
        return [instant(database), instant(database, lives=NODE_LIVES - 2)]

    def pass_time(self) -> None:
        older(self.wait())

    def lives(self, store: Any, lease: Lease) -> bool:
        return True  # it may have ended since: the tests above ask the database

    def close(self) -> None:
        for store in self.stores:
            store.close()


def played(data: st.DataObject) -> None:
    with closing(LogInPostgres(wait(data))) as log:
        permuted(data, log)


@given(st.data())
@settings(max_examples=4, phases=[Phase.generate])
def test_two_owners_paused_and_permuted_at_every_await_never_both_write(data: st.DataObject) -> None:
    played(data)


@pytest.mark.long
@given(st.data())
@settings(max_examples=500, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
def test_two_owners_never_both_write_however_often(data: st.DataObject) -> None:
    played(data)


def test_the_level_of_facts_is_what_all_living_nodes_know(enter: Enter, monkeypatch: pytest.MonkeyPatch) -> None:
    def level(node: Any) -> int:
        done(node.stay())
        return int(node.nodes.level)

    old = enter("old")
    monkeypatch.setattr(contents, "LEVELS", {"greeted": 2})
    new = enter("new")
    assert (new.nodes.level, level(new), level(old)) == (1, 1, 1)
    old.close()
    assert level(new) == 2
    monkeypatch.setattr(contents, "LEVELS", {})
    back = enter("old")
    assert (back.nodes.level, level(new)) == (1, 1)
    back.close()
    monkeypatch.setattr(contents, "LEVELS", {"greeted": 2})
    assert enter("old").nodes.level == level(new) == 2
    postgresql.shared().db.execute(  # a program from before levels
        "INSERT INTO nodes (id, name, address, version, until) "
        "VALUES ('older', 'older', '', '0', clock_timestamp() + interval '1 minute')"
    )
    assert level(new) == 1
