"""Jobs: what every store promises of them."""

from __future__ import annotations

from typing import Any

import pytest

from kartentisch.store import Job, JobKey, StoreFailed, jobs
from kartentisch.store.jobs import KEPT, LARGEST, TRIES, WORKER_LIVES
from tests.plain_store import PlainStore, at_once
from tests.store.kit import done, fault, some

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
