"""Many rounds played at random, in compiled code, side by side."""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from kartentisch.engine.compiled import COMPILED
from kartentisch.engine.game import Game
from kartentisch.engine.layout import Records
from kartentisch.engine.luck import new_luck, seeded
from kartentisch.play.checks import checked_options, checked_seats, checked_seed
from kartentisch.play.games import sheet

Progress = Callable[[int], object]

_BATCH = 1_000 if COMPILED else 5
"""Rounds between two looks at the clock: some hundredths of a second."""


@dataclass(frozen=True)
class Playouts:
    """What came of it. `seconds`: wall time without compiling; `points`: one sum a seat over all rounds."""

    games: int
    steps: int
    seconds: float
    steps_per_second: float
    points: tuple[int, ...]


class _Study:
    """Work shared out in batches; the luck of a round depends on its number alone, not on who plays it."""

    def __init__(
        self, game: Game, template: Records, games: int, luck: tuple[int, int], progress: Progress | None
    ) -> None:
        self.game, self.template, self.games, self.luck, self.progress = game, template, games, luck, progress
        self.lock = threading.Lock()
        self.taken = self.done = self.steps = 0
        self.sums = np.zeros(game.layout.max_seats, np.int64)
        self.fault: BaseException | None = None

    def work(self) -> None:
        """One thread: takes batches until none is left."""
        batch = _Batch(self.game, self.template, self.luck)
        try:
            while (first := self._take()) < self.games and self.fault is None:
                last = min(first + _BATCH, self.games)
                self._add(batch.run(first, last), last - first)
        except BaseException as error:
            self.fault = error
        with self.lock:
            self.sums += batch.sums

    def _take(self) -> int:
        with self.lock:
            first = self.taken
            self.taken += _BATCH
            return first

    def _add(self, steps: int, games: int) -> None:
        with self.lock:
            self.steps += steps
            self.done += games
            if self.progress is not None:
                self.progress(self.done)


class _Batch:
    """The buffers of one thread."""

    def __init__(self, game: Game, template: Records, luck: tuple[int, int]) -> None:
        self.call = game.run.playouts
        self.buffers = game.layout.new(), template
        self.luck, self.out, self.sums = new_luck(), game.buffer(), np.zeros(game.layout.max_seats, np.int64)
        self.block, self.key = (int(word) for word in new_luck(*luck)[:2])

    def run(self, first: int, last: int) -> int:
        """Play rounds `first` to `last` - 1; returns their steps."""
        return int(self.call(*self.buffers, first, last, self.block, self.key, self.luck, self.out, self.sums))


def _check_number(name: str, value: Any, low: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value < 2**40:
        raise ValueError(f"{name} must be a whole number from {low}, not {value!r}")


def playouts(
    game: str,
    seats: int,
    *,
    games: int,
    seed: int | None = None,
    threads: int = 1,
    options: Mapping[str, Any] | None = None,
    progress: Progress | None = None,
) -> Playouts:
    """Play single rounds at random, each step uniform among the legal next ones.

    The result depends on game, seats, options, number of games and seed, not on the number of threads. `progress` is
    called with the number of rounds done so far. Raises ValueError with a sentence for what is not allowed.
    """
    rules = sheet(game)
    _check_number("games", games, 0)
    _check_number("threads", threads, 1)
    checked = checked_options(rules, options)
    template = rules.new(checked_seats(rules, seats), checked)
    first, second = seeded(secrets.randbits(128) if seed is None else checked_seed(seed), 0, 2)
    _Batch(rules, template, (first, second)).run(0, 0)  # compiles, or loads what was compiled before
    study = _Study(rules, template, games, (first, second), progress)
    begun = time.perf_counter()
    workers = [threading.Thread(target=study.work) for _ in range(threads - 1)]
    for worker in workers:
        worker.start()
    study.work()
    for worker in workers:
        worker.join()
    seconds = time.perf_counter() - begun
    if study.fault is not None:
        raise study.fault
    points = tuple(int(total) for total in study.sums[:seats])
    return Playouts(games, study.steps, seconds, study.steps / seconds if seconds > 0 else 0.0, points)
