"""SWUP in real browsers: two people and a bot play a match with clicks alone, whatever the page offers.

`make test` leaves out most of each round, `make test-long` plays all of it.
"""

from __future__ import annotations

import contextlib
import json
import random
import re
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import Error

from kartentisch.store import MemoryStore
from kartentisch.web.live.registry import RoomRegistry
from kartentisch.web.live.world import World
from tests.browser import live
from tests.browser.past import late, lay, served
from tests.games.swup_positions import position
from tests.ways import long

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser, Page

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SOON = 2_000
PAUSE = 80
"""Milliseconds between two looks at who is to move."""
CLICKS = 3000
"""Most clicks of a match: more means that it does not end."""

HELD = "n => document.querySelectorAll('.fan.mine > .card').length === n"
OFFERED = """() => {
  const page = document.querySelector('.page');
  const seen = node => node.dataset.element;
  const row = [...document.querySelectorAll('.acts .button:not(.not-now):not(.back)[data-element]')].map(seen);
  const table = [...document.querySelectorAll('.zones .ring:not(.step)')].map(
    ring => ring.parentElement.dataset.element ?? ring.parentElement.querySelector('.hit')?.dataset.element);
  const hand = [...document.querySelectorAll('.fan.mine > .card:not(.low)')].map(seen);
  return {
    phase: page.dataset.phase, number: Number(page.dataset.number), yours: !!document.querySelector('.prompt .now'),
    begun: !!document.querySelector('.fan.mine > .card.up'), row, table: table.filter(Boolean), hand,
    says: document.querySelector('.say').innerText, tags: document.querySelectorAll('.zones .ring.step').length,
    builds: [...document.querySelectorAll('[data-zone^="build:"] .caption')].map(node => node.innerText),
  };
}"""


@pytest.fixture(scope="module")
def rooms() -> RoomRegistry:
    """Seats stay in the order of the form: Anna, Ben, a bot."""
    return RoomRegistry(MemoryStore(), World(lot=lambda n: 0))


@pytest.fixture(scope="module")
def running(rooms: RoomRegistry) -> Iterator[live.Running]:
    with served(rooms) as found:
        yield found


def look(page: Page) -> dict[str, Any]:
    text: str = page.evaluate(f"() => JSON.stringify(({OFFERED})())")
    return {**json.loads(text), "text": text}


def press(page: Page, element: str, now: dict[str, Any]) -> None:
    """Click an element, and wait until the page says something else; what was on its way may be quicker."""
    with contextlib.suppress(Error):
        for place in (".acts", ".zones", ".fan.mine"):
            found = page.locator(f'{place} [data-element="{element}"]')
            if found.count():
                found.first.click(force=place == ".fan.mine", timeout=SOON)
                break
        changed = f"before => JSON.stringify(({OFFERED})()) !== before"
        page.wait_for_function(changed, arg=now["text"], timeout=SOON)


def choose(now: dict[str, Any], lot: random.Random) -> Any:
    """Rather what comes of a move than more of it, rather take or build than lay; nothing while an answer is due."""
    if not now["begun"]:
        return lot.choice(now["hand"])
    if not now["row"] and not now["table"]:
        return ""
    if "button:done" in now["row"] and lot.random() < 0.6:
        return "button:done"
    rich = [element for element in now["row"] + now["table"] if element != "button:lay"]
    return lot.choice(rich or now["row"])


def sit_down(chromium: Browser, address: str) -> tuple[Page, Page, list[str]]:
    faults: list[str] = []
    anna = chromium.new_context(locale="en-GB", viewport={"width": 1280, "height": 800}).new_page()
    anna.goto(f"{address}/open/swup")
    anna.locator("#name").fill("Anna")
    anna.locator("#seat-2").select_option("bot:greedy")
    anna.locator("#pace-quick").check()
    anna.locator(".go .button").click()
    anna.wait_for_url("**/t/**")
    ben = chromium.new_context(locale="de-DE", viewport={"width": 360, "height": 640}).new_page()
    ben.goto(anna.url.rsplit("/", 1)[0])
    ben.locator("#name").fill("Ben")
    ben.locator(".go .button").click()
    ben.wait_for_url("**/t/**/*")
    for page in (anna, ben):
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.wait_for_selector(".fan.mine > .card")
    return anna, ben, faults


