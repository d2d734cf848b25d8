"""An engine on a Ray cluster. Only `--on ray` imports this, and Ray is imported when a cluster is joined.

Ray's own retries are off: a batch whose process or computer is lost is handed out again here, so that it is counted.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import socket
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib import metadata
from typing import Any, TextIO

from kartentisch.bots.batches import pack
from kartentisch.bots.workers import RETRIES, Result, Task, WorkerError, processor

OLDEST = (2, 50)
WITHOUT = "--on ray needs the extra “ray”: pip install 'kartentisch[ray]'"
SECONDS = 1.0
"""About how long a batch takes, at most: what is lost with a computer, and how late progress is seen."""
MOST = 200
"""Deals in a batch."""
_VERSION = re.compile(r"^ +(Ray|Python): (\S+)$", re.MULTILINE)
"""The lines of Ray's error about different versions."""
_PATIENCE = 5.0
"""Seconds for the first answer of a cluster."""
_AHEAD = 4
"""Batches for each core that may be waiting, running, or done before the next result in order is ready."""


def _ray() -> Any:
    """The package, or WorkerError with a sentence that names the extra."""
    try:
        found = metadata.version("ray")
        import ray
    except ImportError as error:
        raise WorkerError(f"{WITHOUT}.") from error
    if tuple(int(part) for part in found.split(".")[:2]) < OLDEST:
        raise WorkerError(f"Ray {found} is too old; {WITHOUT}.")
    return ray


def _line(error: BaseException) -> str:
    """The first line of an error, without a full stop."""
    return (str(error).strip().splitlines() or [type(error).__name__])[0].rstrip(".")


def _not_joined(error: BaseException) -> str:
    """Why a cluster cannot be joined, as a sentence."""
    there, here = (dict(_VERSION.findall(part)) for part in f"{error}\nThis process ".split("\nThis process ")[:2])
    if there and there.keys() == here.keys():
        its, ours = (" and ".join(f"{name} {number}" for name, number in one.items()) for one in (there, here))
        return f"The Ray cluster has {its}, but this computer has {ours}: both must be the same on all computers."
    return f"The Ray cluster cannot be joined: {_line(error)}."


class _Beside(io.TextIOBase):
    """The standard output while Ray is there. It is for the result alone, and Ray prints pages about a lost process."""

    def __init__(self, out: TextIO) -> None:
        self._out, self._dropped = out, False

    def write(self, text: str) -> int:
        end_of_dropped = self._dropped and text == "\n"
        self._dropped = "(raylet)" in text
        return len(text) if self._dropped or end_of_dropped else self._out.write(text)

    def flush(self) -> None:
        self._out.flush()

    def isatty(self) -> bool:
        return self._out.isatty()


class RayEngine:
    """The cores of a cluster: one that runs on this computer or that RAY_ADDRESS names, else one for this run alone.

    `address`: None, or `ray://HOST:PORT` for a cluster whose network this computer is not in. `prepare` is called once
    in each process before its first task. Of `bots`, one's own travel along. Use it as a context manager.
    """

    def __init__(
        self, address: str | None, workers: int, prepare: Callable[[], object], bots: Sequence[str] = ()
    ) -> None:
        self._ray, self._prepare, self._bots = _ray(), prepare, bots
        self._address, self._workers = address, workers
        self.lost = 0
        self.processor = processor()
        self._out = contextlib.ExitStack()

    def __enter__(self) -> RayEngine:
        self._answers()
        self._out.enter_context(contextlib.redirect_stdout(_Beside(sys.stderr)))
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # a cluster that we start reports to nobody
        quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": "CRITICAL"}
        try:
            if self._address is not None:
                self._ray.init(self._address, **quiet)
            else:
                self._join_or_start(quiet)
        except Exception as error:  # Ray raises all kinds
            self._out.close()
            raise WorkerError(_not_joined(error)) from error
        return self

    def _answers(self) -> None:
        """Raise WorkerError if nothing listens at the named address. Ray itself would wait for minutes."""
        named = self._address or os.environ.get("RAY_ADDRESS", "")
        host, colon, port = named.removeprefix("ray://").rpartition(":")
        if not colon or not port.isdigit():
            return
        try:
            socket.create_connection((host.strip("[]"), int(port)), timeout=_PATIENCE).close()
        except (OSError, OverflowError) as error:
            raise WorkerError(f"No Ray cluster answers at {named}: {_line(error)}.") from error

    def _join_or_start(self, quiet: dict[str, Any]) -> None:
        try:
            self._ray.init("auto", **quiet)
        except ConnectionError:
            if os.environ.get("RAY_ADDRESS"):
                raise
            self._ray.init("local", num_cpus=self._workers, include_dashboard=False, **quiet)

    def __exit__(self, *_: object) -> None:
        self._ray.shutdown()
        self._out.close()

    def in_order(self, work: Callable[[Task], Result], tasks: Iterable[Task]) -> Iterator[Result]:
        run = _Run(self, self._ray, pack(work, self._prepare, self._bots))
        try:
            for self.processor, good, result in run.answers(iter(tasks)):
                if not good:
                    raise result
                yield result
        except ConnectionError as error:
            raise WorkerError(
                f"The connection to the Ray cluster is lost: {_line(error)}. With --keep, the same command goes on."
            ) from error
        finally:
            run.end()


