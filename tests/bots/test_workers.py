"""Work shared out among processes comes back in its order; faults come back too, and nothing stays behind."""

from __future__ import annotations

import multiprocessing
import os
import time
from collections.abc import Iterator

import pytest

from kartentisch.bots.workers import in_order


def slowly(number: int) -> int:
    time.sleep(0.02 * (number % 3 == 0))
    return number * number


def fails_at_three(number: int) -> int:
    if number >= 3:
        raise ValueError(f"no {number}")
    return number


def dies(number: int) -> int:
    os._exit(7)


@pytest.mark.parametrize("workers", [1, 3])
def test_results_come_in_the_order_of_the_tasks(workers: int) -> None:
    assert list(in_order(slowly, range(40), workers)) == [n * n for n in range(40)]


@pytest.mark.parametrize("workers", [1, 2])
def test_the_first_fault_is_raised_where_it_belongs(workers: int) -> None:
    results = in_order(fails_at_three, range(10), workers)
    assert [next(results) for _ in range(3)] == [0, 1, 2]
    with pytest.raises(ValueError, match="no 3"):
        next(results)


def test_no_more_is_begun_than_is_needed_soon() -> None:
    asked: list[int] = []

    def tasks() -> Iterator[int]:
        for number in range(1000):
            asked.append(number)
            yield number

    results = in_order(slowly, tasks(), 2)
    assert next(results) == 0
    assert len(asked) < 40
    results.close()  # type: ignore[attr-defined]


def test_who_stops_asking_ends_the_processes() -> None:
    before = set(multiprocessing.active_children())
    results = in_order(slowly, range(1000), 2)
    next(results)
    assert len(set(multiprocessing.active_children()) - before) == 2
    results.close()  # type: ignore[attr-defined]
    assert set(multiprocessing.active_children()) <= before


def test_a_process_that_dies_is_noticed() -> None:
    with pytest.raises(RuntimeError, match="a worker process has ended by itself, with code 7"):
        list(in_order(dies, range(3), 2))