def nearly_over(number: int) -> Callable[[dict[str, Any]], bool]:
    """Anna is up, and in this round three cards at most are left to play."""

    def so(state: dict[str, Any]) -> bool:
        few = not state["deck"] and sum(map(len, state["hands"])) <= 3
        return bool(state["round"] == number and not state["round_over"] and state["turn"] == 0 and few)

    return so


@pytest.mark.parametrize("whole", [long(False), long(True)])
def test_two_people_and_a_bot_play_a_match_by_what_the_page_offers(
    chromium: Browser, rooms: RoomRegistry, running: live.Running, whole: bool
) -> None:
    """With simple and double builds, and a begun move that is there again after a reload and on another page."""
    anna, ben, faults = sit_down(chromium, running.address)
    ends = [] if whole else [late("swup", 3, nearly_over(number)) for number in (2, 3)]
    lot = random.Random(7)
    kinds: set[str] = set()
    kept, skip = False, True
    for _ in range(CLICKS):
        phase = live.phase(anna)
        if phase == "over":
            if not whole or {"double", "simple"} <= {word for kind in kinds for word in kind.split()}:
                break
            anna.locator("[data-control=again]").click()  # the cards did not offer both kinds of builds: another match
            ben.locator(".question [data-control=again]").click()
            for page in (anna, ben):  # at the table to which both pages go by themselves
                page.wait_for_function("() => document.querySelector('.page')?.dataset.phase === 'playing'")
            continue
        if phase == "result":
            assert lines_add_up(anna)
            skip = True
            for page in (anna, ben):
                if page.locator("[data-control=next]").count():
                    page.locator("[data-control=next]").click()
            anna.wait_for_function("() => document.querySelector('.page').dataset.phase !== 'result'")
            continue
        page = ben if look(ben)["yours"] else anna
        now = look(page)
        if not now["yours"]:
            page.wait_for_timeout(PAUSE)
            continue
        kinds |= {caption.replace("\u00a0", " ").partition(" ")[2] for caption in now["builds"]}
        if page is anna and now["tags"] and not kept:
            kept = True
            check_begun_is_kept(page, now)
            continue
        if page is anna and kept and skip and ends and not now["begun"]:
            end, skip = ends.pop(0), False
            running.do(lay(rooms, anna.url.split("/")[-2], end))
            anna.wait_for_function(HELD, arg=len(end["hands"][0]))
            continue
        if element := choose(now, lot):
            press(page, element, now)
        else:
            page.wait_for_timeout(PAUSE)
    assert live.phase(anna) == "over"
    assert faults == []
    assert kept
    assert ends == []
    assert not whole or any("double" in kind for kind in kinds)
    assert not whole or any("simple" in kind for kind in kinds)
    ben.wait_for_function("() => document.querySelector('.page').dataset.phase === 'over'")
    anna.locator(".result > .scroll tbody tr").nth(2).wait_for()


def check_begun_is_kept(page: Page, now: dict[str, Any]) -> None:
    """A reload, and another page of the same seat, show the same half-made move."""
    other = page.context.new_page()
    other.goto(page.url)
    page.reload()
    for one in (page, other):
        one.wait_for_selector(".zones .ring.step")
        seen = look(one)
        assert seen["begun"]
        assert (seen["says"], seen["tags"], seen["row"], seen["table"]) == (
            now["says"],
            now["tags"],
            now["row"],
            now["table"],
        )
    other.close()


