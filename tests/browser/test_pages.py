"""True of every page: no barrier that axe finds, no word of the other language, no other host, no sideways scroll."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polib
import pytest
from axe_playwright_python.sync_playwright import Axe

from kartentisch.play.games import games
from kartentisch.store import MemoryStore
from kartentisch.web.live.registry import RoomRegistry
from kartentisch.web.live.world import World
from tests.browser import live
from tests.browser.everywhere import over
from tests.browser.live import targets_of
from tests.browser.past import Past, served, sit
from tests.ways import first_now, long

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

pytestmark = [pytest.mark.browser, pytest.mark.slow]

RULES = {
    "rules": {"target-size": {"enabled": True}}, "resultTypes": ["violations"], "preload": {"assets": ["media"]}
}  # fmt: skip
"""For axe. What it could load beforehand besides, style sheets, no rule reads that is switched on."""
VIOLATIONS = """how => axe.run(how).then(({ violations }) => violations.flatMap(
  ({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 150)}`)))"""
SIZES = {"small phone": (320, 568), "phone": (360, 640), "tablet": (820, 1180), "desktop": (1440, 900)}
CATALOG = Path(__file__).resolve().parents[2] / "src" / "kartentisch" / "words" / "locale" / "de.po"
WORD = re.compile(r"[^\W\d_]{2,}")
LANGUAGE_NAMES = {"english", "deutsch"}
"""The switch between the languages names each in its own."""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with live.server() as found:
        yield found


@pytest.fixture
def requests() -> list[str]:
    """Every address that a page of the test asked for."""
    return []


def visitor(chromium: Browser, requests: list[str], language: str, size: str, **more: Any) -> Page:
    """A new browser with nothing in it."""
    width, height = SIZES[size]
    context: BrowserContext = chromium.new_context(
        locale=language, viewport={"width": width, "height": height}, reduced_motion="reduce", **more
    )
    page = context.new_page()
    page.on("request", lambda request: requests.append(request.url))
    page.on("websocket", lambda ws: requests.append(ws.url))
    return page


def start(page: Page, address: str) -> None:
    """A table of bots and this person, in the middle of its match."""
    page.goto(address)
    page.locator('.games form[action="/open/schwupps"] button').click()
    page.wait_for_function("() => document.querySelector('.fan.mine')")


def move_by_script(page: Page, now: dict[str, Any]) -> None:
    """One step by clicks that need no pointer."""
    for card in live.fitting(now):
        page.locator(f'.fan.mine > .card[data-card="{card}"]').dispatch_event("click")
        for target in targets_of(card, now):
            button = page.locator(f".actions [data-element^='to:{target}'], .actions [data-element='to:']").first
            last = button.get_attribute("data-element") == "to:"
            button.dispatch_event("click")
            if last:
                return
        return
    page.locator(f'.actions [data-element="{live.ready(now)[0]}"]').dispatch_event("click")


def faults(page: Page) -> list[str]:
    """What axe finds, in short."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(Axe().axe_script)
    found: list[str] = page.evaluate(VIOLATIONS, RULES)
    return found


def english_words() -> set[str]:
    """Words that stand in English sentences of the product and in no German one."""
    catalog = polib.pofile(str(CATALOG))
    english, german = set[str](), set[str]()
    for entry in catalog:
        texts = [entry.msgid, entry.msgid_plural]
        said = [entry.msgstr, *entry.msgstr_plural.values()]
        english |= {word for text in texts for word in WORD.findall(re.sub(r"\{.*?\}", "", text).lower())}
        german |= {word for text in said for word in WORD.findall(re.sub(r"\{.*?\}", "", text).lower())}
    return english - german - LANGUAGE_NAMES


SPOKEN = """() => {
  for (const notation of document.querySelectorAll('code')) notation.remove();
  const named = [...document.querySelectorAll('[aria-label], [title], [alt]')];
  const names = named.map(e => [e.ariaLabel, e.title, e.alt].filter(Boolean).join(' '));
  return [document.title, document.body.innerText, ...names].join(' ');
}"""


def spoken(page: Page) -> str:
    """All that is to be read or heard on a page, but for the notation of moves, which has no language."""
    found: str = page.evaluate(SPOKEN)
    return found


def hosts(requests: list[str]) -> set[str]:
    """Hosts that were asked for anything."""
    return {url.split("/")[2] for url in requests if not url.startswith(("data:", "blob:"))}


def sideways(page: Page) -> int:
    """By how many pixels the page is wider than its window."""
    found: int = page.evaluate("() => document.documentElement.scrollWidth - window.innerWidth")
    return found


@pytest.mark.parametrize(
    ("language", "size"),
    [long(language, size) for language in ("en-GB", "de-DE") for size in ("desktop", "phone")],
)
def test_axe_finds_nothing_at_home_in_the_form_on_the_rules_page_and_in_the_middle_of_a_match(
    chromium: Browser, address: str, requests: list[str], size: str, language: str
) -> None:
    """With target-size switched on."""
    page = visitor(chromium, requests, language, size)
    for path in ("/", "/open/schwupps", "/rules/schwupps", "/stored"):
        page.goto(address + path)
        assert faults(page) == [], path
        if page.locator("form details").count():
            live.unfold(page)
            assert faults(page) == [], f"{path}, unfolded"
    start(page, address)
    assert faults(page) == []
    live.wait_for_turn(page, 60)
    page.locator(".fan.mine > .card").first.click()
    assert faults(page) == []
    assert hosts(requests) == {address.split("/")[2]}


def test_axe_finds_nothing_at_the_end_and_nothing_there_is_english_on_a_german_page(
    chromium: Browser, requests: list[str]
) -> None:
    rooms = RoomRegistry(MemoryStore(), World())
    seat = Past("schwupps", 2, 5).go_on(over).written(rooms.store, "ended", "Ana")
    page = visitor(chromium, requests, "de-DE", "phone")
    with served(rooms) as running:
        sit(page.context, running.address, rooms.store, seat)
        page.goto(running.address + seat)
        page.locator(".result tbody tr").first.wait_for()
        assert faults(page) == []
        assert english_words() & set(WORD.findall(spoken(page).lower())) == set()
        assert sideways(page) == 0


def test_german_pages_hold_no_english_word(chromium: Browser, address: str, requests: list[str]) -> None:
    words = english_words()
    assert {"your", "turn", "plays", "table"} <= words, "the list of words is not empty"
    page = visitor(chromium, requests, "de-DE", "desktop")
    for path in ("/", "/open/schwupps", "/rules/schwupps", "/stored", "/nothing"):
        page.goto(address + path)
        live.unfold(page)
        assert words & set(WORD.findall(spoken(page).lower())) == set(), path
    start(page, address)
    live.wait_for_turn(page, 60)
    assert words & set(WORD.findall(spoken(page).lower())) == set()
    page.locator(".menu").click()
    assert words & set(WORD.findall(spoken(page).lower())) == set()
    assert hosts(requests) == {address.split("/")[2]}


BROKEN = """() => [...document.querySelectorAll('h1, h2')].flatMap(node =>
[...node.textContent.matchAll(/[^\\s-]+/g)].filter(word => {
  const range = document.createRange();
  range.setStart(node.firstChild, word.index);
  range.setEnd(node.firstChild, word.index + word[0].length);
  return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
}).map(word => word[0]))"""


@pytest.mark.parametrize("language", first_now(["de-DE", "en-GB"]))
def test_no_name_of_a_game_is_broken_on_a_small_phone(
    chromium: Browser, address: str, requests: list[str], language: str
) -> None:
    page = visitor(chromium, requests, language, "small phone")
    page.goto(address)
    page.evaluate("() => document.fonts.ready.then(() => 0)")
    for width in (320, 360, 390):
        page.set_viewport_size({"width": width, "height": 640})
        assert page.evaluate(BROKEN) == [], width
    page.context.close()


@pytest.mark.parametrize("size", first_now(SIZES))
def test_the_home_page_says_what_each_game_is_about(
    chromium: Browser, address: str, requests: list[str], size: str
) -> None:
    page = visitor(chromium, requests, "de-DE", size)
    page.goto(address)
    goals = page.locator(".games .goal")
    assert goals.count() == len(games())
    for i in range(goals.count()):
        assert goals.nth(i).is_visible()
    assert sideways(page) == 0


@pytest.mark.parametrize("size", first_now(SIZES))
def test_nothing_scrolls_sideways_and_the_table_does_not_scroll_at_all(
    chromium: Browser, address: str, requests: list[str], size: str
) -> None:
    page = visitor(chromium, requests, "de-DE", size)
    for path in ("/", "/open/schwupps", "/rules/schwupps", "/stored"):
        page.goto(address + path)
        assert sideways(page) == 0, path
        live.unfold(page)
        assert sideways(page) == 0, f"{path}, unfolded"
    start(page, address)
    assert sideways(page) == 0
    assert page.evaluate("() => document.documentElement.scrollHeight - window.innerHeight") <= 0


def test_an_illegal_try_says_why_and_two_devices_on_one_seat_agree(
    chromium: Browser, address: str, requests: list[str]
) -> None:
    page = visitor(chromium, requests, "en-GB", "desktop")
    start(page, address)
    twin = page.context.new_page()
    twin.goto(page.url)
    now = live.wait_for_turn(page, 60)
    while all(not low for _, low in now["cards"]):  # every card fits: shift until one does not
        move_by_script(page, now)
        page.wait_for_timeout(200)
        now = live.wait_for_turn(page, 60)
    card = next(card for card, low in now["cards"] if low)
    page.locator(f'.fan.mine > .card[data-card="{card}"]').click()
    page.locator('.zones [data-element="A1"]').click()
    page.wait_for_function("() => /does not fit/.test(document.querySelector('.prompt').innerText)")
    assert "this pile wants" in page.locator(".prompt").inner_text()
    assert live.hand(page) == live.hand(twin)
    now = live.state(page)
    page.keyboard.press("Escape")
    page.locator('.actions [data-element="button:A"]').click()
    for one in (page, twin):
        one.wait_for_function("n => Number(document.querySelector('.page').dataset.number) > n", arg=now["number"])
    assert live.hand(page) == live.hand(twin)
    assert live.state(page)["number"] == live.state(twin)["number"]
