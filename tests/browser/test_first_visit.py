"""A first visit is small and quick: measured over the real server, from the home page to a table of each game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from kartentisch.play.games import games
from tests.browser import live
from tests.browser.first_visit import GOAL_MS, MOST_BYTES, MOST_OF_FONTS, Visit, visits

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = [pytest.mark.browser, pytest.mark.slow]

BUSY = 4
"""So many times as long as on a computer that has nothing else to do; docs/first-visit.md has the time without."""


@pytest.fixture(scope="module")
def found(chromium: Browser) -> Iterator[dict[str, Visit]]:
    with live.server() as address:
        yield visits(chromium, address)


@pytest.mark.parametrize("game", games())
def test_a_first_visit_stays_under_its_bytes(found: dict[str, Visit], game: str) -> None:
    assert 30_000 < found[game].pages < MOST_BYTES
    assert 30_000 < found[game].fonts <= MOST_OF_FONTS
    assert found[game].cards > 10_000


@pytest.mark.parametrize("game", games())
def test_the_first_table_can_soon_be_played(found: dict[str, Visit], game: str) -> None:
    assert found[game].ready < GOAL_MS * BUSY
