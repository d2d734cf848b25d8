"""`kartentisch study`: what it plays, writes and refuses."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path

import pytest

from kartentisch.bots import studying
from kartentisch.bots.arena import Play
from kartentisch.bots.certainty import Estimate
from kartentisch.bots.studying import Findings, Study, others, tried
from kartentisch.cli import app, plots, report
from kartentisch.engine.luck import new_luck
from kartentisch.play.checks import checked_options
from kartentisch.play.games import games, sheet

ROOT = Path(__file__).resolve().parents[2]


def test_a_study_is_written_and_the_same_each_time(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["study", "schweinsgalopp", "--deals", "8", "--seed", "3", "--out"]
    assert app.run([*arguments, str(tmp_path / "one"), "--workers", "1"]) == 0
    assert app.run([*arguments, str(tmp_path / "two"), "--workers", "2"]) == 0
    one, two = (
        {path.name: path.read_text(encoding="utf-8") for path in (tmp_path / n).iterdir()} for n in ("one", "two")
    )
    assert one == two
    assert set(one) == {"schweinsgalopp.md", *(f"schweinsgalopp-{name}.svg" for name in ("seats", "length", "skill"))}
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


@pytest.mark.parametrize("out", ["{}/file/x", "{}/file", "/sys"])
def test_a_folder_that_cannot_be_written_to_is_said_before_anything_is_played(
    out: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One that cannot be made, one that is a file, one that is there and takes no files."""

    def never(*_: object, **__: object) -> None:
        raise AssertionError("it plays")

    monkeypatch.setattr(studying, "find", never)
    (tmp_path / "file").write_text("", encoding="utf-8")
    folder = out.format(tmp_path)
    assert app.run(["study", "schweinsgalopp", "--out", folder]) == 1
    said = capsys.readouterr()
    assert said.err.startswith(f"{folder} cannot be written to: ")
    assert (said.err.count("\n"), said.out) == (1, "")


def made_up(first_wins: float, length: int) -> Iterator[list[Play]]:
    """Deals of two seats in which the one who is asked first, seat 1, wins so often."""
    for number in range(100):
        win = float(number < 100 * first_wins)
        yield [Play((1 - win, win), (-win, win), length + number % 3, 1, 1, (0, 1), 0)]


def test_places_are_counted_from_who_is_asked_first() -> None:
    found = studying._rounds(2, list(made_up(0.8, 20)), 0.05)
    assert [one.mean for one in found.wins] == pytest.approx([0.8, 0.2])
    assert [one.mean for one in found.leads] == pytest.approx([0.8, -0.8])
    assert found.moves.mean == pytest.approx(20.99)
    assert (found.lengths[0], found.lengths[-1]) == (20, 22)


def test_an_option_is_weighed_deal_by_deal() -> None:
    both = list(made_up(0.8, 20)), list(made_up(0.5, 26))
    found = studying._variant("x", 1, both, both, 0.05, 1)
    assert found.first.mean == pytest.approx(-0.3)
    assert found.first.high < 0
    assert found.skill.mean == pytest.approx(-0.3), "the good player is the second member"
    assert (found.moves.mean, found.moves.low, found.moves.high) == pytest.approx((6, 6, 6))
    assert report._moved(found.first, 100).startswith("**-30.0 [")
    assert report._moved(Estimate(0.1, -0.1, 0.3)) == "+0.1 [-0.1, +0.3]"


def test_who_is_good_is_found_wherever_it_sits() -> None:
    study = Study("schwupps", level="greedy", against="easy")
    assert [study.good(seats) for seats in (2, 3, 4)] == [1, 2, 3], "members are sorted by name"
    plays = [Play((0, 1, 0), (0, 2, 0), 9, 1, 0, (0, 2, 1), 0), Play((1, 0, 0), (3, 0, 0), 9, 1, 0, (2, 0, 1), 0)]
    found = studying._skill(2, 3, [plays] * 2)
    assert (found.wins.mean, found.lead.mean) == (1, 2.5)


def test_a_report_says_whether_a_clock_cut_anything_short() -> None:
    clocked, free = Study("solo", seconds=0.5), Study("solo")
    for study, cuts, said in (
        (free, 0, "of the game, and the same each time. Bots play"),
        (clocked, 0, "of the game, and the same each time. Bots play"),
        (clocked, 3, "of the game, and not quite the same each time: the clock cut the search short in 3 moves. Bots "),
    ):
        assert said in "\n".join(report._head(Findings(study, (), (), (), cuts)))


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
    studied = _number(text)
    assert studied in range(sheet(game).oldest, sheet(game).rules + 1)
    newest = [_round(game, seats, sheet(game).rules, seed) for seats in sheet(game).seats for seed in range(5)]
    then = [_round(game, seats, studied, seed) for seats in sheet(game).seats for seed in range(5)]
    assert newest == then, "rounds go otherwise under the newest rules: play it again"
    for name in ("seats", "length", "skill"):
        ET.fromstring((folder / f"{game}-{name}.svg").read_text(encoding="utf-8"))
    assert f"({game}.md)" in (folder / "README.md").read_text(encoding="utf-8")


def _number(text: str) -> int:
    """The number of the rules under which a study was played."""
    found = re.search(r"under rules (\d+) of the game", text)
    assert found
    return int(found[1])


def _round(game: str, seats: int, rules: int, seed: int) -> tuple[int, list[int]]:
    """Steps and points of a random round without options: what a new option, off by default, leaves as it was."""
    found = sheet(game)
    records, luck = found.new(seats, checked_options(found, {}, rules), rules), new_luck(seed)
    found.run.deal(records, 0, luck)
    steps = int(found.run.playout(records, 0, *new_luck(seed + 100)[:2], luck, found.buffer()))
    return steps, [int(points) for points in records[0]["points"][:seats]]
