"""A course whose spaces can be picked: scoff cards are laid on it, and a raised card shows where its pig will stand."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from kartentisch.store import MemoryStore
from kartentisch.web.live.registry import RoomRegistry
from tests.browser import live
from tests.browser.line import resize
from tests.browser.past import Past, served, sit, turn_of
from tests.ways import first_now

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = [pytest.mark.browser, pytest.mark.slow]


SIZES = [(320, 568), (360, 640), (390, 844), (820, 1180), (1100, 700), (1440, 900)]
LAID_OUT = """() => {
  const box = node => { const b = node.getBoundingClientRect(); return [b.x, b.y, b.right, b.bottom]; };
  const centre = ([x, y, right, bottom]) => [(x + right) / 2, (y + bottom) / 2];
  const spaces = [...document.querySelectorAll('.track > .space')].map(space => centre(box(space)));
  const next = i => spaces[(i + 1) % spaces.length];
  const apart = spaces.map(([x, y], i) => Math.hypot(x - next(i)[0], y - next(i)[1]));
  const covered = spaces.filter(([x, y]) => !document.elementFromPoint(x, y).closest('.space, .piece')).length;
  const inside = [...document.querySelectorAll('.middle :is(.card, .counter, .label, .number)')].map(box);
  return {
    track: box(document.querySelector('.track')), board: box(document.querySelector('.board')), apart, covered,
    breadth: parseFloat(getComputedStyle(document.querySelector('.track'), '::before').borderTopWidth), inside,
    back: [...document.querySelectorAll('.piece.back')].map(piece => Number(piece.dataset.space)),
    pieces: [...document.querySelectorAll('.piece')].map(piece => Number(piece.dataset.space)),
    own: document.querySelector('[data-zone=scoff]').innerText, hand: document.querySelector('.fan.mine').dataset.rows,
  };
}"""


@pytest.fixture(scope="module")
def rooms() -> RoomRegistry:
    return RoomRegistry(MemoryStore())


@pytest.fixture(scope="module")
def address(rooms: RoomRegistry) -> Iterator[str]:
    with served(rooms) as running:
        yield running.address


def opened(page: Page, address: str) -> None:
    """A table of one round with a bot in each other seat; scoff cards are laid on the course."""
    page.goto(f"{address}/open/schweinsgalopp")
    page.locator("#name").fill("Anna")
    live.unfold(page)
    for seat in (1, 2, 3):
        page.locator(f"#seat-{seat}").select_option(index=2)
    page.locator("#option-track_scoff").check()
    page.locator("#pace-quick").check()
    page.locator(".go .button").click()
    page.wait_for_url("**/t/**/*")


@pytest.mark.parametrize("size", first_now([(390, 844), (1280, 800)]))
def test_spaces_are_picked_and_a_raised_card_shows_its_landing_space(
    chromium: Browser, address: str, size: tuple[int, int]
) -> None:
    page = chromium.new_context(locale="en-GB", viewport={"width": size[0], "height": size[1]}).new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    opened(page, address)
    live.wait_for_turn(page)
    space = page.locator(".track button.space").last
    name = space.get_attribute("aria-label") or ""
    assert name.startswith("Lay a scoff card on space ")
    space.click()
    page.wait_for_function("() => !document.querySelector('.track button.space')")
    page.locator(f'.track .piece[aria-label="Scoff card on space {name.split()[-1]}"]').wait_for()
    live.wait_for_turn(page)
    page.locator(".fan.mine > .card").first.click()
    landing = page.locator(".track button.space")
    assert landing.count() == 1
    assert landing.locator(".ghost").is_visible()
    assert re.search(r"(runs to|leads on) \d+\.", page.locator(".say").inner_text())
    number = landing.get_attribute("data-space")
    landing.click()
    page.wait_for_function("() => !document.querySelector('.track button.space')")
    page.wait_for_function("n => document.querySelectorAll('.lines li, .last-line').length > 0", arg=1)
    assert number is not None
    live.wait_for_turn(page)
    box, board = page.locator(".track").bounding_box(), page.locator(".board").bounding_box()
    assert box is not None
    assert board is not None
    assert box["y"] >= board["y"]
    assert box["y"] + box["height"] <= board["y"] + board["height"] + 1
    assert faults == []


@pytest.mark.long
def test_a_course_takes_the_shape_of_its_table_and_all_that_is_on_it_fits(
    chromium: Browser, rooms: RoomRegistry, address: str
) -> None:
    """At every size; the hand of a phone has the whole width, under it in words what is the reader's own."""
    begun = Past("schweinsgalopp", 4, 3).go_on(turn_of(0, 1)).written(rooms.store, "begun")
    later = Past("schweinsgalopp", 4, 5).go_on(turn_of(0, 14)).written(rooms.store, "later")
    for path in (begun, later):
        context = chromium.new_context(locale="de-DE", reduced_motion="reduce")
        sit(context, address, rooms.store, path)
        page = context.new_page()
        page.goto(address + path)
        page.wait_for_selector(".piece")
        page.evaluate("() => document.fonts.ready")
        for width, height in SIZES:
            resize(page, width, height)
            page.evaluate("() => new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
            fits(page.evaluate(LAID_OUT), width)
        context.close()


def fits(seen: dict[str, Any], width: int) -> None:
    x, y, right, bottom = seen["track"]
    left, top, end, foot = seen["board"]
    assert left - 1 <= x < right <= end + 1
    assert top - 1 <= y < bottom <= foot + 1
    assert (right - x) / (bottom - y) > 1.3 or width < 1100
    assert max(seen["apart"]) - min(seen["apart"]) < 0.25 * seen["breadth"], "the spaces are evenly spread"
    assert min(seen["apart"]) > 0.85 * seen["breadth"], "no two spaces overlap"
    assert seen["covered"] == 0, "nothing lies over a space but what stands on it"
    breadth = seen["breadth"]
    for one in seen["inside"]:
        assert x + breadth <= one[0] < one[2] <= right - breadth
        assert y + breadth <= one[1] < one[3] <= bottom - breadth
    assert seen["hand"] == "1" or width < 360
    assert re.search(r"\d+\s+offen\s+\d+\s+gesichert", seen["own"])
    assert all(space in seen["back"] for space in seen["pieces"] if 13 <= space <= 18)
    assert not any(space in seen["back"] for space in seen["pieces"] if 2 <= space <= 9)
