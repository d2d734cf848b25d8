"""A connection that is neither taken nor refused, as when another server waits until it may have the table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.browser.clocked import Clocked, clocked, says, start

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = [pytest.mark.browser, pytest.mark.slow]
LOST = "No connection."
LINES = """(() => {
  const Real = window.WebSocket;
  window.lines = [];
  window.hanging = 0;
  class Hanging { readyState = 0; constructor() { window.hanging += 1; } send() {} close() {} }
  window.WebSocket = function (url) {
    if (window.hang) return new Hanging();
    const line = new Real(url);
    window.lines.push(line);
    return line;
  };
  window.WebSocket.OPEN = 1;
})()"""
"""New connections of the page hang as long as `hang` says so."""
WATCH = """lost => {
  const since = performance.now();
  window.told = 0;
  new MutationObserver(() => {
    if (document.querySelector('.prompt').innerText.includes(lost)) window.told ||= performance.now() - since;
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""
"""Notes after how many milliseconds the page speaks of a lost line."""
SAID = "said => (document.querySelector('.prompt')?.innerText ?? '').includes(said)"


@pytest.fixture(scope="module")
def server() -> Iterator[Clocked]:
    with clocked() as found:
        yield found


def test_a_line_that_hangs_is_told_after_some_seconds_and_the_page_comes_back(
    chromium: Browser, server: Clocked
) -> None:
    room, seat, _ = start(server)
    page = server.context(chromium, room, seat, locale="en-GB").new_page()
    page.add_init_script(LINES)
    page.clock.install()
    page.goto(f"{server.address}/t/{room.id}/{seat}")
    page.wait_for_selector(".page:not([data-number='-1'])")
    page.evaluate(WATCH, LOST)
    page.evaluate("() => { window.hang = true; window.lines[0].close(); }")
    pass_until(page, "() => window.hanging === 1")
    assert LOST not in says(page)
    pass_until(page, "() => window.told > 0")
    assert page.evaluate("window.told") < 8_000, "the first try is given up after nine seconds"
    page.evaluate("() => { window.hang = false; }")
    pass_until(page, f"() => !({SAID})({LOST!r})")
    assert page.evaluate("window.lines.length") == 2


def pass_until(page: Page, so: str) -> None:
    """Let the page's seconds pass quickly until this is so."""
    for _ in range(60):
        if page.evaluate(so):
            return
        page.clock.run_for(500)
        page.wait_for_timeout(20)  # for the server's answer
    raise AssertionError(so)
