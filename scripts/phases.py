"""The jobs of `make test`, several at a time, and their costs: wall time, processor time, load of the computer."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

ROOT = Path(__file__).resolve().parent.parent
EVERY = 0.5
"""Seconds between two looks at the processes. The parent counts the time of processes that live only in between."""
LOW = "5"
"""How nice a job is that takes what others leave: a third of their share. A nicer one starves on a busy computer."""
TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100


@dataclass
class Job:
    """A Python command, with the environment variables that it needs."""

    name: str
    arguments: Sequence[str]
    environment: Mapping[str, str] = field(default_factory=dict)
    low: bool = False
    """Whether it runs with low priority, on the time that the others leave."""

    def start(self, out: IO[bytes] | None) -> subprocess.Popen[bytes]:
        nice = ["nice", "-n", LOW] if self.low and shutil.which("nice") else []
        return subprocess.Popen(
            [*nice, sys.executable, *self.arguments],
            cwd=ROOT,
            env={**os.environ, **self.environment},
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=out,
        )


class Costs:
    """The processor time of this process's descendants.

    The system adds up the processes that somebody waited for. Nobody waits for the windows of a browser, so all
    processes are also inspected now and then (if there is /proc), and the larger sum is used.
    """

    def __init__(self) -> None:
        self._seen: dict[tuple[int, str], float] = {}
        self._end = threading.Event()
        self._looking = threading.Thread(target=self._look, daemon=True)
        self._looking.start()

    def total(self) -> float:
        times = os.times()
        return max(times.children_user + times.children_system, sum(self._seen.values()))

    def close(self) -> None:
        self._end.set()
        self._looking.join()

    def _look(self) -> None:
        while not self._end.wait(EVERY):
            self._seen |= dict(descendants(os.getpid()))


def descendants(ancestor: int) -> Iterator[tuple[tuple[int, str], float]]:
    """Yield each living descendant: its process id and start time, and its own processor time in seconds."""
    parents: dict[int, int] = {}
    found: dict[int, tuple[str, float]] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text(errors="replace").rpartition(")")[2].split()
        except OSError:
            continue  # it has just ended
        number = int(stat.parent.name)
        parents[number] = int(fields[1])
        found[number] = fields[19], (int(fields[11]) + int(fields[12])) / TICKS
    for number, (begun, seconds) in found.items():
        above = parents[number]
        while above in parents and above != ancestor:
            above = parents[above]
        if above == ancestor:
            yield (number, begun), seconds


def run(title: str, jobs: Sequence[Job], costs: Costs) -> list[str]:
    """Run all jobs at the same time, and return the names of those that failed. The output of the first job is shown at
    once, the others' output after it.
    """
    print(f"--- {title}", flush=True)
    wall, cpu = time.monotonic(), costs.total()
    failed: list[str] = []
    running: list[tuple[Job, subprocess.Popen[bytes], IO[bytes] | None]] = []
    out: IO[bytes] | None
    try:
        for job in jobs:
            out = tempfile.TemporaryFile() if running else None  # noqa: SIM115 - it lives as long as its job
            running.append((job, job.start(out), out))
        for job, process, out in running:
            if process.wait():
                failed.append(job.name)
            if out is not None:
                out.seek(0)
                print(f"--- {job.name}", out.read().decode(errors="replace").rstrip(), sep="\n", flush=True)
    finally:
        for _, process, out in running:
            end(process)
            if out is not None:
                out.close()
    print(said(title, time.monotonic() - wall, costs.total() - cpu), flush=True)
    return failed


def end(process: subprocess.Popen[bytes]) -> None:
    """End a process if it is still running, because this script was stopped."""
    if process.poll() is None:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def said(what: str, wall: float, cpu: float) -> str:
    load = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    return f"--- {what}: {wall:.0f} s, {cpu:.0f} s of processor time{load}"
