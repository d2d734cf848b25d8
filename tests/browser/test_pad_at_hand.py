"""The score pad in the hand: names with the keyboard of a phone, the next round in reach, a number changed by a tap."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.browser import live
from tests.browser.pads import open_pad, solo_round
from tests.ways import first_now

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = [pytest.mark.browser]


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with live.server() as found:
        yield found


@pytest.fixture
def page(chromium: Browser) -> Page:
    return chromium.new_context(viewport={"width": 390, "height": 844}, locale="en-GB", has_touch=True).new_page()


def test_enter_goes_from_name_to_name_and_only_after_the_last_one_begins(page: Page, address: str) -> None:
    page.goto(f"{address}/pad/solo")
    page.locator("[data-do=add]").tap()
    page.locator("form li input").first.focus()
    for name in ("Anna", "Ben", "", "Dieter"):
        page.locator("main[data-view=setup]").wait_for()
        page.keyboard.type(name)
        page.keyboard.press("Enter")
    page.locator("main[data-view=table]").wait_for()
    assert page.locator("thead bdi").all_inner_texts() == ["Anna", "Ben", "Person 3", "Dieter"]

    page.locator("[data-do=menu]").tap()
    page.locator("[data-do=names]").tap()
    third = page.locator("#sheet-names input").nth(2)
    third.focus()
    page.keyboard.type("Cem")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    page.locator("#sheet-names").wait_for(state="hidden")
    assert page.locator("thead bdi").all_inner_texts() == ["Anna", "Ben", "Cem", "Dieter"], "nothing had to be erased"


def test_no_name_is_broken_where_one_of_the_people_is_chosen(page: Page, address: str) -> None:
    long_names = [
        {"do": "name", "person": n, "values": {"name": name}} for n, name in enumerate(("Bernhard", "Annemarie"))
    ]
    open_pad(page, address, "schwupps", long_names)
    page.locator("[data-do=round]").tap()
    names = page.locator(".choices bdi")
    names.first.wait_for()
    assert "Annemarie" in names.all_inner_texts()
    assert {one.evaluate("name => name.getClientRects().length") for one in names.all()} == {1}


def test_a_tap_on_a_number_changes_it(page: Page, address: str) -> None:
    open_pad(page, address, "solo")
    page.locator("tbody tr").nth(0).locator("td").nth(1).tap()
    page.locator('.held h2:has-text("Ben")').wait_for()
    assert page.locator(".held .sum").inner_text() == "100"


@pytest.mark.parametrize("rounds", [1, 6, 20])
def test_the_next_round_can_always_be_entered_without_scrolling(page: Page, address: str, rounds: int) -> None:
    open_pad(
        page, address, "solo", [one for n in range(1, rounds + 1) for one in solo_round(n, 0, p1={"1": 1}, p2={"2": 1})]
    )
    for at in ("[data-do=round]", ".kept"):
        box = page.locator(at).bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= 844, at


@pytest.mark.parametrize("path", first_now(["/", "/pad"]))
def test_pages_that_lead_to_pads_name_the_one_that_runs_here(page: Page, address: str, path: str) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    line = page.locator(".opening a[href^='/pad/']")
    page.goto(address)
    page.goto(f"{address}{path}", wait_until="networkidle")
    assert line.count() == 0
    assert not any("pad-now" in url for url in asked if path == "/"), "only who has a pad loads this"

    open_pad(page, address, "solo")
    page.goto(f"{address}{path}")
    line.wait_for()
    assert line.inner_text() == "Your score pad: Solo, round 3"
    line.tap()
    page.locator("main[data-view=table]").wait_for()
    assert page.locator("[data-do=round]").inner_text().strip().endswith("3")

    page.locator("[data-do=menu]").tap()
    page.locator("[data-do=end]").tap()
    page.goto(f"{address}{path}", wait_until="networkidle")
    assert line.count() == 0, "it is over"
