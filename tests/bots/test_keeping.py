"""Results in a file: a run that is started again goes on, and no file is used for what it does not belong to."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from kartentisch.bots import keeping
from kartentisch.bots.keeping import Keeper, KeptError, head
from kartentisch.bots.workers import LocalEngine, processor


@dataclass(frozen=True)
class Found:
    """The result of one task: the same kinds of values as a deal has."""

    number: int
    shares: tuple[float, ...]


asked = list[int]()


def third(number: int) -> Found:
    asked.append(number)
    return Found(number, (number / 3, 1.0))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    asked.clear()
    return tmp_path / "kept"


FIRST = {"game": "schwupps", "bots": ("greedy", "random"), "seed": 1}


def first_line(**other: Any) -> dict[str, Any]:
    named: dict[str, Any] = {**FIRST, **other}
    return head("arena", named.pop("game"), named["bots"], **named)


def results(path: Path, tasks: Iterable[int], **other: Any) -> list[Found]:
    keeper = Keeper(LocalEngine(), path, first_line(**other), Found)
    try:
        return list(keeper.in_order(third, tasks))
    finally:
        keeper.close()


def test_what_is_in_the_file_is_not_done_again_and_is_the_same_to_the_last_digit(path: Path) -> None:
    whole = results(path, range(5))
    text = path.read_bytes()
    assert results(path, range(5)) == whole == [Found(n, (n / 3, 1.0)) for n in range(5)]
    assert (asked, path.read_bytes()) == ([0, 1, 2, 3, 4], text)
    assert results(path, range(7))[:5] == whole
    assert asked == [0, 1, 2, 3, 4, 5, 6]
    assert results(path, range(2)) == whole[:2], "fewer are asked for than there are"


def test_a_line_that_was_cut_off_by_the_end_of_the_process_is_done_again(path: Path) -> None:
    """Wherever it was cut: in the first line, in a result, or just before its end."""
    whole = results(path, range(3))
    text = path.read_bytes()
    for cut in (0, 1, 20, text.index(b"\n"), text.index(b"\n") + 1, len(text) - 30, len(text) - 1):
        path.write_bytes(text[:cut])
        assert results(path, range(3)) == whole
        assert path.read_bytes() == text


def test_the_first_line_says_what_was_played_by_what_and_where(path: Path) -> None:
    results(path, range(1))
    first, deal = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    assert (first["kept"], first["format"], first["game"], first["seed"]) == ("arena", 1, "schwupps", 1)
    assert first["processor"] == processor()
    assert first["program"] == keeping.program()
    assert deal == {"deal": 0, "result": {"number": 0, "shares": [0.0, 1.0]}}


@pytest.mark.parametrize(
    ("other", "sentence"),
    [
        ({"seed": 2}, "{} has other deals: there, seed is 1, not 2. Name another file."),
        ({"game": "solo"}, '{} has other deals: there, game is "schwupps", not "solo". Name another file.'),
    ],
)
def test_the_deals_of_another_contest_are_refused(other: dict[str, Any], sentence: str, path: Path) -> None:
    results(path, range(2))
    text = path.read_bytes()
    with pytest.raises(KeptError) as refused:
        results(path, range(2), **other)
    assert str(refused.value) == sentence.format(path)
    assert path.read_bytes() == text


def test_another_program_is_refused(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    results(path, range(2))
    monkeypatch.setattr(keeping, "program", lambda: "0123456789abcdef")
    with pytest.raises(KeptError, match=r"was begun with another version of Kartentisch, whose bots may play diff"):
        results(path, range(2))
    monkeypatch.setattr(keeping, "FORMAT", 2)
    with pytest.raises(KeptError, match=r"was written by another version of Kartentisch\. Name another file\.$"):
        results(path, range(2))


def test_a_bot_of_ones_own_that_has_changed_is_refused(path: Path) -> None:
    file = path.with_name("my.py")
    file.write_text("class My: ...\n", encoding="utf-8")
    mine = f"{file}:My"
    results(path, range(2), bots=(mine, "random"))
    assert len(results(path, range(3), bots=(mine, "random"))) == 3
    file.write_text("class My:  # another\n    ...\n", encoding="utf-8")
    with pytest.raises(KeptError, match=r"my\.py:My has changed since .* was begun\. Name another file\.$"):
        results(path, range(2), bots=(mine, "random"))


@pytest.mark.parametrize("bad", [b"?", b'{"deal": 5, "result": {}}', b'{"deal": 1, "result": {"number": "x"}}', b"[]"])
def test_a_damaged_line_is_named(bad: bytes, path: Path) -> None:
    results(path, range(3))
    first, one, _, three = path.read_bytes().splitlines()
    path.write_bytes(b"\n".join([first, one, bad, three, b""]))
    with pytest.raises(
        KeptError, match=r"^Line 3 of .* is damaged\. Delete it and all lines after it: their deals are"
    ):
        results(path, range(3))


@pytest.mark.parametrize("text", ["my notes", "my notes\n", '{"results": 1}\n', "[1]\n1\n"])
def test_another_kind_of_file_is_left_as_it_is(text: str, path: Path) -> None:
    path.write_text(text, encoding="utf-8")
    with pytest.raises(KeptError, match=r"is another kind of file, and is left as it is: --keep has not written it\.$"):
        results(path, range(1))
    assert path.read_text(encoding="utf-8") == text


def test_one_run_at_a_time_writes_to_a_file(path: Path) -> None:
    first = Keeper(LocalEngine(), path, first_line(), Found)
    with pytest.raises(KeptError, match=r"kept is used by another run\.$"):
        results(path, range(1))
    first.close()
    assert len(results(path, range(1))) == 1


@pytest.mark.parametrize(
    ("place", "why"),
    [
        ("none/kept", "cannot be opened: No such file or directory."),
        ("", "is not a plain file."),
        ("/dev/zero", "is not a plain file."),
    ],
)
def test_a_place_that_cannot_be_written_to_is_one_sentence(place: str, why: str, tmp_path: Path) -> None:
    with pytest.raises(KeptError) as refused:
        results(tmp_path / place, range(1))
    assert str(refused.value) == f"{tmp_path / place} {why}"


def test_a_full_disk_is_one_sentence_and_what_was_written_stays(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    results(path, range(2))
    text = path.read_bytes()
    keeper = Keeper(LocalEngine(), path, first_line(), Found)
    real = keeper._file

    class Full:
        def write(self, _: bytes) -> int:
            raise OSError(28, "No space left on device")

    keeper._file = Full()  # type: ignore[assignment]
    with pytest.raises(KeptError, match=r"kept cannot be written to: No space left on device\.$"):
        list(keeper.in_order(third, range(3)))
    real.close()
    assert path.read_bytes() == text


def test_the_kind_of_processor_is_kept_with_each_deal(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run that is continued on another computer: it can be told that the result is a mixture."""
    results(path, range(2))
    monkeypatch.setattr(LocalEngine, "processor", "z80")
    results(path, range(3))
    monkeypatch.undo()
    keeper = Keeper(LocalEngine(), path, first_line(), Found)
    kinds = [keeper.processor for _ in keeper.in_order(third, range(4))]
    keeper.close()
    assert kinds == [processor(), processor(), "z80", processor()]
