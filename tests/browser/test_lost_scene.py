"""A scene that never came is noticed, and pages whose server was restarted do not come back all at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.line import deck, open_table, raw, scene, up_cards

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser

DEAD = """() => {
  line.tries = 0;
  window.WebSocket = class {
    static OPEN = 1;
    constructor() { line.tries += 1; setTimeout(() => this.onclose?.(), 0); }
    send() {}
    close() {}
  };
  for (const one of [...line.open]) one.onclose();
}"""
"""The server is gone: every try is turned away at once."""

WHOLE_LOG = """scene => {
  for (const one of line.open) one.down({ t: 'scene', scene, log: [], fresh: true });
}"""
"""What a page is sent that has more facts than the log."""


def test_a_page_that_is_behind_asks_for_the_scene_that_it_has_lost(chromium: Browser, files: str) -> None:
    context = chromium.new_context(locale="en-GB")
    try:
        page = open_table(context, files, scene(deck(5), 10), held=True)
        page.clock.run_for(10_000)
        assert page.evaluate("line.fetched") == [], "nothing is lost"
        page.evaluate("scene => { line.scene = scene; }", raw(scene(deck(4), 12)))
        page.clock.run_for(10_000)
        page.wait_for_selector(".page[data-number='12']")
        assert page.evaluate("line.fetched") == [10]
    finally:
        context.close()


def test_after_the_log_went_back_a_page_does_not_wait_for_its_lost_move(chromium: Browser, files: str) -> None:
    """A standby of the database that was behind took over, so the number of the page's own move never comes."""
    context = chromium.new_context(locale="en-GB")
    try:
        page = open_table(context, files, scene(deck(5), 10))
        page.evaluate("scene => { line.scene = scene; }", raw(scene(deck(4), 12)))  # told only in the answer
        page.locator(".fan.mine > .card").first.click()
        page.locator('.zones [data-element="top"]').click()
        page.wait_for_function("line.asks.length === 1")
        assert len(up_cards(page)) == 1
        page.evaluate(WHOLE_LOG, raw(scene(deck(5), 9)))
        page.wait_for_selector(".page[data-number='9']")
        assert up_cards(page) == []
    finally:
        context.close()


def test_how_soon_a_page_tries_again_is_half_chance(chromium: Browser, files: str) -> None:
    """A page that waits 500, 1000, 2000, 4000 ms at most waits half of it at least."""
    tries = []
    for chance in ("0", "0.999"):
        context = chromium.new_context(locale="en-GB")
        try:
            page = open_table(context, files, scene(deck(5), 10), held=True, script=f"Math.random = () => {chance}")
            page.evaluate(DEAD)
            for _ in range(32):
                page.clock.run_for(500)
            tries.append(page.evaluate("line.tries"))
        finally:
            context.close()
    soonest, latest = tries
    assert latest in (5, 6), "after 0.5, 1.5, 3.5, 7.5, 11.5 and 15.5 s"
    assert soonest in (7, 8, 9), "after 0.5, 1, 2, 4, 6, 8, 10, 12, 14 and 16 s, as the page looks twice a second"
    assert soonest > latest
