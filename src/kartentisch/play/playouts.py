"""Many rounds played at random, in compiled code and in parallel."""

from __future__ import annotations

import secrets
import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kartentisch.engine.compiled import COMPILED
from kartentisch.engine.game import Game
from kartentisch.engine.layout import Records
from kartentisch.engine.luck import new_luck, seeded
from kartentisch.play import numbers
from kartentisch.play.checks import checked_options, checked_seats, checked_seed
from kartentisch.play.games import sheet

Progress = Callable[[int], object]

_BATCH = 1_000 if COMPILED else 5
"""Rounds that a thread plays before it takes the next batch: some hundredths of a second."""


@dataclass(frozen=True)
class Playouts:
    """The result of random rounds: sums and counts, from which means and variances follow."""

    games: int
    """Rounds played."""
    steps: int
    """Steps in all of them."""
    seconds: float
    """Wall time, without compiling."""
    steps_per_second: float
    """`steps / seconds`; 0.0 if nothing was played."""
    points: tuple[int, ...]
    """By seat: the sum of its points."""
    squares: tuple[int, ...]
    """By seat: the sum of its squared points."""
    wins: tuple[float, ...]
    """By seat: the number of rounds in which nobody had better points. N seats that share a win get 1/N each."""
    histograms: tuple[dict[int, int], ...]
    """By seat: points -> number of rounds in which the seat had them, ascending."""
    lengths: dict[int, int]
    """Steps -> number of rounds that took that many steps, ascending."""


class _Counts:
    """The results of some rounds as whole numbers, so that they sum to the same total in any order."""

    SHARE = 2520
    """Parts of one win. Up to ten seats can share it evenly."""

    def __init__(self, seats: int, way: int) -> None:
        self.seats, self.way = seats, way
        self.sums, self.squares, self.wins = (np.zeros(seats, np.int64) for _ in range(3))
        self.histograms, self.lengths = [Counter[int]() for _ in range(seats)], Counter[int]()

    def add(self, points: NDArray[np.int64], lengths: NDArray[np.int64]) -> None:
        """Add rounds. Each row of `points` has the points of one round by seat; `lengths` has its steps."""
        points = points[:, : self.seats]
        best = self.way * points == (self.way * points).max(axis=1, keepdims=True)
        self.sums += points.sum(axis=0)
        self.squares += (points * points).sum(axis=0)
        self.wins += (best * (self.SHARE // best.sum(axis=1, keepdims=True))).sum(axis=0)
        for histogram, column in zip((*self.histograms, self.lengths), (*points.T, lengths), strict=True):
            values, counts = np.unique(column, return_counts=True)
            histogram.update(dict(zip(values.tolist(), counts.tolist(), strict=True)))

    def join(self, other: _Counts) -> None:
        """Add the results of another thread."""
        self.sums += other.sums
        self.squares += other.squares
        self.wins += other.wins
        for histogram, more in zip((*self.histograms, self.lengths), (*other.histograms, other.lengths), strict=True):
            histogram.update(more)


class _Study:
    """Rounds handed to threads in batches. The luck of a round depends on its number, not on the thread."""

    def __init__(
        self, game: Game, template: Records, games: int, luck: tuple[int, int], progress: Progress | None
    ) -> None:
        self.game, self.template, self.games, self.luck, self.progress = game, template, games, luck, progress
        self.lock = threading.Lock()
        self.taken = self.done = self.steps = 0
        self.counts = _Counts(int(template[0]["seats"]), game.wins)
        self.fault: BaseException | None = None

    def work(self) -> None:
        """Take batches until none is left. Each thread runs this once."""
        batch = _Batch(self.game, self.template, self.luck)
        try:
            while (first := self._take()) < self.games and self.fault is None:
                last = min(first + _BATCH, self.games)
                self._add(batch.run(first, last), last - first)
        except BaseException as error:
            self.fault = error
        with self.lock:
            self.counts.join(batch.counts)

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
        self.luck, self.out = new_luck(), game.buffer()
        self.points, self.lengths = np.zeros((_BATCH, game.layout.max_seats), np.int64), np.zeros(_BATCH, np.int64)
        self.counts = _Counts(int(template[0]["seats"]), game.wins)
        self.block, self.key = (int(word) for word in new_luck(*luck)[:2])

    def run(self, first: int, last: int) -> int:
        """Play rounds `first` to `last` - 1 and return the number of their steps."""
        rows = self.points, self.lengths
        steps = int(self.call(*self.buffers, first, last, self.block, self.key, self.luck, self.out, *rows))
        if last > first:
            self.counts.add(self.points[: last - first], self.lengths[: last - first])
        return steps


def playouts(
    game: str,
    seats: int,
    *,
    games: int,
    seed: int | None = None,
    threads: int = 1,
    options: Mapping[str, Any] | None = None,
    progress: Callable[[int], object] | None = None,
) -> Playouts:
    """Play `games` single rounds at random. Each step is drawn uniformly from the legal next steps.

    The result depends on the game, seats, options, number of games and seed, but not on the number of threads.
    `progress` is called with the number of rounds done so far. Raises ValueError with a sentence for bad arguments.

    >>> import kartentisch as kt
    >>> result = kt.playouts(kt.games()[1], seats=2, games=20, seed=1, threads=2)
    >>> result.games, sum(result.wins), sum(result.lengths.values())
    (20, 20.0, 20)
    >>> mean = result.points[0] / result.games
    >>> variance = result.squares[0] / result.games - mean**2
    """
    rules = sheet(game)
    games = numbers.whole("games", games, 0)
    threads = numbers.whole("threads", threads, 1)
    checked = checked_options(rules, options)
    seats = checked_seats(rules, seats)
    template = rules.new(seats, checked)
    first, second = seeded(secrets.randbits(128) if seed is None else checked_seed(seed), 0, 2)
    _Batch(rules, template, (first, second)).run(0, 0)  # compiles the rules, or loads them from the cache
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
    counts = study.counts
    return Playouts(
        games,
        study.steps,
        seconds,
        study.steps / seconds if seconds > 0 else 0.0,
        tuple(counts.sums.tolist()),
        tuple(counts.squares.tolist()),
        tuple(parts / counts.SHARE for parts in counts.wins.tolist()),
        tuple(dict(sorted(histogram.items())) for histogram in counts.histograms),
        dict(sorted(counts.lengths.items())),
    )
