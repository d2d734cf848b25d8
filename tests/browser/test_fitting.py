"""What lies on a table fits it at every size: nothing is cut off, and no mark lies on another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import pytest

from kartentisch.play.games import games
from kartentisch.store import MemoryStore
from kartentisch.web.live.registry import RoomRegistry
from tests.browser import live
from tests.browser.line import resize
from tests.browser.past import Past, lay, served, sit, turn_of
from tests.games.swup_positions import build, position
from tests.ways import first_now

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SIZES = [(360, 640), (390, 844), (820, 1180), (1280, 720), (1440, 900)]
LAID_OUT = """() => {
  const shown = node => node.checkVisibility() && node.getBoundingClientRect().width > 2;
  const box = node => { const b = node.getBoundingClientRect(); return [b.x, b.y, b.right, b.bottom].map(Math.round); };
  const all = selector => [...document.querySelectorAll(selector)].filter(shown);
  const named = selector => all(selector).map(node => [`${node.className} ${node.innerText}`.trim(), ...box(node)]);
  const cut = all('.others .counters, .others .state, .acts:not([data-scrolls=true])').filter(
    node => node.scrollWidth > node.clientWidth + 1).map(node => node.innerText);
  return {
    board: box(document.querySelector('.board')), page: [0, 0, innerWidth, innerHeight], cut,
    table: named('.board :is(.card, .label, .caption, .tag, .number)'), hand: named('.fan.mine > .card'),
    marks: named('.board :is(.tag, .badge, .number)'), captions: named('.board .caption'),
    fans: named('.board .is-fan > .lay'),
  };
}"""


@pytest.fixture(scope="module")
def rooms() -> RoomRegistry:
    return RoomRegistry(MemoryStore())


@pytest.fixture(scope="module")
def running(rooms: RoomRegistry) -> Iterator[live.Running]:
    with served(rooms) as found:
        yield found


def opened(chromium: Browser, rooms: RoomRegistry, address: str, path: str) -> Page:
    context = chromium.new_context(locale="de-DE", reduced_motion="reduce")
    sit(context, address, rooms.store, path)
    page = context.new_page()
    page.goto(address + path)
    page.wait_for_selector(".fan.mine > .card")
    page.evaluate("() => document.fonts.ready")
    return page


def check(page: Page, sizes: Sequence[tuple[int, int]] = SIZES) -> None:
    """At each of the sizes, with a card raised."""
    page.locator(".fan.mine > .card").last.focus()
    page.keyboard.press("Enter")
    page.locator(".fan.mine > .up").wait_for()
    page.wait_for_timeout(300)
    for width, height in sizes:
        resize(page, width, height)
        page.evaluate("() => new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
        fits(page.evaluate(LAID_OUT), f"{width} x {height}")


def fits(seen: dict[str, Any], where: str) -> None:
    assert seen["cut"] == [], where
    assert [one for one in seen["table"] if not within(one, seen["board"])] == [], where
    assert [one for one in seen["hand"] if not within(one, seen["page"])] == [], where
    for kind in ("marks", "captions", "fans"):
        found = seen[kind]
        over = [(one, other) for i, one in enumerate(found) for other in found[:i] if overlap(one, other)]
        assert over == [], f"{where}: {kind} lie on one another"


def within(one: list[Any], room: list[Any]) -> bool:
    _, x, y, right, bottom = one
    return bool(x >= room[0] - 1 and y >= room[1] - 1 and right <= room[2] + 1 and bottom <= room[3] + 1)


def overlap(one: list[Any], other: list[Any]) -> bool:
    return bool(one[1] < other[3] - 1 and other[1] < one[3] - 1 and one[2] < other[4] - 1 and other[2] < one[4] - 1)


@pytest.mark.parametrize("every", first_now([False, True]))
@pytest.mark.parametrize("game", games())
def test_the_middle_of_a_match_fits(
    chromium: Browser, rooms: RoomRegistry, running: live.Running, game: str, every: bool
) -> None:
    """`make test` has two sizes a game, and each size in some game."""
    past = Past(game, 4, 5).go_on(turn_of(0, 4))
    page = opened(chromium, rooms, running.address, past.written(rooms.store, f"middle{game}{every}"))
    check(page, SIZES if every else SIZES[games().index(game) :][:2])


def test_four_builds_and_long_names_fit(chromium: Browser, rooms: RoomRegistry, running: live.Running) -> None:
    path = Past("swup", 4, 5).go_on(turn_of(0, 1)).written(rooms.store, "crowd", name="Maximiliane-Charlotte 🦔")
    builds = [build(0, 10, "r3 y7"), build(1, 11, "b2 y9 r11", double=True), build(3, 9, "k7 r2")]
    builds.append(build(2, 13, "k13 b13 y12 y1", double=True))
    hands = {1: "b11 k3 k4 r5", 2: "r13 b3 b4 y4", 3: "k9 b7 r7 y2"}
    state = position("k2 r1 b5 y10", "r4 b6 y3 k12 r9", *builds, seats=4, hands=hands, swups=[1, 2, 0, 3])
    running.do(lay(rooms, "crowd", state))
    check(opened(chromium, rooms, running.address, path))
