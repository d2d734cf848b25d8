"""`kartentisch serve` as a process of its own, for tests of what only a process can show."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from kartentisch.web.network.connections import Admissions, ConnectionLimits
from tests.web.support.listening import Listening

PATIENCE = 60
MAIN = """
import signal
from kartentisch.cli import main
signal.signal(signal.SIGINT, signal.default_int_handler)  # in the background Ctrl+C is ignored, and that is inherited
main()
"""


class Process(Listening):
    """`kartentisch serve` as a process of its own."""

    def __init__(self, process: subprocess.Popen[str], port: int, errors: Path) -> None:
        super().__init__(port, Admissions(ConnectionLimits()))
        self.process = process
        self._errors = errors

    def said(self) -> str:
        """What it has written to stderr."""
        return self._errors.read_text(encoding="utf-8")

    def ended(self, by: signal.Signals) -> int:
        """The exit code after this signal."""
        self.process.send_signal(by)
        return self.process.wait(PATIENCE)


@contextmanager
def serving(
    folder: Path, *options: str, port: int = 0, environment: Mapping[str, str] | None = None
) -> Iterator[Process]:
    errors = folder / "errors.txt"
    command = [sys.executable, "-c", MAIN, "serve", "--port", str(port), "--data", str(folder / "data"), *options]
    with errors.open("w", encoding="utf-8") as file:
        process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=file, text=True, env=os.environ | dict(environment or {})
        )
    assert process.stdout is not None
    with process.stdout, contextlib.ExitStack() as stack:
        stack.callback(process.wait, PATIENCE)
        stack.callback(process.kill)
        line = next((line for line in process.stdout if "On this computer" in line), "")
        assert line, errors.read_text(encoding="utf-8")
        found = Process(process, int(line.rpartition(":")[2]), errors)
        stack.callback(found.hang_up)
        yield found
