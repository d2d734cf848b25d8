"""Two people in one browser, one of them in two tabs, at a real table: each turn is heard once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser import live
from tests.browser.ears import EARS, heard, settle, touch
from tests.browser.test_pages import move_by_script

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = [pytest.mark.browser, pytest.mark.slow]

TURNS = 1
"""Of each of the two."""


def sit_down(page: Page) -> Page:
    page.locator(".go .button").click()
    page.wait_for_url("**/t/*/*")
    return page


def test_each_turn_is_heard_once_in_one_tab_of_the_seat_that_has_it(chromium: Browser) -> None:
    with live.server() as address:
        context = chromium.new_context(locale="en-GB", viewport={"width": 1280, "height": 800})
        context.add_init_script(f"{EARS}; localStorage['kartentisch.options'] = '{{\"sounds\": \"turn\"}}'")
        anna, twin, ben = (context.new_page() for _ in range(3))
        anna.goto(f"{address}/open/schwupps")
        anna.locator("#name").fill("Anna")
        anna.locator("#seat-2").select_option("bot:greedy")
        anna.locator("#pace-quick").check()
        sit_down(anna)
        free = anna.locator(".seat.open").get_attribute("data-seat")
        twin.goto(anna.url)
        ben.goto(f"{anna.url.rsplit('/', 1)[0]}?seat={free}")
        ben.locator("#name").fill("Ben")
        sit_down(ben)
        pages = {"Anna": (anna, twin), "Ben": (ben,)}
        for page in (anna, twin, ben):
            page.wait_for_selector(".fan.mine > .card")
            touch(page)
        for _ in range(2 * TURNS):
            while not (live.state(anna)["yours"] or live.state(ben)["yours"]):
                anna.wait_for_timeout(50)
            settle(anna, twin, ben)
            who, other = ("Anna", "Ben") if live.state(anna)["yours"] else ("Ben", "Anna")
            before = {name: sum(len(heard(page)) for page in tabs) for name, tabs in pages.items()}
            end_turn(pages[who][0])
            for page in pages[other]:
                live.wait_for_turn(page)
            settle(anna, twin, ben)
            after = {name: sum(len(heard(page)) for page in tabs) for name, tabs in pages.items()}
            assert after == {who: before[who], other: before[other] + 1}
        context.close()


def end_turn(page: Page) -> None:
    """Moves until it is somebody else's turn; none of them makes a sound."""
    while (now := live.state(page))["yours"]:
        move_by_script(page, now)
        page.wait_for_function("n => Number(document.querySelector('.page').dataset.number) > n", arg=now["number"])
