"""Compiling the rules and the bots' search of games in separate processes, and the progress of that.

Compiling blocks all other threads of its process, and one process compiles on one core. So each game gets a process,
and as many run at a time as there are cores. `python -m kartentisch.bots.compiling GAME [--search]` is such a process.
It prints the share that is done after each function. If two processes compile the same game, the second waits for the
first and finds its result.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import kartentisch
from kartentisch.bots.ready import prepare, prepared
from kartentisch.engine.caching import alone
from kartentisch.engine.homes import brought
from kartentisch.engine.warm import cached, entries, warm
from kartentisch.play.games import sheet

COSTS = {"commit": 5.0, "outcomes": 8.0, "search": 30.0}
"""About how many seconds a function takes to compile; all others take 2. This only affects the reported share."""
USUAL = 2.0


class CompilingFailed(Exception):  # noqa: N818 - named by what happened
    """The rules or the search of a game could not be compiled. The text says why."""


class Compilation:
    """The games that are being compiled. Threads start processes, read their progress, and load the results."""

    def __init__(self, names: Sequence[str], *, search: bool = False, workers: int | None = None) -> None:
        self._search = search
        self._shares = {name: 0.0 for name in names if not compiled(name, search)}
        self._waiting = list(self._shares)
        self._ready = set(names) - set(self._shares)
        self._failed: dict[str, str] = {}
        self._running: list[subprocess.Popen[str]] = []
        self._lock = threading.Lock()
        self._begun: dict[str | None, float] = {}
        self._closed = False
        count = min(workers or cores(), len(self._waiting))
        self._threads = [threading.Thread(target=self._work, name="compiling", daemon=True) for _ in range(count)]

    def start(self) -> None:
        self._begun[None] = time.monotonic()
        for thread in self._threads:
            thread.start()

    def ready(self, name: str) -> bool:
        """Whether a game can be played now. A registered game from elsewhere is compiled when it is first played."""
        return name in self._ready or name not in self._shares

    @property
    def done(self) -> bool:
        """Whether nothing is left to compile. A game that failed is compiled when it is first played."""
        return all(self.ready(name) for name in self._shares)

    @property
    def failed(self) -> dict[str, str]:
        """For each game that could not be compiled, by name, the reason."""
        return dict(self._failed)

    def share(self, name: str | None = None) -> float:
        """The share of a game, or of all games, that is compiled, from 0 to 1."""
        if name is not None:
            return 1.0 if self.ready(name) else self._shares[name]
        return sum(self.share(one) for one in self._shares) / len(self._shares) if self._shares else 1.0

    def left(self, name: str | None = None) -> float | None:
        """About how many seconds a game, or all games, will still take. None while this is unknown."""
        share, now = self.share(name), time.monotonic()
        return (now - self._begun.get(name, now)) / share * (1 - share) if share > 0.05 else None

    def wait(self, progress: Callable[[float], object] = lambda share: None) -> None:
        """Wait until everything is compiled. `progress` is called four times a second. Raises CompilingFailed."""
        while any(thread.is_alive() for thread in self._threads):
            progress(self.share())
            self._threads[0].join(0.25) if self._threads[0].is_alive() else time.sleep(0.25)
        progress(self.share())
        if self._failed:
            raise CompilingFailed("; ".join(f"{name}: {why}" for name, why in self._failed.items()))

    def close(self) -> None:
        """Stop: nobody needs what is still being compiled."""
        with self._lock:
            self._closed = True
            self._waiting.clear()
            for process in self._running:
                process.terminate()

    def _work(self) -> None:
        while True:
            with self._lock:
                if not self._waiting:
                    return
                name = self._waiting.pop(0)
                self._begun[name] = time.monotonic()
            try:
                self._compile(name)
                list(warm(sheet(name)))  # loads the game from the cache
            except Exception as error:  # no harm done: the game is then compiled when it is first played
                if not self._closed:
                    self._failed[name] = str(error) or repr(error)
            self._ready.add(name)

    def _compile(self, name: str) -> None:
        command = [sys.executable, "-m", __name__, name, *(["--search"] if self._search else [])]
        with self._lock:
            if self._closed:
                return
            process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment())
            self._running.append(process)
        assert process.stdout is not None
        with process, process.stdout:
            for line in process.stdout:
                with contextlib.suppress(ValueError):
                    self._shares[name] = min(1.0, float(line))
        if process.returncode and not self._closed:
            raise CompilingFailed(f"the compiler ended with code {process.returncode}")


def environment() -> dict[str, str]:
    """The environment for a process that finds this package in its current place."""
    found = str(Path(kartentisch.__file__).resolve().parent.parent)
    paths = [found, *filter(None, [os.environ.get("PYTHONPATH")])]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}


def cores() -> int:
    """The number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def compiled(name: str, search: bool) -> bool:
    """Whether the cache has all that a game needs. Only this process knows registered games from elsewhere."""
    game = sheet(name)
    return name in brought() or (cached(game) and (not search or prepared(game)))


def compile_game(name: str, search: bool) -> Iterator[float]:
    """Compile a game, or wait if another process is doing so. Yields the share that is done."""
    game = sheet(name)
    yield 0.0
    with alone(f"compiling-{name}"):
        costs = [0.0 if there else COSTS.get(entry, USUAL) for entry, there in entries(game)]
        last = COSTS["search"] if search and not prepared(game) else 0.0
        whole = sum(costs) + last or 1.0
        done = 0.0
        for cost, _ in zip(costs, warm(game), strict=True):
            yield done / whole
            done += cost
        if last:
            yield done / whole
            prepare(game)
    yield 1.0


def ready(name: str, search: bool) -> None:
    """Compile a game unless the cache has it. On a computer, one process does this, and the others wait."""
    if not compiled(name, search):
        for _ in compile_game(name, search):
            pass


def main(arguments: Sequence[str]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C reaches all; the process that waits for this one ends it
    for share in compile_game(arguments[0], "--search" in arguments[1:]):
        print(f"{share:.3f}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
