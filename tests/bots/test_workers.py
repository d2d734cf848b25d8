"""Work shared out among processes comes back in its order; faults come back too, and nothing stays behind."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from multiprocessing.context import SpawnProcess
from multiprocessing.process import BaseProcess

import pytest

from kartentisch.bots.workers import WorkerError, in_order


def slowly(number: int) -> int:
    time.sleep(0.02 * (number % 3 == 0))
    return number * number


def fails_at_three(number: int) -> int:
    if number >= 3:
        raise ValueError(f"no {number}")
    return number


def dies(number: int) -> int:
    os._exit(7)


def is_killed(number: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return number


def leaves(number: int) -> int:
    sys.exit(7)


def dies_later(number: int) -> int:
    """Its answer is heard, its process is gone when the next task is handed to it."""
    threading.Timer(0.1, os._exit, [7]).start()
    return number


class DiesAtOnce:
    """Work that ends the process which is to do it before that has read any task."""

    def __call__(self, number: int) -> int:
        return number

    def __reduce__(self) -> tuple[Callable[[int], object], tuple[int]]:
        return os._exit, (7,)


def unwieldy(number: int) -> object:
    return lambda: number


def once_nobody_is_left(before: set[BaseProcess]) -> Iterator[int]:
    """Two tasks, and a third when the processes that did them have ended."""
    yield from range(2)
    while set(multiprocessing.active_children()) - before:
        time.sleep(0.01)
    yield 2


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


@pytest.mark.parametrize("work", [dies, leaves, dies_later, DiesAtOnce()])
def test_a_process_that_ends_by_itself_is_one_sentence(work: Callable[[int], int]) -> None:
    """In the middle of a task, with its answer heard, or before it has begun: it is no broken pipe."""
    before: set[BaseProcess] = set(multiprocessing.active_children())
    tasks = once_nobody_is_left(before) if work is dies_later else range(3)
    with pytest.raises(WorkerError, match=r"^A worker process has ended by itself, with exit code 7\.$"):
        list(in_order(work, tasks, 2))
    assert set(multiprocessing.active_children()) <= before


def test_of_a_process_that_was_killed_it_is_said_why_that_may_be() -> None:
    with pytest.raises(WorkerError, match=r"exit code -9\. It was killed, most likely because memory ran out: fewer"):
        list(in_order(is_killed, range(3), 2))


def test_what_cannot_be_handed_on_is_one_sentence() -> None:
    with pytest.raises(WorkerError, match=r"^What a worker found cannot be handed on: "):
        list(in_order(unwieldy, range(3), 2))


def test_a_process_that_cannot_be_started_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    """The second one: the first is ended all the same."""
    real, started = SpawnProcess.start, list[SpawnProcess]()

    def start(process: SpawnProcess) -> None:
        started.append(process)
        if len(started) == 2:
            raise OSError(12, "Cannot allocate memory")
        real(process)

    monkeypatch.setattr(SpawnProcess, "start", start)
    with pytest.raises(WorkerError, match=r"^A worker process cannot be started: Cannot allocate memory\.$"):
        list(in_order(slowly, range(3), 2))
    assert started[0].exitcode is not None
