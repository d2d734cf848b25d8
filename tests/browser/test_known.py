"""What a reader has seen of other seats' cards can be looked up at every size, by touch and by key."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.test_pages import faults
from tests.browser.test_vocabulary import BOX, address, number, plays, table
from tests.ways import first_now
from tests.web.support.fake_scenes import NAMES

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser
__all__ = ["address"]

SIZES = pytest.mark.parametrize("size", first_now(["phone", "desktop"]))


def sheet(page: Page) -> str:
    """What the sheet says."""
    said: str = page.locator("#sheet-known[open]").inner_text()
    return said


def seat(page: Page, n: int) -> str:
    return f'.seat[data-seat="{n}"]'


@SIZES
def test_a_tap_on_a_seat_names_the_cards_that_are_known_of_it(chromium: Browser, address: str, size: str) -> None:
    page = table(chromium, address, "seen", size)
    marked = page.evaluate("() => [...document.querySelectorAll('.seat:has(.seen)')].map(e => Number(e.dataset.seat))")
    assert marked == [1, 3, 9]
    assert faults(page) == []
    for n in marked:
        assert min(page.locator(f"{seat(page, n)} .hit").evaluate(BOX)[2:]) >= 44
    page.locator(f"{seat(page, 1)} .hit").click()
    said = sheet(page)
    assert f"Hand of {NAMES[1]}" in said
    assert said.count("green 3") == 2
    assert "5 cards that you do not know" in said
    assert faults(page) == []
    page.get_by_role("button", name="Close").click()
    assert page.locator("#sheet-known[open]").count() == 0
    page.locator(seat(page, 2)).click()
    assert page.locator("dialog[open]").count() == 0, "nothing is known there"


@SIZES
def test_many_known_cards_scroll_within_the_sheet(chromium: Browser, address: str, size: str) -> None:
    page = table(chromium, address, "seen", size)
    page.locator(f"{seat(page, 3)} .hit").click()
    assert page.locator("#sheet-known li").count() == 15
    assert "do not know" not in sheet(page)
    last = page.locator("#sheet-known li").last
    last.scroll_into_view_if_needed()
    x, y, width, height = last.evaluate(BOX)
    wide, high = (360, 640) if size == "phone" else (1440, 900)
    assert x >= 0
    assert x + width <= wide
    assert y + height <= high
    assert page.evaluate("() => document.documentElement.scrollWidth - innerWidth") <= 0


@SIZES
def test_by_keyboard_the_focus_comes_back_to_the_seat(chromium: Browser, address: str, size: str) -> None:
    page = table(chromium, address, "seen", size)
    for _ in range(20):
        page.keyboard.press("Tab")
        if page.evaluate("() => document.activeElement.closest('.seat')?.dataset.seat") == "1":
            break
    name = page.evaluate("() => document.activeElement.ariaLabel")
    assert name.startswith(f"Hand of {NAMES[1]}: green 3, green 3, ")
    assert name.endswith(". 5 cards that you do not know")
    page.keyboard.press("Enter")
    assert "green 3" in sheet(page)
    page.keyboard.press("Escape")
    assert page.locator("#sheet-known[open]").count() == 0
    assert page.evaluate("() => document.activeElement.closest('.seat')?.dataset.seat") == "1"
    page.keyboard.press("Enter")
    page.locator(f"{seat(page, 1)} .hit").evaluate("e => e.remove()")  # as if nothing were known any more
    page.keyboard.press("Escape")
    page.wait_for_function("() => document.activeElement.matches('.say')")


def test_a_seat_that_can_be_picked_is_picked_and_the_menu_shows_what_is_known(chromium: Browser, address: str) -> None:
    page = table(chromium, address, "seen")
    page.locator('[data-card="r7.1"]').click()
    name = page.locator(f"{seat(page, 1)} .hit").get_attribute("aria-label") or ""
    assert name.startswith(f"Red 7 for {NAMES[1]}. Hand of")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="What you know about the others").click()
    said = sheet(page)
    assert [n for n in range(10) if f"Hand of {NAMES[n]}" in said] == [1, 3, 9]
    assert faults(page) == []
    page.keyboard.press("Escape")
    page.locator(f"{seat(page, 1)} .hit").click()
    number(page, 13)
    assert plays("seen") == [["r7 >1"]]
    assert page.locator("dialog[open]").count() == 0
