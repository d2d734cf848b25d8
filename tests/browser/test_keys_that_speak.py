"""Keys that speak: Shift and a letter say something about the table, and the focus stays where it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.line import PHONE, Seat, open_table, scene
from tests.browser.test_pages import faults
from tests.browser.test_your_options import sheet

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

HAND = ["b1", "g1", "r7"]
LETTERS = {
    "en": {"L": "last", "T": "turn", "H": "hand", "C": "counts", "P": "points", "W": "wants"},
    "de": {"L": "last", "D": "turn", "H": "hand", "K": "counts", "P": "points", "W": "wants"},
}
TOLD = "() => [...document.querySelectorAll('#told p')].map(p => p.textContent)"
ALOUD = """
window.aloud = [];
window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
Object.defineProperty(window, 'speechSynthesis', {value: {
  getVoices: () => [{ lang: 'en-GB' }], cancel() {},
  speak(one) { aloud.push([one.text, one.lang]); setTimeout(() => one.onend?.(), 0); },
}});
localStorage['kartentisch.aloud'] = 'on';"""


def asked(page: Page) -> list[str]:
    found: list[str] = page.evaluate("() => line.asks.filter(one => one.do === 'tell').map(one => one.arg)")
    return found


def told(page: Page, sentences: list[str]) -> None:
    """Wait until this is what was spoken, from the first sentence on."""
    page.wait_for_function(f"said => JSON.stringify(({TOLD})()) === JSON.stringify(said)", arg=sentences)


@pytest.mark.parametrize("code", LETTERS)
def test_each_letter_asks_its_question_and_moves_no_focus(chromium: Browser, files: str, code: str) -> None:
    context = chromium.new_context(locale="en-GB")
    page = open_table(context, files, scene(HAND, language=code), path=f"/t/line/0?language={code}")
    page.locator(".fan.mine > .card").nth(1).focus()
    for n, letter in enumerate(LETTERS[code], 1):
        page.keyboard.press(f"Shift+{letter}")
        page.wait_for_function("n => line.asks.filter(one => one.do === 'tell').length === n", arg=n)
    assert asked(page) == [*LETTERS[code].values()]
    told(page, [f"This is {question}." for question in list(LETTERS[code].values())[-5:]])
    assert page.evaluate("() => document.activeElement.dataset.card") == "g1.1"
    assert page.evaluate("() => told.getAttribute('role') + told.ariaLive") == "logpolite"
    assert faults(page) == []


def test_the_same_sentence_is_spoken_again_and_aloud_where_that_is_wanted(seat: Seat) -> None:
    page = seat(scene(HAND), PHONE, script=ALOUD)
    for n in (1, 2):
        page.keyboard.press("Shift+T")
        told(page, ["This is turn."] * n)
    page.wait_for_function("() => aloud.length === 2")
    assert page.evaluate("aloud") == [["This is turn.", "en"]] * 2


def test_nothing_of_it_is_loaded_before_it_is_used(seat: Seat) -> None:
    loaded = "() => performance.getEntriesByType('resource').some(({ name }) => /js.tell|speech/.test(name))"
    page = seat(scene(HAND))
    assert not page.evaluate(loaded)
    page.keyboard.press("Shift+T")
    told(page, ["This is turn."])
    assert page.evaluate(loaded)


def test_other_letters_sheets_and_fields_stay_silent(seat: Seat) -> None:
    page = seat(scene(HAND, talk="write"))
    for key in ("Shift+X", "t", "Control+Shift+L", "Shift+7"):
        page.keyboard.press(key)
    page.locator(".side input").first.focus()
    page.keyboard.press("Shift+T")
    assert page.locator(".side input").first.input_value() == "T"
    sheet(page)
    page.keyboard.press("Shift+L")
    page.keyboard.press("Escape")
    page.locator(".say").focus()
    page.keyboard.press("Shift+H")
    told(page, ["This is hand."])
    assert asked(page) == ["hand"]


def test_they_can_be_switched_off_and_letters_find_cards_again(seat: Seat) -> None:
    page = seat(scene(HAND), options={"speak": False})
    page.locator(".fan.mine > .card").first.focus()
    page.keyboard.press("Shift+R")
    assert page.evaluate("() => document.activeElement.dataset.card") == "r7.1"
    page.keyboard.press("Shift+T")
    sheet(page)
    page.locator("[data-option='speak']").click()
    page.keyboard.press("Escape")
    page.locator(".say").focus()
    page.keyboard.press("Shift+C")
    told(page, ["This is counts."])
    assert asked(page) == ["counts"]


def test_the_options_list_the_keys_and_say_the_same_without_a_keyboard(seat: Seat) -> None:
    page = seat(scene(HAND), (360, 640))
    sheet(page)
    names: list[Any] = page.locator("[data-tell]").all_inner_texts()
    assert names == ["L: the last move", "T: whose turn it is", "H: your hand", "C: how many cards everybody has",
                     "P: points", "W: what the piles want"]  # fmt: skip
    page.locator("[data-tell='points']").click()
    page.locator(".told").wait_for()
    assert page.locator(".told").inner_text() == "This is points."
    assert page.locator("#sheet-options .spoken").inner_text() == "This is points."
    assert faults(page) == []
