"""Other processes of a test: however it ends, they end too, with all that they have started."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

PATIENCE = 120.0
"""Seconds for what takes one or two on an idle computer."""


@contextmanager
def started(command: Sequence[str | Path], **how: Any) -> Iterator[subprocess.Popen[Any]]:
    """A process in a group of its own, so that what is sent to the group reaches nobody else."""
    process = subprocess.Popen([str(word) for word in command], **{"stdin": subprocess.DEVNULL, **how, **_apart()})
    try:
        yield process
    finally:
        end(process)


@contextmanager
def python(*arguments: str | Path, **how: Any) -> Iterator[subprocess.Popen[Any]]:
    """This Python."""
    with started([sys.executable, *arguments], **how) as process:
        yield process


def end(process: subprocess.Popen[Any]) -> None:
    """Kill its whole group, which it may have left behind, and let go of its pipes."""
    if hasattr(os, "killpg"):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    process.wait(PATIENCE)
    for pipe in (process.stdin, process.stdout, process.stderr):
        if pipe is not None:
            with contextlib.suppress(OSError):
                pipe.close()


def _apart() -> dict[str, Any]:
    return {"start_new_session": True} if hasattr(os, "setsid") else {}
