"""People talk: beside the table on a wide screen, in a sheet on a phone, with signs at the seats, and heard once."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

import pytest

from tests.browser import live
from tests.browser.test_pages import english_words, faults, sideways, spoken, visitor

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = [pytest.mark.browser, pytest.mark.slow]

HEARD = "() => [...document.querySelectorAll('#spoken p, .spoken p')].map(p => p.textContent)"


class Two(NamedTuple):
    anna: Page
    """At a wide screen, the host."""
    ben: Page
    """With a phone, in German."""
    address: str


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with live.server() as found:
        yield found


@pytest.fixture
def two(chromium: Browser, server: str) -> Two:
    anna = visitor(chromium, [], "en-GB", "desktop")
    form: dict[str, str | float | bool] = {"name": "Anna", "seat-0": "you", "seat-1": "open"}
    seat = anna.request.post(f"{server}/open/schwupps", form=form, max_redirects=0).headers["location"]
    address = f"{server}{seat.rpartition('/')[0]}"
    ben = visitor(chromium, [], "de-DE", "phone")
    ben.request.post(f"{address}/join", form={"name": "Ben", "ask": "abcdefgh"}, max_redirects=0)
    for number, page in enumerate((anna, ben)):
        page.goto(f"{address}/{number}")
        page.wait_for_function("() => document.querySelector('.fan.mine')")
    return Two(anna, ben, address)


def say(page: Page, text: str) -> None:
    field = page.locator(".talk:visible input")
    field.fill(text)
    field.press("Enter")
    page.wait_for_function("() => [...document.querySelectorAll('.talk input')].every(field => !field.value)")


def said(page: Page) -> list[str]:
    """The lines in sight."""
    page.wait_for_timeout(100)
    return page.locator(".talk:visible .said li").all_inner_texts()


def heard(page: Page, n: int) -> list[str]:
    """What a screen reader was told, once it is `n` sentences."""
    page.wait_for_function(f"n => ({HEARD})().length >= n", arg=n)
    page.wait_for_timeout(400)
    found: list[str] = page.evaluate(HEARD)
    return found


def test_a_line_is_marked_on_the_phone_read_in_its_sheet_and_heard_once(two: Two) -> None:
    anna, ben, _ = two
    before = len(ben.evaluate(HEARD))
    assert ben.locator(".bar .dot").count() == 0
    say(anna, "<b>Hello</b> <img src=x onerror=alert(1)> \u05e9\u05dc\u05d5\u05dd!")
    ben.locator(".bar .dot").wait_for()
    assert ben.locator(".bar .talks").get_attribute("aria-label") == "Tischgespräch: etwas Neues"
    assert heard(ben, before + 1)[before:] == [
        "Anna: <b>Hello</b> <img src=x onerror=alert(1)> \u05e9\u05dc\u05d5\u05dd!"
    ]
    ben.locator(".bar .talks").click()
    assert said(ben) == ["Anna <b>Hello</b> <img src=x onerror=alert(1)> \u05e9\u05dc\u05d5\u05dd!"]
    assert ben.locator(".said img, .said b b").count() == 0, "text is no markup"
    assert ben.locator(".bar .dot").count() == 0
    say(anna, "Are you there?")
    assert said(ben)[-1] == "Anna Are you there?"
    assert heard(ben, before + 2)[-1] == "Anna: Are you there?", "also while the sheet is open"
    assert ben.locator("dialog[open] .spoken p").count() == 1
    say(ben, "Ja, hier!")
    assert said(anna)[-1] == "Ben Ja, hier!"
    assert len(heard(ben, before + 2)) == before + 2, "what one says oneself is not read out"
    ben.reload()
    ben.wait_for_function("() => document.querySelector('.fan.mine')")
    ben.wait_for_timeout(600)
    assert ben.evaluate(HEARD) == [], "what was said before is not read out again"
    ben.locator(".bar .talks").click()
    assert len(said(ben)) == 3


def test_a_sign_stands_at_its_seat_for_two_seconds_and_has_a_name_in_words(two: Two) -> None:
    anna, ben, _ = two
    before = len(ben.evaluate(HEARD))
    anna.locator(".side").get_by_role("button", name="Well played!").click()
    bubble = ben.locator('.seat[data-seat="0"] .bubble')
    bubble.wait_for()
    assert bubble.evaluate("node => node.getAnimations().length") == 0, "nothing moves for who wants no motion"
    anna.locator(".own-bubble .bubble").wait_for()
    assert heard(ben, before + 1)[before:] == ["Anna: Gut gespielt!"]
    for gone in (bubble, anna.locator(".bubble")):
        gone.wait_for(state="detached")
    ben.locator(".bar .talks").click()
    ben.locator("#sheet-talk").get_by_role("button", name="Moment!").click()
    anna.locator('.seat[data-seat="1"] .bubble').wait_for()
    ben.locator("#sheet-talk").wait_for(state="hidden")  # the table is in sight again


@pytest.mark.long
def test_whom_one_does_not_want_to_hear_is_silent_also_after_a_reload(two: Two) -> None:
    anna, ben, _ = two
    earlier = len(ben.evaluate(HEARD))
    say(anna, "One")
    heard(ben, earlier + 1)
    ben.locator(".bar .talks").click()
    mute = ben.locator("#sheet-talk").get_by_role("button", name="Stummschalten")
    mute.click()
    ben.locator("#sheet-talk").get_by_role("button", name="Anna", exact=True).click()
    assert said(ben) == []
    ben.keyboard.press("Escape")
    before = len(ben.evaluate(HEARD))
    say(anna, "Two")
    anna.locator(".side [data-sign=wow]").click()
    ben.wait_for_timeout(600)
    assert len(ben.evaluate(HEARD)) == before
    assert ben.locator(".dot, .bubble").count() == 0
    assert said(anna) == ["Anna One", "Anna Two"], "nobody else learns of it"
    ben.reload()
    ben.wait_for_function("() => document.querySelector('.fan.mine')")
    ben.locator(".bar .talks").click()
    assert said(ben) == []
    mute.click()
    ben.locator('#sheet-talk [data-mute="0"][aria-pressed="true"]').click()
    assert said(ben) == ["Anna One", "Anna Two"]


def test_who_watches_reads_and_a_refusal_stays_beside_the_field(chromium: Browser, two: Two) -> None:
    anna, _, address = two
    say(anna, "Hello")
    watcher = visitor(chromium, [], "en-GB", "desktop")
    watcher.goto(f"{address}/watch")
    watcher.locator(".side .said li").wait_for()
    assert said(watcher) == ["Anna Hello"]
    assert watcher.locator(".talk:visible input, .talk:visible .signs").count() == 0
    # All within the page: on a busy machine single clicks are so slow that the last one is allowed again.
    anna.locator(".side [data-sign=laugh]").evaluate("one => { for (let n = 0; n < 12; n += 1) one.click(); }")
    anna.wait_for_function("() => document.querySelector('.side .answer:not([hidden])')")
    assert "then one every 2 seconds" in anna.locator(".side .answer").inner_text()


@pytest.mark.long
def test_no_barrier_in_the_talk_and_nothing_english_in_german(two: Two) -> None:
    anna, ben, _ = two
    say(anna, "\u00bf" + "x" * 199)
    ben.locator(".bar .dot").wait_for()
    assert faults(ben) == []
    ben.locator(".bar .talks").click()
    ben.get_by_role("button", name="Stummschalten").locator("visible=true").click()
    assert faults(ben) == []
    assert sideways(ben) == 0
    anna.locator(".side .head button").click()
    assert faults(anna) == []
    words = set(re.findall(r"[^\W\d_]{2,}", spoken(ben).lower())) - {"x" * 199}
    assert english_words() & words == set()
    small = ben.evaluate("""() => [...document.querySelectorAll('dialog[open] button, dialog[open] input')]
      .filter(e => e.offsetParent && (e.offsetWidth < 44 || e.offsetHeight < 44)).map(e => e.outerHTML.slice(0, 80))""")
    assert small == []


def test_the_table_is_played_on_by_keys_while_one_types_and_the_talk_is_reached_by_tab(two: Two) -> None:
    anna, ben, _ = two
    field = anna.locator(".side input")
    field.focus()
    anna.keyboard.type("12")
    assert field.input_value() == "12", "digits belong to the field"
    anna.keyboard.press("Enter")
    anna.keyboard.press("Tab")
    anna.keyboard.press("Tab")
    anna.keyboard.press("Enter")
    ben.locator('.seat[data-seat="0"] .bubble').wait_for()
    assert said(anna) == ["Anna 12"]


def test_the_host_empties_names_and_talk_and_every_page_follows(two: Two) -> None:
    anna, ben, _ = two
    say(anna, "A secret")
    heard(ben, 1)
    anna.locator(".menu").click()
    anna.locator('[data-control="forget"]').click()
    anna.locator('[data-answer="yes"]').click()
    ben.locator(".bar .dot").wait_for(state="detached")
    for page, name in ((anna, "Seat 2"), (ben, "Platz 1")):
        page.wait_for_function("name => document.querySelector('.others').innerText.includes(name)", arg=name)
        assert "A secret" not in page.content()
