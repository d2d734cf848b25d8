"""A database that fails: each time a clear sentence, nothing half written, and nothing lost that was acknowledged."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from kartentisch.store import EndUnknown, StoreFailed
from tests import postgresql
from tests.plain_store import PlainStore, at_once
from tests.store.kit import PATIENCE, done, fault, in_postgres, said, some

pytestmark = pytest.mark.postgres


@pytest.fixture
def store(tmp_path: Path) -> Iterator[PlainStore]:
    with closing(in_postgres(tmp_path)) as store:
        done(store.append("a", 0, some(1, 2)))
        yield store


def writer_of(store: PlainStore) -> Any:
    """The writer of the log “a”."""
    return next(one for one in store._writers if one.commits)


def killed(pid: int) -> None:
    postgresql.shared().db.execute("SELECT pg_terminate_backend(%s, 5000)", (pid,))


class Cut:
    """A connection whose backend is killed at a statement, before or after it was done."""

    def __init__(self, db: Any, beginning: str, *, after: bool = False) -> None:
        self.db, self.beginning, self.after = db, beginning, after

    def __getattr__(self, name: str) -> Any:
        return getattr(self.db, name)

    def execute(self, sql: str, *values: Any) -> Any:
        if not self.beginning or not sql.strip().startswith(self.beginning):
            return self.db.execute(sql, *values)
        if self.after:
            self.db.execute(sql, *values)
        self.beginning = ""
        self.cut()
        return self.db.execute("SELECT 1" if self.after else sql, *([] if self.after else values))

    def cut(self) -> None:
        killed(self.db.info.backend_pid)


@pytest.mark.parametrize("stored", [True, False])
def test_a_backend_killed_at_the_commit_is_asked_about_before_the_end_is_told(store: PlainStore, stored: bool) -> None:
    writer = writer_of(store)
    writer._db = Cut(writer._db, "COMMIT", after=stored)
    future = store.append("a", 2, some(3, 4))
    if stored:
        done(future)
    else:
        error = fault(future)
        assert isinstance(error, StoreFailed)
        assert error.code == "unreachable"
        assert not isinstance(error, EndUnknown), "it knows"
    newest = 4 if stored else 2
    assert store.facts("a") == some(1, newest)
    done(store.append("a", newest, some(newest + 1, newest + 1)))


def test_a_commit_that_is_still_on_its_way_is_waited_for(store: PlainStore) -> None:
    """The line broke, but the backend has not noticed yet and goes on."""
    shared, writer, begun = postgresql.shared(), writer_of(store), threading.Event()
    number, node = writer.commits + 1, store.nodes.id

    class Late(Cut):
        def cut(self) -> None:
            killed(self.db.info.backend_pid)
            other.execute("BEGIN")
            other.execute("UPDATE commits SET number = %s WHERE node = %s", (number, node))
            begun.set()

    with shared.server.connect(shared.database) as other:
        writer._db = Late(writer._db, "COMMIT")
        future = store.append("a", 2, some(3, 3))
        assert begun.wait(PATIENCE)
        time.sleep(0.2)
        assert not future.done()
        other.execute("COMMIT")
        done(future)


def test_what_no_answer_tells_about_is_unknown(store: PlainStore, monkeypatch: pytest.MonkeyPatch) -> None:
    from kartentisch.store.postgres import writer as module

    monkeypatch.setattr(module, "LOOK_UP", 0.1)
    shared, writer = postgresql.shared(), writer_of(store)

    class Off(Cut):
        def cut(self) -> None:
            shared.stop()

    writer._db = Off(writer._db, "COMMIT")
    assert isinstance(fault(store.append("a", 2, some(3, 3))), EndUnknown)
    error = fault(store.append("a", 2, some(3, 3)))
    assert isinstance(error, StoreFailed)
    assert (error.code, str(error)) == ("unreachable", "The server cannot reach its database.")
    with pytest.raises(StoreFailed, match="cannot reach its database"):
        store.facts("a")
    shared.start()
    done(store.append("a", 2, some(3, 3)))
    assert store.facts("a") == some(1, 3)


@pytest.mark.parametrize("beginning", ["BEGIN", "INSERT INTO facts", "UPDATE commits"])
def test_a_connection_that_breaks_before_the_commit_is_made_again_and_nobody_notices(
    store: PlainStore, beginning: str
) -> None:
    writer = writer_of(store)
    writer._db = Cut(writer._db, beginning)
    done(store.append("a", 2, some(3, 4)))
    done(store.say("a", said(1)))
    assert store.facts("a") == some(1, 4)


def test_connections_that_broke_while_nobody_used_them_are_made_again(store: PlainStore) -> None:
    assert store.facts("a") == some(1, 2)
    postgresql.shared().db.execute(
        "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE pid <> pg_backend_pid() "
        "AND application_name = 'kartentisch'"
    )
    assert store.facts("a") == some(1, 2)
    done(store.append("a", 2, some(3, 3)))
    done(store.stay())


def test_of_a_log_written_while_the_database_crashes_what_was_acknowledged_is_there(store: PlainStore) -> None:
    shared, acknowledged = postgresql.shared(), [1, 2]
    stop = threading.Event()

    def play() -> None:
        while not stop.is_set():
            newest = acknowledged[-1]
            if store.append("a", newest, some(newest + 1, newest + 1)).exception(PATIENCE) is None:
                acknowledged.append(newest + 1)

    player = threading.Thread(target=play)
    player.start()
    while len(acknowledged) < 20:
        time.sleep(0.01)
    shared.stop()
    time.sleep(0.1)
    shared.start()
    until = len(acknowledged) + 20
    while len(acknowledged) < until and player.is_alive():
        time.sleep(0.01)
    stop.set()
    player.join()
    assert [fact.number for fact in store.facts("a")] == acknowledged


def test_a_database_that_takes_no_writes_is_read_and_written_again_later(store: PlainStore) -> None:
    shared = postgresql.shared()
    name = shared.database
    try:
        shared.db.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
        killed(writer_of(store)._db.info.backend_pid)
        error = fault(store.append("a", 2, some(3, 3)))
        assert isinstance(error, StoreFailed)
        assert (error.code, str(error)) == ("read_only", "The database of the server takes no writes at the moment.")
        assert store.facts("a") == some(1, 2)
    finally:
        shared.db.execute(f"ALTER DATABASE {name} RESET default_transaction_read_only")
    done(store.append("a", 2, some(3, 3)))


def test_a_full_disk_of_the_database_is_told_and_nothing_is_lost(store: PlainStore) -> None:
    """The state that PostgreSQL gives (53100), raised where it would be: when facts are written."""
    db = postgresql.shared().db
    db.execute(
        "CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RAISE EXCEPTION 'no space left on device' USING ERRCODE = '53100'; END $$"
    )
    db.execute("CREATE TRIGGER full_disk BEFORE INSERT ON facts EXECUTE FUNCTION full_disk()")
    try:
        futures = [store.append("a", 2, some(3, 3)), store.set_name("a", 0, "Ada", "spoon")]
        error = fault(futures[0])
        assert isinstance(error, StoreFailed)
        assert error.code == "full"
    finally:
        db.execute("DROP FUNCTION full_disk CASCADE")
    done(store.append("a", 2, some(3, 3)))
    assert store.facts("a") == some(1, 3)


def test_one_job_that_the_database_refuses_does_not_spoil_those_beside_it(store: PlainStore) -> None:
    lease = store.lease("a")
    go = threading.Event()
    futures = [
        store._submit(lease, "a", lambda db, log: go.wait(PATIENCE)),
        *(store.append("a", n, some(n + 1, n + 1)) for n in (2, 3)),
        store._submit(lease, "a", lambda db, log: db.execute("SELECT 1 / 0").fetchall() and None),
        store.append("a", 4, some(5, 5)),
    ]
    go.set()
    assert [future.exception(PATIENCE) is None for future in futures] == [True, True, True, False, True]
    assert store.facts("a") == some(1, 5)


def test_facts_of_a_table_that_was_not_deleted_cannot_be_changed_or_removed(store: PlainStore) -> None:
    db = postgresql.shared().db
    db.execute("RESET session_replication_role")
    for statement in ("UPDATE facts SET text = 'other'", "DELETE FROM facts"):
        with pytest.raises(Exception, match="neither changed nor removed"):
            db.execute(statement)
    assert store.facts("a") == some(1, 2)


def test_an_erasing_that_was_interrupted_is_done_by_the_next_start(store: PlainStore) -> None:
    db = postgresql.shared().db
    db.execute("UPDATE tables SET deleted_at = 5, newest = 0 WHERE table_id = 'a'; INSERT INTO erasing VALUES ('a')")
    assert store.facts("a") == []
    from kartentisch.store.postgres import Database, PostgresStore

    PostgresStore(Database(postgresql.shared().server.url(postgresql.shared().database))).close()
    assert [db.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in ("facts", "erasing")] == [0, 0]
    assert at_once(store.store.deleted("a"))
