"""Compiling in processes of their own: how far it is, one at a time for a game, and what becomes of a failure."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from kartentisch.bots import compiling
from kartentisch.bots.compiling import Compilation, CompilingFailed, environment

CHILD = """
import sys, time
from kartentisch.engine.caching import alone
with alone("test"):
    with open(sys.argv[1], "a") as file:
        file.write("in\\n"); file.flush()
        time.sleep(0.2)
        file.write("out\\n")
"""


@contextmanager
def cold(monkeypatch: pytest.MonkeyPatch, code: str) -> Iterator[Compilation]:
    """Two games of which nothing is compiled; `code` is what their processes run."""
    real = subprocess.Popen
    monkeypatch.setattr(compiling, "compiled", lambda name, search: False)
    monkeypatch.setattr(compiling, "warm", lambda game: iter(()))
    monkeypatch.setattr(
        subprocess, "Popen", lambda command, **how: real([sys.executable, "-c", code, command[3]], **how)
    )
    found = Compilation(["swup", "solo"], workers=1)
    try:
        yield found
    finally:
        found.close()


def test_shares_rise_to_one_and_games_are_ready_one_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    code = "for share in ('0.25', 'no number', '0.75', '1.0'): print(share, flush=True)"
    shares: list[float] = []
    with cold(monkeypatch, code) as compilation:
        assert (compilation.done, compilation.share(), compilation.left()) == (False, 0.0, None)
        assert not compilation.ready("swup")
        assert compilation.ready("another game")
        compilation.start()
        compilation.wait(shares.append)
        assert compilation.done
        assert compilation.ready("solo")
    assert shares == sorted(shares)
    assert shares[-1] == compilation.share() == 1.0


def test_a_game_that_cannot_be_compiled_ahead_is_said_and_opens_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    code = "import sys; sys.exit(3 if sys.argv[1] == 'swup' else 0)"
    with cold(monkeypatch, code) as compilation:
        compilation.start()
        with pytest.raises(CompilingFailed, match="swup: the compiler ended with code 3"):
            compilation.wait()
        assert compilation.ready("swup")
        assert list(compilation.failed) == ["swup"]


def test_closing_ends_the_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    with cold(monkeypatch, "import time; print('0.1', flush=True); time.sleep(600)") as compilation:
        compilation.start()
        until = time.monotonic() + 60
        while compilation.share("swup") == 0 and time.monotonic() < until:
            time.sleep(0.01)
        assert compilation.share("swup") == 0.1
        compilation.close()
        compilation.wait()
        assert compilation.failed == {}
        assert [process.poll() is not None for process in compilation._running] == [True]


def test_two_processes_compile_one_after_the_other(tmp_path: Path) -> None:
    log = tmp_path / "log"
    children = [subprocess.Popen([sys.executable, "-c", CHILD, str(log)], env=environment()) for _ in range(2)]
    assert [child.wait(300) for child in children] == [0, 0]
    assert log.read_text(encoding="utf-8").split() == ["in", "out", "in", "out"]
