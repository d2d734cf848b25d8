"""The rules pages in a browser: the short form on paper, and the search."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from kartentisch.play.games import games
from kartentisch.store import MemoryStore
from kartentisch.web.live.registry import RoomRegistry
from tests.browser.line import PHONE
from tests.browser.past import served
from tests.browser.test_pages import faults
from tests.ways import in_turn

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with served(RoomRegistry(MemoryStore())) as running:
        yield running.address


def opened(chromium: Browser, address: str, language: str = "en-GB") -> Page:
    context = chromium.new_context(viewport={"width": PHONE[0], "height": PHONE[1]}, locale=language)
    page = context.new_page()
    page.goto(address)
    return page


@pytest.mark.parametrize(("game", "language"), in_turn(games(), ["en-GB", "de-DE"]))
def test_the_short_form_takes_two_pages_of_paper_at_most(
    chromium: Browser, address: str, game: str, language: str
) -> None:
    page = opened(chromium, f"{address}/rules/{game}/short", language)
    printed = page.pdf(format="A4")
    assert 1 <= len(re.findall(rb"/Type\s*/Page\b", printed)) <= 2


def test_the_search_shows_what_has_all_words_and_works_off_line(chromium: Browser, address: str) -> None:
    page = opened(chromium, f"{address}/rules/solo")
    page.context.set_offline(True)
    field = page.get_by_label("Search in the rules")
    field.fill("protection direction")
    shown = page.locator("article > [id^='p-']:visible").evaluate_all("nodes => nodes.map(node => node.id)")
    assert "p-8.5" in shown
    assert "p-3.6" not in shown
    assert "p-8" in shown, "the heading stays"
    assert "8.5" in page.locator(".find [role=status]").inner_text()
    assert faults(page) == []
    field.fill("hippopotamus")
    assert page.locator(".find [role=status]").inner_text() == "Nothing found."
    assert page.locator("article > :visible").count() == 0
    field.fill("")
    assert page.locator("article > :not(:visible)").count() == 0
    page.context.set_offline(False)
