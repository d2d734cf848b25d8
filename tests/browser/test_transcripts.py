"""What a screen reader says during a round of each game, word for word. See `tests/browser/transcript.py`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.transcript import CASES, FOLDER, Case, transcript

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SOON = ("schweinsgalopp.de.txt",)
"""The shortest one. The other games are played by keys in test_by_keyboard.py, by their names and roles."""


def cases() -> Iterator[Any]:
    for case in CASES:
        marks = () if case.file.name in SOON else pytest.mark.long
        yield pytest.param(case, id=case.file.stem, marks=marks)


@pytest.mark.parametrize("case", [*cases()])
def test_a_round_is_told_word_for_word(chromium: Browser, case: Case) -> None:
    assert transcript(chromium, case) == case.file.read_text(encoding="utf-8"), "python -m tests.browser.transcript"


def test_every_transcript_is_of_a_round_that_is_played() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {case.file.name for case in CASES}
