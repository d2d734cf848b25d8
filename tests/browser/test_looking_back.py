"""A finished match is looked back at, reviewed and played on from; at the new table somebody asks for a hint."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Literal

import pytest

from kartentisch.bots import reviewing
from kartentisch.bots.bot import Bot
from kartentisch.store import MemoryStore
from kartentisch.table.facts import Ask
from kartentisch.web.live.registry import RoomRegistry
from kartentisch.web.live.room import Room
from tests.browser import live
from tests.browser.past import Past, able_to_think, served, sit, turn_of
from tests.browser.test_pages import faults, move_by_script
from tests.ways import first_now

if TYPE_CHECKING:
    from playwright.sync_api import APIResponse, Browser, Page, Route

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture
def finished(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[str, MemoryStore, str]]:
    """A server with a match of Anna's that is over: address, store, her seat."""
    monkeypatch.setattr(reviewing, "review", partial(reviewing.review, deals=6))
    able_to_think("swup")
    store = MemoryStore()
    past = Past("swup", 2, 4, {"rounds": 1}).go_on(lambda table: table.phase == "over")
    with served(RoomRegistry(store)) as running:
        yield running.address, store, past.written(store, "looked")


ASKED = """() => [document.querySelector('.say').innerText, document.hasFocus(), document.activeElement.className,
  ...performance.getEntriesByType('resource').slice(-4).map(one => `${one.name} ${one.responseStatus}`)]"""
"""For a test that has failed: what a page says, where its keys go, and what it has asked for."""


def number(page: Page) -> int:
    return int(page.locator(".page").get_attribute("data-number") or -1)


def until(page: Page, condition: str) -> None:
    """Wait for what is so with `n`, the number of the moment that is shown."""
    page.wait_for_function(
        f"() => {{ const n = Number(document.querySelector('.page')?.dataset.number); return {condition}; }}"
    )


def test_replay_review_play_on_and_a_hint(chromium: Browser, finished: tuple[str, MemoryStore, str]) -> None:
    address, store, seat = finished
    context = chromium.new_context(viewport={"width": 390, "height": 844}, reduced_motion="reduce", locale="en-GB")
    try:
        sit(context, address, store, seat)
        page = context.new_page()
        errors: list[str] = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)
        page.goto(address + seat)
        page.locator('.result [data-control="replay"], .actions [data-control="replay"]').first.click()
        replay(page)
        look_from_elsewhere(page)
        assert faults(page) == []
        review(page)
        play_on(page)
        hint(page)
        assert errors == []
    finally:
        context.close()


def test_looked_back_at_while_it_goes_on_one_step_shows_what_came_since(chromium: Browser) -> None:
    store = MemoryStore()
    seat = Past("schwupps", 2, 4).go_on(turn_of(0, 2)).written(store, "goeson")
    with served(RoomRegistry(store)) as running:
        context = chromium.new_context(reduced_motion="reduce", locale="en-GB")
        sit(context, running.address, store, seat)
        table, page = context.new_page(), context.new_page()
        table.goto(running.address + seat)
        live.wait_for_turn(table)
        page.goto(f"{running.address}{seat}/replay")
        until(page, "n > 0")
        page.locator('[data-do="to_last"]').click()
        for way in ("knob", "key"):
            until(page, f"n === {number(table)}")
            before = number(table)
            move_by_script(table, live.state(table))
            table.wait_for_function(f"() => Number(document.querySelector('.page').dataset.number) > {before}")
            page.locator('[data-do="step_on"]').click() if way == "knob" else page.keyboard.press("End")
            until(page, f"n > {before}")
        context.close()


OPEN = {
    "en-GB": "The match is over: all hands lie open now, and you can look at it from any seat.",
    "de-DE": "Die Partie ist zu Ende: Jetzt liegen alle Hände offen, und du kannst sie von jedem Platz aus ansehen.",
}


async def to_the_end(room: Room) -> None:
    await go_on(room, 10_000)
    assert room.table.phase == "over"


