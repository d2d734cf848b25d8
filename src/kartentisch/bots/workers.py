"""Work shared among processes. The results depend on the tasks, not on the number of processes."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Any, TypeVar

Task = TypeVar("Task")
Result = TypeVar("Result")

_AHEAD = 8
"""The number of tasks per process that may be running or done before the next result in order is ready."""
_KILLED = -9
"""The exit code of a process that was killed, on Linux mostly because memory ran out."""


class WorkerError(ValueError):
    """A process could not do its work. The text is a sentence."""


@dataclass(eq=False)
class _Worker:
    process: SpawnProcess
    line: Connection


def in_order(work: Callable[[Task], Result], tasks: Iterable[Task], workers: int = 1) -> Iterator[Result]:
    """Yield the result of `work` for each task, in the order of the tasks. The first error in that order is raised.

    With one worker, the work is done in this process. Otherwise `work`, tasks and results travel between processes, so
    they must be picklable. Closing the iterator ends the processes. Raises WorkerError if a process ends by itself.
    """
    if workers <= 1:
        yield from map(work, tasks)
        return
    crew = list[_Worker]()
    try:
        crew += (_start(work) for _ in range(workers))
        yield from _collect(crew, iter(tasks))
    finally:
        for worker in crew:
            worker.line.close()
            worker.process.terminate()
        for worker in crew:
            worker.process.join()


def _start(work: Callable[[Any], Any]) -> _Worker:
    context = multiprocessing.get_context("spawn")  # a fork could catch our running threads in the middle of work
    here, there = context.Pipe()
    process = context.Process(target=_serve, args=(there, work), daemon=True)
    try:
        process.start()
    except OSError as error:
        raise WorkerError(f"A worker process cannot be started: {error.strerror or error}.") from error
    there.close()
    return _Worker(process, here)


def _serve(line: Connection, work: Callable[[Any], Any]) -> None:
    """The main loop of one process: do tasks until no more come."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C reaches all; the process that shares the work ends the rest
    while True:
        try:
            number, task = line.recv()
        except (EOFError, OSError):
            return
        try:
            answer: tuple[int, bool, Any] = number, True, work(task)
        except Exception as error:
            answer = number, False, error
        try:
            line.send(answer)
        except OSError:
            return
        except Exception as error:
            line.send((number, False, WorkerError(f"What a worker found cannot be handed on: {error}")))


def _collect(crew: list[_Worker], tasks: Iterator[Any]) -> Iterator[Any]:
    given = told = 0
    done: dict[int, tuple[bool, Any]] = {}
    idle, busy = list(crew), dict[Connection, _Worker]()
    more = True
    while True:
        while more and idle and given - told < _AHEAD * len(crew):
            try:
                task = next(tasks)
            except StopIteration:
                more = False
                break
            worker = idle.pop()
            _hand(worker, (given, task))
            busy[worker.line] = worker
            given += 1
        if told in done:
            good, result = done.pop(told)
            if not good:
                raise result
            told += 1
            yield result
        elif busy:
            ready = set(wait(list(busy)))
            for worker in [worker for line, worker in busy.items() if line in ready]:
                del busy[worker.line]
                number, good, result = _heard(worker)
                done[number] = good, result
                idle.append(worker)
        else:
            return


def _hand(worker: _Worker, task: tuple[int, Any]) -> None:
    try:
        worker.line.send(task)
    except OSError as error:
        raise _ended(worker) from error


def _heard(worker: _Worker) -> tuple[int, bool, Any]:
    try:
        answer: tuple[int, bool, Any] = worker.line.recv()
    except (EOFError, OSError) as error:
        raise _ended(worker) from error
    return answer


def _ended(worker: _Worker) -> WorkerError:
    worker.process.join()
    code = worker.process.exitcode
    why = " It was killed, most likely because memory ran out: fewer workers need less." if code == _KILLED else ""
    return WorkerError(f"A worker process has ended by itself, with exit code {code}.{why}")
