"""A first visit is small and quick: measured over the real server, from the home page to a table of each game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kartentisch.play.games import games
from tests.browser import live
from tests.browser.first_visit import GOAL_MS, LONG, MOST_BYTES, MOST_OF_FONTS, Visit, visit, visits

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = [pytest.mark.browser, pytest.mark.slow]

BUSY = 10
"""So many times as long as on a computer that has nothing else to do; docs/first-visit.md has the time without."""


@pytest.fixture(scope="module")
def found(chromium: Browser) -> dict[str, Visit]:
    """One visit each. Bots wait: their moves are no part of a first visit, however long it takes."""
    with live.server(bots_wait=LONG, drawn=True) as address:
        return {game: visit(chromium, address, game) for game in games()}


@pytest.mark.parametrize("game", games())
def test_a_first_visit_stays_under_its_bytes(found: dict[str, Visit], game: str) -> None:
    assert 30_000 < found[game].pages < MOST_BYTES
    assert 30_000 < found[game].fonts <= MOST_OF_FONTS
    assert found[game].cards > 10_000


@pytest.mark.long
def test_the_first_table_can_soon_be_played(chromium: Browser) -> None:
    with live.server(drawn=True) as address:
        found = visits(chromium, address)
    assert {game: seen.ready for game, seen in found.items() if seen.ready >= GOAL_MS * BUSY} == {}
