"""The desk in a browser: a question put together by touch, mouse and keyboard; answers without scripts; axe and large
text in each state; links that lead back to the form as it was.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from kartentisch import words
from kartentisch.play.games import games
from tests.browser import live
from tests.browser.looks import larger, lost
from tests.browser.test_pages import faults

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PHONE = {"width": 360, "height": 640}
SIZES = [(360, 640), (390, 844), (844, 390), (1440, 900)]
ASKED = "/ask/solo/play?top=b%2B2&card=%2B4&phase=owed&owed=2"
STATES = {
    "form": "/ask/solo",
    "form, filled in": "/ask/solo?q=play&top=b%2B2&card=%2B4&phase=owed&owed=2&hand=r3,b4,C",
    "problem": "/ask/solo/play?top=r7&card=r1&phase=owed",
    "no": ASKED,
    "yes, departs": "/ask/swup/take?loose=y9&card=b9&picks=y9&keep=k7&own=r3,k4",
    "depends": "/ask/solo/play?top=C&card=r7&phase=turn",
    "depends on a card": "/ask/schwupps/play?top=b4&card=b9",
    "lists": "/ask/schweinsgalopp?q=scoff",
    "many cards": "/ask/swup?q=take&loose=y9,b3,r2&card=b9&picks=y9&keep=k7&own=r3,k4&others=k2,b2",
}


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with live.server() as found:
        yield found


def opened(chromium: Browser, url: str, **more: object) -> Page:
    usual = {"viewport": PHONE, "locale": "en-GB", "reduced_motion": "reduce"}
    page = chromium.new_context(**(usual | more)).new_page()  # type: ignore[arg-type]
    page.goto(url)
    page.evaluate("() => document.fonts.ready.then(() => 0)")
    return page


def face(page: Page, name: str) -> str:
    page.locator("#picker .faces").wait_for()
    return f'#picker .faces [aria-label="{name}"]'


def test_a_question_is_put_together_with_touches_and_asked_again(chromium: Browser, address: str) -> None:
    page = opened(chromium, f"{address}/ask/solo", has_touch=True)
    page.locator('#picker .colours button:has-text("Blue")').tap()
    page.locator(face(page, "Blue Draw 2")).tap()
    page.locator('#picker .colours button:has-text("Black")').tap()
    page.locator(face(page, "Draw 4 + Choose a Color")).tap()
    assert page.locator('[data-slot="owed"]').is_hidden()
    page.locator('.chip:has-text("I owe cards")').tap()
    page.locator('[data-slot="owed"] .chip:has-text("2") >> nth=0').tap()
    page.locator(".desk .lead").tap()
    page.wait_for_url(f"**{ASKED}")
    assert page.locator("#word").inner_text() == "No."

    page.locator('a:has-text("Ask something else")').tap()
    page.wait_for_url("**/ask/solo?q=play&**")
    page.locator('.place .chosen[aria-label="on top: Blue Draw 2"]').wait_for()
    assert page.locator('input[name="phase"]:checked').get_attribute("value") == "owed"
    assert page.locator('[data-slot="owed"]').is_visible()


def test_no_card_can_be_picked_more_often_than_there_is(chromium: Browser, address: str) -> None:
    """In SWUP once, in Solo twice; what is taken lies on the table; what is taken away can be picked again."""
    page = opened(chromium, f"{address}/ask/swup?q=take&loose=y9,b3")
    choose = '.place .chosen[aria-label^="{}"]'.format
    page.locator(choose("I play")).click()
    page.locator('#picker .colours button:has-text("Yellow")').click()
    assert page.locator(face(page, "Yellow 9")).is_disabled(), "it lies on the table"
    assert page.locator(face(page, "Yellow 8")).is_enabled()
    page.locator(choose("I take")).click()
    assert page.locator(face(page, "Yellow 8")).count() == 0, "it lies nowhere"
    assert page.locator("#picker .faces button").count() == 2, "what lies there, and nothing else"
    page.locator(face(page, "Yellow 9")).click()
    assert page.locator(face(page, "Yellow 9")).is_disabled(), "it is taken"
    page.locator(choose("loose on the table")).click()
    page.locator('#picker .taken [aria-label="− Yellow 9"]').click()
    page.locator(choose("I play")).click()
    page.locator('#picker .colours button:has-text("Yellow")').click()
    assert page.locator(face(page, "Yellow 9")).is_enabled()

    page.goto(f"{address}/ask/solo?q=play&top=r7&card=r7")
    page.locator(choose("my hand")).click()
    page.locator('#picker .colours button:has-text("Red")').click()
    page.locator(face(page, "Red 7")).click()
    assert page.locator(face(page, "Red 7")).is_disabled(), "the other one lies on top, and this is the one to play"
    assert page.locator(choose("my hand: Red 7")).count() == 1


IN_VIEW = """() => {
  const box = document.querySelector('#picker').getBoundingClientRect();
  return box.top >= -1 && box.bottom <= innerHeight + 1;
}"""


@pytest.mark.parametrize(
    "game", [game if game == "schweinsgalopp" else pytest.param(game, marks=pytest.mark.long) for game in games()]
)
def test_a_tap_on_a_place_shows_the_cards_to_choose_from(chromium: Browser, address: str, game: str) -> None:
    """Of every question, on a phone: nobody taps a plus sign and sees nothing happen."""
    desk = words.desk(game)
    assert desk is not None
    page = opened(chromium, f"{address}/ask/{game}", viewport={"width": 390, "height": 844}, has_touch=True)
    for question in desk.questions:
        page.goto(f"{address}/ask/{game}?q={question.name}")
        for place in page.locator(".place:not([hidden]) .chosen").all():
            page.evaluate("scrollTo(0, 0)")
            place.tap()
            page.wait_for_function(IN_VIEW)


def test_a_link_to_a_slot_of_the_form_turns_to_it(chromium: Browser, address: str) -> None:
    page = opened(chromium, f"{address}/ask/swup/build?loose=b7&card=k2&picks=b7")
    page.locator('.unsaid a:has-text("I keep in my hand")').click()
    page.locator('#picker h2:has-text("I keep in my hand")').wait_for()
    page.goto(f"{address}/ask/swup/collect?own=k4,r3")
    page.locator('a:has-text("Fill it in")').click()
    page.locator('#picker h2:has-text("my hand")').wait_for()


@pytest.mark.long
def test_a_hand_of_several_cards_is_filled_and_emptied_with_the_mouse(chromium: Browser, address: str) -> None:
    page = opened(chromium, f"{address}/ask/solo?q=gift")
    page.locator('.place .chosen[aria-label^="my hand"]').click()
    for name in ("Red 1", "Red 1", "Red 2"):
        page.locator(face(page, name)).click()
    page.locator('#picker .taken button[aria-label="− Red 1"] >> nth=0').click()
    page.locator('.place .chosen[aria-label="my hand: Red 1, Red 2"]').wait_for()
    page.locator(face(page, "Red 3")).click()
    page.locator('.place .chosen[aria-label^="I give"]').click()
    page.locator(face(page, "Red 1")).click()
    page.locator(face(page, "Red 2")).click()
    assert page.locator(face(page, "Red 3")).is_disabled(), "two cards, no more"
    page.locator(".desk .lead").click()
    page.wait_for_url("**/ask/solo/gift?hand=r1,r2,r3&gift=r1,r2")
    assert page.locator("#word").inner_text() == "Yes."


def test_the_keyboard_alone_asks(chromium: Browser, address: str) -> None:
    page = opened(chromium, f"{address}/ask/schwupps")
    page.locator(face(page, "Plus 1")).focus()
    page.keyboard.press("Enter")
    page.locator('#picker h2:has-text("on the pile beside it")').wait_for()
    assert page.evaluate("document.activeElement.closest('#picker') !== null"), "the focus goes on to the next card"
    page.locator(face(page, "Blue 4")).press("Enter")
    page.locator(face(page, "Blue 5")).press(" ")
    page.locator(".desk .lead").press("Enter")
    page.wait_for_url("**/ask/schwupps/play?task=%2B1&top=b4&card=b5**")
    assert page.locator("#word").inner_text() == "Yes."


def test_without_scripts_lists_stand_in_for_the_picker_and_the_answer_is_whole(chromium: Browser, address: str) -> None:
    page = opened(chromium, f"{address}/stored")
    page.context.new_cdp_session(page).send("Emulation.setScriptExecutionDisabled", {"value": True})
    page.goto(f"{address}/ask/solo")
    page.locator("#top").select_option("r7")
    page.locator("#card").select_option("b3")
    page.locator(".desk .lead").click()
    page.wait_for_url("**/ask/solo/play?top=r7&card=b3&phase=turn")
    assert page.locator("#word").inner_text() == "No."
    assert page.locator(".instead .face").count() > 20
    assert page.locator("[data-share]").is_hidden()


@pytest.mark.long
@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
def test_axe_finds_nothing_in_any_state_by_day_and_by_night(chromium: Browser, address: str, locale: str) -> None:
    found: dict[str, list[str]] = {}
    for scheme in ("light", "dark"):
        page = opened(chromium, f"{address}/ask/solo", color_scheme=scheme, locale=locale)
        for name, url in STATES.items():
            page.goto(address + url)
            page.evaluate("() => document.fonts.ready.then(() => 0)")
            found[f"{name}, {scheme}"] = faults(page)
    assert {name: faulty for name, faulty in found.items() if faulty} == {}


@pytest.mark.long
def test_nothing_is_cut_off_at_any_size_or_with_large_text(chromium: Browser, address: str) -> None:
    found: dict[str, list[str]] = {}
    page = opened(chromium, f"{address}/ask/solo", locale="de-DE")
    for name, url in {**STATES, **{f"examples of {game}": f"/ask/{game}" for game in games()}}.items():
        page.goto(address + url)
        page.evaluate("() => document.fonts.ready.then(() => 0)")
        page.evaluate("() => document.querySelectorAll('details').forEach((one) => { one.open = true; })")
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            found[f"{name}, {width}"] = lost(page)
        page.set_viewport_size({"width": 390, "height": 844})
        larger(page, 200)
        found[f"{name}, large"] = lost(page)
    assert {name: faulty for name, faulty in found.items() if faulty} == {}
