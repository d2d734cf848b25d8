"""What is there at once: `--help` fetches nothing slow. And what is slow is counted, not a traceback."""

from __future__ import annotations

import asyncio
import random
import subprocess
import sys
from typing import Any

import pytest

from kartentisch.cli import bench_web, figures
from kartentisch.cli.bench_web import Board, Place, move

SLOW = ("numba", "numpy", "rich", "msgspec", "babel", "starlette", "kartentisch.words", "kartentisch.engine")


@pytest.mark.parametrize("arguments", [["--help"], ["arena", "--help"], ["bench", "--help"], ["dance"]])
def test_help_fetches_nothing_slow(arguments: list[str]) -> None:
    """Numba alone takes half a second and 60 MB; so does rich's way to print help, nearly."""
    code = (
        "import sys\nfrom kartentisch.cli import app\n"
        f"app.run({arguments!r})\nprint([name for name in {SLOW!r} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


class Line:
    """A socket to which things are said; `then` is what comes of it."""

    def __init__(self, then: Any) -> None:
        self.then = then
        self.asked = 0

    async def send(self, _: str) -> None:
        self.asked += 1
        self.then()


def board(then: Any) -> Board:
    place = Place("/t/x/0", "seat=1", number=3)
    place.scene = {"phase": "turn", "since": 1, "steps": [{"token": "a"}]}
    found = Board([place])
    place.socket = Line(lambda: then(found))  # type: ignore[assignment]
    return found


async def took(board: Board) -> float | None:
    moved = await move(board, random.Random(1))
    return None if moved is None else moved.took


def test_a_move_that_takes_too_long_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_web, "LATE", 0.05)

    async def run() -> None:
        silent = board(lambda _: None)
        line: Any = silent.places[0].socket
        assert await took(silent) == 0.05
        assert (silent.late, line.asked) == (1, 1)
        assert await took(silent) is None
        assert (silent.late, line.asked) == (1, 1), "nothing more is asked where they are behind"
        silent.places[0].number = 4
        assert await took(silent) == 0.05
        assert (silent.late, line.asked) == (2, 2), "once they have come along it goes on"

    asyncio.run(run())


def test_a_move_in_time_is_not_counted() -> None:
    def told(found: Board) -> None:
        found.places[0].number += 1
        found.told.set()

    async def run() -> None:
        quick = board(told)
        assert 0 < (await took(quick) or 0) < bench_web.LATE
        assert quick.late == 0

    asyncio.run(run())


def test_copies_are_timed_in_microseconds() -> None:
    measures = figures.copied("swup", 2, 10)
    assert list(measures) == ["Match.copy", "copy.deepcopy", "pickle and back"]
    for measure in measures.values():
        assert 1 < measure() < 100_000, "a median of many, even on a loaded machine"
