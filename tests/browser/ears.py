"""A page at a table that writes down what it would have sounded and notified."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.browser.line import DESKTOP, Seat, deck, open_table, scene

if TYPE_CHECKING:
    from playwright.sync_api import Page

EARS = """(() => {
  window.heard = [];
  const start = AudioScheduledSourceNode.prototype.start;
  AudioScheduledSourceNode.prototype.start = function (...at) {
    if (this.context instanceof AudioContext) heard.push(Math.round(this.frequency?.value ?? 0));
    return start.apply(this, at);
  };
  window.notes = [];
  window.Notification = class {
    static permission = 'granted';
    static requestPermission = async () => 'granted';
    constructor(title, options) { Object.assign(this, { title, ...options, open: true }); notes.push(this); }
    close() { this.open = false; }
  };
  window.looks = true;
  Object.defineProperty(document, 'visibilityState', { get: () => (looks ? 'visible' : 'hidden') });
})()"""
NOTES = {"turn": 880, "big": 784, "end": 262, "card": 170}
"""A note that only this sound has."""
HAND = deck(5)


def heard(page: Page) -> list[str]:
    """Which sounds began, in their order."""
    found: list[int] = page.evaluate("() => heard")
    names = [name for note in found for name, high in NOTES.items() if note == high]
    return [name for name in names if name != "big" or 262 not in found]


def touch(page: Page) -> Page:
    """The browser lets a page sound once somebody has touched it."""
    page.locator(".top").click()
    return page


def settle(*pages: Page) -> None:
    """These tabs have made out who speaks."""
    for page in pages:
        page.evaluate("() => { window.settled = new Promise(resolve => setTimeout(resolve, 400)); }")
    for page in pages:
        page.evaluate("() => settled")


def at_table(seat: Seat, options: dict[str, Any] | None = None) -> Page:
    return touch(seat(scene(HAND, yours=False), DESKTOP, options, script=EARS))


def tab(page: Page, path: str = "/t/line/0") -> Page:
    """One more tab of this browser, at the same seat or another."""
    address = page.url.split("/t/")[0]
    return touch(open_table(page.context, address, scene(HAND, yours=False), path=path, script=EARS))
