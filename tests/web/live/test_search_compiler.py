"""Compiling and loading the bots' searches: failures are retried, and nothing outlives the server."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from typing import Any

import pytest

import kartentisch as kt
from kartentisch.web.live import bot_pool
from kartentisch.web.live.bot_pool import SearchCompiler

VIEW = kt.Match("schweinsgalopp", 2, seed=1).view(0).seen


def test_a_search_that_cannot_be_compiled_leaves_the_bots_of_the_lower_level(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken(*_: Any, **__: Any) -> None:
        raise OSError("no compiler")

    monkeypatch.setattr(bot_pool, "prepared", lambda game: False)
    monkeypatch.setattr(subprocess, "Popen", broken)
    compiler = SearchCompiler()
    assert not compiler.load(VIEW.game)
    until = time.monotonic() + 60
    while compiler.seconds(VIEW.game) is not None and time.monotonic() < until:
        time.sleep(0.01)
    with pytest.raises(RuntimeError, match="could not be compiled"):
        compiler.can(VIEW.game)
    assert not compiler.load(VIEW.game)


def test_a_search_that_cannot_be_loaded_is_tried_again_after_a_pause_that_grows(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tries: list[str] = []
    now = 1000.0

    def broken(game: Any) -> None:
        tries.append(game.name)
        raise ValueError("the cache is spoilt")

    monkeypatch.setattr(bot_pool, "prepared", lambda game: True)
    monkeypatch.setattr(bot_pool, "prepare", broken)
    monkeypatch.setattr(time, "monotonic", lambda: now)
    compiler = SearchCompiler()
    for pauses in (1, 2, 4):
        assert not compiler.load(VIEW.game)
        now += pauses * bot_pool.PAUSE - 0.1
        assert not compiler.load(VIEW.game)
        assert compiler.seconds(VIEW.game) is None
        with pytest.raises(RuntimeError, match="could not be compiled"):
            compiler.can(VIEW.game)
        now += 0.2
    assert tries == ["schweinsgalopp"] * 3
    for _ in range(20):
        compiler.load(VIEW.game)
        now += bot_pool.LONGEST_PAUSE
    assert len(tries) == 23, "never more than an hour"


@pytest.mark.parametrize("where", ["prepared", "prepare", "thread"])
def test_a_passing_fault_leaves_the_bots_weak_for_a_while_only(where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    fails = True
    now = 1000.0

    def work(game: Any) -> bool:
        if fails:
            raise OSError("no space left on the device")
        return True

    class Thread(threading.Thread):
        def start(self) -> None:
            if fails:
                raise RuntimeError("can't start new thread")
            self.run()

    monkeypatch.setattr(bot_pool, "prepared", work if where == "prepared" else lambda game: where == "prepare")
    monkeypatch.setattr(bot_pool, "prepare", work if where == "prepare" else lambda game: None)
    monkeypatch.setattr(SearchCompiler, "_compile", lambda *_: None)
    monkeypatch.setattr(threading, "Thread", Thread)
    monkeypatch.setattr(time, "monotonic", lambda: now)
    compiler = SearchCompiler()
    assert not compiler.load(VIEW.game)
    fails = False
    assert not compiler.load(VIEW.game)
    now += bot_pool.PAUSE + 1
    compiler.load(VIEW.game)
    assert compiler.load(VIEW.game)
    assert compiler.can(VIEW.game)
    assert compiler.seconds(VIEW.game) is None


def test_what_is_being_compiled_ends_with_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    begun = threading.Event()
    start = subprocess.Popen

    def asleep(*_: Any, **__: Any) -> Any:
        process = start([sys.executable, "-c", "import time; time.sleep(60)"])
        begun.set()
        return process

    monkeypatch.setattr(bot_pool, "prepared", lambda game: False)
    monkeypatch.setattr(subprocess, "Popen", asleep)
    compiler = SearchCompiler()
    assert not compiler.load(VIEW.game)
    assert begun.wait(60)
    time.sleep(0.1)
    compiler.close()
    for thread in threading.enumerate():
        if thread.name == "compiler":
            thread.join(60)
            assert not thread.is_alive()
    assert not compiler.load(VIEW.game)
