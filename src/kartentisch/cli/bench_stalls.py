"""Tells delays that the server's own event loop has measured from those that only the clients have seen."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

STALL = 0.1
"""Seconds from which the server counts a stall, and from which a move is late here."""
EVERY = 0.5
"""Seconds between two readings."""
COUNTED_WITHIN = 0.2
"""Seconds after a stall until the server has counted it."""


class Moved(NamedTuple):
    """A move that has reached all seats."""

    begun: float
    """By `time.perf_counter`."""
    took: float
    """Seconds."""


class Reading(NamedTuple):
    """What the server has counted so far. Busy: the server itself was at work. Waiting: for a processor or a disk."""

    at: float
    """By `time.perf_counter`, when the answer came."""
    busy: int
    waiting: int
    stalled_ms: int


class Delays(NamedTuple):
    busy: int
    """Stalls of the server's loop while it was at work."""
    waiting: int
    """Stalls while it waited for the machine."""
    stalled_ms: int
    late_with_stall: int
    """Moves that were late while the loop stalled."""
    late_without: int
    """Moves that were late although it did not: only the clients saw the delay."""


def read(get: Callable[[str], str]) -> Reading:
    """Ask the server. `get` returns a page of it."""
    found = json.loads(get("/statistics"))
    stalls, stalled = found["loop_stalls"], found["loop_stalled_ms"]
    return Reading(time.perf_counter(), stalls["busy"], stalls["waiting"], sum(stalled.values()))


class Watch:
    """Asks the server again and again while it is measured."""

    def __init__(self, get: Callable[[str], str]) -> None:
        self._get = get
        self.readings: list[Reading] = []

    async def run(self) -> None:
        while True:
            self.readings.append(await asyncio.to_thread(read, self._get))
            await asyncio.sleep(EVERY)

    def end(self) -> None:
        """The last reading, once everything has been counted."""
        time.sleep(COUNTED_WITHIN)
        self.readings.append(read(self._get))


def delays(readings: Sequence[Reading], moves: Sequence[Moved]) -> Delays:
    """What the readings say about these moves, all made between the first and the last one."""
    first, last = readings[0], readings[-1]
    late = [move for move in moves if move.took >= STALL]
    stalled = sum(_stalled_during(readings, move) for move in late)
    counts = (last.busy - first.busy, last.waiting - first.waiting, last.stalled_ms - first.stalled_ms)
    return Delays(*counts, stalled, len(late) - stalled)


def _stalled_during(readings: Sequence[Reading], move: Moved) -> bool:
    end = move.begun + move.took + COUNTED_WITHIN
    before = [one for one in readings if one.at <= move.begun] or readings[:1]
    after = [one for one in readings if one.at >= end] or readings[-1:]
    return after[0].busy + after[0].waiting > before[-1].busy + before[-1].waiting
