"""An evening with friends in real browsers: a code, figures, a guest, what the host can do, who watches, a rematch."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.browser import live
from tests.browser.test_match import tab_to
from tests.browser.test_pages import faults, move_by_script, sideways

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PHONE = {"width": 360, "height": 640}
DESKTOP = {"width": 1440, "height": 900}
HAND = "() => document.querySelector('.fan.mine') !== null"
HANDLESS = "() => document.querySelectorAll('.others .seat').length === 4 && !document.querySelector('.fan.mine')"


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with live.server(reached=True) as found:
        yield found


def visitor(chromium: Browser, faulty: list[str], language: str, size: dict[str, int]) -> Page:
    """Somebody with a browser of their own."""
    context = chromium.new_context(locale=language, viewport=size, reduced_motion="reduce")  # type: ignore[arg-type]
    page = context.new_page()
    page.on("pageerror", lambda error: faulty.append(str(error)))
    return page


def looked_at(page: Page, elsewhere: bool = True) -> None:
    """It does not scroll sideways, and nothing on it keeps anybody out, if test_everywhere does not go there."""
    assert sideways(page) == 0
    assert elsewhere or faults(page) == []


def seat_of(page: Page, name: str) -> None:
    """Open the sheet of a seat by a tap on it."""
    page.locator(".others .seat", has_text=name).click()
    page.locator("#sheet-seat[open]").wait_for()


def test_an_evening_with_friends(chromium: Browser, address: str) -> None:
    """Bots play step by step and the match ends with one step, so that nothing happens but what people do."""
    faulty: list[str] = []
    anna = visitor(chromium, faulty, "en-GB", DESKTOP)
    anna.goto(f"{address}/open/schwupps")
    anna.locator("#name").fill("Anna")
    live.unfold(anna)
    anna.get_by_text("Teapot", exact=True).click()
    anna.locator("#seat-2").select_option("open")
    anna.locator("#seat-3").select_option("bot:greedy")
    anna.locator("#watchers-anyone").check()
    anna.locator("#pace-step").check()
    anna.locator("#option-step_limit").fill("1")
    anna.locator(".go .button").click()
    anna.locator(".inviting").wait_for()
    code, table = anna.locator(".code b").inner_text(), anna.url.rsplit("/", 1)[0]

    ben = visitor(chromium, faulty, "de-DE", PHONE)
    ben.goto(address)
    ben.locator("#code").fill("BBBBB" if code != "BBBBB" else "CCCCC")
    ben.keyboard.press("Enter")
    ben.locator(".problem").wait_for()
    looked_at(ben)
    ben.locator("#code").fill(f"{code[:2]} {code[2:].lower()}")
    ben.keyboard.press("Enter")
    ben.wait_for_url(table)
    looked_at(ben)
    assert ben.locator("input[value=teapot]").count() == 0, "Anna has it"
    ben.locator("#name").fill("Ben")
    live.unfold(ben)
    looked_at(ben)
    ben.get_by_text("Salzstreuer", exact=True).click()
    ben.locator(".go .button").click()
    ben.wait_for_url("**/t/*/*")

    seat_of(anna, "Free seat")
    looked_at(anna)
    anna.locator("#sheet-seat [data-control=bot]").first.click()
    anna.wait_for_function(HAND)
    anna.keyboard.press("Escape")

    watcher = visitor(chromium, faulty, "en-GB", PHONE)
    watcher.goto(address)
    watcher.locator(f'a[href="{table.removeprefix(address)}/watch"]').click()
    watcher.locator(".watching").wait_for()
    assert "You are watching" in watcher.locator(".watching").inner_text()
    anna.locator(".watching", has_text="1 person is watching").wait_for()

    cleo = visitor(chromium, faulty, "en-GB", PHONE)
    cleo.goto(table)
    assert "You play from the next round on" in cleo.locator("main").inner_text()
    cleo.locator("#name").fill("Cleo")
    live.unfold(cleo)
    cleo.locator(".radios input").last.check()
    cleo.locator(".go .button").click()
    cleo.wait_for_function(HANDLESS)
    looked_at(cleo, elsewhere=False)
    seat_of(anna, "Cleo")
    anna.locator("#sheet-seat [data-control=in]").click()
    cleo.wait_for_function(HAND)

    seat_of(anna, "Ben")
    anna.locator("#sheet-seat [data-control=remove]").click()
    anna.locator("#sheet-question [data-answer=yes]").click()
    ben.wait_for_function("() => /hat deinen Platz geräumt/.test(document.querySelector('.prompt').innerText)")
    assert ben.locator(".card, .lines li, .others .seat").count() == 0, "nothing stays with who was sent away"
    anna.locator(".others .seat", has_text="Ben").wait_for(state="detached")

    seat_of(anna, "Cleo")
    anna.locator("#sheet-seat [data-control=give]").click()
    anna.wait_for_url("**/give/*")
    anna.locator(".go .button").click()
    link = anna.locator("#link").input_value()
    looked_at(anna)
    cleo.wait_for_function("() => /given your seat/.test(document.querySelector('.prompt').innerText)")
    dora = visitor(chromium, faulty, "de-DE", PHONE)
    dora.goto(link)
    dora.wait_for_url("**/name")
    looked_at(dora)
    dora.locator("#name").fill("Dora")
    dora.locator(".go .button").click()
    dora.wait_for_function(HANDLESS)

    anna.locator(".go .button").click()
    anna.locator(".others .seat", has_text="Dora").wait_for()
    tab_to(anna, ".menu")
    anna.keyboard.press("Enter")
    looked_at(anna)
    tab_to(anna, "[data-control=watchers][data-arg=nobody]")
    anna.keyboard.press("Enter")
    watcher.wait_for_function("() => /nobody may watch/.test(document.querySelector('.prompt').innerText)")
    watcher.goto(f"{table}/watch")
    assert "At this table nobody may watch." in watcher.locator("main").inner_text()
    tab_to(anna, "[data-seat-sheet]")
    anna.keyboard.press("Enter")
    anna.locator("#sheet-seat[open]").wait_for()
    anna.keyboard.press("Escape")

    while live.phase(anna) != "over":
        now = live.state(anna)
        if now["yours"]:
            move_by_script(anna, now)
        else:
            anna.evaluate("() => document.querySelector('[data-control=step]')?.click()")
        anna.wait_for_timeout(100)
    first = anna.url
    anna.locator("[data-control=again]").click()
    dora.locator(".question", has_text="Anna möchte noch einmal spielen.").wait_for()
    assert anna.url == first, "nothing is dealt before Dora has answered"
    looked_at(dora, elsewhere=False)
    dora.locator(".question [data-control=again]").click()
    anna.wait_for_function("first => location.href !== first", arg=first)
    anna.wait_for_function(HAND)
    dora.wait_for_function(HAND)
    assert dora.url.rsplit("/", 1)[0] == anna.url.rsplit("/", 1)[0] != table
    assert "Anna" in dora.locator(".others").inner_text()
    anna.goto(first)
    anna.locator("[data-control=again]", has_text="To the next match").click()
    anna.wait_for_function(HAND)
    assert faulty == []