class _Run:
    """The batches of one call."""

    def __init__(self, engine: RayEngine, ray: Any, blob: bytes) -> None:
        self._engine, self._ray = engine, ray
        self._blob = ray.put(blob)
        self._remote = ray.remote(num_cpus=1, max_retries=0)(_batch())
        self._cpu = os.environ.get("NUMBA_CPU_NAME", "")
        self._running: dict[Any, tuple[int, list[Any]]] = {}
        self._ends: dict[int, int] = {}
        self._size = 1

    def answers(self, tasks: Iterator[Any]) -> Iterator[tuple[str, bool, Any]]:
        given = told = 0
        done: dict[int, tuple[str, list[tuple[bool, Any]]]] = {}
        more = True
        while True:
            ahead = _AHEAD * max(1, int(self._ray.cluster_resources().get("CPU", 1)))
            while more and given - told < ahead:
                batch = [task for _, task in zip(range(self._size), tasks, strict=False)]
                if not batch:
                    more = False
                    break
                self._hand(given, batch)
                given += 1
            if told in done:
                kind, results = done.pop(told)
                told += 1
                for good, result in results:
                    yield kind, good, result
            elif self._running:
                ready, _ = self._ray.wait(list(self._running), num_returns=1, timeout=5)
                for ref in ready:
                    number, batch = self._running.pop(ref)
                    if (answer := self._received(ref, number, batch)) is not None:
                        done[number] = answer
            else:
                return

    def end(self) -> None:
        for ref in self._running:
            with contextlib.suppress(Exception):  # the cluster may be gone, and it is of no use any more
                self._ray.cancel(ref, force=True)

    def _hand(self, number: int, batch: list[Any]) -> None:
        self._running[self._remote.remote(self._blob, self._cpu, batch)] = number, batch

    def _received(self, ref: Any, number: int, batch: list[Any]) -> tuple[str, list[tuple[bool, Any]]] | None:
        """The results of a batch, or None if it had to be handed out again."""
        gone = self._ray.exceptions
        try:
            kind, seconds, results = self._ray.get(ref)
        except (gone.WorkerCrashedError, gone.NodeDiedError, gone.OutOfMemoryError, gone.ObjectLostError) as error:
            self._again(number, batch, error)
            return None
        except gone.RayTaskError as error:
            raise WorkerError(f"A computer of the cluster cannot do the work: {_line(error.cause)}.") from error
        except gone.RayError as error:
            raise WorkerError(f"The Ray cluster cannot do the work: {_line(error)}.") from error
        self._size = max(1, min(MOST, 2 * self._size, int(SECONDS * len(batch) / max(seconds, 1e-6))))
        return kind, results

    def _again(self, number: int, batch: list[Any], error: BaseException) -> None:
        ends = self._ends[number] = self._ends.get(number, 0) + 1
        if ends > RETRIES:
            raise WorkerError(f"A worker process of the cluster has ended by itself: {_line(error)}.") from error
        self._engine.lost += 1
        self._hand(number, batch)


def _batch() -> Callable[[bytes, str, list[Any]], Any]:
    """What a process of the cluster does. A function within a function travels as it is, not by its name."""

    def batch(packed: bytes, cpu: str, tasks: list[Any]) -> Any:
        import os

        if cpu:
            os.environ["NUMBA_CPU_NAME"] = cpu  # read at the first import of what compiles
        from kartentisch.bots.batches import played

        return played(packed, tasks)

    return batch
