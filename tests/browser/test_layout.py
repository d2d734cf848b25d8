"""Where everything stands, in text: a change of layout shows as a difference in `layout/`.

`pytest tests/browser/test_layout.py --renew-layout` writes the files anew; look at the difference before it is kept.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from kartentisch.play.games import games
from kartentisch.store import MemoryStore
from kartentisch.web.live.registry import RoomRegistry
from tests.browser.line import DESKTOP, PHONE, STYLED
from tests.browser.past import Past, served, sit, turn_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.browser.live import Running

pytestmark = [pytest.mark.browser, pytest.mark.slow]

FOLDER = Path(__file__).parent / "layout"
SIZES = {"phone": PHONE, "desktop": DESKTOP}
STEP = 4
"""Pixels to which places are rounded: what is less, no eye sees and fonts may do."""

PLACES = """step => {
  const kinds = [
    ['page', '.page', () => ''],
    ['title', '.page h1', node => node.innerText],
    ['seat', '.seat', node => node.dataset.seat],
    ['log', '.log-line, .side', () => ''],
    ['zone', '[data-zone]', node => node.dataset.zone],
    ['prompt', '.prompt .say', node => node.innerText],
    ['button', '.page .button, .page .quiet, .page .order', node => node.innerText || node.getAttribute('aria-label')],
    ['card', '.fan.mine > .card', node => node.dataset.card],
  ];
  const round = n => Math.round(n / step) * step;
  const lines = [];
  for (const [kind, selector, name] of kinds) {
    for (const node of document.querySelectorAll(selector)) {
      const box = node.getBoundingClientRect();
      if (!box.width || !box.height || node.closest('dialog')) continue;
      const words = (name(node) ?? '').replace(/\\s+/g, ' ').trim();
      const at = [box.x, box.y, box.width, box.height].map(n => String(round(n)).padStart(4)).join(' ');
      lines.push(`${kind.padEnd(7)}${at}  ${words}`.trimEnd());
    }
  }
  return lines.join('\\n');
}"""


@pytest.fixture(scope="module")
def rooms() -> RoomRegistry:
    return RoomRegistry(MemoryStore())


@pytest.fixture(scope="module")
def running(rooms: RoomRegistry) -> Iterator[Running]:
    with served(rooms) as found:
        yield found


def layout(chromium: Browser, running: Running, rooms: RoomRegistry, game: str, size: str) -> str:
    """The middle of a match of four, at this person's turn: the same cards, names and figures each time."""
    past = Past(game, 4, 5).go_on(turn_of(0, 4))
    path = past.written(rooms.store, f"layout{games().index(game)}{size}")
    width, height = SIZES[size]
    context = chromium.new_context(
        viewport={"width": width, "height": height}, locale="en-GB", reduced_motion="reduce", device_scale_factor=1
    )
    sit(context, running.address, rooms.store, path)
    page = context.new_page()
    page.goto(running.address + path)
    page.wait_for_selector(".fan.mine > .card")
    page.evaluate("document.fonts.ready")
    page.wait_for_function(STYLED)
    found = before = ""
    while not found or found != before:
        page.wait_for_timeout(150)
        before, found = found, str(page.evaluate(PLACES, STEP))
    context.close()
    return f"{game}, {size}, {width}x{height}: what, x, y, width, height, name\n{found}\n"


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", games())
def test_everything_stands_where_it_stood(
    chromium: Browser, running: Running, rooms: RoomRegistry, game: str, size: str, request: pytest.FixtureRequest
) -> None:
    found = layout(chromium, running, rooms, game, size)
    for kind in ("seat", "zone", "prompt", "button", "card"):
        assert f"\n{kind} " in found
    file = FOLDER / f"{game}-{size}.txt"
    if request.config.getoption("--renew-layout"):
        FOLDER.mkdir(exist_ok=True)
        file.write_text(found, encoding="utf-8")
    assert found == file.read_text(encoding="utf-8")


def test_nothing_but_layouts_lies_there() -> None:
    assert {file.stem for file in FOLDER.iterdir()} == {f"{game}-{size}" for game in games() for size in SIZES}
