"""What travels to the processes of a cluster: the work, what prepares it, and the files of own bots.

The computers of a cluster have the same version of Kartentisch installed, which is checked, but none of our files.
"""

from __future__ import annotations

import pickle
import time
from collections.abc import Callable, Sequence
from typing import Any

from kartentisch.bots import own
from kartentisch.bots.keeping import program
from kartentisch.bots.workers import WorkerError, processor

_unpacked: dict[bytes, Callable[[Any], Any]] = {}
"""The work of this process, by what it was packed in, so that it is prepared once."""


def pack(work: Callable[[Any], Any], prepare: Callable[[], object], bots: Sequence[str]) -> bytes:
    """One piece of bytes. `prepare` is called once in each process before its first task."""
    mine = {name: own.sources(name) for name in sorted(set(bots)) if own.is_own(name)}
    return pickle.dumps((program(), mine, pickle.dumps((prepare, work))))


def played(packed: bytes, tasks: Sequence[Any]) -> tuple[str, float, list[tuple[bool, Any]]]:
    """The kind of processor, the seconds it took, and for each task whether it was done, and its result or error.

    After an error the rest is left out, since nobody asks for it.
    """
    if packed not in _unpacked:
        work = _unpack(packed)
        _unpacked.clear()
        _unpacked[packed] = work
    work, begun, results = _unpacked[packed], time.perf_counter(), list[tuple[bool, Any]]()
    for task in tasks:
        try:
            results.append((True, work(task)))
        except Exception as error:
            results.append((False, error))
            break
    return processor(), time.perf_counter() - begun, results


def _unpack(packed: bytes) -> Callable[[Any], Any]:
    stamp, mine, rest = pickle.loads(packed)
    if stamp != program():
        raise WorkerError("it has another version of Kartentisch")
    for name, files in mine.items():
        own.bring(name, files)
    prepare, work = pickle.loads(rest)
    prepare()
    return work  # type: ignore[no-any-return]
