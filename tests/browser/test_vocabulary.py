"""What a scene can say and the browser draws, of no game: at the fake table."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.line import GUARD
from tests.browser.test_pages import faults
from tests.ways import first_now
from tests.web.support import fake_table
from tests.web.support.fake_more import More

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

SIZES = {"phone": (360, 640), "desktop": (1440, 900)}
BOX = "e => { const b = e.getBoundingClientRect(); return [b.x, b.y, b.width, b.height].map(Math.round); }"


@pytest.fixture(scope="module")
def address(files: str) -> str:
    """The fake table on a loopback port."""
    return files


def table(chromium: Browser, address: str, kind: str, size: str = "phone", **more: Any) -> Page:
    """A new browser at a table of this kind."""
    width, height = SIZES[size]
    context = chromium.new_context(viewport={"width": width, "height": height}, locale="en-GB", **more)
    page = context.new_page()
    page.goto(f"{address}/t/{kind}/0?new")
    page.wait_for_selector(".page:not([data-number='-1'])")
    return page


def again(page: Page) -> None:
    """The same table, loaded anew."""
    page.goto(page.url.split("?")[0])
    page.wait_for_selector(".page:not([data-number='-1'])")


def plays(kind: str) -> list[list[str]]:
    """The moves of each ask to play that came to the table."""
    fake = fake_table.TABLES[kind, 0]
    assert isinstance(fake, More)
    return [ask.moves for ask in fake.asks if ask.do == "play"]


def hand(page: Page) -> list[str]:
    """The cards of the hand in the order seen."""
    found: list[str] = page.evaluate(
        "() => [...document.querySelectorAll('.fan.mine > .card')].map(c => c.dataset.card)"
    )
    return found


def number(page: Page, n: int) -> None:
    page.wait_for_selector(f".page[data-number='{n}']")


@pytest.mark.parametrize("size", first_now(SIZES))
def test_a_move_that_joins_stays_pressed_and_goes_with_the_next_move(
    chromium: Browser, address: str, size: str
) -> None:
    page = table(chromium, address, "call", size)
    call = page.locator('[data-element="button:call"]')
    place = call.evaluate(BOX)
    assert call.get_attribute("aria-pressed") == "false"
    call.click()
    assert call.get_attribute("aria-pressed") == "true"
    page.wait_for_timeout(GUARD)
    call.click()
    assert call.get_attribute("aria-pressed") == "false"
    page.wait_for_timeout(GUARD)
    call.click()
    page.locator('[data-card="r7.1"]').click()
    assert call.evaluate(BOX) == place, "it stands still while targets are picked"
    assert faults(page) == []
    page.locator(".acts .lead").click()
    number(page, 13)
    assert plays("call") == [["r7", "call"]]
    assert call.get_attribute("aria-pressed") is None, "released, and now a step of its own"
    call.click()
    number(page, 14)
    assert plays("call")[1:] == [["call"]]
    assert call.evaluate(BOX)[:1] == place[:1]


@pytest.mark.parametrize("size", first_now(SIZES))
def test_a_move_that_does_not_take_it_along_leaves_it_pressed_until_it_can_be_made(
    chromium: Browser, address: str, size: str
) -> None:
    page = table(chromium, address, "call", size)
    call = page.locator('[data-element="button:call"]')
    call.click()
    page.locator('[data-card="b2.1"]').click()
    page.locator(".acts .lead").click()
    number(page, 14)
    assert plays("call") == [["b2"], ["call"]], "each with its own number"
    assert call.get_attribute("aria-pressed") != "true"


def test_a_move_that_joins_asks_why_while_no_move_can_follow(chromium: Browser, address: str) -> None:
    page = table(chromium, address, "aside")
    call = page.locator('[data-element="button:call"]')
    call.click()
    assert call.get_attribute("aria-pressed") == "true", "a move out of turn may follow"
    fake = fake_table.TABLES["aside", 0]
    fake.hand.clear()
    fake.kind = "call"
    again(page)
    call.dispatch_event("click")
    page.wait_for_function("() => /does not fit/.test(document.querySelector('.say').innerText)")
    assert call.get_attribute("aria-pressed") == "false"


def test_out_of_turn_a_card_has_a_dashed_ring_and_a_button_and_takes_no_focus(chromium: Browser, address: str) -> None:
    page = table(chromium, address, "aside")
    assert page.locator(".fan.mine .ring.aside").count() == 1
    assert page.evaluate("() => document.activeElement === document.body")
    assert faults(page) == []
    button, row = page.locator(".acts .aside"), page.locator(".actions")
    assert button.evaluate(BOX)[2] > row.evaluate(BOX)[2] / 2
    button.click()
    number(page, 13)
    assert plays("aside") == [["!g6"]]


@pytest.mark.parametrize("size", first_now(SIZES))
def test_the_order_of_the_hand_is_chosen_and_kept(chromium: Browser, address: str, size: str) -> None:
    page = table(chromium, address, "crowd", size)
    dealt = hand(page)
    toggle = page.locator(".order")
    assert min(toggle.evaluate(BOX)[2:]) >= 44
    assert "As dealt" in (toggle.get_attribute("aria-label") or "")
    toggle.focus()
    page.keyboard.press("Enter")
    by_number = hand(page)
    assert by_number == sorted(dealt, key=lambda card: (card[1:], card[0]))
    assert page.evaluate("() => document.activeElement.classList.contains('order')")
    page.locator(".fan.mine > .card[tabindex='0']").focus()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("() => document.activeElement.dataset.card") == by_number[1], "arrows follow what is seen"
    assert faults(page) == []
    again(page)
    page.wait_for_selector(".order")
    assert hand(page) == by_number
    toggle.click()
    assert hand(page) == sorted(dealt)
    toggle.click()
    assert hand(page) == dealt


def test_the_order_of_the_hand_works_without_storage(chromium: Browser, address: str) -> None:
    page = table(chromium, address, "call")
    page.add_init_script("Object.defineProperty(window, 'localStorage', { get() { throw new Error('none'); } });")
    again(page)
    page.locator(".order").click()
    assert hand(page) == ["b2.1", "r7.1"]


@pytest.mark.parametrize("size", first_now(SIZES))
def test_what_is_picked_is_held_also_after_a_reload_and_goes_back_one_by_one(
    chromium: Browser, address: str, size: str
) -> None:
    page = table(chromium, address, "sums", size)
    page.locator('[data-card="y3.1"]').click()
    page.get_by_role("button", name="Take as 16").click()
    page.locator('[data-zone="loose"] [data-card="b6.1"]').click()
    page.locator('[data-card="b6.1"] .ring.step').wait_for()
    page.locator('[data-zone="loose"] [data-card="r4.1"]').click()
    page.locator('[data-card="r4.1"] .ring.step').wait_for()
    again(page)
    page.locator('[data-card="r4.1"] .ring.step').wait_for()
    assert page.locator(".fan.mine > .up").get_attribute("data-card") == "y3.1"
    assert page.locator('[data-card="r4.1"] .badge').inner_text() == "2"
    assert page.locator('[data-card="b6.1"]').get_attribute("aria-pressed") == "true"
    assert faults(page) == []
    page.get_by_role("button", name="Last pick").click()
    page.locator('[data-card="r4.1"] .ring.step').wait_for(state="detached")
    assert page.locator('[data-card="b6.1"] .ring.step').count() == 1
    page.get_by_role("button", name="Put back").click()
    page.locator(".fan.mine > .up").wait_for(state="detached")


@pytest.mark.parametrize("motion", first_now(["no-preference", "reduce"]))
def test_a_word_is_celebrated_once_and_is_in_nobodys_way(chromium: Browser, address: str, motion: str) -> None:
    page = table(chromium, address, "call", reduced_motion=motion)
    page.locator('[data-element="button:call"]').click()
    page.locator('[data-card="r7.1"]').click()
    page.locator(".acts .lead").click()
    word = page.locator(".cheer span")
    word.wait_for()
    assert word.inner_text() == "Solo!"
    assert page.locator(".cheer").get_attribute("aria-hidden") == "true", "the log says it"
    under = "([x, y, w, h]) => document.elementFromPoint(x + w / 2, y + h / 2).closest('.cheer')"
    assert page.evaluate(under, page.locator(".cheer").evaluate(BOX)) is None
    word.wait_for(state="detached")
    again(page)
    page.wait_for_selector(".page[data-number='13']")
    assert word.count() == 0


@pytest.mark.parametrize("size", first_now(SIZES))
def test_the_score_of_a_round_is_a_table_that_folds_on_a_phone(chromium: Browser, address: str, size: str) -> None:
    page = table(chromium, address, "score", size)
    details = page.locator(".score")
    assert details.evaluate("e => e.open") == (size == "desktop")
    if size == "phone":
        page.locator(".score summary").click()
    assert page.locator(".score tbody tr").count() == 5
    assert page.locator(".score tbody tr").last.locator("td").all_inner_texts() == ["−8", "−11", "−7", "−10"]
    assert page.locator(".score .scroll").evaluate("e => e.scrollWidth - e.clientWidth") <= 0
    assert page.evaluate("() => document.documentElement.scrollWidth - innerWidth") <= 0
    assert faults(page) == []


@pytest.mark.parametrize("size", first_now(SIZES))
def test_ten_seats_and_thirty_cards_find_their_place(chromium: Browser, address: str, size: str) -> None:
    page = table(chromium, address, "crowd", size)
    seats = [page.locator(".seat").nth(i).evaluate(BOX) for i in range(9)]
    assert page.locator(".seat").count() == 9
    assert all(x >= -4 and x + width <= SIZES[size][0] + 4 for x, _, width, _ in seats)
    rows = {y for _, y, _, _ in seats}
    assert size == "desktop" or len(rows) == 2
    fan = page.locator(".fan.mine")
    assert fan.get_attribute("data-rows") == ("2" if size == "phone" else fan.get_attribute("data-rows"))
    if size == "phone":
        assert fan.evaluate("e => e.scrollWidth > e.clientWidth"), "both rows scroll together"
        assert re.search("30 cards", page.locator(".hand h2").inner_text())
        strip = "e => parseFloat(getComputedStyle(e).gridTemplateColumns)"
        assert fan.evaluate(strip) >= 44
    page.locator(".fan.mine > .card").first.focus()
    page.keyboard.press("End")
    x, _, width, _ = page.locator(".fan.mine > .card").last.evaluate(BOX)
    assert x + width <= SIZES[size][0]
    assert page.evaluate("() => document.documentElement.scrollHeight - innerHeight") <= 0
    assert faults(page) == []


def test_nothing_of_the_prompt_is_cut_on_a_small_phone_and_the_board_stays(chromium: Browser, address: str) -> None:
    """Before a card is picked, and after it."""
    page = table(chromium, address, "plain")
    board = page.locator(".board").evaluate(BOX)
    prompt_is_whole(page)
    page.locator('[data-card="!.1"]').click()
    assert page.locator(".board").evaluate(BOX) == board
    prompt_is_whole(page)


def prompt_is_whole(page: Page) -> None:
    say = page.locator(".say")
    fits = "e => [...e.querySelectorAll('span'), e].every(n => n.scrollWidth <= n.clientWidth + 1 || !n.clientWidth)"
    assert say.evaluate(fits)
    x, y, width, height = say.evaluate(BOX)
    assert 0 <= x <= SIZES["phone"][0] - width
    assert say.evaluate("e => e.scrollHeight <= e.clientHeight + 1")
    row = page.locator(".actions .button").first.evaluate(BOX)
    assert y + height <= row[1] + 1, "it does not run under the buttons"
    assert faults(page) == []
