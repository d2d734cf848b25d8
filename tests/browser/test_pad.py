"""The score pad in a browser: by touch, mouse and keyboard, undone and put back, without a network once it is open."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal

import pytest

from kartentisch.play.games import games
from tests.browser import live, pads
from tests.browser.looks import larger, lost
from tests.browser.pads import entered, open_pad, open_round, solo_round, stored, totals
from tests.browser.test_pages import faults
from tests.ways import long

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = [pytest.mark.browser]
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with live.server() as found:
        yield found


@pytest.fixture
def page(chromium: Browser) -> Page:
    return chromium.new_context(viewport={"width": 390, "height": 844}, locale="en-GB", has_touch=True).new_page()


def notice(page: Page) -> str:
    return page.locator(".notice span").inner_text()


def headline(page: Page) -> str:
    return page.locator(".leads b").inner_text()


def test_cards_are_entered_by_touch_from_the_first_name_to_the_total(page: Page, address: str) -> None:
    page.goto(f"{address}/pad/solo")
    for number, name in enumerate(("Anna", "Grandpa Heinz", "Lea")):
        page.locator("form li input").nth(number).fill(name)
    page.locator("[data-do=begin]").tap()
    assert page.locator(".sums > p").inner_text() == "Nothing is entered yet. Lea deals round 1, Anna starts."
    page.locator("[data-do=round]").tap()
    for key in ("7", "S", "C"):
        page.locator(f'[data-key="{key}"]').tap()
    assert (page.locator(".held .sum").inner_text(), page.locator(".adds").inner_text()) == ("67", "7 + 20 + 40")
    page.locator(".held .card").first.tap()
    assert page.locator(".held .sum").inner_text() == "60"
    page.locator("[data-do=undo]").tap()
    assert (page.locator(".held .sum").inner_text(), notice(page)) == ("67", "Undone: Anna: − 7")
    page.locator("[data-do=next]").tap()
    page.locator("[data-do=out]").tap()
    assert page.locator(".person").nth(1).inner_text().split() == ["Grandpa", "Heinz", "out"]
    assert page.locator(".person[aria-pressed=true] bdi").inner_text() == "Lea"
    page.locator("[data-do=save]").tap()
    assert page.locator("#lack").inner_text() == "Lea has not gone out: what is left there?"
    page.locator('[data-key="+4"]').tap()
    page.locator("[data-do=save]").tap()
    assert totals(page) == ["67", "0", "50"]
    assert headline(page) == "Grandpa Heinz leads with 0 points."
    assert "Above 500 it is over: Anna is 434 points away." in page.locator(".leads").inner_text()
    assert page.locator(".kept").inner_text() == "Saved on this device."
    page.reload()
    assert totals(page) == ["67", "0", "50"]


def test_a_round_of_steps_is_entered_with_the_keyboard_and_says_what_is_missing(page: Page, address: str) -> None:
    open_pad(page, address, "swup", [])
    page.locator("[data-do=round]").focus()
    page.keyboard.press("Enter")
    page.locator("main[data-view=round]").wait_for()
    for cell, presses in (("most", ["Space"]), ("black", ["Space", "ArrowRight"]), ("last", ["Space"])):
        page.locator(f"[name=cell-{cell}]").first.focus()
        for key in presses:
            page.keyboard.press(key)
    page.get_by_label("Anna: Stars", exact=True).focus()
    page.keyboard.type("6")
    page.keyboard.press("Tab")
    assert page.locator("#lack").inner_text() == (
        "One is missing. The seven lie on the four 1s, on black 2, and two on red 10."
    )
    assert page.locator(".of").first.inner_text() == "6 of 7"
    save = page.locator("[data-do=save]")
    save.focus()
    page.keyboard.press("Enter")
    assert page.locator("main").get_attribute("data-view") == "round"
    page.get_by_label("Ben, Stars: one more").focus()
    page.keyboard.press("Enter")
    assert page.locator(".tally dd").all_inner_texts() == ["8", "3"]
    save.focus()
    page.keyboard.press("Enter")
    assert totals(page) == ["8", "3"]


def test_a_tournament_ends_by_mouse_with_its_winner(page: Page, address: str) -> None:
    open_pad(page, address, "schwupps")
    assert totals(page) == ["3", "−4", "−7"]
    page.locator("[data-do=round]").click()
    page.locator(".choices label").nth(2).click()
    for person, n in ((0, "12"), (1, "1")):
        field = page.locator(".stepper input").nth(person)
        field.fill(n)
        field.press("Tab")
    assert headline(page) == "Cem wins with −2 points."
    page.locator("[data-do=save]").click()
    assert totals(page) == ["−9", "−5", "−2"]
    assert headline(page) == "Cem wins with −2 points."
    page.locator("[data-do=again]").click()
    assert [field.input_value() for field in page.locator("form li input").all()] == ["Anna", "Ben", "Cem"]


def test_who_has_as_much_as_another_wins_together_with_them(page: Page, address: str) -> None:
    open_pad(page, address, "schweinsgalopp", [entered(n, banked={"0": 3, "2": 3}) for n in (1, 2, 3)])
    assert headline(page) == "Anna and Cem win together with 9 each."


def test_a_match_ends_above_the_limit_and_the_plot_shows_it(page: Page, address: str) -> None:
    open_pad(page, address, "solo", options={"limit": 99})
    assert headline(page) == "Cem wins with 2 points."
    assert page.locator(".running .limit").count() == 1
    assert page.locator(".running .own text").text_content() == "Cem"
    assert page.locator("[data-do=round]").count() == 0


def test_every_entry_can_be_undone_in_words_and_put_back(page: Page, address: str) -> None:
    """The newest ones with the arrow, one after the other; any other in the list."""
    open_pad(page, address, "solo")
    whole = totals(page)
    assert whole == ["67", "109", "2"]
    said = []
    for _ in range(6):
        page.locator("[data-do=undo]").click()
        said.append(notice(page))
    assert said == [
        "Undone: Round 2: Who went out? Anna",
        "Undone: Round 2, Cem: 2",
        "Undone: Round 2, Ben: 9",
        "Undone: Round 1: Who went out? Cem",
        "Undone: Round 1, Ben: 100",
        "Undone: Round 1, Anna: 67",
    ]
    assert totals(page) == ["0", "0", "0"]
    page.locator("[data-do=menu]").click()
    page.locator("[data-do=history]").click()
    back = page.locator(".entries li:has(s) button")
    for left in range(6, 0, -1):
        assert back.count() == left
        back.first.click()
    assert totals(page) == whole
    page.locator(".entries li", has_text="Round 1, Ben: 100").locator("button").click()
    assert totals(page) == ["0", "9", "2"], "round 1 is not complete any more"
    kept = json.loads(page.evaluate("() => localStorage.getItem('kartentisch.pads.solo')"))[0]["entries"]
    assert len(kept) == len(stored("solo")["entries"]) + 6 + 6 + 1, "nothing was removed"
    assert page.locator("tbody tr.open th").all_inner_texts() == ["Round 1"]


def test_an_earlier_round_is_changed_and_only_what_changed_is_an_entry(page: Page, address: str) -> None:
    open_pad(page, address, "schwupps")
    page.get_by_label("Change round 1").click()
    field = page.locator(".stepper input").nth(1)
    assert field.input_value() == "4"
    field.fill("14")
    field.press("Tab")
    page.locator("[data-do=save]").click()
    assert totals(page) == ["3", "−4", "−17"]
    newest = json.loads(page.evaluate("() => localStorage.getItem('kartentisch.pads.schwupps')"))[0]["entries"][-1]
    assert {key: newest[key] for key in ("do", "round", "values")} == entered(1, left={"2": 14})


def test_what_is_tapped_outlasts_a_reload(page: Page, address: str) -> None:
    open_round(page, address, "solo")
    page.keyboard.press("9")
    page.keyboard.press("9")
    page.keyboard.press("Backspace")
    page.reload()
    page.locator("main[data-view=round]").wait_for()
    assert page.locator(".held .sum").inner_text() == "9"


def test_a_pad_works_without_a_network_once_it_is_open(page: Page, address: str) -> None:
    """Also parts that were never shown before: nothing is fetched after the page is there."""
    open_pad(page, address, "solo")
    page.context.set_offline(True)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.locator("[data-do=round]").click()
    for person in range(3):
        page.locator(".person").nth(person).click()
        if person == 1:
            page.locator("[data-do=out]").click()
        else:
            page.locator('[data-key="A"]').click()
    page.locator("[data-do=save]").click()
    assert totals(page) == ["107", "109", "42"]
    page.locator("[data-do=menu]").click()
    page.locator("[data-do=history]").click()
    assert asked == []
    page.context.set_offline(False)


def test_names_that_are_alike_and_numbers_that_cannot_be_get_a_sentence(page: Page, address: str) -> None:
    page.goto(f"{address}/pad/schweinsgalopp")
    for number, name in enumerate(("Anna", " anna ", "Lea")):
        page.locator("form li input").nth(number).fill(name)
    page.locator("[data-do=begin]").click()
    assert page.locator(".problem").inner_text() == "Two people are called anna. Give one of them another name."
    page.locator("form li input").nth(1).fill("x" * 40)
    assert page.locator("form li input").nth(1).input_value() == "x" * 24
    page.evaluate("() => { document.querySelector('details').open = true; }")
    page.locator("#option-rounds").fill("500")
    page.locator("[data-do=begin]").click()
    assert page.locator(".problem").inner_text() == "“Rounds” cannot be 500: it is 1 to 99."


def test_what_somebody_else_has_stored_does_not_break_the_page(page: Page, address: str) -> None:
    page.goto(f"{address}/pad/swup")
    for text in ('"nonsense"', "[1, null]", '[{"id": "x", "people": 2}]', "{", '[{"id":"x","people":1,"entries":[]}]'):
        page.evaluate(pads.PUT, ["kartentisch.pads.swup", text])
        page.evaluate(pads.PUT, ["kartentisch.pad-draft.swup", text])
        page.reload()
        page.locator("main[data-view=setup]").wait_for()


def test_only_so_many_cards_of_a_kind_can_be_pressed(page: Page, address: str) -> None:
    open_pad(page, address, "solo", solo_round(1, 2, p0={"+4": 3}, p1={"1": 1}))
    page.get_by_label("Change round 1").click()
    page.locator(".person").nth(1).click()
    key = page.locator('[data-key="+4"]')
    key.click()
    assert key.get_attribute("aria-disabled") == "true"
    key.dispatch_event("click")
    assert page.locator(".held .sum").inner_text() == "51"


@pytest.mark.parametrize("game", [games()[0], *map(long, games()[1:])])
@pytest.mark.parametrize("locale", ["de-DE", long("en-GB")])
def test_every_state_has_room_on_320_px_and_axe_finds_nothing(
    chromium: Browser, address: str, game: str, locale: str
) -> None:
    page = chromium.new_context(viewport={"width": 320, "height": 640}, locale=locale).new_page()
    ways = {"rounds": open_pad, "a round": open_round}
    for name, way in ways.items():
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            way(page, address, game)
            assert faults(page) == [], f"{name}, {scheme}"
            assert lost(page) == [], name
        larger(page, 200)
        assert lost(page) == [], f"{name}, large text"
        larger(page, 100)
    for sheet in ("history", "names"):
        open_pad(page, address, game)
        page.locator("[data-do=menu]").click()
        page.locator(f"[data-do={sheet}]").click()
        assert faults(page) == [], sheet
