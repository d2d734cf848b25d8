"""A course whose spaces can be picked: scoff cards are laid on it, and a raised card shows where its pig will stand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.browser import live

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with live.server() as found:
        yield found


def opened(page: Page, address: str) -> None:
    """A table of one round with a bot in each other seat; scoff cards are laid on the course."""
    page.goto(f"{address}/open/schweinsgalopp")
    page.locator("#name").fill("Anna")
    for seat in (1, 2, 3):
        page.locator(f"#seat-{seat}").select_option(index=2)
    page.locator("#option-track_scoff").check()
    page.locator("#pace-quick").check()
    page.locator(".go .button").click()
    page.wait_for_url("**/t/**/*")


@pytest.mark.parametrize(("width", "height"), [(390, 844), (1280, 800)])
def test_spaces_are_picked_and_a_raised_card_shows_its_landing_space(
    chromium: Browser, address: str, width: int, height: int
) -> None:
    page = chromium.new_context(locale="en-GB", viewport={"width": width, "height": height}).new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    opened(page, address)
    live.wait_for_turn(page)
    space = page.locator(".track button.space").last
    name = space.get_attribute("aria-label") or ""
    assert name.startswith("Lay a scoff card on space ")
    space.click()
    page.wait_for_function("() => !document.querySelector('.track button.space')")
    live.wait_for_turn(page)
    assert page.locator(f'.track .piece[aria-label="Scoff card on space {name.split()[-1]}"]').count() == 1
    page.locator(".fan.mine > .card").first.click()
    landing = page.locator(".track button.space")
    assert landing.count() == 1
    assert landing.locator(".ghost").is_visible()
    assert "runs to" in page.locator(".say").inner_text()
    number = landing.get_attribute("data-space")
    landing.click()
    page.wait_for_function("() => !document.querySelector('.track button.space')")
    page.wait_for_function("n => document.querySelectorAll('.lines li, .last-line').length > 0", arg=1)
    assert number is not None
    live.wait_for_turn(page)
    box, board = page.locator(".track").bounding_box(), page.locator(".board").bounding_box()
    assert box is not None
    assert board is not None
    assert box["y"] >= board["y"]
    assert box["y"] + box["height"] <= board["y"] + board["height"] + 1
    assert faults == []
    page.close()