async def go_on(room: Room, moves: int) -> None:
    """All seats play as a greedy bot does."""
    greedy = Bot("greedy", room.table.game.name, seed=3)
    for _ in range(moves):
        if room.table.phase != "playing":
            return
        seat = room.table.actors()[0]
        view = room.table.view(seat)
        assert view is not None
        by: Literal["person", "bot"] = "bot" if room.table.chairs[seat].bot else "person"
        ask = Ask("play", seat, f"move-{room.table.number:07}", room.table.since[seat], (greedy.choose(view),), by=by)
        assert (await room.ask(ask)).reason is None


@pytest.mark.parametrize("locale", first_now(OPEN))
def test_a_watchers_replay_that_turns_into_open_hands_says_so(chromium: Browser, locale: str) -> None:
    """Once, at the step on which the match has ended; until then only what lies open is seen."""
    store = MemoryStore()
    rooms = RoomRegistry(store)
    Past("schwupps", 2, 4).go_on(turn_of(0, 2)).written(store, "watched")
    with served(rooms) as running:
        context = chromium.new_context(reduced_motion="reduce", locale=locale)
        page = context.new_page()
        page.goto(f"{running.address}/t/watched/replay")
        until(page, "n > 0")
        room = running.do(rooms.get("watched"))
        assert room is not None
        running.do(go_on(room, 3))
        page.keyboard.press("End")
        until(page, f"n === {room.table.number}")  # the newest moment, not the first of the new ones
        before = number(page)
        assert page.locator(".eyes select").count() == 0
        assert OPEN[locale] not in page.locator(".prompt").inner_text()
        running.do(to_the_end(room))
        page.locator('[data-do="step_on"]').click()
        until(page, f"n > {before}")
        page.locator(".eyes select").wait_for()
        assert OPEN[locale] in page.locator(".prompt").inner_text()
        page.locator("#spoken", has_text=OPEN[locale]).wait_for(state="attached")
        then = number(page)
        page.keyboard.press("ArrowRight")
        until(page, f"n > {then}")
        assert OPEN[locale] not in page.locator(".prompt").inner_text(), "it is said once"
        context.close()


def test_an_answer_from_before_the_end_that_comes_late_closes_no_hands(chromium: Browser) -> None:
    store = MemoryStore()
    rooms = RoomRegistry(store)
    Past("schwupps", 2, 4).go_on(turn_of(0, 2)).written(store, "watched")
    late: list[tuple[Route, APIResponse]] = []

    def hold_first(route: Route) -> None:
        if late:
            route.continue_()
        else:
            late.append((route, route.fetch()))

    with served(rooms) as running:
        page = chromium.new_context(reduced_motion="reduce", locale="en-GB").new_page()
        page.goto(f"{running.address}/t/watched/replay")
        room = running.do(rooms.get("watched"))
        assert room is not None
        until(page, "n > 0")
        page.keyboard.press("End")
        until(page, f"n === {room.table.number}")
        page.route("**/replay/scenes?*", hold_first)
        for tries in range(500):
            if tries % 50 == 0:  # it has happened on a busy computer that a first press had no effect
                page.keyboard.press("ArrowRight")  # looks whether the match went on
            page.wait_for_timeout(20)
            if late:
                break
        else:
            pytest.fail(f"the page has not looked whether the match went on: {page.evaluate(ASKED)}")
        running.do(to_the_end(room))
        page.locator('[data-do="step_on"]').click()
        page.locator(".eyes select").wait_for()
        (route, answer) = late[0]
        route.fulfill(response=answer)
        page.wait_for_timeout(500)
        page.keyboard.press("ArrowLeft")
        page.wait_for_timeout(300)
        assert page.locator(".eyes select").is_visible()
        page.context.close()


