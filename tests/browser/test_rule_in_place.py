"""A refusal leads to its rule beside the table, and everything at a table can be asked what it is."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import TYPE_CHECKING, NamedTuple

import pytest

from kartentisch.store import MemoryStore
from kartentisch.web.live.registry import RoomRegistry
from kartentisch.web.pages import static_files
from tests.browser.line import DESKTOP, PHONE
from tests.browser.past import Past, served, sit, turn_of
from tests.browser.test_pages import faults
from tests.ways import first_now

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

WAYS = pytest.mark.parametrize("way", first_now(["light", "dark"]))
WORDS = {"light": ("en-GB", "Rule 3.2", "Close"), "dark": ("de-DE", "Regel 3.2", "Schließen")}
"""Language, link and button, of the pages in the light and in the dark."""


class Place(NamedTuple):
    address: str
    store: MemoryStore
    seat: str


@pytest.fixture(scope="module")
def house() -> Iterator[tuple[str, MemoryStore, Past]]:
    """A server, and a past of Solo that ends in the person's turn, with a card in hand that does not fit."""
    store = MemoryStore()
    with served(RoomRegistry(store)) as running:
        yield running.address, store, Past("solo", 4, 6).go_on(turn_of(0, 4))


@pytest.fixture
def place(house: tuple[str, MemoryStore, Past], numbers: Iterator[int]) -> Place:
    """A table of its own with that past: a move that is begun stays begun."""
    address, store, past = house
    return Place(address, store, past.written(store, f"rulesplace{next(numbers):02}"))


@pytest.fixture(scope="module")
def numbers() -> Iterator[int]:
    return count()


def refused(
    chromium: Browser, place: Place, size: tuple[int, int], language: str = "en-GB", scheme: str = "light"
) -> Page:
    """The card that does not fit is raised, and the prompt says why."""
    page = at_table(chromium, place, size, language, scheme)
    page.locator(".fan.mine > .card.low").first.click(position={"x": 8, "y": 16})
    page.wait_for_selector(".say a.rule")
    return page


def at_table(
    chromium: Browser, place: Place, size: tuple[int, int], language: str = "en-GB", scheme: str = "light"
) -> Page:
    context = chromium.new_context(
        viewport={"width": size[0], "height": size[1]},
        locale=language,
        color_scheme=scheme,  # type: ignore[arg-type]
        has_touch=size == PHONE,
    )
    sit(context, place.address, place.store, place.seat)
    page = context.new_page()
    page.goto(place.address + place.seat)
    page.wait_for_selector(".fan.mine > .card.low")
    return page


@WAYS
def test_on_a_phone_the_rule_is_a_sheet(chromium: Browser, place: Place, way: str) -> None:
    language, rule, close = WORDS[way]
    page = refused(chromium, place, PHONE, language, way)
    link = page.locator(".say a.rule")
    assert link.inner_text() == rule
    assert link.get_attribute("href") == "/rules/solo#p-3.2"
    assert faults(page) == []
    link.click()
    sheet = page.locator("dialog.rule-panel[open]")
    sheet.wait_for()
    assert sheet.locator("h2").inner_text() == rule
    assert sheet.locator(".slip strong").inner_text() == "3.2"
    assert sheet.locator(".beside").count() == 3
    assert page.evaluate("document.activeElement.id") == "rule-title"
    assert faults(page) == []
    box = sheet.bounding_box()
    assert box is not None
    assert 0.6 * PHONE[1] <= box["height"] <= 0.8 * PHONE[1]
    sheet.get_by_role("button", name=close).click()
    sheet.wait_for(state="detached")
    assert page.evaluate("document.activeElement.className") == "rule", "the focus is back where it was"


@pytest.mark.parametrize("size", [PHONE, DESKTOP])
def test_a_paragraph_beside_the_table_shows_its_cards(chromium: Browser, place: Place, size: tuple[int, int]) -> None:
    """The drawings are those that the table has loaded already."""
    page = at_table(chromium, place, size)
    loaded: list[str] = []
    page.on("request", lambda request: loaded.append(request.url))
    module = static_files.static("js/rule-sheet.js")
    page.evaluate("async (module) => (await import(module)).openRule('solo', '1.3')", module)
    cards = page.locator(".rule-text .cards .face")
    cards.first.wait_for()
    sizes = cards.evaluate_all("all => all.map(one => [one.clientWidth, one.clientHeight])")
    assert len(sizes) >= 5
    assert {tuple(one) for one in sizes} == {(30, 42)}
    drawn = "use => use.getBoundingClientRect().width > 20"
    assert cards.first.locator("use").evaluate(drawn), "the picture is there"
    assert [url for url in loaded if "/cards/" in url] == []


