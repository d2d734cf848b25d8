"""One's own turn brings the focus to the hand, for people who work by keys, and never out of something else."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kartentisch.web import scene as s
from tests.browser.line import GUARD, PHONE, Seat, open_table, push, scene, up_cards
from tests.browser.test_pages import faults
from tests.browser.test_your_options import sheet

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

HAND = ["b1", "g1", "r7"]
AT = """() => {
  const { dataset, className, localName } = document.activeElement;
  return dataset.card ?? dataset.element ?? (localName === 'body' ? 'body' : className);
}"""


def at(page: Page) -> str:
    found: str = page.evaluate(AT)
    return found


def waiting(seat: Seat, keys: bool = True) -> Page:
    """A page in others' turn. `keys`: its person has pressed a key last, on the menu's button."""
    page: Page = seat(scene(HAND, yours=False, talk="write"))
    if keys:
        page.keyboard.press("Tab")
        page.locator(".menu").focus()
    return page


def test_the_focus_comes_to_the_tab_stop_of_the_hand(seat: Seat) -> None:
    page = waiting(seat)
    page.locator(".fan.mine > .card").nth(1).focus()
    page.locator(".menu").focus()
    push(page, scene(HAND, 11))
    assert at(page) == "g1.1"


def test_it_comes_too_where_nothing_has_it(seat: Seat) -> None:
    page = waiting(seat, keys=False)
    assert at(page) == "body"
    push(page, scene(HAND, 11))
    assert at(page) == "b1.1"


def test_where_no_card_can_be_played_it_comes_to_the_first_action(seat: Seat) -> None:
    page = waiting(seat)
    push(page, scene(HAND, 11, plays=[]))
    assert at(page) == "button:draw"


def test_from_a_card_it_comes_to_the_first_action_where_no_card_helps(seat: Seat) -> None:
    page = waiting(seat)
    page.locator(".fan.mine > .card").nth(1).focus()
    push(page, scene(HAND, 11))
    assert at(page) == "g1.1", "it is in the hand already"
    push(page, scene(HAND, 12, yours=False))
    push(page, scene(HAND, 13, plays=[]))
    assert at(page) == "button:draw"


def test_it_stays_in_a_sheet_a_field_the_log_and_after_the_mouse(seat: Seat) -> None:
    page = waiting(seat)

    def turn(n: int) -> None:
        """The others' turn ends."""
        push(page, scene(HAND, n, yours=False, talk="write"))
        push(page, scene(HAND, n + 1, talk="write"))

    page.locator(".side .scroll").first.focus()
    turn(11)
    assert at(page) == "scroll"
    page.locator(".side input").first.focus()
    turn(13)
    assert page.evaluate("() => document.activeElement.localName") == "input"
    sheet(page)
    turn(15)
    assert page.evaluate("() => document.activeElement.closest('dialog').id") == "sheet-options"
    page.keyboard.press("Escape")
    page.locator(".page > .top").click()
    page.locator(".menu").focus()
    turn(17)
    assert "menu" in at(page)


def test_it_stays_while_a_card_is_raised_and_after_a_step_of_ones_own(seat: Seat) -> None:
    page = waiting(seat)
    page.locator(".fan.mine > .card").first.focus()
    page.keyboard.press("Enter")
    page.locator(".menu").focus()
    push(page, scene(HAND, 11))
    assert "menu" in at(page)
    page.keyboard.press("Escape")
    page.locator("[data-element='button:draw']").focus()
    push(page, scene(HAND, 12))
    assert at(page) == "button:draw"


def test_a_link_to_the_hand_is_the_first_thing_on_the_page(seat: Seat) -> None:
    page = seat(scene(HAND), PHONE)
    link = page.locator(".skip")
    assert link.bounding_box()["y"] < -20
    page.keyboard.press("Tab")
    assert at(page) == "skip"
    box = link.bounding_box()
    assert (box["x"] >= 0, box["y"] >= 0, box["height"] >= 44) == (True, True, True)
    assert link.inner_text() == "To your hand"
    assert faults(page) == []
    page.keyboard.press("Enter")
    assert at(page) == "b1.1"
    assert page.url.endswith("/t/line/0")


def test_who_watches_has_no_hand_to_go_to(seat: Seat) -> None:
    watched = scene(HAND, yours=False)
    watched.seat, watched.zones = -1, [zone for zone in watched.zones if zone.place != "hand"]
    watched.prompt = s.Prompt("You are watching.")
    assert seat(watched).locator(".skip").count() == 0


def test_escape_in_a_sheet_closes_it_and_leaves_the_raised_card(seat: Seat) -> None:
    """Past the sheet's last button, Tab comes to the page's body: there too the key is the sheet's."""
    page = seat(scene(HAND))
    page.locator(".fan.mine > .card").nth(1).focus()
    page.keyboard.press("Enter")
    assert up_cards(page) == ["g1.1"]
    page.wait_for_timeout(GUARD)
    sheet(page)
    page.evaluate("document.activeElement.blur()")
    assert at(page) == "body"
    page.keyboard.press("Escape")
    page.wait_for_function("!document.querySelector('dialog[open]')")
    assert up_cards(page) == ["g1.1"]
    page.keyboard.press("Escape")
    assert up_cards(page) == []


def test_a_button_of_a_begun_move_shows_its_digit_to_whoever_uses_keys(seat: Seat) -> None:
    page = seat(scene(HAND, begun=["b1"], picked=["hand/b1"]))
    button = page.locator("[data-element='button:draw']")
    assert not button.locator("kbd").is_visible()
    page.keyboard.press("Tab")
    assert button.get_attribute("aria-keyshortcuts") == button.locator("kbd").inner_text() == "4"
    push(page, scene(HAND, 11))
    assert button.locator("kbd").count() == 0


def test_a_page_opened_by_touch_shows_no_focus_until_a_key_is_pressed(chromium: Browser, files: str) -> None:
    """The first card would look picked: a browser shows the focus of a page on which nothing was pressed yet."""
    phone = chromium.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = open_table(phone, files, scene(HAND, yours=False))
    push(page, scene(HAND, 11))
    assert at(page) == "b1.1"
    assert page.evaluate("getComputedStyle(document.activeElement).zIndex") == "auto", "it covers its neighbor"
    outline = "getComputedStyle(document.activeElement).outlineStyle"
    assert page.evaluate(outline) == "none"
    page.keyboard.press("ArrowRight")
    assert (at(page), page.evaluate(outline)) == ("g1.1", "solid")
