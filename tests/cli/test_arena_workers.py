"""`kartentisch arena` with several processes: how many, what Ctrl+C does, and what follows when one ends by itself."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

from kartentisch.bots import workers as sharing
from kartentisch.cli import app
from kartentisch.cli.engines import workers_of
from tests import processes
from tests.ways import first_now, long

QUICK = ["--game", "schweinsgalopp", "--workers", "1"]


def test_ctrl_c_at_a_terminal_ends_all_processes(tmp_path: Path) -> None:
    """It goes to the whole group of processes, while the workers are in the middle of their deals."""
    source = """
import os, pathlib
class Slow:
    def choose(self, view, seconds=None):
        pathlib.Path(__file__).with_suffix(f".{os.getpid()}").touch()
        return view.moves()[0]
"""
    (tmp_path / "slow.py").write_text(source, encoding="utf-8")
    command = ["arena", *QUICK, "--workers", "2", "--bots", f"{tmp_path / 'slow.py'}:Slow,random", "--deals", "99999"]
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with processes.python("-m", "kartentisch", *command, "--json", **pipes) as process:
        while len(workers := [path for path in tmp_path.iterdir() if path.suffix[1:].isdigit()]) < 2:
            assert process.poll() is None
            time.sleep(0.05)
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=processes.PATIENCE)
    assert (process.returncode, err) == (130, "Stopped.\n")
    assert json.loads(out)["stopped"] is True
    for path in workers:
        with pytest.raises(ProcessLookupError):
            os.kill(int(path.suffix[1:]), 0)


@pytest.mark.parametrize(("cores", "workers"), [(6, 6), (None, 1)])
def test_where_nobody_can_say_which_cores_are_ours_all_of_them_work(
    cores: int | None, workers: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On macOS and Windows; a number that was said holds everywhere."""
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: cores)
    assert (workers_of(None), workers_of(3)) == (workers, 3)


@pytest.mark.skipif(not hasattr(os, "sched_getaffinity"), reason="it cannot be asked here")
def test_as_many_work_as_cores_are_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: {2, 5, 7})
    monkeypatch.setattr(os, "cpu_count", lambda: 64)
    assert (workers_of(None), workers_of(1)) == (3, 1)


@pytest.mark.parametrize("workers", first_now(["1", "2"]))
def test_a_bot_that_fails_in_the_middle_is_one_sentence(
    workers: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "late.py"
    path.write_text("class Late:\n    def choose(self, view, seconds=None):\n        return 1 / 0\n", encoding="utf-8")
    assert app.run(["arena", *QUICK, "--workers", workers, "--bots", f"{path}:Late,random"]) == 1
    said = capsys.readouterr()
    assert said.err == f"{path}:Late failed: ZeroDivisionError: division by zero (line 3).\n"


def test_a_worker_that_is_killed_once_changes_nothing_in_the_result(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "fragile.py"
    path.write_text(
        "import os, pathlib\nclass Fragile:\n    def choose(self, view, seconds=None):\n"
        "        mark = pathlib.Path(__file__).with_suffix('.mark')\n"
        "        if not mark.exists():\n            mark.touch()\n            os.kill(os.getpid(), 9)\n"
        "        return view.moves()[0]\n",
        encoding="utf-8",
    )
    arguments = ["arena", *QUICK, "--bots", f"{path}:Fragile,random", "--deals", "3", "--rounds", "--json"]
    assert app.run([*arguments, "--workers", "2"]) == 0
    two = capsys.readouterr()
    assert two.err == "1 worker process ended too early; the deals were played again, so the result is complete.\n"
    assert app.run(arguments) == 0
    assert capsys.readouterr() == (two.out, "")


@pytest.mark.parametrize(
    ("does", "workers", "sentence"),
    [
        ("sys.exit(0)", 1, "{bot} failed: SystemExit: 0 (line 4).\n"),
        ("sys.exit(0)", 2, "{bot} failed: SystemExit: 0 (line 4).\n"),
        long("os._exit(0)", 2, "A worker process has ended by itself, with exit code 0.\n"),
        ("os.kill(os.getpid(), 9)", 2, "A worker process has ended by itself, with exit code -9. It was killed"),
    ],
)
@pytest.mark.parametrize("command", ["arena", long("study")])
def test_a_bot_that_ends_its_process_is_one_sentence(
    command: str,
    does: str,
    workers: int,
    sentence: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """It is neither a result nor a traceback, whatever way a process comes to its end."""
    monkeypatch.setattr(sharing, "RETRIES", 0)  # how often it is tried again: tests/bots/test_workers.py
    path = tmp_path / "gone.py"
    path.write_text(
        f"import os, sys\nclass Gone:\n    def choose(self, view, seconds=None):\n        {does}\n        return ''\n",
        encoding="utf-8",
    )
    bot = f"{path}:Gone"
    rest = ["schweinsgalopp", "--level", bot, "--out", str(tmp_path)]
    arguments = rest if command == "study" else [*QUICK, "--bots", f"{bot},random"]
    assert app.run([command, *arguments, "--workers", str(workers)]) == 1
    said = capsys.readouterr()
    assert said.err.startswith(sentence.format(bot=bot))
    assert (said.err.count("\n"), said.out) == (1, "")
