"""A standby takes over from its primary: nothing goes on that it lacks, and nobody goes back to the old one."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from typing import Any, NamedTuple

import pytest

from kartentisch.cli.check_database import check_database
from kartentisch.cli.folders import STORE
from kartentisch.store import LeaseLost, StoreFailed
from kartentisch.store.opening import Where
from kartentisch.words.language import language
from tests import postgresql
from tests.plain_store import PlainStore
from tests.postgresql import FOLLOWED, SPEED, USER, Server
from tests.store.kit import PATIENCE, done, fault, some

pytestmark = pytest.mark.postgres


class Pair(NamedTuple):
    primary: Server
    standby: Server

    @property
    def url(self) -> str:
        return f"host={self.primary.folder},{self.standby.folder} user={USER} dbname={USER}"

    def follows(self) -> None:
        """Wait until the standby has everything."""
        with self.primary.connect() as db, self.standby.connect() as other:
            ((newest,),) = db.execute("SELECT pg_current_wal_insert_lsn()").fetchall()
            until = time.monotonic() + PATIENCE
            while not other.execute("SELECT pg_last_wal_replay_lsn() >= %s", (newest,)).fetchall()[0][0]:
                assert time.monotonic() < until
                time.sleep(0.02)

    def fail_over(self) -> None:
        self.primary.stop(signal.SIGKILL)
        if self.standby.process is None:
            self.standby.start()
        self.standby.promote()

    def keep_alive(self) -> None:
        """Let no node end, however long this test takes."""
        with self.standby.connect() as db:
            db.execute("UPDATE nodes SET until = clock_timestamp() + interval '1 hour'")


@pytest.fixture
def pair() -> Iterator[Pair]:
    with ExitStack() as stack:
        primary = stack.enter_context(postgresql.server(**SPEED, **FOLLOWED))
        standby = stack.enter_context(postgresql.standby(primary, **SPEED, **FOLLOWED))
        yield Pair(primary, standby)


@pytest.fixture
def store(pair: Pair) -> Iterator[PlainStore]:
    with closing(node(pair)) as store:
        done(store.append("a", 0, some(1, 2)))
        yield store


def doctor(pair: Pair) -> list[tuple[str, str]]:
    address = f"postgresql://{USER}@/{USER}?host={pair.primary.folder},{pair.standby.folder}"
    return [(one.level, one.text) for one in check_database(language("en"), Where(address))]


def node(pair: Pair) -> PlainStore:
    from kartentisch.store.postgres import Database, PostgresStore

    return PlainStore(PostgresStore(Database(pair.url), "n1", writers=1))


def facts_at(server: Server) -> int:
    with server.connect() as db:
        return int(db.execute("SELECT count(*) FROM facts").fetchone()[0])


def code_of(future: Any) -> str:
    error = fault(future)
    assert isinstance(error, StoreFailed)
    return error.code


def test_a_node_whose_commits_the_new_primary_lacks_holds_nothing_any_more_and_never_goes_back(
    pair: Pair, store: PlainStore
) -> None:
    pair.follows()
    pair.standby.stop()
    done(store.append("a", 2, some(3, 4)))
    assert doctor(pair)[1] == ("warning", f"{pair.standby.folder}: {STORE['unreachable']}")
    done(store.release(store.lease("a")))
    lost = done(store.take("a"))
    assert code_of(store.append("a", 4, some(5, 5))) == "moved"
    pair.fail_over()
    pair.keep_alive()

    assert isinstance(fault(store.store.append(lost, 4, some(5, 5))), LeaseLost)
    assert isinstance(fault(store.store.append(lost, 2, some(3, 3))), LeaseLost)
    assert code_of(store.take("a")) == "unreachable", "its leases are not counted where they were"
    assert isinstance(fault(store.stay()), LeaseLost)
    before = store.nodes.id
    done(store.nodes.begin_again())
    assert store.nodes.id != before
    done(store.stay())
    lease = done(store.take("a"))
    assert lease.epoch == lost.epoch
    assert isinstance(fault(store.store.append(lost, 2, some(3, 3))), LeaseLost)
    done(store.store.append(lease, 2, some(3, 3)))
    assert store.facts("a") == some(1, 3)

    pair.primary.start()
    with pair.standby.connect() as db:
        db.execute(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE application_name = 'kartentisch'"
        )
    done(store.store.append(lease, 3, some(4, 5)))
    assert store.facts("a") == some(1, 5)
    done(store.stay())
    assert (facts_at(pair.primary), facts_at(pair.standby)) == (4, 5)
    with closing(node_of_another_name(pair)) as other:
        assert other.facts("a") == some(1, 5), "a new process goes to the one that was promoted last"
    assert doctor(pair)[2] == (
        "fault",
        f"{pair.primary.folder} and {pair.standby.folder} all take writes. Stop those that were replaced at once: what "
        "is written there is lost.",
    )
    pair.standby.stop(signal.SIGKILL)
    assert code_of(store.store.append(lease, 5, some(6, 6))) == "unreachable"
    assert facts_at(pair.primary) == 4


def node_of_another_name(pair: Pair) -> PlainStore:
    from kartentisch.store.postgres import Database, PostgresStore

    return PlainStore(PostgresStore(Database(pair.url), "n2", writers=1))


@pytest.mark.long
def test_what_the_new_primary_has_goes_on_without_a_new_lease(pair: Pair, store: PlainStore) -> None:
    done(store.append("a", 2, some(3, 4)))
    pair.follows()
    pair.fail_over()
    pair.keep_alive()
    done(store.append("a", 4, some(5, 5)))
    done(store.stay())
    assert store.facts("a") == some(1, 5)


@pytest.mark.long
def test_while_no_host_takes_writes_this_is_said_and_it_goes_on_afterwards(pair: Pair, store: PlainStore) -> None:
    pair.follows()
    assert doctor(pair)[:2] == [
        (
            "warning",
            f"{pair.primary.folder} confirms what no standby has yet, so a failover can lose the last moves: see "
            "synchronous_standby_names in the page about hosting.",
        ),
        ("ok", f"{pair.standby.folder} is a standby and follows."),
    ]
    pair.primary.stop(signal.SIGKILL)
    assert code_of(store.append("a", 2, some(3, 3))) == "read_only"
    assert code_of(store.stay()) == "read_only"
    lonely = ("warning", f"{pair.standby.folder} is a standby, but receives nothing from its primary.")
    assert doctor(pair)[1:] == [lonely, ("fault", STORE["read_only"])]
    with pytest.raises(StoreFailed, match="takes no writes at the moment"):
        node_of_another_name(pair)
    pair.standby.promote()
    pair.keep_alive()
    done(store.append("a", 2, some(3, 3)))
    done(store.stay())


@pytest.mark.long
def test_a_primary_that_is_made_read_only_is_left_for_one_that_takes_writes(pair: Pair, store: PlainStore) -> None:
    """What an operator can do with an old primary that cannot be stopped."""
    pair.follows()
    pair.standby.promote()
    pair.keep_alive()
    with pair.primary.connect() as db:
        db.execute("ALTER SYSTEM SET default_transaction_read_only = on")
        db.execute("SELECT pg_reload_conf()")
    until = time.monotonic() + PATIENCE
    for session in (store._writers[0]._db, store.nodes._db):
        while session.execute("SHOW default_transaction_read_only").fetchone() != ("on",):
            assert time.monotonic() < until
            time.sleep(0.02)
    done(store.append("a", 2, some(3, 3)))
    done(store.stay())
    assert (facts_at(pair.primary), facts_at(pair.standby)) == (2, 3)


@pytest.mark.long
def test_a_commit_that_waits_for_its_standby_is_not_told_when_its_connection_is_ended(
    pair: Pair, store: PlainStore
) -> None:
    """PostgreSQL then has it, and shows it to everybody, but only there."""
    with pair.primary.connect() as db:
        db.execute("ALTER SYSTEM SET synchronous_standby_names = '*'")
        db.execute("SELECT pg_reload_conf()")
        pair.follows()
        done(store.append("a", 2, some(3, 3)))
        pair.standby.stop()
        future = store.append("a", 3, some(4, 4))
        waiting = "SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
        until = time.monotonic() + PATIENCE
        while not (found := db.execute(waiting).fetchall()):
            assert time.monotonic() < until
            time.sleep(0.02)
        db.execute("SELECT pg_terminate_backend(%s, 5000)", found[0])
        while not db.execute(waiting + " AND pid <> %s", found[0]).fetchall():
            assert time.monotonic() < until
            time.sleep(0.02)
        assert facts_at(pair.primary) == 4
        assert not future.done()
    pair.fail_over()
    assert code_of(future) in ("unreachable", "unknown")
    assert facts_at(pair.standby) == 3
