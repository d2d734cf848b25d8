"""`--on ray` on a real cluster of three nodes: the result is that of one worker here, byte for byte."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

import kartentisch as kt
from tests import processes
from tests.bots.ray_cluster import PATIENCE
from tests.play.helpers import wander

pytestmark = [pytest.mark.ray, pytest.mark.long]
ARENA = ("arena", "--game", "schweinsgalopp", "--bots", "greedy,random", "--json")
PIPES: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
MINE = """
from functools import cache
from pathlib import Path
from neighbour import index

@cache
def number(moves):
    return index(moves)

class Mine:
    def choose(self, view, seconds=None):
        if Path(__file__).parent == Path({here!r}):
            raise RuntimeError("it has not travelled")
        moves = view.moves()
        return moves[number(len(moves))]
"""


class Nodes:
    """Three nodes with a core each."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._in, self._out = process.stdin, process.stdout
        self.address = self._out.readline().strip()
        assert self.address

    def kill_one(self) -> None:
        self._say("kill")

    def mend(self) -> None:
        """Start a node for each that was killed."""
        self._say("mend")

    def _say(self, word: str) -> None:
        self._in.write(f"{word}\n")
        self._in.flush()
        assert self._out.readline() == "done\n"


@pytest.fixture(scope="module")
def cluster() -> Iterator[Nodes]:
    """One for all tests of this file: a start takes most of their time."""
    quiet = {**os.environ, "RAY_USAGE_STATS_ENABLED": "0"}
    with processes.python("-m", "tests.bots.ray_cluster", env=quiet, **PIPES) as process:
        yield Nodes(process)
        assert process.stdin is not None
        process.stdin.close()
        process.wait(timeout=PATIENCE)


@pytest.fixture
def nodes(cluster: Nodes, monkeypatch: pytest.MonkeyPatch) -> Nodes:
    """Three nodes, and their address where commands look for it."""
    cluster.mend()
    monkeypatch.setenv("RAY_ADDRESS", cluster.address)
    return cluster


def run(arguments: Sequence[str], module: str = "kartentisch") -> tuple[int, str, str]:
    done = subprocess.run([sys.executable, "-m", module, *arguments], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


def until(file: Path, lines: int, process: subprocess.Popen[str]) -> None:
    while not file.exists() or file.read_bytes().count(b"\n") < lines:
        assert process.poll() is None
        time.sleep(0.05)


def test_without_a_running_cluster_one_is_started_and_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first test: Ray finds a cluster by the processes of this computer, so one that runs would be joined."""
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    arguments = [*ARENA, "--deals", "30"]
    assert run([*arguments, "--on", "ray", "--workers", "2"]) == run([*arguments, "--workers", "1"])


def test_a_node_that_is_killed_in_the_middle_changes_nothing(nodes: Nodes, tmp_path: Path) -> None:
    file = tmp_path / "deals"
    arguments = (*ARENA, "--deals", "1500")
    with processes.python(
        "-m", "kartentisch", *arguments, "--on", "ray", "--keep", file, stderr=subprocess.PIPE, **PIPES
    ) as process:
        until(file, 100, process)
        nodes.kill_one()
        out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    assert "ended too early; the deals were played again, so the result is complete." in err
    assert run([*arguments, "--workers", "1"]) == (0, out, "")


def test_a_node_that_is_killed_in_the_middle_changes_no_review(nodes: Nodes, tmp_path: Path) -> None:
    records, kept = tmp_path / "records", tmp_path / "kept"
    records.mkdir()
    for seed in range(12):
        (records / f"{seed:02}.txt").write_text(finished(seed), encoding="utf-8")
    (records / "half.txt").write_text(finished(0)[:400], encoding="utf-8")
    arguments = ("review", str(records), "--json", "--deals", "16", "--iterations", "400")
    with processes.python(
        "-m", "kartentisch", *arguments, "--on", "ray", "--keep", kept, stderr=subprocess.PIPE, **PIPES
    ) as process:
        until_busy(process)
        nodes.kill_one()
        out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 1, "one of them is only half a record"
    lost, fault = err.splitlines()
    assert lost.endswith("ended too early; the reviews were made again, so the result is complete.")
    assert fault.startswith(f"{records}/half.txt: line ")
    assert len(out.splitlines()) == 13
    assert run([*arguments, "--workers", "1"]) == (1, out, f"{fault}\n")


def test_strength_is_measured_on_a_cluster_as_by_one_worker(nodes: Nodes) -> None:
    """With a plain search too, which is a bot of one's own to the cluster; and while a node is killed."""
    told = ["--deals", "12", "--only", "schweinsgalopp, rounds, 2 seats: hard"]
    code, out, err = run([*told, "--on", "ray"], "scripts.strength")
    assert (code, err) == (0, "")
    assert out.count(" 12 deals; wins ") == 1
    here = run([*told, "--workers", "1"], "scripts.strength")
    assert without_times(out) == without_times(here[1])
    pairing = ["--deals", "60", "--only", "swup, 2 seats: novice"]
    with processes.python(
        "-m", "scripts.strength", *pairing, "--on", "ray", stderr=subprocess.PIPE, **PIPES
    ) as process:
        assert process.stdout is not None
        first = process.stdout.readline()
        until_busy(process)
        nodes.kill_one()
        rest, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    assert "ended too early; the deals were played again, so the result is complete." in err
    assert without_times(first + rest) == without_times(run([*pairing, "--workers", "1"], "scripts.strength")[1])


def until_busy(process: subprocess.Popen[str]) -> None:
    """Wait until three processes work on a batch: Ray names them so."""
    while sum(called(path).startswith(b"ray::batch") for path in Path("/proc").glob("[0-9]*")) < 3:
        assert process.poll() is None
        time.sleep(0.05)


def called(process: Path) -> bytes:
    """The name of a process, empty if it has ended."""
    try:
        return (process / "cmdline").read_bytes()
    except OSError:
        return b""


def without_times(out: str) -> str:
    return re.sub(r"\(\d+ s, ", "(", out)


def finished(seed: int) -> str:
    """The record of a short match."""
    match = wander(kt.Match("schweinsgalopp", 2, seed=seed, options={"rounds": 1}), 400)
    assert match.over
    return match.record(hashed=True)


def test_ctrl_c_ends_the_run_and_another_engine_can_go_on(nodes: Nodes, tmp_path: Path) -> None:
    file = tmp_path / "deals"
    command = ("-m", "kartentisch", *ARENA, "--deals", "99999", "--on", "ray", "--keep", file)
    with processes.python(*command, stderr=subprocess.PIPE, **PIPES) as process:
        until(file, 20, process)
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, err) == (130, "Stopped.\n")
    stopped = json.loads(out)
    assert stopped["stopped"] is True
    deals = str(file.read_bytes().count(b"\n") + 10)
    here = run([*ARENA, "--deals", deals, "--workers", "1"])
    assert run([*ARENA, "--deals", deals, "--workers", "1", "--keep", str(file)]) == here
    assert nodes.address, "the cluster is still there"
    assert run([*ARENA, "--deals", deals, "--on", "ray"]) == here


