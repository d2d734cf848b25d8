"""`kartentisch arena` and `kartentisch study`: what they print, write and refuse."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kartentisch.bots import arena as contests
from kartentisch.bots import studying
from kartentisch.bots.arena import Contest, Play
from kartentisch.bots.certainty import Estimate
from kartentisch.bots.studying import Study, others, tried
from kartentisch.cli import app, plots, report
from kartentisch.play.games import games, sheet

ROOT = Path(__file__).resolve().parents[2]
QUICK = ["--game", "schweinsgalopp", "--workers", "1"]


def printed(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    assert app.run(["arena", *QUICK, *arguments]) == 0
    said = capsys.readouterr()
    assert said.err == ""
    return said.out


# ---- Arena -----------------------------------------------------------------------------------------------------------


def test_the_arena_prints_each_bot_with_its_intervals(capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed(["--bots", "greedy,random", "--deals", "12"], capsys).splitlines()
    assert lines[0].split("   ")[0].strip() == "bot"
    assert [line.split()[0] for line in lines[1:3]] == ["greedy", "random"]
    assert len({len(line) for line in lines[:3]}) == 1, "columns stand under each other"
    assert lines[3].startswith(("greedy wins more than random: of 100 plays each ", "It is not sure whether greedy"))
    assert lines[4].startswith("Schweins-Galopp: 12 deals, each played from 2 seats: 24 matches, 1,0")
    assert lines[4].endswith("Intervals of 95 %, over deals, are for this number of deals.")


def test_a_deal_can_be_one_round(capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(printed(["--bots", "greedy,random", "--deals", "3", "--rounds", "--json"], capsys))
    assert (found["deal"], found["plays"], found["rounds"]) == ("round", 6, 6)


def test_json_is_the_same_whatever_the_number_of_workers(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = [
        "--bots",
        "greedy,random",
        "--seats",
        "3",
        "--deals",
        "4",
        "--seed",
        "5",
        "--json",
        "--option",
        "rounds=1",
    ]
    one, two = printed(arguments, capsys), printed([*arguments, "--workers", "2"], capsys)
    assert one == two
    found = json.loads(one)
    assert found["bots"] == ["greedy", "random", "greedy"]
    assert found["options"] == {"rounds": 1}
    assert (found["deals"], found["plays"], found["stopped"], found["until_sure"]) == (4, 12, False, False)
    shares = [result["wins"]["mean"] for result in found["results"]]
    assert sum(shares) == pytest.approx(1, abs=1e-5)
    assert [result["fair"] for result in found["results"]] == pytest.approx([2 / 3, 1 / 3])
    assert all(result["lead"]["low"] <= result["lead"]["high"] for result in found["results"])


def test_until_sure_it_stops_early(capsys: pytest.CaptureFixture[str]) -> None:
    text = printed(["--game", "schwupps", "--bots", "greedy,random", "--until-sure", "--json"], capsys)
    found = json.loads(text)
    assert found["sure"] is True
    assert found["deals"] < 40
    assert found["pairs"][0]["sure"] is True
    assert found["results"][0]["lead"]["low"] is None or found["deals"] >= 30, "too few for points"


def test_ones_own_bot_plays_in_the_arena(capsys: pytest.CaptureFixture[str]) -> None:
    name = f"{ROOT / 'examples' / 'mybot.py'}:MyBot"
    found = json.loads(printed(["--bots", f"{name},random", "--deals", "1", "--rounds", "--json"], capsys))
    assert [result["bot"] for result in found["results"]] == [name, "random"]


def test_ctrl_c_prints_what_there_is(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    real, played = contests.dealt, []

    def until_stopped(contest: Contest, deal: int) -> Any:
        played.append(deal)
        if deal == 3:
            raise KeyboardInterrupt
        return real(contest, deal)

    monkeypatch.setattr(contests, "dealt", until_stopped)
    assert app.run(["arena", *QUICK, "--bots", "greedy,random", "--json"]) == 130
    said = capsys.readouterr()
    found = json.loads(said.out)
    assert (found["deals"], found["stopped"]) == (3, True)
    assert said.err == "Stopped.\n"
    assert app.run(["arena", *QUICK, "--bots", "greedy,random", "--deals", "1"]) == 0, "it can be played again"


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
    process = subprocess.Popen(
        [sys.executable, "-m", "kartentisch", *command, "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    while len(workers := [path for path in tmp_path.iterdir() if path.suffix[1:].isdigit()]) < 2:
        assert process.poll() is None
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert (process.returncode, err) == (130, "Stopped.\n")
    assert json.loads(out)["stopped"] is True
    for path in workers:
        with pytest.raises(ProcessLookupError):
            os.kill(int(path.suffix[1:]), 0)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--bots", "clever"], "There is no bot 'clever'; the bots are: "),
        (["--bots", "./none.py:Bot,random"], "There is no file ./none.py for the bot ./none.py:Bot."),
        (["--bots", "random,greedy,random", "--seats", "2"], "For 2 seats there can be 1 to 2 bots, not 3."),
        (["--bots", "random", "--seats", "7"], "The number of seats cannot be 7; allowed is: 2-4."),
        (["--bots", "random", "--until-sure"], "With --until-sure there must be two different bots."),
        (["--bots", "random", "--option", "rounds=0"], "Option rounds cannot be 0"),
        (["--bots", "random", "--game", "skat"], 'There is no game "skat"'),
        (["--bots", "random", "--deals", "0"], "Invalid value for '--deals'"),
    ],
)
def test_a_mistake_is_one_sentence(arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert app.run(["arena", *QUICK, *arguments]) == 1
    said = capsys.readouterr()
    assert said.err.startswith(sentence)
    assert (said.err.count("\n"), said.out) == (1, "")


def test_a_bot_that_fails_in_the_middle_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "late.py"
    path.write_text("class Late:\n    def choose(self, view, seconds=None):\n        return 1 / 0\n", encoding="utf-8")
    for workers in ("1", "2"):
        assert app.run(["arena", *QUICK, "--workers", workers, "--bots", f"{path}:Late,random"]) == 1
        said = capsys.readouterr()
        assert said.err == f"{path}:Late failed: ZeroDivisionError: division by zero (line 3).\n"


# ---- Study -----------------------------------------------------------------------------------------------------------


def test_a_study_is_written_and_the_same_each_time(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["study", "schweinsgalopp", "--deals", "8", "--seed", "3", "--out"]
    assert app.run([*arguments, str(tmp_path / "one"), "--workers", "1"]) == 0
    assert app.run([*arguments, str(tmp_path / "two"), "--workers", "2"]) == 0
    one, two = (
        {path.name: path.read_text(encoding="utf-8") for path in (tmp_path / n).iterdir()} for n in ("one", "two")
    )
    assert one == two
    text = one["schweinsgalopp.md"]
    assert "`kartentisch study schweinsgalopp --level greedy --against random --deals 8 --seed 3`" in text
    for head in ("where one sits?", "How long is a round?", "good player win by?", "Which options change what?"):
        assert head in text
    for name in ("seats", "length", "skill"):
        assert f"(schweinsgalopp-{name}.svg)" in text
        assert ET.fromstring(one[f"schweinsgalopp-{name}.svg"]).tag == "{http://www.w3.org/2000/svg}svg"
    assert "`rounds` 6" in text


def test_a_study_refuses_in_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    for arguments, sentence in (
        (["skat"], 'There is no game "skat"'),
        (["schwupps", "--level", "clever"], "There is no bot 'clever'"),
        (
            ["schweinsgalopp", "--deals", "8", "--out", str(tmp_path / "file" / "x")],
            f"{tmp_path / 'file' / 'x'} cannot be",
        ),
    ):
        assert app.run(["study", *arguments, "--workers", "1"]) == 1
        assert capsys.readouterr().err.startswith(sentence)


def made_up(first_wins: float, length: int) -> Iterator[list[Play]]:
    """Deals of two seats in which the one who is asked first, seat 1, wins so often."""
    for number in range(100):
        win = float(number < 100 * first_wins)
        yield [Play((1 - win, win), (-win, win), length + number % 3, 1, 1)]


def test_places_are_counted_from_who_is_asked_first() -> None:
    found = studying._rounds(2, list(made_up(0.8, 20)), 0.05)
    assert [one.mean for one in found.wins] == pytest.approx([0.8, 0.2])
    assert [one.mean for one in found.leads] == pytest.approx([0.8, -0.8])
    assert found.moves.mean == pytest.approx(20.99)
    assert (found.lengths[0], found.lengths[-1]) == (20, 22)


def test_an_option_is_weighed_deal_by_deal() -> None:
    both = list(made_up(0.8, 20)), list(made_up(0.5, 26))
    found = studying._variant("x", 1, both, both, 0.05)
    assert found.first.mean == pytest.approx(-0.3)
    assert found.first.high < 0
    assert (found.moves.mean, found.moves.low, found.moves.high) == pytest.approx((6, 6, 6))
    assert report._moved(found.first, 100).startswith("**-30.0 [")
    assert report._moved(Estimate(0.1, -0.1, 0.3)) == "+0.1 [-0.1, +0.3]"


@pytest.mark.parametrize("game", games())
def test_every_option_but_a_brake_is_tried_with_values_that_are_allowed(game: str) -> None:
    options = sheet(game).options
    wanted = tried(Study(game))
    assert {name for name, _ in wanted} == set(options) - studying.BRAKES
    for option in options.values():
        for value in others(option):
            assert option.refuse(value) is None
            assert value != option.default


def test_a_plot_says_what_it_shows_and_stays_on_its_paper() -> None:
    bars = [plots.Bar("a < b", Estimate(0.5, 0.4, 0.6), 0.5), plots.Bar("c", Estimate(1, 0.9, 1))]
    for text in (
        plots.shares("Wins & losses", bars),
        plots.histograms("Wins & losses", [plots.Heap("x", [1, 2, 2, 300])], "n"),
    ):
        drawn = ET.fromstring(text)
        assert drawn.find("{*}title").text == "Wins & losses"  # type: ignore[union-attr]
        width, height = map(float, drawn.attrib["viewBox"].split()[2:])
        for line in drawn.iter("{http://www.w3.org/2000/svg}line"):
            assert all(0 <= float(line.attrib[x]) <= width for x in ("x1", "x2"))
            assert all(0 <= float(line.attrib[y]) <= height for y in ("y1", "y2"))
        for rect in drawn.iter("{http://www.w3.org/2000/svg}rect"):
            assert float(rect.attrib.get("x", 0)) + float(rect.attrib["width"]) <= width
    assert plots.shares("t", bars).count("stroke-dasharray") == 1


@pytest.mark.parametrize("game", games())
def test_the_study_of_every_game_lies_in_the_docs(game: str) -> None:
    folder = ROOT / "docs" / "studies"
    text = (folder / f"{game}.md").read_text(encoding="utf-8")
    assert f"`kartentisch study {game} " in text
    assert f"under rules {sheet(game).rules} of the game" in text, "the rules have changed: play it again"
    for name in ("seats", "length", "skill"):
        ET.fromstring((folder / f"{game}-{name}.svg").read_text(encoding="utf-8"))
    assert f"({game}.md)" in (folder / "README.md").read_text(encoding="utf-8")
