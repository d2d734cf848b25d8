"""One screen in the middle and five people's phones on one server: a round of Solo begins; hand mode in every game."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import TimeoutError

from kartentisch.play.games import games, sheet
from kartentisch.table.settings import Settings, checked_settings
from kartentisch.web.live.room import Room
from tests.browser.clocked import NAMES, Clocked, clocked, until
from tests.browser.test_pages import faults
from tests.ways import long
from tests.web.support.solo_tables import lay

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = [pytest.mark.browser, pytest.mark.slow]

LEAST = 32
"""Of the print on a screen, in px at 1920 x 1080."""

STUBS = """
window.spoken = [];
window.asleep = [];
window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
Object.defineProperty(window, 'speechSynthesis', {value: {
  getVoices: () => [{lang: 'en-GB'}], cancel() {}, addEventListener() {},
  speak(one) { window.spoken.push(one.text); setTimeout(() => one.onend(), 10); },
}});
Object.defineProperty(navigator, 'wakeLock', {value: {
  request(kind) { window.asleep.push(kind); return Promise.resolve({}); },
}});
"""
"""A browser that can speak and stay awake, and writes down what it was asked for."""

SMALL = """least => [...document.querySelectorAll('#app *')].filter(node =>
  [...node.childNodes].some(child => child.nodeType === 3 && child.textContent.trim())
  && node.getClientRects().length && !node.closest('.unseen, svg')
  && parseFloat(getComputedStyle(node).fontSize) < least).map(node => `${node.className}: ${node.textContent}`)"""
"""What is printed smaller than that."""

OUTSIDE = """() => {
  const all = document.querySelectorAll('.board, .say, .told, .qr, .standing, .tools .quiet, .seat .name');
  const [wide, high] = [innerWidth * .049, innerHeight * .049];
  return [...all].filter(node => {
    const {left, top, right, bottom, width} = node.getBoundingClientRect();
    return width && (left < wide || right > innerWidth - wide || top < high || bottom > innerHeight - high);
  }).map(node => node.className);
}"""
"""What lies in the edge that a television may cut off."""

FACES = """() => [...document.querySelectorAll('#app use, .air use')].map(node => node.getAttribute('href'))
  .filter(href => href.includes('/cards/'))"""


@pytest.fixture(scope="module")
def server() -> Iterator[Clocked]:
    with clocked(reached=True) as found:
        yield found


@pytest.fixture(autouse=True)
def five(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.browser.clocked.NAMES", (*NAMES, "Emil"))


def table(server: Clocked) -> Room:
    """A table of Solo for five with one seat that is still free."""

    async def work() -> Room:
        plan = ("you", "open", "open", "open", "open")
        settings = checked_settings(sheet("solo"), plan, {}, server.rooms.bot_pool.levels)
        assert isinstance(settings, Settings)
        room = await server.rooms.open(settings, "Anna")
        for seat in (1, 2, 3):
            await room.sit(NAMES[seat], f"join-{seat:08}", seat)
        return room

    return server.do(work)


def screen_of(chromium: Browser, address: str, stubs: str = STUBS) -> Page:
    context = chromium.new_context(viewport={"width": 1920, "height": 1080}, reduced_motion="reduce", locale="en-GB")
    page = context.new_page()
    page.clock.install()
    page.add_init_script(stubs)
    page.goto(address)
    page.wait_for_selector(".page:not([data-number='-1'])")
    return page


def told(screen: Page, sentence: str) -> None:
    until(screen, "text => document.querySelector('.told')?.innerText.includes(text)", sentence)


def seat(screen: Page, number: int) -> str:
    """What the screen shows at a seat."""
    return re.sub(r"\s+", " ", screen.locator(f".seat[data-seat='{number}']").inner_text())


def top(screen: Page) -> str | None:
    return screen.locator("[data-zone='discard'] .card").get_attribute("data-card")


def switch_on(phone: Page) -> None:
    """Hand mode, from the person's options."""
    phone.locator(".bar .menu").click()
    phone.locator("#sheet-menu .button:has([href$='#options'])").click()
    phone.locator("[data-option='hand']").click()
    phone.locator("#sheet-options header .quiet").click()
    phone.wait_for_selector(".page[data-hand='true']")


