"""Orders in the database: taken once, withdrawn for sure or not at all, gone with their node."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest

from tests import postgresql
from tests.plain_store import at_once
from tests.store.kit import done, empty_database

pytestmark = pytest.mark.postgres


@pytest.fixture
def node() -> Iterator[Any]:
    from kartentisch.store.postgres import PostgresStore

    with closing(PostgresStore(empty_database(), "n1", "n1:1", writers=1)) as store:
        yield store


def given(node: Any, *ids: str) -> None:
    for order_id in ids:
        postgresql.shared().db.execute(
            "INSERT INTO orders (id, node, what, table_id) VALUES (%s, %s, 'close', 'a')", (order_id, node.nodes.id)
        )


def withdrawn(order_id: str) -> bool:
    from kartentisch.store.postgres import statements as sql

    return postgresql.shared().db.execute(sql.WITHDRAW_ORDER, (order_id,)).fetchone() is not None


def test_an_order_is_known_after_a_report_taken_again_until_it_is_answered_and_not_withdrawn_meanwhile(
    node: Any,
) -> None:
    from kartentisch.store.postgres.operator_orders import PostgresOrders

    orders = PostgresOrders(node, node.nodes)
    assert not orders.waiting
    given(node, "one", "two")
    done(node.stay())
    assert orders.waiting
    assert withdrawn("two")
    assert [tuple(one) for one in at_once(orders.take())] == [("one", "close", "a")]
    assert [one.id for one in at_once(orders.take())] == ["one"], "its answer may have been lost on the way"
    assert not withdrawn("one")
    at_once(orders.answer("one", "done"))
    assert at_once(orders.take()) == []
    done(node.stay())
    assert not orders.waiting


def test_orders_go_with_their_node(node: Any) -> None:
    given(node, "one")
    node.close()
    assert postgresql.shared().db.execute("SELECT count(*) FROM orders").fetchone() == (0,)
