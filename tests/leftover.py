"""Processes that a run of the tests has started and left behind: they are ended, and the run fails.

Each process inherits the name of the test that was running when it began (`PYTEST_CURRENT_TEST`), and the mark of its
run. So it is found also when whoever started it is gone. Where there is no /proc nothing is found.
"""

from __future__ import annotations

import os
import secrets
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

MARK = "TESTS_RUN"
"""What every process of a run has in its environment."""
PATIENCE = 10.0
"""Seconds in which a process that was told to end may do so."""
HELPERS = ("multiprocessing.resource_tracker",)
"""Python's own, which end with who uses them."""


class Left(NamedTuple):
    """A process that is still there."""

    pid: int
    test: str
    command: str

    def __str__(self) -> str:
        return f"{self.test} left process {self.pid}: {self.command}"


def begin() -> str:
    """Mark this process's children from now on."""
    os.environ[MARK] = secrets.token_hex(8)
    return os.environ[MARK]


def left(mark: str) -> list[Left]:
    """What goes on though nobody needs it any more; it is ended."""
    until = time.monotonic() + PATIENCE
    while (found := list(_marked(mark))) and time.monotonic() < until:
        time.sleep(0.05)
    for one in found:
        os.kill(one.pid, signal.SIGKILL)
    return found


def _marked(mark: str) -> Iterator[Left]:
    wanted = f"{MARK}={mark}"
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            variables = (folder / "environ").read_bytes().decode(errors="replace").split("\0")
            words = (folder / "cmdline").read_bytes().decode(errors="replace").split("\0")
        except OSError:
            continue  # it has just ended, or is somebody else's
        command = " ".join(words).strip()
        if wanted in variables and command and not any(helper in command for helper in HELPERS):
            test = next((one.partition("=")[2] for one in variables if one.startswith("PYTEST_CURRENT_TEST=")), "")
            yield Left(int(folder.name), test.partition(" (")[0] or "something", command)
