"""`kartentisch review`: which records it finds, what it makes of good and bad ones, and how it goes on."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

import kartentisch as kt
from kartentisch.bots import bulk, reviewing
from kartentisch.bots.course import course
from kartentisch.bots.reviewing import Decision, Estimate, Review, SeatReview, Split
from kartentisch.bots.thinking import Worth, consider
from kartentisch.bots.workers import processor
from kartentisch.cli import app
from kartentisch.cli import review as command
from tests import processes
from tests.play.helpers import wander

SHORT = {"rounds": 1}
QUICK = ["--deals", "8", "--iterations", "50"]


def record(seed: int, game: str = "schweinsgalopp", **options: Any) -> str:
    match = wander(kt.Match(game, 2, seed=seed, options=options or SHORT), 400)
    assert match.over
    return match.record(hashed=True)


ONE, TWO = record(1), record(2)
HALF = "\n".join(line for line in ONE.splitlines()[:-3] if not line.startswith("hash: "))
NOUGHT = Estimate(0.0, 0.0)


def made(seat: int, *losses: tuple[float, float]) -> SeatReview:
    decisions = tuple(Decision(n, 0, seat, "a", "b", NOUGHT, Estimate(*loss), NOUGHT) for n, loss in enumerate(losses))
    return SeatReview(seat, decisions, (), Split(0.0, *[NOUGHT] * 6), NOUGHT, 0.5)


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Reviews that cost nothing: of each record the same one. The texts that were reviewed."""
    asked: list[str] = []

    def review(text: str, fewest: bool, **_: object) -> Review:
        asked.append(text)
        course(text)
        return Review((made(0, (1.5, 0.5), (0.25, 0.5)), made(1, (-0.5, 0.1))), 3, ((0.5, 0.5),) * 3)

    monkeypatch.setattr(bulk, "review", review)
    monkeypatch.setattr(command, "warm_up", lambda *_, **__: None)
    return asked


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Any:
    def run(*arguments: object) -> tuple[int, str, str]:
        code = app.run(["review", *map(str, arguments), "--workers", "1"])
        return code, *capsys.readouterr()

    return run


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two records, one of them in a folder, and something else."""
    folder = tmp_path / "records"
    (folder / "b").mkdir(parents=True)
    (folder / "b" / "two.txt").write_text(TWO, encoding="utf-8")
    (folder / "a.txt").write_text(ONE, encoding="utf-8")
    (folder / "notes.md").write_text("notes", encoding="utf-8")
    return folder


def names(out: str) -> list[str]:
    return [json.loads(line)["name"] for line in out.splitlines()]


def test_files_folders_and_lines_are_read_each_once(
    at_once: list[str], run: Any, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = folder / "many.jsonl"
    many = [json.dumps({"record": ONE, "table": 7}), "", json.dumps(TWO)]
    lines.write_text("\ufeff" + "\r\n".join(many), encoding="utf-8")
    code, out, err = run(lines, folder, folder / "a.txt", "--json")
    assert (code, err) == (0, "")
    assert names(out) == [f"{lines}:1", f"{lines}:3", f"{folder}/a.txt", f"{folder}/b/two.txt"]
    assert at_once == [ONE, TWO, ONE, TWO]
    for typed, wanted in ((ONE, ["-"]), ("\n".join(many), ["-:1", "-:3"])):
        monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(typed.encode())))
        assert names(run("-", "--json")[1]) == wanted


def test_bad_records_are_named_and_do_not_stop_the_others(at_once: list[str], run: Any, folder: Path) -> None:
    bad = {
        "empty.txt": (b"", "line 1: the header says nothing of: game, rules, seats, options"),
        "half.txt": (HALF.encode(), "A match can be reviewed once it is over"),
        "latin.txt": (b"\xff", "this is no text"),
        "changed.txt": (ONE.replace("hash: ", "hash: 0").encode(), "line 5: '0"),
        "more.jsonl:1": (
            b'{"name": 1}',
            "this line has no record: it must be a JSON string, or an object with “record”",
        ),
        "no.jsonl:1": (b"[", "this line is no JSON"),
        "odd.jsonl:1": (rb'"\ud800\n\n"', "line 1: '\\ud800' is no line of a header"),
    }
    for name, (content, _) in bad.items():
        (folder / name.partition(":")[0]).write_bytes(content)
    code, out, err = run(folder, "--json")
    assert code == 1
    lines = [json.loads(line) for line in out.splitlines()]
    assert [line["name"] for line in lines if "review" in line] == [f"{folder}/a.txt", f"{folder}/b/two.txt"]
    faults = {line["name"].removeprefix(f"{folder}/"): line["fault"] for line in lines if "fault" in line}
    assert faults.keys() == bad.keys()
    for name, (_, sentence) in bad.items():
        assert faults[name].startswith(sentence), name
        assert f"{folder}/{name}: {faults[name].rstrip('.')}.\n" in err


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["{}/none.txt"], "There is no file {}/none.txt."),
        (["{}/empty"], "{}/empty has no records: no files that end in .txt or .jsonl."),
        (["{}/a.txt", "--out", "{}/empty"], "{}/empty is not a plain file."),
        (["{}/a.txt", "--out", "{}/empty/../a.txt"], "--out cannot be {}/empty/../a.txt: the same command reads this"),
        (["{}/a.txt", "--out", "{}/k", "--keep", "{}/k"], "--out cannot be {}/k: the same command reads this file."),
        (["{}/a.txt", "--out", "{}/x/y"], "{}/x/y cannot be written to: "),
        (["{}/a.txt", "--keep", "{}/a.txt"], "{}/a.txt is another kind of file, and is left as it is"),
        (["{}/a.txt", "--on", "mars"], "--on cannot be 'mars'; allowed are ray and ray://HOST:PORT."),
    ],
)
def test_a_mistake_is_one_sentence_and_nothing_is_reviewed(
    arguments: list[str], sentence: str, at_once: list[str], run: Any, folder: Path
) -> None:
    (folder / "empty").mkdir()
    before = sorted(folder.rglob("*"))
    code, out, err = run(*(word.format(folder) for word in arguments))
    assert (code, out, at_once) == (1, "", [])
    assert err.startswith(sentence.format(folder))
    assert err.count("\n") == 1
    assert sorted(folder.rglob("*")) == before
    assert (folder / "a.txt").read_text(encoding="utf-8") == ONE


def test_the_summary_has_a_row_for_each_record_and_the_file_a_line(
    at_once: list[str], run: Any, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = folder.parent / "reviews"
    code, said, err = run(folder, "--out", out)
    assert (code, err) == (0, "")
    head, one, _, total, written = said.splitlines()
    assert head.split() == ["record", "game", "decisions", "points", "lost,", "by", "seat"]
    assert one.split() == [f"{folder}/a.txt", "schweinsgalopp", "3", "1.8,", "-0.5"]
    assert total == (
        "2 of 2 records were reviewed: 6 decisions, which cost 2.5 points compared with the best moves; 2 of them cost "
        "more than 2 standard errors."
    )
    assert written == f"Written: {out}."
    assert out.read_text(encoding="utf-8") == run(folder, "--json")[1]
    monkeypatch.setattr(command, "ROWS", 1)
    assert run(folder)[1].splitlines() == [total]


def test_what_is_kept_is_found_again_by_its_text_whatever_else_has_come(
    at_once: list[str], run: Any, folder: Path
) -> None:
    kept, broken = folder.parent / "kept", folder / "0.txt"
    broken.write_text(HALF, encoding="utf-8")
    assert run(folder, "--keep", kept)[0] == 1
    first = len(kept.read_bytes().splitlines())
    at_once.clear()
    broken.write_text(record(3), encoding="utf-8")
    (folder / "c.txt").write_text(record(4), encoding="utf-8")
    code, out, _ = run(folder, "--keep", kept, "--json")
    assert code == 0
    assert at_once == [record(3), record(4)]
    assert len(kept.read_bytes().splitlines()) == first + 2
    assert out == run(folder, "--json")[1]
    code, _, err = run(folder, "--keep", kept, "--deals", "9")
    assert (code, err) == (1, f"{kept} has other reviews: there, deals is 1000, not 9. Name another file.\n")
    assert app.run(["arena", "--game", "solo", "--bots", "greedy,random", "--keep", str(kept)]) == 1


def test_reviews_of_two_kinds_of_processors_are_said_to_be_a_mixture(
    at_once: list[str], run: Any, folder: Path
) -> None:
    kept = folder.parent / "kept"
    assert run(folder, "--keep", kept)[0] == 0
    kept.write_text(kept.read_text(encoding="utf-8").replace(f'"processor": "{processor()}"', '"processor": "z80"'))
    (folder / "c.txt").write_text(record(3), encoding="utf-8")
    out = run(folder, "--keep", kept)[1]
    assert "The reviews were made on different kinds of processors (" in out
    kinds = [json.loads(line)["processor"] for line in run(folder, "--keep", kept, "--json")[1].splitlines()]
    assert kinds == ["z80", "z80", processor()]


def test_ctrl_c_leaves_the_reviews_so_far(
    at_once: list[str], run: Any, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, real = folder.parent / "reviews", vars(bulk)["review"]

    def stopped(text: str, fewest: bool, **how: Any) -> Any:
        if text == TWO:
            raise KeyboardInterrupt
        return real(text, fewest, **how)

    monkeypatch.setattr(bulk, "review", stopped)
    code, said, err = run(folder, "--out", out)
    assert (code, err) == (130, "Stopped.\n")
    assert "\n1 of 2 records were reviewed: " in said
    assert names(out.read_text(encoding="utf-8")) == [f"{folder}/a.txt"]


def test_a_review_of_many_is_that_of_the_page(folder: Path, run: Any) -> None:
    """With the same numbers, and the same again: figures, moves and what was hidden."""
    code, out, err = run(folder, "--json", *QUICK)
    assert (code, err) == (0, "")
    line = json.loads(out.splitlines()[0])
    alone = reviewing.review(ONE, fewest=False, deals=8, iterations=50)
    assert line["review"] == json.loads(msgspec.json.encode(alone))
    assert (line["game"], line["seats"], line["deals"], line["iterations"]) == ("schweinsgalopp", 2, 8, 50)
    assert line["options"]["rounds"] == 1
    assert out == run(folder, "--json", *QUICK)[1]
    searched = set[object]()

    def watched(*given: Any, **how: Any) -> list[Worth]:
        searched.add(how.get("iterations"))
        return consider(*given, **how)

    reviewing.review(ONE, fewest=False, deals=2, iterations=5, consider=watched)
    assert searched == {5, None}


def test_without_numbers_the_reviews_are_made_as_those_of_pages(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found: dict[str, Any] = {}

    def review(text: str, fewest: bool, **how: Any) -> Review:
        found.update(how, fewest=fewest)
        return Review((made(0),), 1, ())

    monkeypatch.setattr(bulk, "review", review)
    monkeypatch.setattr(command, "warm_up", lambda *_, **__: None)
    match = kt.Match("solo", 2, seed=1)
    (tmp_path / "solo.txt").write_text(match.record(), encoding="utf-8")
    line = json.loads(run(tmp_path / "solo.txt", "--json")[1])
    assert (found["deals"], found["iterations"], found["fewest"]) == (reviewing.DEALS, reviewing.ITERATIONS, True)
    assert line.pop("review")["moments"] == 1
    assert line == {
        **{"name": f"{tmp_path}/solo.txt", "processor": processor(), "digest": line["digest"], "game": "solo"},
        **{"rules": match.rules, "seats": 2, "options": match.options, "deals": 1000, "iterations": 2000},
    }


@pytest.mark.long
def test_two_processes_give_the_same_and_what_is_killed_goes_on(folder: Path, run: Any, tmp_path: Path) -> None:
    for seed in range(8):
        (folder / f"c{seed}.txt").write_text(record(seed + 9, "swup", rounds=1), encoding="utf-8")
    kept, arguments = tmp_path / "kept", ["review", str(folder), "--json", *QUICK]
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    whole = run(folder, "--json", *QUICK)

    def begun(end: signal.Signals | None) -> tuple[int, str, str]:
        """The same command once more, until it has written two reviews or come to its end."""
        there = kept.read_bytes().count(b"\n") if kept.exists() else 0
        with processes.python("-m", "kartentisch", *arguments, "--workers", "2", "--keep", kept, **pipes) as process:
            while end and (not kept.exists() or kept.read_bytes().count(b"\n") < there + 2):
                assert process.poll() is None
                time.sleep(0.01)
            if end:
                os.killpg(process.pid, end)
            out, err = process.communicate(timeout=processes.PATIENCE)
        return process.returncode, out, err

    begun(signal.SIGKILL)
    code, out, err = begun(signal.SIGINT)
    assert (code, err) == (130, "Stopped.\n")
    assert whole[1].startswith(out)
    assert begun(None) == whole
