"""The engine on a cluster without one: an imitation of Ray loses processes. `test_ray_cluster.py` has the real one."""

from __future__ import annotations

import io
from collections.abc import Callable
from contextlib import redirect_stderr
from importlib import metadata
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from kartentisch.bots import on_ray
from kartentisch.bots.on_ray import RayEngine
from kartentisch.bots.workers import RETRIES, WorkerError
from kartentisch.cli import app


class RayError(Exception):
    pass


class WorkerCrashedError(RayError):
    pass


class Imitation:
    """Batches end in any order. `lost`: of the batches, how many times each one is lost."""

    def __init__(self, lost: dict[int, int]) -> None:
        self.lost, self.ended, self.most = lost, list[Any](), 0
        self.dice, self.begun = Random(1), 0
        never = type("Never", (RayError,), {})
        self.exceptions = SimpleNamespace(
            **{"WorkerCrashedError": WorkerCrashedError, "NodeDiedError": never, "OutOfMemoryError": never},
            **{"ObjectLostError": never, "RayTaskError": never, "RayError": RayError},
        )
        self.running = list[Any]()

    def init(self, *_: object, **__: object) -> None: ...

    def shutdown(self) -> None: ...

    def put(self, packed: bytes) -> bytes:
        return packed

    def cluster_resources(self) -> dict[str, float]:
        return {"CPU": 3.0}

    def remote(self, **_: object) -> Callable[[Any], Any]:
        return lambda function: SimpleNamespace(remote=lambda *given: self._begin(function, given))

    def _begin(self, function: Any, given: tuple[Any, ...]) -> Any:
        self.begun += 1
        ref = Promised(lambda: function(*given), given[2][0])
        self.running.append(ref)
        self.most = max(self.most, len(self.running))
        return ref

    def wait(self, refs: list[Any], **_: object) -> tuple[list[Any], list[Any]]:
        ref = self.dice.choice(refs)
        return [ref], []

    def get(self, ref: Any) -> Any:
        self.running.remove(ref)
        if self.lost.get(ref.first, 0):
            self.lost[ref.first] -= 1
            raise WorkerCrashedError("The worker died unexpectedly.\nMore lines.")
        return ref.do()

    def cancel(self, ref: Any, **_: object) -> None:
        self.ended.append(ref)


class Promised:
    def __init__(self, do: Callable[[], Any], first: int) -> None:
        self.do, self.first = do, first


def squared(number: int) -> int:
    return number * number


def nothing() -> None: ...


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[RayEngine, Imitation]]:
    def made(lost: dict[int, int]) -> tuple[RayEngine, Imitation]:
        imitation = Imitation(lost)
        monkeypatch.setattr(on_ray, "_ray", lambda: imitation)
        monkeypatch.delenv("RAY_ADDRESS", raising=False)
        return RayEngine(None, 1, nothing), imitation

    return made


def test_results_come_in_the_order_of_the_tasks_and_what_is_lost_is_done_again(engine: Any) -> None:
    made, ray = engine({0: RETRIES, 2: 1})
    with made as there:
        assert list(there.in_order(squared, range(3000))) == [n * n for n in range(3000)]
    assert there.lost == RETRIES + 1
    assert 1 < ray.most <= 3 * on_ray._AHEAD
    assert ray.begun < 300, "quick deals travel many at a time"


def test_a_batch_that_is_always_lost_is_one_sentence_and_the_rest_is_ended(engine: Any) -> None:
    made, ray = engine({1: 99})
    sentence = r"^A worker process of the cluster has ended by itself: The worker died unexpectedly\.$"
    with made as there, pytest.raises(WorkerError, match=sentence):
        list(there.in_order(squared, range(3000)))
    assert set(ray.ended) == set(ray.running)


def test_the_standard_output_is_for_the_result_alone(engine: Any, capsys: pytest.CaptureFixture[str]) -> None:
    said = io.StringIO()
    with redirect_stderr(said), engine({})[0]:
        print("\033[33m(raylet)\033[0m A worker died.\n20 lines of logs")
        print("compiling")
    assert (capsys.readouterr().out, said.getvalue()) == ("", "compiling\n")


MISMATCH = """Version mismatch: The cluster was started with:
    Ray: 2.55.1
    Python: 3.11.7
This process on Ray Client was started with:
    Ray: 2.60.0
    Python: 3.11.7
"""
"""What Ray 2.60.0 said about a cluster of Ray 2.55.1."""


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (
            MISMATCH,
            "The Ray cluster has Ray 2.55.1 and Python 3.11.7, but this computer has Ray 2.60.0 and Python 3.11.7: "
            "both must be the same on all computers.",
        ),
        (
            MISMATCH.split("This", maxsplit=1)[0],
            "The Ray cluster cannot be joined: Version mismatch: The cluster was started with:.",
        ),
        ("No.\nMore lines.", "The Ray cluster cannot be joined: No."),
        ("", "The Ray cluster cannot be joined: RuntimeError."),
    ],
)
def test_a_cluster_that_cannot_be_joined_is_one_sentence(error: str, sentence: str, engine: Any) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise RuntimeError(error)

    made, ray = engine({})
    ray.init = refuse
    with pytest.raises(WorkerError) as refused, made:
        pass
    assert str(refused.value) == sentence


ARENA = ["arena", "--game", "schwupps", "--bots", "greedy,random", "--on"]


def test_without_the_extra_it_is_named(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def version(name: str) -> str:
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "version", version)
    assert app.run([*ARENA, "ray"]) == 1
    sentence = "--on ray needs the extra “ray”: pip install 'kartentisch[ray]'."
    assert capsys.readouterr() == ("", f"{sentence}\n")


def test_an_unknown_place_is_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert app.run([*ARENA, "mars"]) == 1
    assert capsys.readouterr() == ("", "--on cannot be 'mars'; allowed are ray and ray://HOST:PORT.\n")
