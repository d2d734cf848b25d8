"""The link of a seat on a line that drops: it is tried again, and lost only once the server has answered."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.browser import live
from tests.ways import first_now

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

pytestmark = [pytest.mark.browser, pytest.mark.slow]

ELSES = "This seat belongs to somebody else, or its link was renewed."
WAITS = "The server does not answer. The next try comes in a moment."
SECONDS = [1, 2, 4, 8]
"""Of the pauses before the next tries."""
PAUSES_KEPT = """
window.pauses = [];
const later = window.setTimeout;
window.setTimeout = (done, pause) => { window.pauses.push(pause); return later(done, pause); };
"""
DOWN = "The server does not answer. The link stays good: try again when there is a connection."


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with live.server() as found:
        yield found


def link(chromium: Browser, address: str) -> str:
    """That of the seat of somebody who plays with bots."""
    page = chromium.new_context(locale="en-GB").new_page()
    page.goto(address)
    page.locator('.games form[action="/open/schwupps"] button').click()
    page.wait_for_url("**/t/**")
    page.goto(f"{page.url}/link")
    found = page.locator("#link").input_value()
    page.context.close()
    return found


def other_device(chromium: Browser) -> Page:
    """Its clock stands, so that pauses last as long as the test says."""
    page = chromium.new_context(locale="en-GB").new_page()
    page.clock.install(time=0)
    page.clock.pause_at(1000)
    page.add_init_script(PAUSES_KEPT)
    return page


def says(page: Page, sentence: str) -> None:
    page.wait_for_function("said => document.querySelector('#answer').textContent === said", arg=sentence)


def pauses(page: Page, seconds: list[int]) -> None:
    """Wait until the page has begun the last of these pauses: the same words are shown before the next try fails."""
    page.wait_for_function(
        "all => JSON.stringify(window.pauses.filter(pause => pause >= 1000)) === all",
        arg=json.dumps([1000 * second for second in seconds], separators=(",", ":")),
    )
    says(page, WAITS)


@pytest.mark.parametrize("fault", first_now(["dropped", "503"]))
def test_it_is_tried_again_until_it_is_answered(chromium: Browser, address: str, fault: str) -> None:
    page, tries, seat = other_device(chromium), [], link(chromium, address)

    def answer(route: Route) -> None:
        tries.append(route.request.url)
        if len(tries) == 4:
            route.continue_()
        elif fault == "dropped":
            route.abort()
        else:
            route.fulfill(status=503, content_type="text/html", body="<p>starting anew</p>")

    page.route("**/trade", answer)
    page.goto(seat)
    for n in (1, 2, 3):
        pauses(page, SECONDS[:n])
        assert len(tries) == n
        assert page.url == seat, "nothing is lost yet"
        page.clock.run_for(1000 * SECONDS[n - 1] - 100)
        assert len(tries) == n
        page.clock.run_for(200)
    page.wait_for_url(seat.partition("#")[0])
    page.locator(".fan.mine").wait_for()
    assert len(tries) == 4


def test_while_the_line_stays_down_it_can_be_tried_by_hand(chromium: Browser, address: str) -> None:
    page, seat = other_device(chromium), link(chromium, address)
    page.route("**/trade", lambda route: route.abort())
    page.goto(seat)
    assert not page.locator("#again").is_visible()
    for n in (1, 2, 3, 4):
        pauses(page, SECONDS[:n])
        page.clock.run_for(1000 * SECONDS[n - 1])
    says(page, DOWN)
    assert page.url == seat
    page.unroute("**/trade")
    page.get_by_role("button", name="Try again").click()
    page.locator(".fan.mine").wait_for()
    assert "#" not in page.url


def test_until_the_answer_nobody_is_told_that_the_seat_is_somebody_elses(chromium: Browser, address: str) -> None:
    page, seat = other_device(chromium), link(chromium, address)
    waiting: list[Route] = []

    def hold(route: Route) -> None:
        waiting.append(route)

    page.route("**/trade", hold)
    page.goto(seat[:-1])
    says(page, "The seat is being opened.")
    assert ELSES not in page.inner_text("main")
    waiting[0].continue_()
    says(page, ELSES)
    assert page.url == seat.partition("#")[0]
    assert not page.locator("#again").is_visible()
    page.reload()
    says(page, ELSES)
