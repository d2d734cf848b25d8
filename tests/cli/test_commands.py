"""The command line: every command ends with 0, with 1 and one sentence, or after Ctrl+C with 130."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from typer.main import get_group

import kartentisch as kt
from kartentisch.bots.search.recipe import Recipe
from kartentisch.cli import app, figures, main
from kartentisch.cli import serve as serve_command
from kartentisch.play.games import sheet
from kartentisch.web.access.table_limits import Limits
from kartentisch.web.live.retention import Retention
from kartentisch.web.network.connections import ConnectionLimits
from tests.play.helpers import wander
from tests.ways import first_now

COPIES = ("Match.copy", "copy.deepcopy", "pickle and back")
COMMANDS = [*get_group(app.app).commands]


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "match.txt"
    path.write_text(wander(kt.Match("schwupps", 2, seed=3), 400).record(), encoding="utf-8")
    return path


def type_in(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(text))


@pytest.mark.parametrize("arguments", [[], ["--help"], *([name, "--help"] for name in COMMANDS)])
def test_every_command_explains_itself(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert app.run(arguments) == 0
    assert "Usage: kartentisch" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["dance"], "No such command 'dance'."),
        (["play"], "Missing argument '"),
        (["play", "skat"], 'There is no game "skat"; the games are: '),
        (["play", "schwupps", "--seats", "9"], "The number of seats cannot be 9; allowed is: 2-5."),
        (
            ["play", "schwupps", "--bots", "clever"],
            "There is no bot 'clever'; the bots are: random, novice, greedy, easy, medium, hard, expert.",
        ),
        (["play", "schwupps", "--language", "fr"], "There is no language 'fr' here, only: en, de."),
        (["play", "schwupps", "--option", "match"], "--option must be name=value, not 'match'."),
        (["play", "schwupps", "--option", "match=1"], "Option match cannot be 1; allowed is: single, tournament."),
        (["play", "schwupps", "--options", "{"], "--options must be a JSON object: "),
        (["play", "schwupps", "--options", "[]"], "--options must be a JSON object."),
        (["check", "no-such-file"], "no-such-file cannot be read: No such file or directory."),
        (["replay", "no-such-file"], "no-such-file cannot be read: No such file or directory."),
        (["bench", "--game", "skat"], "There is no game"),
        (["serve", "--port", "99999999"], "Invalid value for '--port'"),
        (
            ["serve", "--close-after", "-1"],
            "Tables are closed or deleted after 1 to 36500 days, or with 0 never, not -1.",
        ),
        (["serve", "--delete-after", "99999"], "Tables are closed or deleted after 1 to 36500 days"),
        (["serve", "--tables-per-hour", "-1"], "A limit on tables is 1 or more, or 0 for none"),
        (["serve", "--proxy", "proxy.local"], "proxy.local is no address of a proxy, like 172.18.0.2."),
        (["serve", "--host", "198.51.100.1"], "The server cannot start: this computer has no address"),
        (["serve", "--host", "no such host"], "The server cannot start: there is no host “no such host”."),
    ],
)
def test_a_mistake_is_one_sentence(arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert app.run(arguments) == 1
    said = capsys.readouterr()
    assert said.err.startswith(sentence)
    assert said.err.count("\n") == 1
    assert said.out == ""


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["skat"], 'Ein Spiel "skat" gibt es nicht; die Spiele sind: '),
        (["schwupps", "--seats", "9"], "Die Zahl der Plätze kann nicht 9 sein"),
        (["schwupps", "--bots", "clever"], "Einen Bot 'clever' gibt es nicht; die Bots sind: random, novice"),
        (["schwupps", "--option", "match=1"], "Die Option match kann nicht 1 sein"),
        (["schwupps", "--option", "dragons=1"], 'Die Option "dragons" gibt es nicht; '),
    ],
)
def test_a_mistake_is_said_in_the_language_that_was_chosen(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert app.run(["play", *arguments, "--language", "de"]) == 1
    assert capsys.readouterr().err.startswith(sentence)


@pytest.mark.parametrize(
    ("line", "wrong", "sentence"),
    [
        (0, "game: skat", 'Zeile 1: Ein Spiel "skat" gibt es nicht'),
        (2, "seats: 9", "Zeile 3: Die Zahl der Plätze kann nicht 9 sein"),
        (3, 'options: {"dragons":1}', 'Zeile 4: Die Option "dragons" gibt es nicht'),
        (6, "0: end | 0000000000000000 | 0000000000000000", "Zeile 7: "),
        (6, "1: ~A | 0000000000000000 | 0000000000000000", "Zeile 7: "),
        (6, "x", "line 7: 'x' is neither a deal nor a move with luck and digest"),
    ],
)
def test_what_the_rules_refuse_in_a_record_is_said_in_the_language_that_was_chosen(
    line: int,
    wrong: str,
    sentence: str,
    record: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    lines = record.read_text(encoding="utf-8").split("\n")
    lines[line] = wrong
    said = []
    for language in ("de", "en"):
        type_in(monkeypatch, "\n".join(lines))
        assert app.run(["replay", "-", "--language", language]) == 1
        said.append(capsys.readouterr().err)
    assert said[0].startswith(sentence)
    assert said[1].startswith(f"line {line + 1}: ")
    assert said[0] != said[1] or sentence in said[1], "where there are words for it"


def test_a_record_that_holds_is_confirmed(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert app.run(["check", str(record)]) == 0
    moves, luck = record.read_text(encoding="utf-8").count("\n") - 6, "Luck of this match: not proved."
    assert f"The record holds: schwupps, seats: 2, rounds: 1, moves: {moves}. {luck}" in capsys.readouterr().out


def test_a_record_that_does_not_hold_is_refused_with_its_line(
    record: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = record.read_text(encoding="utf-8").split("\n")
    lines[7] = lines[7][:-1] + ("0" if lines[7][-1] != "0" else "1")
    type_in(monkeypatch, "\n".join(lines))
    assert app.run(["check", "-"]) == 1
    assert capsys.readouterr().err.startswith("line 8: the digest is ")


def test_what_is_no_text_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "x").write_bytes(b"\xff\xfe\x00")
    assert app.run(["check", str(tmp_path / "x")]) == 1
    assert capsys.readouterr().err.endswith("is no text.\n")


def test_a_recorded_match_is_told_in_sentences(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert app.run(["replay", str(record), "--language", "en"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Round 1 is dealt. Seat 0 starts."
    assert lines[-2].endswith("has no cards left and wins the round.")
    assert "5 points" in lines[-1]


def test_the_language_of_the_terminal_is_spoken(
    record: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    assert app.run(["replay", str(record)]) == 0
    assert capsys.readouterr().out.startswith("Runde 1 ist gegeben. Platz\u00a00 fängt an.\n")


def test_a_match_that_went_on_from_a_state_is_told_too(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    begun = wander(kt.Match("schwupps", 2, seed=3), 5)
    type_in(monkeypatch, wander(kt.Match.from_state_json(begun.state_json(), seed=1), 3).record())
    assert app.run(["replay", "-", "--language", "en"]) == 0
    assert len(capsys.readouterr().out.splitlines()) >= 4


def served(monkeypatch: pytest.MonkeyPatch, run: Any) -> None:
    """Put this in the place of the web server."""
    monkeypatch.setitem(sys.modules, "kartentisch.web.serve", SimpleNamespace(run=run))


@pytest.mark.parametrize(
    ("arguments", "host"),
    [([], "127.0.0.1"), (["--lan"], ""), (["--lan", "--host", "192.0.2.1"], "192.0.2.1")],
)
def test_the_server_listens_on_this_computer_only_unless_told_otherwise(
    arguments: list[str], host: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[dict[str, Any]] = []
    served(monkeypatch, lambda **kwargs: asked.append(kwargs))
    assert app.run(["serve", "--port", "8001", "--url", "https://cards.example", "--data", "here", *arguments]) == 0
    plain = {"host": host, "port": 8001, "url": "https://cards.example", "data": Path("here"), "new_key": False}
    most = {"retention": Retention(), "limits": Limits(), "connections": ConnectionLimits(), "warn_below": 500_000_000}
    assert (plain | most).items() <= asked[0].items()


def test_the_server_keeps_and_limits_tables_as_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[dict[str, Any]] = []
    served(monkeypatch, lambda **kwargs: asked.append(kwargs))
    arguments = ["--close-after", "7", "--delete-after", "14", "--tables-per-hour", "3", "--tables-at-once", "0"]
    assert app.run(["serve", *arguments, "--proxy", "172.18.0.2", "--connections", "900", "--new-key"]) == 0
    found = [asked[0][name] for name in ("retention", "limits", "proxy", "new_key", "connections")]
    assert found == [Retention(7, 14), Limits(3, 0), "172.18.0.2", True, ConnectionLimits(total=900)]


@pytest.mark.parametrize("error", [OSError(98, "Address already in use"), ValueError("The server cannot start.")])
def test_a_server_that_cannot_start_says_why(
    error: Exception, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(**_: object) -> None:
        raise error

    served(monkeypatch, fail)
    assert app.run(["serve"]) == 1
    assert capsys.readouterr().err.startswith("The server cannot start")


def test_tables_are_kept_in_the_folder_for_data(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert serve_command.data_folder() == tmp_path / "kartentisch"


def test_stopping_a_command_is_no_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stop(**_: object) -> None:
        raise KeyboardInterrupt

    served(monkeypatch, stop)
    assert app.run(["serve"]) == 130
    assert capsys.readouterr().err == "Stopped.\n"


def test_the_command_leaves_with_its_exit_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["kartentisch", "dance"])
    with pytest.raises(SystemExit) as left:
        main()
    assert left.value.code == 1


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """No yardstick: compiling it takes some seconds."""
    monkeypatch.setattr(figures, "yardstick", lambda: lambda: 1_000_000.0)


@pytest.mark.usefixtures("quick")
def test_the_bench_measures_every_game_and_number_of_seats(capsys: pytest.CaptureFixture[str]) -> None:
    assert app.run(["bench", "--json", "--runs", "1", "--size", "200"]) == 0
    found = json.loads(capsys.readouterr().out)
    rounds = {(line["game"], line["seats"]) for line in found["figures"] if line["what"] == "random rounds"}
    assert rounds == {(name, seats) for name in kt.games() for seats in kt.game(name).seats}
    assert {line["what"] for line in found["figures"]} == {"random rounds", "Match.play", "from Python", *COPIES}
    assert all(line["rate"] > 0 for line in found["figures"])
    assert all(
        line["ratio"] == line["rate"] / 1_000_000 for line in found["figures"] if line["what"] == "random rounds"
    )
    assert found["yardstick"] == 1_000_000


@pytest.mark.usefixtures("quick")
def test_the_bench_prints_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert app.run(["bench", "--runs", "1", "--size", "200", "--game", "schwupps"]) == 0
    out = capsys.readouterr().out
    assert out.count("random rounds") == 4
    assert "The yardstick makes 1,000,000 steps a second." in out


def test_without_the_sources_there_is_no_yardstick(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(figures, "YARDSTICK", tmp_path / "nothing.py")
    assert figures.yardstick() is None


@pytest.mark.parametrize("game", first_now(kt.games()))
def test_a_measured_search_has_room_for_a_node_each_iteration_and_a_root_each_seat(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rooms: list[int] = []

    class Measured:
        def __init__(self, seen: object, seed: object, recipe: Recipe) -> None:
            rooms.append(recipe.room)

        def run(self, iterations: int) -> None: ...

    monkeypatch.setattr(figures, "Search", Measured)
    monkeypatch.setattr(figures, "bind", lambda *_: lambda *_: 0)
    figures.searched(game, kt.game(game).seats[0], 300)
    assert rooms == [300 + sheet(game).layout.max_seats]


@pytest.mark.long
def test_the_yardstick_measures() -> None:
    assert (measure := figures.yardstick()) is not None
    assert measure() > 0