@WAYS
def test_beside_a_wide_table_play_goes_on(chromium: Browser, place: Place, way: str) -> None:
    language, rule, _ = WORDS[way]
    page = refused(chromium, place, DESKTOP, language, way)
    page.locator(".say a.rule").focus()
    page.keyboard.press("Enter")
    panel = page.locator("aside.rule-panel")
    panel.wait_for()
    assert panel.locator("h2").inner_text() == rule
    assert faults(page) == []
    assert panel.bounding_box() == page.locator(".side").bounding_box()
    slip, board = panel.locator(".slip").bounding_box(), page.locator(".board").bounding_box()
    assert slip is not None
    assert board is not None
    assert slip["x"] >= board["x"] + board["width"] + 8, "the slip lies on the edge of the table"
    playable = page.locator(".fan.mine > .card:not(.low)").first
    playable.click(position={"x": 8, "y": 16})
    page.wait_for_selector(".fan.mine > .card.up:not(.low)")
    assert panel.count() == 1, "the table is not behind anything"
    panel.locator(".beside a", has_text="3.6").click()
    panel.locator(".slip strong", has_text="3.6").wait_for()
    page.keyboard.press("Escape")
    panel.wait_for(state="detached")
    assert page.locator(".fan.mine > .card.up").count() == 1, "Escape has closed the rule, and put nothing back"
    assert page.locator(".side").evaluate("side => side.inert") is False


@pytest.mark.long
def test_a_window_that_becomes_narrow_shows_the_rule_as_a_sheet(chromium: Browser, place: Place) -> None:
    page = refused(chromium, place, DESKTOP)
    page.locator(".say a.rule").click()
    page.locator("aside.rule-panel .slip").wait_for()
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    page.locator("dialog.rule-panel[open] .slip").wait_for()
    assert page.locator(".rule-panel").count() == 1
    assert page.locator(".side").evaluate("side => side.inert") is False


@pytest.mark.long
def test_without_a_connection_the_rule_says_so(chromium: Browser, place: Place) -> None:
    page = refused(chromium, place, PHONE)
    page.route("**/rules/**", lambda route: route.abort())
    page.locator(".say a.rule").click()
    assert page.locator(".rule-panel .rule-text").inner_text() == "No connection."
    page.keyboard.press("Escape")
    page.locator(".rule-panel").wait_for(state="detached")


# ---- What is it? -----------------------------------------------------------------------------------------------------


def said(page: Page, begins: str) -> None:
    page.locator(".say", has_text=begins).wait_for()


def test_the_other_mouse_button_asks_what_something_is(chromium: Browser, place: Place) -> None:
    page = at_table(chromium, place, DESKTOP)
    page.locator('.zones [data-zone="draw"]').click(button="right")
    said(page, "The draw pile.")
    assert page.locator(".say a.rule").inner_text() == "Rule 3.4"
    page.locator('.fan.mine > [data-element="hand/+4"]').first.click(button="right", position={"x": 8, "y": 16})
    said(page, "Draw 4:")
    page.locator('[data-element="button:solo"]').click(button="right", force=True)
    said(page, "Calls “Solo!”.")
    page.locator(".seat").first.click(button="right")
    said(page, "Another player.")
    page.locator('[data-control="pause"]').click(button="right")
    said(page, "Pauses the match")
    assert page.locator(".fan.mine > .up").count() == 0
    assert faults(page) == []


def test_a_question_mark_asks_about_what_has_the_focus(chromium: Browser, place: Place) -> None:
    page = at_table(chromium, place, DESKTOP)
    page.locator('.fan.mine > [data-element="hand/C"]').first.focus()
    page.keyboard.press("?")
    said(page, "Choose a Color:")
    page.locator('[data-element="button:draw"]').focus()
    page.keyboard.press("?")
    said(page, "Draws a card")


@pytest.mark.parametrize("element", first_now(['.fan.mine > [data-element="hand/C"]', '.zones [data-zone="draw"]']))
def test_a_finger_that_rests_asks_and_does_nothing_else(chromium: Browser, place: Place, element: str) -> None:
    page = at_table(chromium, place, PHONE)
    box = page.locator(element).first.bounding_box()
    assert box is not None
    at = [{"x": box["x"] + 10, "y": box["y"] + 20}]
    finger = page.context.new_cdp_session(page)
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": at})
    page.wait_for_selector(".say a.rule")
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    said(page, "Choose a Color:" if "hand" in element else "The draw pile.")
    assert page.locator(".fan.mine > .up").count() == 0, "letting go is no tap"
    assert page.evaluate("document.querySelector('.page').dataset.picking") == "false"
