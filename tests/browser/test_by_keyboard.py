"""A match of each game with keys alone, from the top of the home page: bots fill the table.

`make test` plays the beginning of the one with a ring and pieces.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from kartentisch import words
from tests.browser import live
from tests.browser.by_keyboard import Keys
from tests.ways import long

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SOON = 8
"""Things done with keys in the beginning of a match."""
SHORT = {"schwupps": {}, "schweinsgalopp": {"Rounds": "1"}, "solo": {"Rounds": "1"}, "swup": {}}
"""What is typed into the form so that a match is one round, by the names of the fields."""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with live.server(bots_wait=10, reaction=100) as found:
        yield found


def cases() -> Iterator[Any]:
    for game in SHORT:
        yield pytest.param(game, SOON) if game == "schweinsgalopp" else long(game, SOON)
        yield long(game, 0)


@pytest.mark.parametrize(("game", "acts"), [*cases()])
def test_a_match_is_played_by_keys_alone(chromium: Browser, address: str, game: str, acts: int) -> None:
    """Tab, arrows, Enter, Space, digits and Escape; names and roles say what there is."""
    page = chromium.new_context(locale="en-GB", viewport={"width": 1280, "height": 800}).new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.add_init_script("addEventListener('pointerdown', () => { window.pointed = true; }, true)")
    person = Keys(page, random.Random(5))
    person.open(address, words.of(game).title, SHORT[game])
    page.wait_for_selector(".hand")
    person.play(acts=acts)
    if not acts:
        page.wait_for_selector("main table")  # the points
    assert faults == []
    assert not page.evaluate("window.pointed ?? false")
    page.context.close()
