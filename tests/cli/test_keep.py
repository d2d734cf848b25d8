"""`--keep`: a run that is killed in the middle goes on, and its result is that of a run that was never disturbed."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from kartentisch.cli import app
from tests import processes

ARENA = ["arena", "--game", "schweinsgalopp", "--bots", "greedy,random", "--json"]


def printed(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    assert app.run(arguments) == 0
    said = capsys.readouterr()
    assert said.err == ""
    return said.out


def test_an_arena_that_is_killed_goes_on_to_the_same_result(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "deals"
    arguments = [*ARENA, "--keep", str(file)]
    with processes.python("-m", "kartentisch", *arguments, "--deals", "99999", "--workers", "2") as process:
        while not file.exists() or file.read_bytes().count(b"\n") < 12:
            assert process.poll() is None
            time.sleep(0.01)
        process.kill()
        process.wait()
    there = file.read_bytes().count(b"\n") - 1
    deals = str(there + 5)
    continued = printed([*arguments, "--deals", deals, "--workers", "1"], capsys)
    assert file.read_bytes().count(b"\n") == there + 6, "only what was missing is played"
    assert continued == printed([*ARENA, "--deals", deals, "--workers", "1"], capsys)
    assert json.loads(continued)["deals"] == there + 5


def test_a_study_that_is_cut_short_goes_on_to_the_same_report(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "deals"
    arguments = ["study", "schweinsgalopp", "--deals", "8", "--workers", "1", "--keep", str(file), "--out"]
    printed([*arguments, str(tmp_path / "one")], capsys)
    text = file.read_bytes()
    file.write_bytes(text[: len(text) // 2])
    printed([*arguments, str(tmp_path / "two")], capsys)
    assert file.read_bytes() == text
    reports = [(tmp_path / name / "schweinsgalopp.md").read_bytes() for name in ("one", "two")]
    assert reports[0] == reports[1]


def test_the_file_of_another_command_is_refused_before_anything_is_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "deals"
    arguments = [*ARENA, "--deals", "1", "--workers", "1", "--keep", str(file)]
    printed(arguments, capsys)
    assert app.run([*arguments, "--rounds"]) == 1
    sentence = f'{file} has other deals: there, deal is "match", not "round". Name another file.\n'
    assert capsys.readouterr() == ("", sentence)
    assert app.run(["study", "schweinsgalopp", "--out", str(tmp_path), "--keep", str(file)]) == 1
    assert capsys.readouterr() == ("", f"{file} has the deals of another command (arena). Name another file.\n")