def replay(page: Page) -> None:
    """Keys, knobs and the address bring one to a moment."""
    page.wait_for_url("**/replay**")
    until(page, "n > 0")
    first = number(page)
    page.keyboard.press("ArrowRight")
    until(page, f"n > {first}")
    page.keyboard.press("ArrowLeft")
    until(page, f"n === {first}")
    page.locator('[data-do="to_last"]').click()
    until(page, f"n > {first + 20}")
    last = number(page)
    page.locator('[data-do="points"]').click()
    page.locator(".result tbody tr").first.wait_for()
    page.locator('[data-do="points"]').click()
    page.keyboard.press("Home")
    until(page, f"n === {first}")
    page.locator('[data-do="speed"]').click()
    page.locator('[data-do="speed"]').click()
    page.locator('[data-do="play"]').click()
    until(page, f"n >= {first + 3}")
    page.keyboard.press(" ")
    page.evaluate("() => { location.hash = '#20'; }")
    until(page, "n === 20")
    assert page.url.endswith("/replay#20")
    page.locator(".tape input").evaluate(
        "node => { node.value = node.max; node.dispatchEvent(new Event('input', {bubbles: true})); }"
    )
    until(page, f"n === {last}")
    page.evaluate("() => { location.hash = '#20'; }")
    until(page, "n === 20")
    page.locator('[data-do="link"]').click()
    assert page.locator('#sheet-invite a[href="/stored"]').is_visible(), "every page leads there"
    page.keyboard.press("Escape")


def look_from_elsewhere(page: Page) -> None:
    """From the other seat, the other hand lies in front; at the table it lies open too."""
    page.locator(".others .seat .hit").first.click()
    open_there = page.locator("#sheet-known li").all_inner_texts()
    page.keyboard.press("Escape")
    assert page.locator(".eyes option").first.inner_text() == "You"
    page.locator(".eyes select").select_option("1")
    page.locator('.page[data-seen="1"] .fan.mine > .card').first.wait_for()
    hand = page.locator(".fan.mine > .card").evaluate_all("nodes => nodes.map(node => node.getAttribute('aria-label'))")
    assert open_there == hand


def review(page: Page) -> None:
    page.locator('[data-do="home"]').click()
    page.locator('[data-control="review"]').first.click()
    page.locator(".plot").first.wait_for()
    assert page.locator(".parts").inner_text().count("±") >= 4
    page.locator("details summary").nth(1).click()
    assert faults(page) == []
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    page.locator(".moments a").first.click()
    page.wait_for_url("**/replay?from=0#*")
    until(page, "n > 0")


def play_on(page: Page) -> None:
    page.evaluate("() => { location.hash = '#20'; }")
    until(page, "n === 20")
    hand = page.locator(".fan.mine > .card").evaluate_all("nodes => nodes.map(node => node.dataset.card)")
    page.locator('[data-do="play-on"]').click()
    page.locator("#sheet-question form button").click()
    page.wait_for_url(lambda url: "/replay" not in url and "looked" not in url)
    page.locator("button.menu").wait_for()
    page.wait_for_function("() => document.querySelector('.fan.mine > .card')")
    now = page.locator(".fan.mine > .card").evaluate_all("nodes => nodes.map(node => node.dataset.card)")
    assert now == hand


def hint(page: Page) -> None:
    page.wait_for_function("() => document.querySelector('.prompt .now')")
    page.locator("button.menu").click()
    page.locator('#sheet-menu [data-control="hint"]').click()
    board = page.locator(".board").bounding_box()
    page.wait_for_function("() => document.querySelector('.say b')?.textContent.startsWith('Best: ')")
    assert "You ask for a hint." in page.locator(".last-line").inner_text()
    assert "second-best move" in page.locator(".say").inner_text()
    page.locator("[data-hinted]").first.wait_for()
    assert page.locator(".board").bounding_box() == board
    assert page.locator(".board ~ .notices").count() == 0, "nothing lies over the table"
    page.locator(".tip.told").click()
    page.locator("#sheet-hint[open] .hint li").first.wait_for()
    assert faults(page) == []
    page.locator('[data-do="shut"]').click()
    page.locator(".tip.told").wait_for(state="detached")
    assert page.locator("[data-hinted]").count() == 0
    assert page.locator(".hint").count() == 0
