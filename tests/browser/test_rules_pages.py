"""The rules of every game on the narrowest phone with letters twice as large: nothing is cut off, nothing scrolls
sideways but a table within itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from kartentisch.play.games import games
from scripts import catalog
from tests.browser import live
from tests.browser.looks import larger, lost
from tests.ways import long

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = [pytest.mark.browser, pytest.mark.slow]

LOCALES = {"en": "en-GB", "de": "de-DE"}
MARKS = """() => [...document.querySelectorAll('.mark')].map(mark => {
  const { left, right } = mark.getBoundingClientRect();
  return [left, right];
}).filter(([left, right]) => left < 0 || right > innerWidth)"""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with live.server() as found:
        yield found


@pytest.mark.parametrize("code", [code if code == "de" else long(code) for code in catalog.finished()])
def test_rules_fit_a_phone_of_320_px_with_double_text(chromium: Browser, address: str, code: str) -> None:
    context = chromium.new_context(viewport={"width": 320, "height": 640}, locale=LOCALES[code])
    page = context.new_page()
    for game in games():
        page.goto(f"{address}/rules/{game}")
        page.evaluate("() => document.fonts.ready.then(() => 0)")
        for percent in (100, 200):
            larger(page, percent)
            assert lost(page) == [], f"{game}, {percent} %"
            assert page.evaluate(MARKS) == [], f"{game}, {percent} %"
        assert page.locator(".mark").count() > 5
    page.evaluate("() => { document.querySelector('.mark').style.whiteSpace = 'nowrap'; }")
    page.evaluate("() => { document.querySelector('.mark').textContent = 'a mark as long as no mark has ever been'; }")
    page.evaluate("() => { document.querySelector('.mark').style.maxWidth = 'none'; }")
    assert page.evaluate(MARKS) != []
    context.close()
