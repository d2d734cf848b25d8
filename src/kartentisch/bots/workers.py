"""Work shared among processes. The results depend on the tasks, not on the number of processes.

`Engine` is the seam: all deals of arenas and studies are played through `in_order`. Tasks must be pure, since a task
is done again if its process ends by itself.

`concurrent.futures` can neither end running tasks at once nor tell how a process ended: see docs/decisions/0024.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Any, Protocol, TypeVar

Task = TypeVar("Task")
Result = TypeVar("Result")

_AHEAD = 8
"""The number of tasks per process that may be running or done before the next result in order is ready."""
RETRIES = 2
"""How often a task is done again after its process ended by itself. If it ends each time, the task is to blame."""
_KILLED = -9
"""The exit code of a process that was killed, on Linux mostly because memory ran out."""


class WorkerError(ValueError):
    """A process could not do its work. The text is a sentence."""


@cache
def processor() -> str:
    """The kind of processor that machine code is made for here. Another kind may round differently."""
    import numba  # as the processes that only wait for tasks start sooner without
    from llvmlite import binding

    return str(numba.config.CPU_NAME or binding.get_host_cpu_name())


class Engine(Protocol):
    """A place where tasks are done: this process, processes of this computer, or other computers."""

    @property
    def lost(self) -> int:
        """The number of processes that ended by themselves and were replaced."""
        ...

    @property
    def processor(self) -> str:
        """The kind of processor that the latest result comes from."""
        ...

    def in_order(self, work: Callable[[Task], Result], tasks: Iterable[Task]) -> Iterator[Result]:
        """Yield the result of `work` for each task, in the order of the tasks. The first error in that order is raised.

        Closing the iterator ends all work. Raises WorkerError if a process ends by itself again and again.
        """
        ...


@dataclass
class LocalEngine:
    """Processes of this computer. One worker is this process itself.

    With more, `work`, tasks and results travel between processes, so they must be picklable.
    """

    workers: int = 1
    lost: int = 0

    @property
    def processor(self) -> str:
        return processor()

    def in_order(self, work: Callable[[Task], Result], tasks: Iterable[Task]) -> Iterator[Result]:
        if self.workers <= 1:
            yield from map(work, tasks)
            return
        team = _Team(self, work)
        try:
            yield from team.collect(iter(tasks))
        finally:
            team.end()


@dataclass(eq=False)
class _Worker:
    process: SpawnProcess
    line: Connection
    number: int = -1
    task: Any = None
    """What it was given last."""


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


class _Team:
    """The processes that do the tasks of one call."""

    def __init__(self, engine: LocalEngine, work: Callable[[Any], Any]) -> None:
        self._engine, self._work = engine, work
        self._idle, self._busy = list[_Worker](), dict[Connection, _Worker]()
        self._all = list[_Worker]()
        self._ends: dict[int, int] = {}
        """How many processes have ended while they had the task of this number."""

    def collect(self, tasks: Iterator[Any]) -> Iterator[Any]:
        for _ in range(self._engine.workers):
            self._idle.append(self._another())
        given = told = 0
        done: dict[int, tuple[bool, Any]] = {}
        more = True
        while True:
            while more and self._idle and given - told < _AHEAD * self._engine.workers:
                try:
                    task = next(tasks)
                except StopIteration:
                    more = False
                    break
                self._hand(self._idle.pop(), given, task)
                given += 1
            if told in done:
                good, result = done.pop(told)
                if not good:
                    raise result
                told += 1
                yield result
            elif self._busy:
                for number, good, result in self._answers():
                    done[number] = good, result
            else:
                return

    def end(self) -> None:
        for worker in self._all:
            worker.line.close()
            worker.process.terminate()
        for worker in self._all:
            worker.process.join()

    def _another(self) -> _Worker:
        worker = _start(self._work)
        self._all.append(worker)
        return worker

    def _answers(self) -> list[tuple[int, bool, Any]]:
        """The answers that are there, at the latest when one is. A worker without one is replaced."""
        answers = []
        ready = set(wait(list(self._busy)))
        for worker in [worker for line, worker in self._busy.items() if line in ready]:
            del self._busy[worker.line]
            try:
                answers.append(worker.line.recv())
            except (EOFError, OSError):
                self._replace(worker)
            else:
                self._idle.append(worker)
        return answers

    def _hand(self, worker: _Worker, number: int, task: Any) -> None:
        worker.number, worker.task = number, task
        try:
            worker.line.send((number, task))
        except OSError:
            self._replace(worker)
        else:
            self._busy[worker.line] = worker

    def _replace(self, ended: _Worker) -> None:
        """Hand the task of a worker that has ended by itself to a new one."""
        ended.line.close()
        ended.process.join()
        self._all.remove(ended)
        ends = self._ends[ended.number] = self._ends.get(ended.number, 0) + 1
        if ends > RETRIES:
            raise _ended(ended)
        self._engine.lost += 1
        self._hand(self._another(), ended.number, ended.task)


def _ended(worker: _Worker) -> WorkerError:
    code = worker.process.exitcode
    why = " It was killed, most likely because memory ran out: fewer workers need less." if code == _KILLED else ""
    return WorkerError(f"A worker process has ended by itself, with exit code {code}.{why}")
