"""The nodes of a database as an operator sees them, and what draining one of them changes."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack, closing
from typing import Any

import pytest

from kartentisch.store.errors import LeaseLost, StoreFailed
from kartentisch.store.leases import NODE_LIVES
from tests import postgresql
from tests.processes import PATIENCE
from tests.store.kit import empty_database, fault, older

pytestmark = pytest.mark.postgres


@pytest.fixture
def two() -> Iterator[list[Any]]:
    """Two nodes of one database."""
    from kartentisch.store.postgres import PostgresStore

    database = empty_database()
    with ExitStack() as stack:
        yield [
            stack.enter_context(closing(PostgresStore(database, f"n{n}", f"10.0.0.1{n}:9200", writers=1)))
            for n in (1, 2)
        ]


def test_each_living_node_is_seen_with_what_it_has(two: list[Any]) -> None:
    from kartentisch.store.postgres.overview import nodes

    one, other = two
    for table in ("a", "b"):
        one.take(table).result(PATIENCE)
    db = postgresql.shared().db
    db.execute("UPDATE tables SET newest = 1; UPDATE tables SET kind = 'pad' WHERE table_id = 'b'")
    db.execute("UPDATE nodes SET until = until - interval '3 seconds' WHERE name = 'n1'")
    first, second = nodes(one._database)
    assert (first.name, first.address, first.draining) == ("n1", "10.0.0.11:9200", False)
    assert (first.tables, first.pads) == (1, 1)
    assert 3000 <= first.silent < 8000
    assert (second.name, second.tables, second.pads) == ("n2", 0, 0)
    assert second.silent < 3000
    other.close()
    assert [seen.name for seen in nodes(one._database)] == ["n1"]


def test_a_node_that_is_drained_takes_nothing_notices_it_and_stays_so_if_it_enters_again(two: list[Any]) -> None:
    from kartentisch.store.postgres.overview import nodes, set_draining

    one, other = two
    assert not set_draining(one._database, "n3", True)
    assert set_draining(one._database, "n1", True)
    assert isinstance(fault(one.take("a")), LeaseLost)
    other.take("a").result(PATIENCE)
    assert not one.nodes.draining
    one.stay().result(PATIENCE)
    assert one.nodes.draining
    older(NODE_LIVES)
    one.nodes.begin_again().result(PATIENCE)
    assert [seen.draining for seen in nodes(one._database) if seen.id == one.nodes.id] == [True]
    assert set_draining(one._database, "n1", False)
    one.stay().result(PATIENCE)
    assert not one.nodes.draining
    one.take("b").result(PATIENCE)


@pytest.mark.parametrize("by", [-1, 1])
def test_another_version_of_the_schema_is_left_alone(by: int, two: list[Any]) -> None:
    from kartentisch.store.postgres.overview import Unready, nodes, set_draining

    db = postgresql.shared().db
    ((oldest,),) = db.execute("SELECT oldest FROM kartentisch_schema").fetchall()
    db.execute("UPDATE kartentisch_schema SET version = version + %s, oldest = version + %s", (by, by))
    try:
        for work in (lambda: nodes(two[0]._database), lambda: set_draining(two[0]._database, "n1", True)):
            with pytest.raises(Unready) as refused:
                work()
            assert refused.value.newer == (by > 0)
    finally:
        db.execute("UPDATE kartentisch_schema SET version = version - %s, oldest = %s", (by, oldest))


def test_a_database_that_fails_says_why(two: list[Any]) -> None:
    from kartentisch.store.postgres import Database
    from kartentisch.store.postgres.overview import nodes

    with pytest.raises(StoreFailed) as refused:
        nodes(Database("host=127.0.0.1 port=1"))
    assert refused.value.code == "unreachable"


def test_a_table_where_something_has_just_happened_is_left_to_its_page(two: list[Any]) -> None:
    from kartentisch.store.postgres.peers import PostgresPeers

    one, _ = two
    peers = PostgresPeers(one, one.nodes)
    one.take("a").result(PATIENCE)
    db = postgresql.shared().db
    db.execute("UPDATE tables SET newest = 1, owner = NULL, wake_at = 0, changed_at = %s", (peers.now() - 100,))
    assert asyncio.run(peers.orphans(9)) == ["a"]
    assert asyncio.run(peers.orphans(9, quiet=2000)) == []
    for change in (-2000, 3_600_000):  # long ago; the clock of the database was set back
        db.execute("UPDATE tables SET changed_at = changed_at + %s", (change,))
        assert asyncio.run(peers.orphans(9, quiet=2000)) == ["a"]