def lines_add_up(page: Page) -> bool:
    """The score of the round, line by line."""
    page.wait_for_selector(".result .score tbody tr")
    figures: list[list[int]] = page.evaluate(
        "() => [...document.querySelectorAll('.score tbody tr, .score tfoot tr')].map("
        "row => [...row.querySelectorAll('td')].map(cell => Number(cell.innerText)))"
    )
    *lines, sums = figures
    return len(lines) == 5 and [sum(column) for column in zip(*lines, strict=True)] == sums


BUILDS = """() => [...document.querySelectorAll('[data-zone^="build:"]')].map(zone => [
  zone.dataset.zone, zone.querySelector('.tag')?.innerText ?? '', zone.querySelector('.caption').innerText,
].map(text => text.replaceAll('\u00a0', ' ').replace(/\\s+/g, ' ').trim()))"""


def lies(page: Page, *builds: list[str]) -> None:
    """These builds lie on the table of this page, and no others: zone, value and caption of each."""
    page.wait_for_function(f"wanted => JSON.stringify(({BUILDS})()) === JSON.stringify(wanted)", arg=list(builds))


def begin_build(page: Page, card: str, value: int, item: str) -> None:
    """Raise a card of the hand, if it is not yet, choose to build, pick what lies on the table; once it is offered."""
    if not page.locator(f'.fan.mine .up[data-element="hand/{card}"]').count():
        page.locator(f'.fan.mine [data-element="hand/{card}"]').click()
    page.locator(f'.acts [data-element="button:build:{value}"]').click()
    page.locator('.acts [data-element="button:done"]').wait_for()
    page.locator(f'.zones [data-element="{item}"]').click()


def build(page: Page) -> None:
    page.locator('.acts [data-element="button:done"]:not(.not-now)').click()


def summed(page: Page, figures: str) -> None:
    page.locator(".say .sum", has_text=re.compile("^" + re.escape(figures).replace(r"\ ", r"\s") + "$")).wait_for()


def test_a_single_build_is_raised_by_one_after_the_other(
    chromium: Browser, rooms: RoomRegistry, running: live.Running
) -> None:
    """§5.3, §5.8: 6 + 3 is a build of 9; 2 more make it 11, 2 more 13, each time for who played; 13 doubles it."""
    anna, ben, faults = sit_down(chromium, running.address)
    bot = "r8 b8 r7 y7"  # fits nothing that lies there
    state = position("r6 b9 y2 b13", "y3 k10", seats=3, deals=1, hands={1: "b2 r11 r13 k13", 2: bot})
    running.do(lay(rooms, anna.url.split("/")[-2], state))
    ben.locator('.fan.mine [data-element="hand/b2"]').click()  # before his turn: it is ready when that comes
    ben.locator('.fan.mine .up[data-element="hand/b2"]').wait_for()
    begin_build(anna, "r6", 9, "table/y3")
    summed(anna, "6 + 3 = 9 ✓")
    build(anna)
    lies(anna, ["build:0", "= 9", "You simple 9"])
    lies(ben, ["build:0", "= 9", "Anna einfache 9"])
    begin_build(ben, "b2", 11, "build:0")
    summed(ben, "2 + 9 = 11 ✓")
    build(ben)
    lies(anna, ["build:1", "= 11", "Ben simple 11"])
    lies(ben, ["build:1", "= 11", "Du einfache 11"])
    begin_build(anna, "y2", 13, "build:1")
    summed(anna, "2 + 11 = 13 ✓")
    build(anna)
    lies(anna, ["build:0", "= 13", "You simple 13"])
    lies(ben, ["build:0", "= 13", "Anna einfache 13"])
    begin_build(ben, "r13", 13, "build:0")
    summed(ben, "13 ✓ · 13 ✓")
    build(ben)
    lies(anna, ["build:1", "= 13", "Ben double 13"])
    lies(ben, ["build:1", "= 13", "Du doppelte 13"])
    assert faults == []