def test_a_study_and_bots_of_ones_own_travel(nodes: Nodes, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(MINE.format(here=str(tmp_path)), encoding="utf-8")
    (tmp_path / "neighbour.py").write_text("def index(count):\n    return count // 2\n", encoding="utf-8")
    mine = f"{tmp_path / 'mine.py'}:Mine"
    arguments = ["arena", "--game", "schwupps", "--bots", f"{mine},random", "--deals", "20", "--json"]
    code, out, err = run([*arguments, "--on", "ray"])
    assert (code, err) == (0, "")
    assert json.loads(out)["deals"] == 20
    assert "it has not travelled" in run([*arguments, "--workers", "1"])[2]
    study = ["study", "schweinsgalopp", "--deals", "8", "--out"]
    assert run([*study, str(tmp_path / "there"), "--on", "ray"])[0] == 0
    assert run([*study, str(tmp_path / "here"), "--workers", "1"])[0] == 0
    reports = [(tmp_path / place / "schweinsgalopp.md").read_bytes() for place in ("there", "here")]
    assert reports[0] == reports[1]


def test_a_bot_that_always_ends_its_process_is_one_sentence(nodes: Nodes, tmp_path: Path) -> None:
    (tmp_path / "gone.py").write_text(
        "import os\nclass Gone:\n    def choose(self, view, seconds=None):\n        os._exit(7)\n", encoding="utf-8"
    )
    assert nodes.address
    gone = f"{tmp_path / 'gone.py'}:Gone"
    code, out, err = run(["arena", "--game", "schwupps", "--bots", f"{gone},random", "--on", "ray"])
    assert (code, out) == (1, "")
    assert err.startswith("A worker process of the cluster has ended by itself: ")
    assert err.count("\n") == 1


def test_a_cluster_that_is_not_there_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAY_ADDRESS", "127.0.0.1:1")
    code, out, err = run([*ARENA, "--on", "ray"])
    assert (code, out) == (1, "")
    assert err.startswith("No Ray cluster answers at 127.0.0.1:1: ")
    assert err.count("\n") == 1
