"""Every option of a game, chosen with the mouse in the form, stands in the menu of the table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from kartentisch import words
from kartentisch.engine.options import Choice, Count, Switch
from kartentisch.play.games import games, sheet
from kartentisch.words.language import language
from tests.browser import live
from tests.ways import long

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with live.server() as found:
        yield found


def set_all(page: Page, game: str) -> dict[str, Any]:
    """Change what can be clicked or typed; the options that the table should have."""
    live.unfold(page)
    wanted: dict[str, Any] = {}
    for option in sheet(game).layout.options:
        key = f"option-{option.name}"
        wanted[option.name] = option.default
        if isinstance(option, Switch):
            page.locator(f"#{key}").click()
            wanted[option.name] = not option.default
        elif isinstance(option, Choice):
            wanted[option.name] = option.words[-1]
            page.locator(f"#{key}-{option.words[-1]}").click()
        elif isinstance(option, Count):
            wanted[option.name] = option.default - 1 if option.default > option.low else option.default + 1
            page.locator(f"#{key}").fill(str(wanted[option.name]))
    return wanted


@pytest.mark.parametrize("game", [game if game in ("schwupps", "solo") else long(game) for game in games()])
def test_what_is_chosen_in_the_form_stands_in_the_menu(chromium: Browser, address: str, game: str) -> None:
    page = chromium.new_context(locale="de", viewport={"width": 360, "height": 640}).new_page()
    page.goto(f"{address}/open/{game}?alone")
    page.locator("#name").fill("Anna")
    wanted = set_all(page, game)
    page.locator("form.sheet-form button.lead").click()
    page.locator(".menu").click()
    said = words.changed(language("de"), sheet(game), wanted)
    assert len(said) > 1
    shown = page.locator("#sheet-menu .option")
    shown.nth(len(said) - 1).wait_for()
    assert shown.all_text_contents() == said
    page.context.close()
