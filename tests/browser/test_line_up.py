"""Pigs that are set up: they wait beside the course, are picked one by one, and walk to the place that is marked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from kartentisch.store import MemoryStore
from kartentisch.web.live.registry import RoomRegistry
from tests.browser.line import resize
from tests.browser.past import Past, served, sit
from tests.ways import long

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SIZES = [(320, 568), (390, 844), (844, 390), (568, 320), (720, 450), (1440, 900)]
SEEN = """() => {
  const box = node => { const b = node.getBoundingClientRect(); return [b.x, b.y, b.right, b.bottom]; };
  const track = document.querySelector('.track');
  return {
    board: box(document.querySelector('.board')), track: box(track),
    breadth: parseFloat(getComputedStyle(track, '::before').borderTopWidth),
    waiting: Object.fromEntries([...document.querySelectorAll('.piece.waits')].map(
      pig => [pig.dataset.card, box(pig)])),
    standing: Object.fromEntries([...document.querySelectorAll('.piece:not(.waits)')].map(
      pig => [pig.dataset.card, Number(pig.dataset.space)])),
    next: [...document.querySelectorAll('.space.next')].map(space => Number(space.dataset.space)),
  };
}"""


@pytest.fixture(scope="module")
def rooms() -> RoomRegistry:
    return RoomRegistry(MemoryStore())


@pytest.fixture(scope="module")
def address(rooms: RoomRegistry) -> Iterator[str]:
    with served(rooms) as running:
        yield running.address


def begun(rooms: RoomRegistry, name: str) -> str:
    """A table whose person is to set up the pigs; the address of their seat."""
    return Past("schweinsgalopp", 3, 5, {"line_up": "start"}).written(rooms.store, name)


def opened(browser: Browser, rooms: RoomRegistry, address: str, path: str, size: tuple[int, int], **more: Any) -> Page:
    context = browser.new_context(
        locale="en-GB", viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce", **more
    )
    sit(context, address, rooms.store, path)
    page = context.new_page()
    page.goto(address + path)
    page.wait_for_selector(".piece.waits")
    page.evaluate("() => document.fonts.ready")
    return page


def pig(page: Page, colour: str) -> Locator:
    return page.locator(f'.piece.waits[data-card="pig-{colour}.1"]')


@pytest.mark.parametrize("way", ["touch", long("keys"), long("mouse")])
def test_pigs_are_set_up_from_the_start_line_on_and_nothing_jumps(
    chromium: Browser, rooms: RoomRegistry, address: str, way: str
) -> None:
    """§9.6, §9.7: and who looks on sees every pig walk, and whose turn it is."""
    path = begun(rooms, f"set{way}")
    size, touch = ((390, 844), True) if way == "touch" else ((1440, 900), False)
    page = opened(chromium, rooms, address, path, size, has_touch=touch)
    watcher = chromium.new_context(locale="en-GB").new_page()
    watcher.goto(f"{address}/t/set{way}/watch")
    watcher.wait_for_selector(".piece.waits")
    assert page.locator(".say").inner_text().endswith("Set up the pigs: which one comes first?")
    first = page.evaluate(SEEN)
    assert first["next"] == [4]
    standing: dict[str, int] = {}
    for number, colour in enumerate("rbyg"):
        now = page.evaluate(SEEN)
        assert now["next"] == [4 - number]
        assert now["board"] == first["board"]
        assert now["standing"] == standing
        assert now["waiting"] == {id_: box for id_, box in first["waiting"].items() if id_ not in standing}
        assert pig(page, colour).get_attribute("aria-label", timeout=1000) in {
            "Set up the red pig", "Set up the blue pig", "Set up the yellow pig", "Set up the green pig",
        }  # fmt: skip
        if way == "keys":
            for _ in range(60):
                page.keyboard.press("Tab")
                if page.evaluate("id => document.activeElement.dataset.card === id", f"pig-{colour}.1"):
                    break
            page.keyboard.press("Enter")
        elif touch:
            pig(page, colour).tap()
        else:
            pig(page, colour).click()
        standing[f"pig-{colour}.1"] = 4 - number
        for one in (page, watcher):
            one.wait_for_function(
                "id => document.querySelector(`.piece:not(.waits)[data-card='${id}']`)", arg=f"pig-{colour}.1"
            )
        if number == 0:
            assert page.locator(".say").inner_text().endswith("Set up the pigs: which one comes next?")
            assert "Anna" in watcher.locator(".say").inner_text()
            assert watcher.locator(".piece.waits .ring").count() == 0
    page.wait_for_selector(".fan.mine > .card")
    after = page.evaluate(SEEN)
    assert after["standing"] == {**standing, "pig-v.1": 0}
    assert (after["waiting"], after["next"], after["board"]) == ({}, [], first["board"])
    assert page.locator(".fan.mine > .card").count() == 7
    assert watcher.evaluate(SEEN)["standing"] == after["standing"]
    page.context.close()
    watcher.context.close()


@pytest.mark.long
def test_waiting_pigs_lie_apart_within_the_course_at_every_size(
    chromium: Browser, rooms: RoomRegistry, address: str
) -> None:
    """And each can be hit."""
    page = opened(chromium, rooms, address, begun(rooms, "sizes"), SIZES[0])
    for width, height in SIZES:
        resize(page, width, height)
        page.evaluate("() => new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
        seen = page.evaluate(SEEN)
        (x, y, right, bottom), breadth = seen["track"], seen["breadth"]
        boxes = list(seen["waiting"].values())
        assert len(boxes) == 5
        for i, (left, top, end, foot) in enumerate(boxes):
            assert x + breadth <= left < end <= right - breadth
            assert y + breadth <= top < foot <= bottom - breadth
            assert end - left >= 36
            for other in boxes[i + 1 :]:
                assert end <= other[0] or other[2] <= left or foot <= other[1] or other[3] <= top
        for colour in "bgrvy":
            pig(page, colour).click(trial=True)
    page.context.close()
