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
from pathlib import Path

import pytest

from kartentisch.bots.workers import RETRIES, LocalEngine, WorkerError


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


class IsKilledFirst:
    """Work whose process is killed this number of times when it does task 3."""

    def __init__(self, folder: Path, times: int) -> None:
        self.folder, self.times = folder, times

    def __call__(self, number: int) -> int:
        marks = len(list(self.folder.iterdir()))
        if number == 3 and marks < self.times:
            (self.folder / str(marks)).touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return number


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
    assert list(LocalEngine(workers).in_order(slowly, range(40))) == [n * n for n in range(40)]


@pytest.mark.parametrize("workers", [1, 2])
def test_the_first_fault_is_raised_where_it_belongs(workers: int) -> None:
    results = LocalEngine(workers).in_order(fails_at_three, range(10))
    assert [next(results) for _ in range(3)] == [0, 1, 2]
    with pytest.raises(ValueError, match="no 3"):
        next(results)


def test_no_more_is_begun_than_is_needed_soon() -> None:
    asked: list[int] = []

    def tasks() -> Iterator[int]:
        for number in range(1000):
            asked.append(number)
            yield number

    results = LocalEngine(2).in_order(slowly, tasks())
    assert next(results) == 0
    assert len(asked) < 40
    results.close()  # type: ignore[attr-defined]


def test_who_stops_asking_ends_the_processes() -> None:
    before = set(multiprocessing.active_children())
    results = LocalEngine(2).in_order(slowly, range(1000))
    next(results)
    assert len(set(multiprocessing.active_children()) - before) == 2
    results.close()  # type: ignore[attr-defined]
    assert set(multiprocessing.active_children()) <= before


def test_a_process_that_is_killed_costs_nothing_but_a_second_try(tmp_path: Path) -> None:
    before: set[BaseProcess] = set(multiprocessing.active_children())
    engine = LocalEngine(2)
    assert list(engine.in_order(IsKilledFirst(tmp_path, RETRIES), range(8))) == list(range(8))
    assert engine.lost == RETRIES
    assert set(multiprocessing.active_children()) <= before


def test_a_process_that_ends_between_two_tasks_is_replaced() -> None:
    """The third task is handed to one that is gone."""
    engine = LocalEngine(2)
    assert list(engine.in_order(dies_later, once_nobody_is_left(set(multiprocessing.active_children())))) == [0, 1, 2]
    assert engine.lost == 1


@pytest.mark.parametrize("work", [dies, leaves, DiesAtOnce()])
def test_a_process_that_always_ends_by_itself_is_one_sentence(work: Callable[[int], int]) -> None:
    """In the middle of a task, or before it has begun: it is no broken pipe."""
    before: set[BaseProcess] = set(multiprocessing.active_children())
    tasks = range(3)
    with pytest.raises(WorkerError, match=r"^A worker process has ended by itself, with exit code 7\.$"):
        list(LocalEngine(2).in_order(work, tasks))
    assert set(multiprocessing.active_children()) <= before


def test_of_a_process_that_was_killed_it_is_said_why_that_may_be() -> None:
    with pytest.raises(WorkerError, match=r"exit code -9\. It was killed, most likely because memory ran out: fewer"):
        list(LocalEngine(2).in_order(is_killed, range(3)))


def test_what_cannot_be_handed_on_is_one_sentence() -> None:
    with pytest.raises(WorkerError, match=r"^What a worker found cannot be handed on: "):
        list(LocalEngine(2).in_order(unwieldy, range(3)))


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
        list(LocalEngine(2).in_order(slowly, range(3)))
    assert started[0].exitcode is not None
