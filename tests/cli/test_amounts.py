"""Times and sizes in options: what can be read, and the sentence about what cannot."""

from __future__ import annotations

import pytest

from kartentisch.cli import app
from kartentisch.cli.amounts import days, size
from kartentisch.words.language import language


@pytest.mark.parametrize(
    ("text", "meant"), [("30", 30), ("30d", 30), ("4w", 28), ("1y", 365), ("1 Y", 365), ("0", 0), ("never", 0)]
)
def test_a_time_is_a_number_of_days_weeks_or_years(text: str, meant: int) -> None:
    assert days("--close-after", text, language("en")) == meant


@pytest.mark.parametrize(
    ("text", "meant"), [("0", 0), ("1000", 1000), ("500M", 500_000_000), ("500 mb", 500_000_000), ("2G", 2 * 10**9)]
)
def test_a_size_is_a_number_of_bytes_or_has_its_unit(text: str, meant: int) -> None:
    assert size("--warn-below", text, language("en")) == meant


@pytest.mark.parametrize("text", ["", "soon", "30x", "1.5d", "--", "9" * 30, "٣٠x", "30\n30"])
@pytest.mark.parametrize("option", ["--close-after", "--delete-after", "--warn-below"])
def test_what_cannot_be_read_is_refused_in_one_sentence(
    option: str, text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert app.run(["serve", f"{option}={text}"]) == 1
    said = capsys.readouterr().err
    assert said.startswith(f"{option} cannot be “{text}”: say ")


def test_it_is_refused_in_german_too(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    assert app.run(["serve", "--close-after", "bald"]) == 1
    assert capsys.readouterr().err.startswith("--close-after kann nicht „bald“ sein: Möglich sind Tage wie 30,")
