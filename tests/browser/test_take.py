"""To another device: two browsers, one link; both go on with the same seat, pads, settings and lessons."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Literal

import pytest

from kartentisch.store import MemoryStore
from kartentisch.web.live.registry import RoomRegistry
from tests.browser import pads
from tests.browser.looks import larger, lost
from tests.browser.past import served
from tests.browser.test_pages import faults

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = [pytest.mark.browser, pytest.mark.slow]
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
SET = "pairs => pairs.forEach(([key, value]) => localStorage.setItem(key, JSON.stringify(value)))"
ALL = "() => Object.fromEntries(Object.entries(localStorage).map(([key, value]) => [key, JSON.parse(value)]))"


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with served(RoomRegistry(MemoryStore()), reached=True) as running:
        yield running.address


def device(chromium: Browser, address: str, name: str, stored: dict[str, Any], locale: str = "en-GB") -> Page:
    """A browser with a seat at a table of its own, and with things that it stores."""
    page = chromium.new_context(viewport={"width": 390, "height": 844}, locale=locale).new_page()
    form: dict[str, str | float | bool] = {
        "name": name,
        "seat-0": "you",
        "seat-1": "bot:greedy",
        "pace": "calm",
        "figure": "pear",
    }
    page.request.post(f"{address}/open/schwupps", form=form, max_redirects=0)
    page.goto(f"{address}{pads.BARE}")
    page.evaluate(SET, [*stored.items()])
    page.goto(f"{address}/take")
    return page


def link(page: Page) -> str:
    page.locator("[data-do=make]").click()
    return page.locator("#invite-link").input_value()


def says(page: Page, words: str) -> None:
    page.locator("h1", has_text=words).wait_for()


def things(page: Page) -> list[str]:
    return [one.strip() for one in page.locator(".things li").all_text_contents()]


def test_all_of_it_is_on_the_second_device_and_the_first_goes_on(chromium: Browser, address: str) -> None:
    solo, own = pads.stored("solo"), pads.stored("schwupps")
    first = device(
        chromium,
        address,
        "Anna",
        {
            "kartentisch.options": {"left": True},
            "kartentisch.pads.solo": [solo],
            "kartentisch.pads.schwupps": [{**own, "entries": own["entries"][:4]}],
            "kartentisch.lesson.solo": {"id": "x", "step": 9, "of": 8},
            "kartentisch.lesson.swup": {"id": "x", "step": 2, "of": 8},
            "kartentisch.no-app": "1",
        },
    )
    second = device(
        chromium,
        address,
        "Ben",
        {
            "kartentisch.options": {"volume": 20},
            "kartentisch.pads.schwupps": [{**own, "entries": [*own["entries"][:3], own["entries"][4]]}],
            "kartentisch.lesson.solo": {"id": "x", "step": 3, "of": 8},
            "kartentisch.lesson.swup": {"id": "y", "step": 4, "of": 8},
        },
    )
    wrong: list[str] = []
    for page in (first, second):
        page.on("pageerror", lambda error: wrong.append(str(error)))
    along = ["1 seat", "2 score pads", "your name and figure: Anna", "your settings", "how far you are in 2 lessons"]
    assert things(first) == along
    there = link(first)
    assert there.startswith(f"{address}/take#")
    assert first.locator(".qr svg").is_visible()
    assert things(first) == along
    second.goto(there)
    says(second, "Take this over?")
    assert things(second) == along
    assert "Your name here changes from Ben to Anna." in second.locator("#take").inner_text()
    second.reload()
    second.locator("[data-do=over]").click()
    says(second, "Now it is here too.")
    assert second.url == f"{address}/take", "the secret is out of the address"
    stored = second.evaluate(ALL)
    assert stored["kartentisch.options"] == {"left": True}
    assert stored["kartentisch.pads.solo"] == [solo]
    (pad,) = stored["kartentisch.pads.schwupps"]
    assert [entry["id"] for entry in pad["entries"]] == ["entry000", "entry001", "entry002", "entry004", "entry003"]
    assert stored["kartentisch.lesson.solo"] == {"id": "x", "step": 9, "of": 8}
    assert stored["kartentisch.lesson.swup"] == {"id": "y", "step": 4, "of": 8}
    assert "kartentisch.no-app" not in stored
    says(first, "It is on the other device.")
    seat = second.locator(".came a").get_attribute("href")
    second.locator(".came a").click()
    for page in (second, first):
        page.goto(f"{address}{seat}")
        page.locator(".fan.mine > .card").first.wait_for()
    second.goto(f"{address}/pad/solo")
    second.get_by_text("Anna").first.wait_for()
    second.goto(address)
    assert second.locator(".mine li").count() == 2, "its own table is still there"
    assert wrong == []


def test_the_match_goes_on_with_one_tap_and_a_used_link_says_where_all_of_it_is(
    chromium: Browser, address: str
) -> None:
    first = device(chromium, address, "Anna", {})
    second = chromium.new_context(viewport={"width": 820, "height": 1180}, locale="en-GB").new_page()
    there = link(first)
    second.goto(there)
    second.locator("[data-do=over]").click()
    second.locator('.lead:has-text("Play on")').click()
    second.locator(".fan.mine > .card").first.wait_for()
    says(first, "It is on the other device.")
    first.locator('.lead:has-text("To the games")').click()
    first.locator(".mine li").first.wait_for()

    second.goto(there)
    says(second, "That does not work.")
    assert "everything is here already" in second.locator("#take").inner_text()
    third = chromium.new_context(locale="en-GB").new_page()
    third.goto(there)
    says(third, "That does not work.")
    assert "everything is here already" not in third.locator("#take").inner_text()


def test_the_link_to_a_seat_is_copied_with_one_tap(chromium: Browser, address: str) -> None:
    page = device(chromium, address, "Anna", {})
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.evaluate("() => Object.defineProperty(navigator, 'share', { value: undefined })")
    page.goto(address)
    seat = page.locator(".mine a").first.get_attribute("href")
    page.goto(f"{address}{seat}/link")
    page.locator("[data-share]").click()
    page.locator('[data-share]:has-text("Copied.")').wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == page.locator("#link").input_value()


def test_a_link_is_taken_back_and_says_so_on_both(chromium: Browser, address: str) -> None:
    first, second = device(chromium, address, "Anna", {}), device(chromium, address, "Ben", {})
    there = link(first)
    first.reload()
    assert first.locator("#invite-link").input_value() == there, "a reload keeps it"
    first.locator("[data-do=again]").click()
    first.wait_for_function("old => document.querySelector('#invite-link')?.value !== old", arg=there)
    newer = first.locator("#invite-link").input_value()
    second.goto(there)
    says(second, "That does not work.")
    second.goto(newer)
    says(second, "Take this over?")
    first.locator("[data-do=back]").click()
    says(first, "The link is deleted.")
    second.locator("[data-do=over]").click()
    says(second, "That does not work.")
    assert "It is too old, or it was taken back." in second.locator("#take").inner_text()
    assert json.dumps(second.evaluate(ALL)) == "{}"


def test_without_the_server_the_link_stays_good(chromium: Browser, address: str) -> None:
    first, second = device(chromium, address, "Anna", {}), device(chromium, address, "Ben", {})
    second.goto(link(first))
    says(second, "Take this over?")
    second.context.set_offline(True)
    second.locator("[data-do=over]").click()
    second.get_by_text("The server does not answer.").wait_for()
    second.context.set_offline(False)
    second.locator("[data-do=over]").click()
    says(second, "Now it is here too.")


def test_an_app_without_an_address_bar_opens_a_link_that_is_typed(chromium: Browser, address: str) -> None:
    first, second = device(chromium, address, "Anna", {}), device(chromium, address, "Ben", {})
    typed = link(first).replace("http://", "").upper()
    second.locator("#typed").fill("never")
    second.locator("#typed").press("Enter")
    second.get_by_text("This link is not complete, or has a typing error.").wait_for()
    second.goto(f"{address}/take")
    second.locator("#typed").fill(typed)
    second.locator(".got button").click()
    says(second, "Take this over?")
    assert [one for one in things(second) if "Anna" in one]


@pytest.mark.long
@pytest.mark.parametrize("locale", ["de-DE", "en-GB"])
def test_every_state_has_room_on_320_px_and_axe_finds_nothing(chromium: Browser, address: str, locale: str) -> None:
    first, second = (device(chromium, address, name, {"kartentisch.options": {}}, locale) for name in ("Anna", "Ben"))
    seen: list[str] = []

    def fine(page: Page, name: str) -> None:
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            assert faults(page) == [], f"{name}, {scheme}"
        assert lost(page) == [], name
        larger(page, 200)
        assert lost(page) == [], f"{name}, large text"
        larger(page, 100)
        seen.append(name)

    for page in (first, second):
        page.set_viewport_size({"width": 320, "height": 640})
    fine(first, "offer")
    there = link(first)
    fine(first, "link")
    second.goto(there)
    second.locator("[data-do=over]").wait_for()
    fine(second, "bring")
    second.locator("[data-do=over]").click()
    second.locator(".came").wait_for()
    fine(second, "came")
    first.locator(".lead[href]").wait_for()
    fine(first, "ended")
    second.goto(there)
    second.get_by_role("alert").wait_for()
    fine(second, "refused")
    nobody = chromium.new_context(viewport={"width": 320, "height": 640}, locale=locale).new_page()
    nobody.goto(f"{address}/take")
    nobody.locator("#typed").wait_for()
    fine(nobody, "nothing")
    assert len(seen) == 7
