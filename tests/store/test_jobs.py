"""Jobs: what every store promises of them."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from kartentisch.store import Job, JobKey, Memory, MemoryStore, StoreFailed, jobs
from kartentisch.store.jobs import KEPT, LARGEST, TRIES, WORKER_LIVES
from kartentisch.store.sqlite import FILE
from tests import postgresql
from tests.plain_store import PlainStore, at_once
from tests.store.kit import done, empty_database, fault, opened, some
from tests.store.test_older import older_file
from tests.store.test_scrub import found

KEY, OTHER = JobKey("review", "a", 1), JobKey("review", "a", 2)
MOST = 8
CARDS = "the cards of a match"


@pytest.fixture
def table(store: PlainStore) -> PlainStore:
    """A store with a log "a"."""
    done(store.append("a", 0, some(1, 1)))
    return store


def get(store: Any, key: JobKey = KEY) -> Job | None:
    found: Job | None = at_once(store.jobs.get(key))
    return found


def take(store: Any, now: int = 5, worker: str = "w", kinds: tuple[str, ...] = ("review",)) -> JobKey | None:
    found: JobKey | None = done(store.jobs.take(worker, kinds, now))
    return found


def test_a_job_is_asked_for_taken_reported_and_finished(table: PlainStore) -> None:
    assert get(table) is None
    assert done(table.jobs.ask(KEY, 1, MOST)) == Job("waiting")
    assert take(table) == KEY
    assert done(table.jobs.report("w", KEY, 3, 40, 6))
    assert get(table) == Job("working", 3, 40)
    assert done(table.jobs.finish("w", KEY, CARDS, 7))
    assert get(table) == Job("done", 3, 40, CARDS)
    assert take(table) is None


def test_whoever_asks_again_gets_what_there_is(table: PlainStore) -> None:
    for again in (False, True):
        assert done(table.jobs.ask(KEY, 1, MOST, again)) == Job("waiting")
    take(table)
    done(table.jobs.report("w", KEY, 3, 40, 6))
    for again in (False, True):
        assert done(table.jobs.ask(KEY, 9, MOST, again)) == Job("working", 3, 40)
    done(table.jobs.finish("w", KEY, CARDS, 7))
    for again in (False, True):
        assert done(table.jobs.ask(KEY, 9, MOST, again)) == Job("done", 3, 40, CARDS)
    assert take(table) is None


def test_what_failed_is_done_again_only_on_demand(table: PlainStore) -> None:
    done(table.jobs.ask(KEY, 1, MOST))
    take(table)
    done(table.jobs.report("w", KEY, 3, 40, 6))
    assert done(table.jobs.fail("w", KEY, 7))
    assert done(table.jobs.ask(KEY, 8, MOST)) == Job("failed", 3, 40)
    assert take(table) is None
    assert done(table.jobs.ask(KEY, 9, MOST, again=True)) == Job("waiting")
    assert take(table) == KEY


def test_the_one_that_waited_longest_comes_first_and_each_once(table: PlainStore) -> None:
    for since, number in ((30, 1), (10, 2), (20, 3)):
        done(table.jobs.ask(KEY._replace(number=number), since, MOST))
    taken = [take(table, 40, worker) for worker in "wxyz"]
    assert [key and key.number for key in taken] == [2, 3, 1, None]


def test_a_worker_gets_only_kinds_that_it_knows(table: PlainStore) -> None:
    done(table.jobs.ask(KEY, 1, MOST))
    assert take(table, kinds=()) is None
    assert take(table, kinds=("proof", "sum")) is None
    assert take(table, kinds=("proof", "review")) == KEY


def test_the_job_of_a_worker_that_has_gone_is_taken_by_another(table: PlainStore) -> None:
    done(table.jobs.ask(KEY, 1, MOST))
    assert take(table, 5) == KEY
    assert done(table.jobs.report("w", KEY, 3, 40, 1000))
    assert take(table, 999 + WORKER_LIVES, "x") is None
    assert take(table, 1000 + WORKER_LIVES, "x") == KEY
    assert get(table) == Job("working", 0, 40)
    assert not done(table.jobs.report("w", KEY, 4, 40, 2000))
    assert not done(table.jobs.finish("w", KEY, "late", 2000))
    assert not done(table.jobs.fail("w", KEY, 2000))
    assert not done(table.jobs.give_back("w", KEY))
    assert done(table.jobs.finish("x", KEY, CARDS, 2000))
    assert get(table) == Job("done", 0, 40, CARDS)


def test_a_worker_that_is_late_goes_on_if_nobody_has_taken_its_job(table: PlainStore) -> None:
    done(table.jobs.ask(KEY, 1, MOST))
    take(table, 5)
    assert done(table.jobs.finish("w", KEY, CARDS, 6 + WORKER_LIVES))


def test_a_job_that_is_given_back_keeps_its_place_and_waits_for_nobody(table: PlainStore) -> None:
    done(table.jobs.ask(KEY, 1, MOST))
    done(table.jobs.ask(OTHER, 2, MOST))
    for _ in range(2 * TRIES):
        assert take(table) == KEY
        assert done(table.jobs.give_back("w", KEY))
        assert not done(table.jobs.give_back("w", KEY))
    assert take(table, 5, "x") == KEY


def test_a_job_whose_workers_all_go_has_failed(table: PlainStore) -> None:
    done(table.jobs.ask(KEY, 1, MOST))
    for n in range(TRIES):
        assert take(table, n * WORKER_LIVES) == KEY
    assert take(table, TRIES * WORKER_LIVES) is None
    assert get(table) == Job("failed")
    assert not done(table.jobs.finish("w", KEY, CARDS, 9 * WORKER_LIVES))
    assert done(table.jobs.ask(KEY, 9 * WORKER_LIVES, MOST, again=True)) == Job("waiting")
    assert take(table, 9 * WORKER_LIVES) == KEY


def test_not_more_than_so_many_wait(table: PlainStore) -> None:
    for number in (1, 2, 3):
        assert done(table.jobs.ask(KEY._replace(number=number), 1, 2))
    fourth = KEY._replace(number=4)
    assert done(table.jobs.ask(fourth, 1, 2)) is None
    assert get(table, fourth) is None
    assert done(table.jobs.ask(KEY, 1, 2)) == Job("waiting"), "it waits already"
    assert done(table.jobs.ask(KEY._replace(kind="sum"), 1, 2)) == Job("waiting"), "each kind by itself"
    taken = take(table)
    assert taken
    assert done(table.jobs.ask(fourth, 1, 2)) is None, "one that is worked on is not finished"
    done(table.jobs.fail("w", taken, 5))
    assert done(table.jobs.ask(fourth, 1, 2)) == Job("waiting")
    assert done(table.jobs.ask(taken, 1, 2, again=True)) is None


def test_the_oldest_results_are_forgotten(table: PlainStore) -> None:
    keys = [KEY._replace(number=number) for number in range(KEPT + 3)]
    for time, key in enumerate(keys):
        done(table.jobs.ask(key, time, MOST))
        assert take(table, time) == key
        ended = table.jobs.fail("w", key, time) if time % 5 == 0 else table.jobs.finish("w", key, CARDS, time)
        assert done(ended)
    last = KEY._replace(number=-1)
    done(table.jobs.ask(last, 0, MOST))
    assert [get(table, key) is None for key in keys] == [True] * 3 + [False] * KEPT
    assert get(table, last) == Job("waiting"), "what waits is not forgotten"


def test_all_results_have_so_much_room_together(table: PlainStore) -> None:
    large = "ä" * (LARGEST // 2)
    keys = [KEY._replace(number=number) for number in range(jobs.ROOM // LARGEST + 2)]
    for time, key in enumerate(keys):
        done(table.jobs.ask(key, time, MOST))
        take(table, time)
        assert done(table.jobs.finish("w", key, large, time))
    assert [get(table, key) is None for key in keys] == [True] * 2 + [False] * (len(keys) - 2)


def test_a_result_that_is_too_large_or_no_text_is_refused_at_once(table: PlainStore) -> None:
    done(table.jobs.ask(KEY, 1, MOST))
    take(table)
    for bad in ("x" * (LARGEST + 1), "a\0b", "\ud83c"):
        with pytest.raises(ValueError, match=r"at most|NUL|surrogates"):
            table.jobs.finish("w", KEY, bad, 5)
    assert get(table) == Job("working")


def test_no_log_no_job(store: PlainStore) -> None:
    assert isinstance(fault(store.jobs.ask(KEY, 1, MOST)), StoreFailed)
    assert get(store) is None
    assert take(store) is None


def test_a_deleted_table_takes_its_jobs_along(table: PlainStore) -> None:
    done(table.append("b", 0, some(1, 1)))
    running, kept = JobKey("review", "a", 3), JobKey("review", "b", 1)
    for since, key in enumerate((KEY, running, OTHER, kept)):
        done(table.jobs.ask(key, since, MOST))
    take(table)
    done(table.jobs.finish("w", KEY, CARDS, 5))
    take(table)
    done(table.delete("a", 9))
    assert [get(table, key) for key in (KEY, running, OTHER, kept)] == [None, None, None, Job("waiting")]
    assert not done(table.jobs.report("w", running, 1, 2, 6))
    assert not done(table.jobs.finish("w", running, CARDS, 6))
    assert get(table, running) is None
    assert isinstance(fault(table.jobs.ask(KEY, 1, MOST)), StoreFailed), "it does not come back"
    assert take(table) == kept


def test_a_closed_store_refuses_jobs(table: PlainStore) -> None:
    table.close()
    assert isinstance(fault(table.jobs.ask(KEY, 1, MOST)), StoreFailed)
    assert isinstance(fault(table.jobs.take("w", ["review"], 1)), StoreFailed)


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


def test_no_backup_has_jobs(tmp_path: Path, table: PlainStore) -> None:
    done(table.jobs.ask(KEY, 1, MOST))
    take(table)
    done(table.jobs.finish("w", KEY, CARDS * 2000, 5))
    table.backup(tmp_path / "kept")
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
