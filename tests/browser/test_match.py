"""Two people and a bot play a whole match in real browsers: one with the mouse, one with the keyboard alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.browser import live
from tests.browser.live import targets_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

pytestmark = [pytest.mark.browser, pytest.mark.slow]

MOST_TABS = 80
"""Presses of Tab within which everything of a page must be reached."""


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until an element that fits the selector has the focus."""
    for _ in range(MOST_TABS):
        if page.evaluate("s => document.activeElement?.matches(s) ?? false", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab never came to {selector}")


def move_by_mouse(page: Page, now: dict[str, Any]) -> None:
    """One step with the mouse: a card and its first target, else a button."""
    for card in live.fitting(now):
        page.locator(f'.fan.mine > .card[data-card="{card}"]').click()
        for target in targets_of(card, now):
            button = page.locator(f".actions [data-element^='to:{target}'], .actions [data-element='to:']").first
            last = button.get_attribute("data-element") == "to:"
            button.click()
            if last:
                return
        return
    page.locator(f'.actions [data-element="{live.ready(now)[0]}"]').click()


def move_by_keyboard(page: Page, now: dict[str, Any]) -> None:
    """One step with Tab, arrows and Enter."""
    cards = [card for card, _ in now["cards"]]
    for card in live.fitting(now):
        tab_to(page, ".fan.mine > .card")
        page.keyboard.press("Home")
        for _ in range(cards.index(card)):
            page.keyboard.press("ArrowRight")
        assert page.evaluate("document.activeElement.dataset.card") == card
        page.keyboard.press("Enter")
        for target in targets_of(card, now):
            buttons = f".actions [data-element^='to:{target}'], .actions [data-element='to:']"
            last = page.locator(buttons).first.get_attribute("data-element") == "to:"
            tab_to(page, buttons)
            page.keyboard.press("Enter")
            if last:
                return
        return
    tab_to(page, f'.actions [data-element="{live.ready(now)[0]}"]')
    page.keyboard.press("Enter")


def open_by_keyboard(page: Page, address: str) -> str:
    """Open a table for two people and a bot from the home page with the keyboard alone; its address."""
    page.goto(address)
    tab_to(page, 'a[href="/open/schwupps"]')
    page.keyboard.press("Enter")
    page.wait_for_url("**/open/schwupps")
    tab_to(page, "#name")
    page.keyboard.type("Anna")
    tab_to(page, "#seat-2")
    page.keyboard.type("Bot, greedy")
    tab_to(page, "#pace-calm")
    page.keyboard.press("ArrowDown")
    assert page.locator("#pace-quick").is_checked()
    tab_to(page, ".go .button")
    page.keyboard.press("Enter")
    page.wait_for_url("**/t/**")
    return page.url


@pytest.fixture(scope="module")
def address() -> object:
    with live.server() as found:
        yield found


def test_two_people_and_a_bot_play_a_whole_match_one_of_them_by_keyboard_alone(chromium: Browser, address: str) -> None:
    """From the home page to the result, with a lost connection on the way and a new match at one click."""
    anna = chromium.new_context(locale="en-GB", viewport={"width": 1280, "height": 800}).new_page()
    faults: list[str] = []
    anna.on("pageerror", lambda error: faults.append(str(error)))
    table = open_by_keyboard(anna, address).rsplit("/", 1)[0]
    ben_context = chromium.new_context(locale="de-DE", viewport={"width": 360, "height": 640}, has_touch=True)
    ben = ben_context.new_page()
    ben.on("pageerror", lambda error: faults.append(str(error)))
    ben.goto(table)
    ben.locator("#name").fill("Ben")
    ben.locator(".go .button").click()
    ben.wait_for_url("**/t/**/*")
    dropped = False
    for _ in range(live.MOST_MOVES):
        anna.wait_for_function("() => document.querySelector('.fan.mine') !== null")
        waiting = [page for page in (anna, ben) if live.state(page)["yours"]]
        if live.phase(anna) == "over":
            break
        if not waiting:
            anna.wait_for_timeout(30)
            continue
        page = waiting[0]
        now = live.state(page)
        if not now["yours"]:
            continue
        if page is ben and not dropped:
            dropped = True
            lose_and_find_the_line(ben, ben_context)
        before = now["number"]
        (move_by_keyboard if page is anna else move_by_mouse)(page, now)
        page.wait_for_function(
            "n => Number(document.querySelector('.page').dataset.number) > n",
            arg=before,
            timeout=20_000,
        )
    assert live.phase(anna) == "over"
    ben.wait_for_function("() => document.querySelector('.page').dataset.phase === 'over'")
    assert dropped
    assert faults == []
    for page in (anna, ben):
        rows = page.locator(".result tbody tr")
        rows.first.wait_for()
        assert rows.count() == 3
        assert page.locator(".result tr.won .total").inner_text() == "5"
    tab_to(anna, "[data-control=again]")
    anna.keyboard.press("Enter")
    anna.wait_for_function("() => document.querySelector('.page').dataset.phase === 'playing'")
    ben.wait_for_function("() => document.querySelector('.page').dataset.phase === 'playing'")


def lose_and_find_the_line(page: Page, context: BrowserContext) -> None:
    """The page says that the line is gone, comes back by itself and is right again."""
    cards = live.state(page)["cards"]
    context.set_offline(True)
    page.evaluate("() => window.dispatchEvent(new Event('offline'))")
    page.wait_for_function("() => /Keine Verbindung/.test(document.body.innerText)", timeout=30_000)
    context.set_offline(False)
    page.wait_for_function("() => !!document.querySelector('.prompt .now')", timeout=30_000)
    assert live.state(page)["cards"] == cards
