"""A move is typed: its tokens or words of its sentence, chosen from a list or whole, and played as by a click."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kartentisch.store import MemoryStore
from kartentisch.web import scene as s
from kartentisch.web.live.registry import RoomRegistry
from tests.browser.line import PHONE, Seat, asks, open_table, push, scene
from tests.browser.past import Past, served, sit, turn_of
from tests.browser.reader import ScreenReader
from tests.browser.test_pages import faults
from tests.ways import first_now

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

HAND = ["b1", "g1", "r7"]


def field(page: Page) -> Page:
    """Open it by its key, from a card."""
    page.locator(".fan.mine > .card").nth(1).focus()
    page.keyboard.press("/")
    page.locator("#typed-move:focus").wait_for()
    return page


def moves(page: Page) -> list[str]:
    return [text.replace("\n", " ") for text in page.locator("#typed-moves li").all_inner_texts()]


def marked(page: Page) -> str | None:
    """The option that a screen reader says is the active one."""
    found: str | None = page.evaluate(
        "() => document.getElementById(document.activeElement.getAttribute('aria-activedescendant'))?.innerText"
    )
    return found and " ".join(found.split())


def status(page: Page) -> str:
    return page.locator("#sheet-typed [role=status]").inner_text()


def closed(page: Page) -> bool:
    return page.locator("#sheet-typed[open]").count() == 0


@pytest.mark.parametrize("size", first_now([PHONE, (844, 390)]), ids=["phone", "low"])
def test_all_moves_are_offered_and_arrows_and_enter_play_one(seat: Seat, size: tuple[int, int]) -> None:
    page = field(seat(scene(HAND), size))
    assert moves(page) == ["Play blue 1 b1", "Play green 1 g1", "Play red 7 r7", "Draw a card draw"]
    assert status(page) == "4 moves fit."
    assert marked(page) is None
    assert faults(page) == []
    page.keyboard.press("ArrowUp")
    assert marked(page) == "Draw a card draw"
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    assert marked(page) == "Play green 1 g1"
    assert faults(page) == []
    assert page.locator(f"#{page.locator('#typed-moves li').nth(1).get_attribute('id')}").is_visible()
    page.keyboard.press("Enter")
    page.wait_for_function("() => line.asks.some(one => one.do === 'play')")
    assert asks(page) == [["g1"]]
    assert closed(page)
    assert page.evaluate("() => document.activeElement.dataset.card") == "g1.1"


FOUND = {
    "r": ["Play red 7 r7"],
    "R7": ["Play red 7 r7"],
    "gre 1": ["Play green 1 g1"],
    "play 1": ["Play blue 1 b1", "Play green 1 g1"],
    "xyz": [],
}


def test_tokens_and_words_find_moves(seat: Seat) -> None:
    page = field(seat(scene(HAND)))
    for text, found in FOUND.items():
        page.locator("#typed-move").fill("")
        page.keyboard.type(text)
        assert moves(page) == found, text
        assert page.locator("#typed-move").get_attribute("aria-expanded") == str(bool(found)).lower(), text
    assert faults(page) == [], "nothing fits"


def test_what_fits_only_one_move_plays_it_and_what_fits_more_plays_none(seat: Seat) -> None:
    page = field(seat(scene(HAND)))
    page.keyboard.press("Enter")
    assert status(page) == "More than one move fits. Choose one with the arrow keys."
    page.keyboard.type("play 1")
    page.keyboard.press("Enter")
    assert status(page) == "More than one move fits. Choose one with the arrow keys."
    page.locator("#typed-move").fill("red")
    page.keyboard.press("Enter")
    page.wait_for_function("() => line.asks.some(one => one.do === 'play')")
    assert asks(page) == [["r7"]]


def test_the_only_move_is_marked_and_enter_plays_it(seat: Seat) -> None:
    """As at the end of a move of several steps: the field is empty, and one step is left."""
    page = field(seat(scene(HAND)))
    page.keyboard.type("r")
    assert marked(page) == "Play red 7 r7"
    page.locator("#typed-move").fill("")
    assert marked(page) is None
    rest = scene(HAND, 11)
    rest.steps = rest.steps[:1]
    push(page, rest)
    assert marked(page) == "Play blue 1 b1"
    page.keyboard.press("Enter")
    page.wait_for_function("() => line.asks.some(one => one.do === 'play')")
    assert asks(page) == [["b1"]]


def test_text_that_fits_no_move_says_what_enter_does(seat: Seat) -> None:
    page = field(seat(scene(HAND)))
    page.keyboard.type("xyz")
    assert status(page) == "No move fits. Enter says why."
    page.locator("#typed-move").fill("")
    assert status(page) == "4 moves fit."


def test_escape_closes_it_and_the_focus_returns(seat: Seat) -> None:
    page = field(seat(scene(HAND)))
    page.keyboard.type("g")
    page.keyboard.press("Escape")
    assert closed(page)
    assert page.evaluate("() => document.activeElement.dataset.card") == "g1.1"
    page.keyboard.press("/")
    page.locator("#typed-move:focus").wait_for()
    assert page.locator("#typed-move").input_value() == ""
    assert asks(page) == []


def test_opened_again_before_the_page_hears_that_it_was_closed_it_is_empty(seat: Seat) -> None:
    page = field(seat(scene(HAND)))
    page.keyboard.type("g")
    assert page.evaluate("""() => {
          const dialog = document.getElementById('sheet-typed');
          dialog.dispatchEvent(new Event('cancel'));
          dialog.close();
          document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '/', bubbles: true, cancelable: true }));
          return [dialog.open, document.getElementById('typed-move').value];
        }""") == [True, ""]


def test_a_move_that_needs_confirming_is_confirmed_on_the_table(seat: Seat) -> None:
    page = field(seat(scene(HAND), options={"confirm": True}))
    page.keyboard.type("b1")
    page.keyboard.press("Enter")
    page.locator("[data-element='confirm']:focus").wait_for()
    assert (closed(page), asks(page)) == (True, [])
    page.keyboard.press("Enter")
    page.wait_for_function("() => line.asks.some(one => one.do === 'play')")
    assert asks(page) == [["b1"]]


def test_what_may_go_along_is_offered_with_it(seat: Seat) -> None:
    table = scene(HAND)
    table.buttons.append(s.Button("button:solo", "Solo!", joins="solo"))
    table.steps[0].along = ["button:solo"]
    page = field(seat(table))
    page.keyboard.type("b1 +")
    assert moves(page) == ["Play blue 1, Solo! b1 + solo"]
    page.keyboard.press("Enter")
    page.wait_for_function("() => line.asks.some(one => one.do === 'play')")
    assert asks(page) == [["b1", "solo"]]


def test_others_moves_change_what_is_offered_while_it_is_open(seat: Seat) -> None:
    page = field(seat(scene(HAND, yours=False)))
    assert (moves(page), status(page)) == ([], "No move fits.")
    assert page.locator("#typed-now").inner_text() == "Waiting for Ben."
    page.keyboard.type("g")
    push(page, scene(HAND, 11))
    assert moves(page) == ["Play green 1 g1"]
    assert page.evaluate("() => document.activeElement.id") == "typed-move"


def test_the_menu_has_it_and_a_click_plays(seat: Seat) -> None:
    page = seat(scene(HAND), PHONE, options={"speak": False})
    page.keyboard.press("/")
    assert closed(page), "the keys are switched off"
    page.locator(".menu").click()
    page.get_by_role("button", name="Type a move").click()
    page.locator("#typed-move:focus").wait_for()
    page.locator("#typed-moves li").nth(2).click()
    page.wait_for_function("() => line.asks.some(one => one.do === 'play')")
    assert asks(page) == [["r7"]]


def test_in_german(chromium: Browser, files: str) -> None:
    context = chromium.new_context(locale="de-DE", viewport={"width": 360, "height": 640})
    page = field(open_table(context, files, scene(HAND, language="de"), path="/t/line/0?language=de"))
    assert page.locator("#title-typed").inner_text() == "Zug eintippen"
    assert status(page) == "4 Züge passen."
    assert page.evaluate("() => document.documentElement.scrollWidth - innerWidth") <= 0
    assert faults(page) == []


@pytest.fixture(scope="module")
def swup() -> MemoryStore:
    return MemoryStore()


def test_a_move_of_several_steps_is_typed_step_by_step_or_whole(chromium: Browser, swup: MemoryStore) -> None:
    """At a real table of SWUP: what is refused changes nothing, and the server says why."""
    seat = Past("swup", 2, 4).go_on(turn_of(0, 1)).written(swup, "typed")
    rooms = RoomRegistry(swup)
    with served(rooms) as running:
        context = chromium.new_context(locale="en-GB", viewport={"width": 1280, "height": 800})
        sit(context, running.address, swup, seat)
        page = context.new_page()
        page.goto(running.address + seat)
        page.wait_for_selector(".fan.mine > .card")
        reader = ScreenReader(page)
        room = running.do(rooms.get("typed"))
        assert room is not None
        number = room.table.number
        field(page)
        page.keyboard.type("r9 lay")
        page.keyboard.press("Enter")
        said(page, "You do not have red 9.")
        page.locator("#typed-move").fill("b1 up")
        page.keyboard.press("Enter")
        said(page, "“up” is no step of a move in this game.")
        assert (room.table.number, room.table.prefix(0)) == (number, "")
        page.locator("#typed-move").fill("b1")
        page.keyboard.press("Enter")
        page.wait_for_function("() => document.querySelector('#typed-now').innerText.startsWith('b1 Blue 1 or 14:')")
        assert page.locator("#typed-move").input_value() == ""
        assert "Take with blue 1 as 14 take:14" in moves(page)
        page.wait_for_function(
            "() => document.querySelector('#sheet-typed .spoken').innerText.includes('Blue 1 or 14: Tap')"
        )
        page.keyboard.press("Backspace")
        page.wait_for_function("() => document.querySelector('#typed-now').innerText.startsWith('Your turn.')")
        page.keyboard.type("b1  take:14 k1")
        page.keyboard.press("Enter")
        page.wait_for_function("() => document.querySelector('#typed-now').innerText.startsWith('b1 take:14 k1 Take')")
        page.wait_for_function("() => document.querySelector('#sheet-typed .spoken').textContent.includes('14\u00a0✓')")
        assert any(line.endswith("Take with 14: 14 ✓ You can pick more.") for line in reader.hear())
        page.keyboard.type("y13 done")
        page.keyboard.press("Enter")
        page.wait_for_function("n => Number(document.querySelector('.page').dataset.number) > n", arg=number)
        assert closed(page)
        assert room.table.number == number + 1


def said(page: Page, text: str) -> None:
    page.wait_for_function("text => document.querySelector('#sheet-typed [role=status]').innerText === text", arg=text)
