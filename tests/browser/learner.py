"""Somebody who plays a lesson in a browser, by mouse, by dragging, with a finger or with keys."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import cycle
from typing import TYPE_CHECKING, Literal

from kartentisch.store import MemoryStore
from kartentisch.table.table import Table
from kartentisch.web.access.tokens import Tokens
from kartentisch.web.app import create_app
from kartentisch.web.lessons.course import course_of
from kartentisch.web.live.registry import RoomRegistry
from kartentisch.web.live.world import World
from tests.browser.live import Running, serving
from tests.web.support.lessons import drawn_at

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

Way = Literal["mouse", "drag", "touch", "keys"]
WAYS: tuple[Way, ...] = ("mouse", "drag", "touch", "keys")
SIZES = {"small": (360, 640), "phone": (390, 844), "low": (844, 390), "desktop": (1440, 900)}

HIDDEN = """() => {
  const found = [];
  const box = node => node.getBoundingClientRect();
  const shown = node => box(node).width > 0 && box(node).height > 0;
  const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  const [note, board] = [box(document.querySelector('.note .paper')), box(document.querySelector('.board'))];
  const inside = (a, b) => a.left >= b.left - 1 && a.right <= b.right + 1
    && a.top >= b.top - 1 && a.bottom <= b.bottom + 1;
  const needed = '.board .card, .board .caption, .fan.mine > .card, .acts .button, .others .seat';
  for (const node of document.querySelectorAll(needed)) {
    if (shown(node) && meet(note, box(node))) found.push(`covered: ${node.dataset.card ?? node.className}`);
  }
  for (const node of document.querySelectorAll('.board .card')) {
    if (!inside(box(node), board)) found.push(`cut off: ${node.dataset.card}`);
  }
  if (!inside(note, board)) found.push('the note leaves the table');
  if (note.left < 7 || innerWidth - note.right < 7) found.push('the note has no margin');
  const { scrollWidth: wide, scrollHeight: high } = document.documentElement;
  if (wide > innerWidth + 1 || high > innerHeight + 1) found.push(`the page scrolls: ${wide} x ${high}`);
  const bar = document.querySelector('.bar');
  if (bar.scrollWidth > bar.clientWidth + 1) found.push('the bar is cut off');
  if (!document.querySelector('[data-coached]')) found.push('nothing is marked');
  const view = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  for (const node of document.querySelectorAll('[data-coached]')) {
    const { outlineOffset, outlineWidth } = getComputedStyle(node);
    const around = parseFloat(outlineOffset) + parseFloat(outlineWidth), at = box(node);
    const [left, top] = [at.left - around, at.top - around];
    const halo = { left, top, right: at.right + around, bottom: at.bottom + around };
    if (!inside(halo, view)) found.push(`the halo leaves the window: ${node.className}`);
    if (meet(note, halo)) found.push(`the note is over what it points to: ${node.className}`);
  }
  for (const node of document.querySelectorAll('.fan.mine > .card, .acts .button, .others .seat')) {
    if (shown(node) && !inside(box(node), view)) found.push(`leaves the window: ${node.dataset.element}`);
  }
  const words = node => {
    const range = document.createRange();
    range.selectNodeContents(node);
    return range.getBoundingClientRect();
  };
  const texts = '#note, .say, .acts .button, .board .caption, .bar .plain, .others .name';
  for (const node of [...document.querySelectorAll(texts)].filter(shown)) {
    const cut = node.scrollWidth > node.clientWidth + 1 || node.scrollHeight > node.clientHeight + 1;
    const hides = !['visible', ''].includes(getComputedStyle(node).overflow);
    if ((hides && cut) || !inside(words(node), view)) found.push(`text cut off: ${node.innerText}`);
    if (node.id !== 'note' && meet(note, words(node))) found.push(`text covered: ${node.innerText}`);
  }
  return [...new Set(found)];
}"""
"""What the note covers, or what is cut off."""


@contextmanager
def lessons(pace: int = 0) -> Iterator[Running]:
    """A server on which kitchen figures do not wait, or `pace` milliseconds."""
    with serving(create_app(RoomRegistry(MemoryStore(), World(lesson_pace=pace)), Tokens(b"k" * 32))) as running:
        yield running


class Learner:
    """A page at the lesson of a game."""

    def __init__(
        self,
        chromium: Browser,
        address: str,
        game: str,
        way: Way = "mouse",
        size: tuple[int, int] = (390, 844),
        language: str = "en-GB",
    ) -> None:
        self.game, self.way, self.address = game, way, address
        self.course = course_of(game)
        self.keys = cycle(("Enter", "Space"))
        width, height = size
        self.page: Page = chromium.new_context(
            locale=language,
            viewport={"width": width, "height": height},
            has_touch=way == "touch",
            reduced_motion="reduce",
        ).new_page()

    def open(self, moment: str = "") -> None:
        self.page.goto("about:blank")
        self.page.goto(f"{self.address}/learn/{self.game}{'#' if moment else ''}{moment}")
        self.at(moment or self.course.lesson.moments[0].id)

    def at(self, moment: str) -> None:
        """Wait until this moment asks."""
        self.page.wait_for_selector(f'.note[data-moment="{moment}"]:not([data-tone="right"])')
        self.page.evaluate("() => document.fonts.ready.then(() => 0)")

    def play(self, place: int) -> None:
        """Do what the moment at this place wants; go on where there is nothing to do."""
        moment = self.course.lesson.moments[place]
        if not moment.done:
            return self.press(self.page.locator('[data-arg="go"]:visible'))
        for path in self.paths(self.course.tables[place], moment.show):
            self.pick(path)
        return None

    def paths(self, table: Table, move: str) -> Iterator[list[str]]:
        """The elements to pick for each step of a move."""
        left, begun = move.split(), ""
        while left:
            found = [one for one in drawn_at(table, begun).steps if one.token.split() == left[: len(one.token.split())]]
            step = max(found, key=lambda one: len(one.token))
            yield step.path
            left = left[len(step.token.split()) :]
            begun = f"{begun} {step.token}".strip()

    def pick(self, path: list[str]) -> None:
        first, *rest = path
        place = self.page.locator(f'.board [data-zone="{rest[0].partition(":")[0]}"]') if rest else None
        if self.way == "drag" and first.startswith("hand/") and place is not None and place.count():
            self.drag(first, rest[0])
            rest = rest[1:]
        else:
            self.press(self.node(first))
            if not rest and first.startswith("hand/"):
                self.finish(first)
        for element in rest:
            self.press(self.node(element))

    def finish(self, element: str) -> None:
        """A card that is a whole move is only raised by the first press. If it begins a move, it is begun now."""
        card = self.node(element)
        if self.page.locator('.actions [data-element="to:"]').count():
            self.press(card)

    def node(self, element: str) -> Locator:
        """A card of the hand, a button, or a place on the table."""
        exact = self.page.locator(f'[data-element="{element}"]:visible')
        named = self.page.locator(f'.actions [data-element="to:{element}"]:visible')
        exact.or_(named).first.wait_for()
        return exact.first if exact.count() else named.first

    def press(self, node: Locator) -> None:
        match self.way:
            case "touch":
                node.tap()
            case "keys":
                node.focus()
                node.press(next(self.keys))  # in turn: the same key at once would be the second half of a double press
            case _:
                node.click()

    def drag(self, card: str, target: str) -> None:
        held, (zone, _, space) = self.node(card), target.partition(":")
        inside = f' [data-space="{space}"]' if space else " .lay"
        start, end = held.bounding_box(), self.page.locator(f'.board [data-zone="{zone}"]{inside}').first.bounding_box()
        assert start is not None
        assert end is not None
        mouse = self.page.mouse
        mouse.move(start["x"] + 12, start["y"] + 30)
        mouse.down()
        mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=6)
        mouse.up()

    def hidden(self) -> list[str]:
        """What the note covers, or what is cut off."""
        found: list[str] = self.page.evaluate(HIDDEN)
        return found
