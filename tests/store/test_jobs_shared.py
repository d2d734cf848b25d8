"""Jobs of several nodes, over a restart, of a deleted table, in backups, and in data of an older version."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from kartentisch.store import Job, JobKey, Memory, MemoryStore, StoreFailed
from kartentisch.store.sqlite import FILE
from tests import postgresql
from tests.plain_store import PlainStore
from tests.store.kit import done, empty_database, opened, some
from tests.store.test_jobs import CARDS, KEY, MOST, OTHER, get, take
from tests.store.test_older import older_file
from tests.store.test_scrub import found


def _of_one_memory() -> tuple[Any, Any]:
    memory = Memory()
    return MemoryStore(memory, "one"), MemoryStore(memory, "two")


def _of_one_database() -> tuple[Any, Any]:
    from kartentisch.store.postgres import PostgresStore

    database = empty_database()
    return PostgresStore(database), PostgresStore(database)


@pytest.mark.parametrize("nodes", [_of_one_memory, pytest.param(_of_one_database, marks=pytest.mark.postgres)])
def test_of_workers_at_two_nodes_each_gets_others(nodes: Callable[[], tuple[Any, Any]]) -> None:
    stores = nodes()
    plain = PlainStore(stores[0])
    try:
        done(plain.append("a", 0, some(1, 1)))
        keys = {KEY._replace(number=number) for number in range(40)}
        with ThreadPoolExecutor(8) as threads:
            asked = threads.map(lambda n: done(stores[n % 2].jobs.ask(KEY._replace(number=n // 3), 1, 99)), range(120))
            assert set(asked) == {Job("waiting")}

            def worked(number: int) -> list[JobKey]:
                store, worker, mine = stores[number % 2], f"w{number}", list[JobKey]()
                while (key := take(store, 5, worker)) is not None:
                    assert done(store.jobs.finish(worker, key, worker, 6))
                    mine.append(key)
                return mine

            shares = list(threads.map(worked, range(8)))
        taken = [key for share in shares for key in share]
        assert len(taken) == 40
        assert set(taken) == keys
        for number, share in enumerate(shares):
            assert {get(stores[0], key) for key in share} <= {Job("done", 0, 0, f"w{number}")}
    finally:
        for store in stores:
            store.close()


@pytest.mark.postgres
def test_a_job_asked_for_while_its_table_is_deleted_at_another_node_leaves_nothing() -> None:
    one, two = _of_one_database()
    plain = PlainStore(one)
    try:
        for n in range(30):
            key = JobKey("review", f"t{n}", 1)
            done(plain.append(key.log_id, 0, some(1, 3)))
            asking, deleting = two.jobs.ask(key, 1, 99), plain.delete(key.log_id, 9)
            done(deleting)
            assert isinstance(asking.exception(60), StoreFailed | None)
            assert get(two, key) is None
    finally:
        one.close()
        two.close()


def test_at_a_restart_what_was_worked_on_waits_again(tmp_path: Path) -> None:
    store = opened(tmp_path)
    done(store.append("a", 0, some(1, 1)))
    for key in (KEY, OTHER):
        done(store.jobs.ask(key, 1, MOST))
        take(store)
    done(store.jobs.finish("w", KEY, CARDS, 5))
    store.close()
    store = opened(tmp_path, compacting=True)
    assert get(store) == Job("done", 0, 0, CARDS)
    assert take(store, 6, "x") == OTHER, "at once: its worker ended with the process"
    store.close()


def test_no_byte_of_a_result_is_left_of_a_deleted_table(tmp_path: Path) -> None:
    store = opened(tmp_path)
    done(store.append("a", 0, some(1, 1)))
    done(store.jobs.ask(KEY, 1, MOST))
    take(store)
    done(store.jobs.finish("w", KEY, CARDS * 2000, 5))
    assert found(tmp_path, CARDS.encode()), "the control"
    done(store.delete("a", 9))
    assert not found(tmp_path, CARDS.encode())
    store.close()


def test_no_backup_has_jobs(tmp_path: Path, store: PlainStore) -> None:
    done(store.append("a", 0, some(1, 1)))
    done(store.jobs.ask(KEY, 1, MOST))
    take(store)
    done(store.jobs.finish("w", KEY, CARDS * 2000, 5))
    store.backup(tmp_path / "kept")
    with closing(sqlite3.connect(tmp_path / "kept")) as db:
        assert db.execute("SELECT count(*) FROM jobs").fetchone() == (0,)
        assert db.execute("SELECT count(*) FROM facts").fetchone() == (1,)
    assert CARDS.encode() not in (tmp_path / "kept").read_bytes()


def test_a_folder_from_before_there_were_jobs_is_opened(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    older_file(folder, tmp_path)
    store = opened(folder)
    assert (folder / FILE).exists()
    assert done(store.jobs.ask(JobKey("review", "t7", 1), 1, MOST)) == Job("waiting")
    store.close()


@pytest.mark.postgres
def test_a_database_from_before_there_were_jobs_is_opened(tmp_path: Path) -> None:
    from kartentisch.store.postgres import Database, PostgresStore
    from kartentisch.store.postgres.upgrading import SCHEMA, upgrade, version

    server = postgresql.shared().server
    database = Database(server.url(server.new_database()))
    for step in sorted(SCHEMA.glob("*.sql"))[:4]:
        (tmp_path / step.name).write_bytes(step.read_bytes())
    with database.connect() as db:
        upgrade(db, tmp_path)
        assert version(db) == 4
        db.execute("INSERT INTO tables (table_id, newest) VALUES ('a', 1)")
    store = PostgresStore(database)
    assert done(store.jobs.ask(KEY, 1, MOST)) == Job("waiting")
    store.close()


@pytest.mark.postgres
def test_a_line_to_the_database_that_breaks_is_made_anew() -> None:
    store = PlainStore(_of_one_database()[0])
    done(store.append("a", 0, some(1, 1)))
    done(store.jobs.ask(KEY, 1, MOST))
    postgresql.shared().db.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
    )
    assert take(store) == KEY
    store.close()
