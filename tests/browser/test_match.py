"""Two people and a bot play a match in real browsers: one with the mouse, one with the keyboard alone.

`make test` leaves out its middle, `make test-long` plays all of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from kartentisch.store import MemoryStore
from kartentisch.web.live.registry import RoomRegistry
from kartentisch.web.live.world import World
from tests.browser import live
from tests.browser.live import targets_of
from tests.browser.past import late, lay, served
from tests.ways import long

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

pytestmark = [pytest.mark.browser, pytest.mark.slow]

FIRST = 4
"""Anna's move with which the end begins."""
PAUSE = 100
"""Milliseconds between two looks at who is to move."""
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
def rooms() -> RoomRegistry:
    """Seats stay in the order of the form: Anna, Ben, a bot."""
    return RoomRegistry(MemoryStore(), World(lot=lambda n: 0))


@pytest.fixture(scope="module")
def running(rooms: RoomRegistry) -> Iterator[live.Running]:
    with served(rooms) as found:
        yield found


def nearly_over(state: dict[str, Any]) -> bool:
    """It is Anna's turn, and somebody has two cards left, those of the personal pile counted."""
    left = [len(hand) + pile for hand, pile in zip(state["hands"], state["stacks"], strict=True)]
    return bool(not state["round_over"] and state["turn"] == 0 and min(left) == 2)


@pytest.mark.parametrize("whole", [long(False), long(True)])
def test_two_people_and_a_bot_play_a_match_one_of_them_by_keyboard_alone(
    chromium: Browser, rooms: RoomRegistry, running: live.Running, whole: bool
) -> None:
    """From the home page to the result, with a lost connection on the way and a new match at one click."""
    anna = chromium.new_context(locale="en-GB", viewport={"width": 1280, "height": 800}).new_page()
    faults: list[str] = []
    anna.on("pageerror", lambda error: faults.append(str(error)))
    table = open_by_keyboard(anna, running.address).rsplit("/", 1)[0]
    ben_context = chromium.new_context(locale="de-DE", viewport={"width": 360, "height": 640}, has_touch=True)
    ben = ben_context.new_page()
    ben.on("pageerror", lambda error: faults.append(str(error)))
    ben.goto(table)
    ben.locator("#name").fill("Ben")
    ben.locator(".go .button").click()
    ben.wait_for_url("**/t/**/*")
    dropped, moves = False, 0
    for _ in range(live.MOST_MOVES):
        anna.wait_for_function("() => document.querySelector('.fan.mine') !== null")
        waiting = [page for page in (anna, ben) if live.state(page)["yours"]]
        if live.phase(anna) == "over":
            break
        if not waiting:
            anna.wait_for_timeout(PAUSE)
            continue
        page = waiting[0]
        now = live.state(page)
        if not now["yours"]:
            continue
        if page is ben and not dropped:
            dropped = True
            lose_and_find_the_line(ben, ben_context)
        moves += page is anna
        if page is anna and dropped and moves == FIRST and not whole:
            running.do(lay(rooms, table.rsplit("/", 1)[1], end := late("schwupps", 3, nearly_over)))
            count = "n => document.querySelectorAll('.fan.mine > .card').length === n"
            anna.wait_for_function(count, arg=len(end["hands"][0]))
            now = live.state(anna)
        before = now["number"]
        (move_by_keyboard if page is anna else move_by_mouse)(page, now)
        page.wait_for_function(
            "n => Number(document.querySelector('.page').dataset.number) > n",
            arg=before,
        )
    assert live.phase(anna) == "over"
    ben.wait_for_function("() => document.querySelector('.page').dataset.phase === 'over'")
    assert dropped
    assert moves >= FIRST
    assert faults == []
    for page in (anna, ben):
        rows = page.locator(".result > .scroll tbody tr")
        rows.first.wait_for()
        assert rows.count() == 3
        assert page.locator(".result tr.won .total").inner_text() == "5"
    tab_to(anna, "[data-control=again]")
    anna.keyboard.press("Enter")
    ben.locator(".question [data-control=again]").tap()
    anna.wait_for_function("() => document.querySelector('.page').dataset.phase === 'playing'")
    ben.wait_for_function("() => document.querySelector('.page').dataset.phase === 'playing'")


def lose_and_find_the_line(page: Page, context: BrowserContext) -> None:
    """The page says that the line is gone, comes back by itself and is right again."""
    cards = live.state(page)["cards"]
    context.set_offline(True)
    page.evaluate(live.BACK_FROM_CACHE)
    page.wait_for_function("() => /Keine Verbindung/.test(document.body.innerText)")
    context.set_offline(False)
    page.wait_for_function("() => !!document.querySelector('.prompt .now')")
    assert live.state(page)["cards"] == cards
