"""What a person prefers: the sheet, where it is kept, and moves that wait for one more press."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from kartentisch.web import scene as s
from tests.browser.line import DESKTOP, GUARD, Seat, asks, push, scene
from tests.browser.test_pages import faults
from tests.ways import first_now

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

SIZES = {"phone": (360, 640), "desktop": (1440, 900)}
HAND = ["b1", "g1", "r7"]
KEPT = "() => JSON.parse(localStorage['kartentisch.options'] ?? '{}')"

LOW = """() => [...document.querySelectorAll('#sheet-options :is(label, button)')]
  .map(e => [e.innerText, e.getBoundingClientRect().height]).filter(([, height]) => height < 44)"""
"""What is too low to be hit."""


def sheet(page: Page) -> None:
    """Open it with the keyboard."""
    page.locator(".menu").focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Your options").focus()
    page.keyboard.press("Space")  # the same key at once would be the second half of a double press
    page.locator("#sheet-options[open] [data-option]").first.wait_for()


@pytest.mark.parametrize("size", first_now(SIZES))
def test_every_option_can_be_reached_and_changed_with_keys_and_is_kept(seat: Seat, size: str) -> None:
    page = seat(scene(HAND), SIZES[size])
    sheet(page)
    assert faults(page) == []
    wanted: dict[str, Any] = {"confirm": True, "low": False, "title": False, "icon": False, "sounds": "all"}
    wanted |= {"volume": 50, "motion": "none"}
    for option, value in wanted.items():
        control = f'[data-option="{option}"]' + (f'[data-value="{value}"]' if isinstance(value, str) else "")
        for _ in range(40):
            if page.evaluate("c => document.activeElement.matches(c)", control):
                break
            page.keyboard.press("Tab")
        page.keyboard.press("ArrowLeft" if option == "volume" else "Space")
    assert page.evaluate(LOW) == []
    page.wait_for_function(f"n => Object.keys(({KEPT})()).length === n", arg=len(wanted))
    assert page.evaluate(KEPT) == wanted
    assert faults(page) == []
    page.reload()
    page.wait_for_selector(".fan.mine")
    assert page.evaluate("() => document.documentElement.dataset.motion") == "none"
    sheet(page)
    shown = {
        option: page.locator(f'[data-option="{option}"]').first.is_checked()
        for option in ("confirm", "low", "title", "icon")
    }
    assert shown == {option: wanted[option] for option in shown}
    assert page.locator('[data-option="sounds"][aria-pressed="true"]').get_attribute("data-value") == "all"
    assert page.locator('[data-option="volume"]').input_value() == "50"


def test_the_volume_is_shown_only_where_there_are_sounds(seat: Seat) -> None:
    page = seat(scene(HAND))
    sheet(page)
    assert page.locator('[data-option="volume"]').is_visible(), "big moments sound by default"
    page.locator('[data-option="moments"]').click()
    page.locator('[data-option="volume"]').wait_for(state="detached")
    page.locator('[data-option="sounds"][data-value="turn"]').click()
    assert page.locator('[data-option="volume"]').is_visible()


def test_a_wish_holds_at_once_in_every_tab(seat: Seat) -> None:
    page = seat(scene(HAND, plays=["b1"]))
    twin = page.context.new_page()
    twin.goto(page.url)
    keep = "kept => { localStorage['kartentisch.options'] = kept; }"
    twin.evaluate(keep, '{"low": false, "nonsense": 3, "motion": "sideways"}')
    page.wait_for_function("() => !document.querySelector('.fan.mine > .low')")
    assert page.evaluate("() => 'motion' in document.documentElement.dataset") is False, "no such motion"
    twin.evaluate(keep, "{broken")
    page.wait_for_function("() => document.querySelectorAll('.fan.mine > .low').length === 2")


def test_wishes_hold_without_storage_until_the_page_is_left(seat: Seat) -> None:
    page = seat(scene(HAND, plays=["b1"]))
    page.add_init_script("Object.defineProperty(window, 'localStorage', { get() { throw new Error('none'); } });")
    page.reload()
    page.wait_for_selector(".fan.mine > .low")
    sheet(page)
    page.locator('[data-option="low"]').click()
    page.wait_for_function("() => !document.querySelector('.fan.mine > .low')")


# ---- Confirm my moves ------------------------------------------------------------------------------------------------


def confirming(seat: Seat, new: s.Scene, size: tuple[int, int] = DESKTOP) -> Page:
    page: Page = seat(new, size, {"confirm": True}, reduced_motion="reduce")
    return page


def row(page: Page) -> list[str]:
    return [text.strip() for text in page.locator(".acts .button").all_inner_texts()]


@pytest.mark.parametrize("size", first_now(SIZES))
def test_a_finished_move_waits_for_play_or_is_put_back(seat: Seat, size: str) -> None:
    page = confirming(seat, scene(HAND), SIZES[size])
    card = page.locator('[data-card="g1.1"]')
    for _ in range(2):
        card.click()
    assert row(page) == ["Play", "Put back"]
    assert "Play green 1" in page.locator(".say").inner_text()
    assert faults(page) == []
    page.get_by_role("button", name="Put back").click()
    assert (asks(page), page.locator(".fan.mine > .up").count()) == ([], 0)
    card.click()
    page.locator('.zones [data-element="top"]').click()
    assert row(page) == ["Play", "Put back"]
    card.click()
    assert (asks(page), page.locator(".fan.mine > .up").count()) == ([], 0), "one tap too many plays nothing"
    for _ in range(2):
        card.click()
    page.get_by_role("button", name="Play: Play green 1").click()
    page.wait_for_function("() => line.asks.some(ask => ask.do === 'play')")
    assert asks(page) == [["g1"]]


def test_a_card_that_is_dragged_to_its_place_waits_too_and_the_whole_sentence_is_there(seat: Seat) -> None:
    page = confirming(seat, scene(HAND, top=["b9"]), SIZES["phone"])
    card = page.locator('[data-card="r7.1"]')
    card.drag_to(page.locator('.zones [data-element="top"]'))
    assert row(page) == ["Play", "Put back"]
    assert page.locator(".fan.mine > .up").get_attribute("data-card") == "r7.1"
    assert page.locator(".say span").first.evaluate("e => e.scrollWidth <= e.clientWidth")
    assert asks(page) == []


def test_a_button_is_confirmed_by_done_and_another_card_can_still_be_taken(seat: Seat) -> None:
    page = confirming(seat, scene(HAND))
    page.locator('[data-element="button:draw"]').click()
    assert row(page) == ["Done", "Put back"]
    page.locator('[data-card="r7.1"]').click()
    assert page.locator(".fan.mine > .up").get_attribute("data-card") == "r7.1"
    page.keyboard.press("Escape")
    page.locator('[data-element="button:draw"]').click()
    page.get_by_role("button", name="Done: Draw a card").click()
    page.wait_for_function("() => line.asks.some(ask => ask.do === 'play')")
    assert asks(page) == [["draw"]]


def test_by_keys_the_focus_comes_to_the_button_that_the_move_waits_for(seat: Seat) -> None:
    page = confirming(seat, scene(HAND))
    page.locator('[data-card="b1.1"]').focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.keyboard.press("1")
    assert page.evaluate("() => document.activeElement.dataset.element") == "confirm"
    page.keyboard.press("Escape")
    assert page.evaluate("() => document.activeElement.closest('.fan.mine') !== null"), "back in the hand"
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    page.wait_for_timeout(GUARD)
    page.keyboard.press("Enter")
    page.wait_for_function("() => line.asks.some(ask => ask.do === 'play')")
    assert len(asks(page)) == 1


def test_a_waiting_move_outlives_a_scene_that_still_allows_it_and_no_other(seat: Seat) -> None:
    page = confirming(seat, scene(HAND))
    for _ in range(2):
        page.locator('[data-card="g1.1"]').click()
    push(page, scene(HAND, 11, top=["b9"], since=10))
    assert row(page) == ["Play", "Put back"]
    push(page, scene(HAND, 12, plays=["b1"]))
    assert "Play" not in row(page)


def test_a_begun_move_loses_only_its_last_step(seat: Seat) -> None:
    done = [s.Step("done", ["button:done"], ["Take 1 card"], "Take them")]
    begun: dict[str, Any] = {"begun": ["b1", "x"], "picked": ["hand/b1"], "buttons": [s.Button("button:done", "Take")]}
    page = confirming(seat, scene(HAND, steps=done, **begun))
    page.locator('[data-element="button:done"]').click()
    assert row(page) == ["Done", "Put back"]
    page.get_by_role("button", name="Put back").click()
    assert row(page)[0] == "Take 1 card"
    assert asks(page, "begin") == []


HURRY: dict[str, dict[str, Any]] = {
    "out of turn": {"steps": [s.Step("!b1", ["button:throw"], ["Throw in"], "Throw in", aside=True)], "yours": False},
    "in a window": {
        "steps": [s.Step("no", ["button:throw"], ["Accept"], "Accept")], "timer": s.Timer("window", 4000, 5000, "Time")
    },
    "a call": {
        "steps": [s.Step("call", ["button:throw"], ["Call"], "Call")],
        "buttons": [s.Button("button:throw", "Call", joins="call")],
    },
}  # fmt: skip


def test_where_time_counts_nothing_waits(seat: Seat) -> None:
    page = confirming(seat, scene(HAND))
    for n, given in enumerate(HURRY.values(), start=1):
        push(page, scene(HAND, 10 + n, **{"buttons": [s.Button("button:throw", "Throw")], **given}))
        page.wait_for_timeout(GUARD)
        page.locator('[data-element="button:throw"]').click()
        page.wait_for_function("n => line.asks.filter(ask => ask.do === 'play').length === n", arg=n)
    assert asks(page) == [["!b1"], ["no"], ["call"]]
