"""What travels to other computers comes out there as it was: the work, and one's own bots with what they import."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from kartentisch.bots import batches, own
from kartentisch.bots.batches import pack, played
from kartentisch.bots.workers import WorkerError, processor

prepared = list[str]()


def prepare(name: str) -> None:
    prepared.append(name)


def halved(number: int) -> int:
    if number % 2:
        raise ValueError(f"{number} is odd")
    return number // 2


def test_work_is_prepared_once_in_a_process_and_stops_at_the_first_error() -> None:
    prepared.clear()
    packed = pack(halved, partial(prepare, "solo"), ["greedy"])
    kind, seconds, results = played(packed, [2, 4])
    assert (kind, results) == (processor(), [(True, 1), (True, 2)])
    assert seconds >= 0
    _, _, results = played(packed, [6, 7, 8])
    assert [good for good, _ in results] == [True, False]
    assert str(results[1][1]) == "7 is odd"
    assert prepared == ["solo"]


def test_another_version_of_the_program_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    packed = pack(halved, partial(prepare, "swup"), [])
    monkeypatch.setattr(batches, "program", lambda: "another")
    with pytest.raises(WorkerError, match=r"^it has another version of Kartentisch$"):
        played(packed, [2])


def test_a_bot_travels_with_the_modules_beside_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    there = tmp_path / "there"
    there.mkdir()
    (there / "mine.py").write_text(
        "import helper\nclass Mine:\n    def choose(self, view, seconds=None):\n        return helper.ANSWER\n",
        encoding="utf-8",
    )
    (there / "helper.py").write_text("ANSWER = 'pass'\n", encoding="utf-8")
    name = f"{there / 'mine.py'}:Mine"
    files = own.sources(name)
    assert list(files) == ["mine.py", "helper.py"]
    for path in there.glob("*.py"):
        path.unlink()
    monkeypatch.setattr(own, "CACHE", tmp_path / "here")
    monkeypatch.setattr(own, "_homes", {})
    own._maker.cache_clear()
    try:
        own.bring(name, files)
        own.bring(name, files)
        assert own.hire(name, "schwupps", 0).choose(None) == "pass"  # type: ignore[arg-type]
    finally:
        own._maker.cache_clear()
    assert sorted(path.name for path in (tmp_path / "here").rglob("*.py")) == ["helper.py", "mine.py"]
