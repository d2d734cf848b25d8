"""A match in the terminal."""

from __future__ import annotations

import io
import sys

import pytest

from kartentisch.bots.bot import Bot
from kartentisch.cli import app, terminal_match
from kartentisch.play.match import Match

ARGUMENTS = ["play", "schwupps", "--seed", "7", "--seats", "3", "--language", "en"]


def play(
    typed: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *arguments: str
) -> tuple[int, str]:
    """Exit code, and what is printed when this is typed."""
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    code = app.run([*ARGUMENTS, *arguments])
    return code, capsys.readouterr().out


def test_who_pipes_in_nothing_leaves_politely(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out = play("", monkeypatch, capsys)
    assert code == 0
    assert out.rstrip().endswith("Goodbye.")
    assert "Bot 1 (greedy)" in out
    assert "Your hand" in out


def test_moves_are_taken_by_number_and_as_text(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out = play("~A\n1\nq\n", monkeypatch, capsys)
    assert code == 0
    assert "You schwupp row A and take " in out
    assert out.rstrip().endswith("Goodbye.")


def test_a_refused_move_is_answered_with_the_reason(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _, out = play("end\n999\n?\nx\n\n", monkeypatch, capsys)
    assert "Before you end your turn you must do something: play a card or schwupp a row." in out
    assert "“999” is no step of a move in this game." in out
    assert "“x” is no step of a move in this game." in out
    assert out.count("Be the first with no cards left") == 2


def test_the_terminal_speaks_german(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    _, out = play("~B\n", monkeypatch, capsys, "--language", "de", "--bots", "random,greedy")
    assert "Du schwuppst Reihe B und nimmst " in out
    assert "Bot\u00a01 (zufällig)" in out
    assert "Bot\u00a02 (gierig)" in out
    assert out.rstrip().endswith("Auf Wiedersehen.")


def test_a_tournament_is_played_round_by_round_to_its_end(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ["--option", "match=tournament", "--options", '{"step_limit": 2}']
    code, out = play("1\n" * 30, monkeypatch, capsys, *options)
    assert code == 0
    assert "Round 3 is dealt." in out
    assert "Won together: you, Bot 1 (greedy), and Bot 2 (greedy)." in out
    assert out.rstrip().endswith("You: 0 points · Bot 1 (greedy): 0 points · Bot 2 (greedy): 0 points")


def test_the_same_seed_brings_the_same_match(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed = "1\n" * 40
    assert play(typed, monkeypatch, capsys) == play(typed, monkeypatch, capsys)


def test_with_too_many_moves_one_is_put_together_step_by_step(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(terminal_match, "_LISTED", 0)
    code, out = play("1\n", monkeypatch, capsys)
    assert code == 0
    assert "You " in out.split("> ")[1]


def test_nothing_that_the_person_may_not_know_is_printed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The same views and moves with another truth behind them print the same until luck differs."""
    from rich.console import Console

    from kartentisch.words.language import language

    match = Match("schwupps", 2, seed=7)
    printed = []
    for twin in (match, match.view(0).imagine(1), match.view(0).imagine(2)):
        monkeypatch.setattr(sys, "stdin", io.StringIO("?\nend\n"))
        out = Console(highlight=False, markup=False, file=io.StringIO(), width=100)
        terminal_match.TerminalMatch(twin, {1: Bot("greedy", "schwupps", seed=1)}, language("en"), out).run()
        assert isinstance(out.file, io.StringIO)
        printed.append(out.file.getvalue())
    assert "Your hand" in printed[0]
    assert printed[0] == printed[1] == printed[2]
