"""A server that is cut off in the middle of a transaction keeps nobody from its tables for long."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

import psycopg
import pytest

from kartentisch.store.leases import NODE_LIVES
from kartentisch.store.postgres.database import Database
from tests import postgresql
from tests.cluster.network import Network, network
from tests.cluster.nodes import DATABASE, HOSTS, STORE, database_at
from tests.ways import long

pytestmark = [pytest.mark.cluster, pytest.mark.slow]
Session = psycopg.Connection[Any]


@pytest.fixture(scope="module")
def net() -> Iterator[Network]:
    with network(HOSTS | {"n1": "10.77.0.11"}) as found:
        yield found


@pytest.fixture(scope="module")
def database(net: Network) -> Iterator[postgresql.Server]:
    with database_at(net) as found:
        with found.connect() as db:
            db.execute("CREATE TABLE logs AS SELECT n FROM generate_series(1, 2) n")
        yield found


def between_two_statements(session: Session) -> None:
    session.execute("BEGIN; UPDATE logs SET n = n WHERE n = 1")


def in_the_middle_of_a_pipeline(session: Session) -> None:
    session.execute("BEGIN")
    session.pgconn.enter_pipeline_mode()
    session.pgconn.send_query_params(b"UPDATE logs SET n = n WHERE n = 1", None)
    session.pgconn.send_flush_request()
    session.pgconn.flush()


def while_a_long_answer_comes(session: Session) -> None:
    session.execute("BEGIN; UPDATE logs SET n = n WHERE n = 1")
    session.pgconn.send_query(b"SELECT repeat('x', 1000) FROM generate_series(1, 100000)")
    session.pgconn.flush()


def while_it_waits_for_another(session: Session) -> None:
    session.execute("BEGIN; UPDATE logs SET n = n WHERE n = 1")
    session.pgconn.send_query(b"UPDATE logs SET n = n WHERE n = 2")
    session.pgconn.flush()


STATES = (
    in_the_middle_of_a_pipeline,
    *map(long, (between_two_statements, while_a_long_answer_comes, while_it_waits_for_another)),
)


@pytest.mark.parametrize("state", STATES, ids=lambda state: state.__name__)
def test_its_locks_are_free_when_others_may_take_its_tables(
    net: Network, database: postgresql.Server, state: Callable[[Session], None]
) -> None:
    with database.connect() as other, database.connect() as third:
        third.execute("BEGIN; UPDATE logs SET n = n WHERE n = 2")
        with net.at("n1"):
            session = Database(STORE).connect()
        state(session)
        time.sleep(0.5)  # until it has arrived
        net.cut("n1", DATABASE)
        try:
            other.execute(f"SET lock_timeout = '{NODE_LIVES:.0f}s'")
            other.execute("UPDATE logs SET n = n WHERE n = 1")
        finally:
            net.mend("n1", DATABASE)
            session.close()