@pytest.mark.long
def test_a_screen_and_the_phones_of_five_begin_a_round(chromium: Browser, server: Clocked) -> None:
    """The phones of two do nothing, so they are not there."""
    room = table(server)
    screen = screen_of(chromium, f"{server.address}/t/{room.id}/screen")
    phones = [server.sit(chromium, room, number, locale="en-GB") for number in range(2)]

    assert screen.evaluate("document.documentElement.dataset.theme") == "dark"
    assert screen.evaluate("window.asleep") == ["screen"]
    picture = screen.locator(".ways .qr svg")
    assert picture.locator("path").first.get_attribute("fill") == "#fff"
    assert screen.locator(".ways .code b").inner_text() == room.join_code.letters
    assert screen.locator(".ways b").first.inner_text() == "1 seat is free"
    assert screen.evaluate(SMALL, LEAST) == []
    assert screen.evaluate(OUTSIDE) == []

    fifth = chromium.new_context(
        viewport={"width": 390, "height": 844}, reduced_motion="reduce", locale="en-GB"
    ).new_page()
    fifth.goto(f"{server.address}/t/{room.id}?seat=4")
    fifth.locator("#name").fill("Emil")
    fifth.locator(".go .button").click()
    phones.append(fifth)
    until(
        screen,
        "() => document.querySelector('.page').dataset.phase === 'playing' && !document.querySelector('.qr')",
        seconds=30,
    )
    screen.locator("[data-tool='aloud']").click()
    screen.wait_for_selector("[data-tool='aloud'][aria-pressed='true']")

    server.do(lambda: _lay(room, "r1 b7 y2", "r4 g9", "gX b1 b2", "y3 y4 b8", "b3 y6 g6"))
    until(screen, "() => document.querySelector('.say')?.innerText.startsWith('Waiting for Anna.')")
    assert screen.locator(".standing li b").all_inner_texts() == ["0"] * 5
    assert seat(screen, 0) == "3 Anna to move"
    assert seat(screen, 1) == "2 Ben"
    phones[0].locator(".fan.mine > [data-card='r1.1']").click()
    phones[0].locator(".fan.mine > [data-card='r1.1']").click()
    told(screen, "Anna plays red 1.")
    assert top(screen) == "r1.1"
    assert seat(screen, 0) == "2 Anna"

    switch_on(phones[1])
    assert phones[1].locator(".zones, .seat").count() == 0
    assert faults(phones[1]) == []
    phones[1].locator(".fan.mine > [data-card='r4.1']").click()
    phones[1].locator(".actions [data-element^='to:']").click()
    told(screen, "Ben plays red 4.")
    assert top(screen) == "r4.1"
    assert seat(screen, 1).startswith("1 Ben")
    assert "strong" in (screen.locator(".seat[data-seat='1'] .count").get_attribute("class") or "")

    held = {"b7", "y2", "g9", "gX", "b1", "b2", "y3", "y4", "b8", "b3", "y6", "g6"}
    shown = {href.partition("#")[2].removesuffix("-small") for href in screen.evaluate(FACES)}
    assert "r4" in shown
    assert not shown & held
    assert screen.evaluate(SMALL, LEAST) == []
    assert screen.evaluate(OUTSIDE) == []
    assert faults(screen) == []
    screen.locator("[data-tool='theme']").click()
    assert faults(screen) == []
    assert [text for text in screen.evaluate("window.spoken") if "plays" in text] == [
        "Anna plays red 1.", "Ben plays red 4.",
    ]  # fmt: skip
    for page in (screen, *phones):
        page.context.close()


async def _lay(room: Room, *hands: str) -> None:
    lay(room, *hands, top="r5", turn=0)


def test_where_there_is_no_wake_lock_it_is_said_once_and_without_a_voice_too(
    chromium: Browser, server: Clocked
) -> None:
    room = table(server)
    bare = "for (const name of ['wakeLock']) Object.defineProperty(navigator, name, {value: undefined});"
    bare += "Object.defineProperty(window, 'speechSynthesis', {value: undefined});"
    screen = screen_of(chromium, f"{server.address}/t/{room.id}/screen", bare)
    assert "cannot keep this screen on" in screen.locator(".told .note").inner_text()
    assert screen.locator(".prompt").evaluate("e => e.scrollHeight <= e.clientHeight"), "nothing of it is cut"
    assert screen.locator(".standing li b").all_inner_texts() == [], "there are no points before the first deal"
    screen.clock.fast_forward(20_000)
    until(screen, "() => !document.querySelector('.note')")
    screen.locator("[data-tool='aloud']").click()
    until(screen, "() => document.querySelector('.note')?.innerText.includes('This browser cannot read aloud.')")
    assert screen.locator("[data-tool='aloud']").get_attribute("aria-pressed") == "false"
    screen.reload()
    screen.wait_for_selector(".page:not([data-number='-1'])")
    assert screen.locator(".note").count() == 0
    screen.context.close()


OPTIONS: dict[str, dict[str, Any]] = {"schweinsgalopp": {"track_scoff": True}}
"""So that something has to be picked on the table that no card of the hand begins with."""


@pytest.mark.parametrize("game", [game if game in ("schweinsgalopp", "swup") else long(game) for game in games()])
def test_hand_mode_plays_a_move_of_every_game_by_hand_and_buttons_alone(
    chromium: Browser, server: Clocked, game: str
) -> None:
    room = server.table("you", "open", game=game, options=OPTIONS.get(game, {}))
    phone = server.sit(chromium, room, room.table.actors()[0], locale="en-GB")
    switch_on(phone)
    number = room.table.number
    ways = [
        ".acts .button:not(.not-now, .back, [data-control], [data-element='button:draw'])",
        ".fan.mine > .card:not(.low, .up)",
        ".acts [data-element='button:draw']:not(.not-now)",  # where no card of the hand fits
    ]
    end = time.monotonic() + 150  # the first move of a game may have to wait until its rules are compiled
    while room.table.number == number and time.monotonic() < end:
        offered = [found for found in map(phone.locator, ways) if found.count()]
        with suppress(TimeoutError):  # it was taken away by what came of the press before
            offered[0].first.click(timeout=2_000) if offered else phone.wait_for_timeout(50)
        phone.wait_for_timeout(150)
    assert room.table.number > number
    phone.context.close()
