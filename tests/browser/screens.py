"""`make screens`: pictures of the product for docs/screens/, to be looked at by people."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from playwright.sync_api import sync_playwright

from tests.browser import live
from tests.browser.test_pages import finish, move_by_script
from tests.conftest import CHROMIUM, FLAGS

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "screens"
SIZES = {"phone": (360, 640), "desktop": (1440, 900)}
LANGUAGES = {"en": "en-GB", "de": "de-DE"}
TURNS = 3
"""Own turns played before a picture is taken, so that there is something to see."""


def page_of(browser: Browser, size: str, language: str, dark: bool = False) -> Page:
    """A new browser window."""
    width, height = SIZES[size]
    return browser.new_context(
        viewport={"width": width, "height": height},
        locale=LANGUAGES[language],
        color_scheme="dark" if dark else "light",
        reduced_motion="reduce",
        device_scale_factor=2 if size == "phone" else 1,
    ).new_page()


def table(page: Page, address: str) -> None:
    """In the middle of a match with three bots, a card raised that fits."""
    page.goto(f"{address}/open/schwupps")
    page.locator("#name").fill("Anna")
    for seat in (1, 2, 3):
        page.locator(f"#seat-{seat}").select_option("bot:greedy")
    page.locator("#pace-quick").check()
    page.locator(".go .button").click()
    ended = 0
    while True:
        now = live.wait_for_turn(page)
        fits = live.fitting(now)
        if ended >= TURNS and fits and not fits[0].startswith("!"):
            page.locator(f'.fan.mine > .card[data-card="{fits[0]}"]').click()
            page.wait_for_timeout(600)
            return
        ended += live.ready(now)[0] == "button:end" and not fits
        move_by_script(page, now)
        page.wait_for_function("n => Number(document.querySelector('.page').dataset.number) > n", arg=now["number"])


def main() -> int:
    """Take all pictures."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with live.server() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for language in LANGUAGES:
            for size in SIZES:
                page = page_of(browser, size, language)
                page.goto(address)
                page.screenshot(path=FOLDER / f"home-{size}-{language}.png")
                table(page, address)
                page.screenshot(path=FOLDER / f"table-{size}-{language}.png")
                page.goto(f"{address}/rules/schwupps")
                page.screenshot(path=FOLDER / f"rules-{size}-{language}.png")
            page = page_of(browser, "phone", language, dark=True)
            table(page, address)
            page.screenshot(path=FOLDER / f"table-phone-dark-{language}.png")
            finish(page, address)
            page.wait_for_timeout(600)
            page.screenshot(path=FOLDER / f"result-phone-{language}.png")
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
