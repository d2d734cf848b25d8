"""The browser adds a pad up as the server does: both pass the same cases."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from tests.pad import readings

if TYPE_CHECKING:
    from playwright.sync_api import Browser

READ = """async ({ cases, sheets }) => {
  const { read, valuesOf } = await import('/static/js/pad-reading.js');
  return cases.map(({ game, people, options, entries }) =>
    read(sheets[game], options, people, valuesOf(sheets[game], entries)));
}"""


def test_the_browser_reads_every_case_as_the_server_does(chromium: Browser, files: str) -> None:
    cases = json.loads(readings.FILE.read_text(encoding="utf-8"))
    assert len(cases) == 4 * readings.EACH
    page = chromium.new_context().new_page()
    page.goto(f"{files}/static/favicon.ico")
    found = page.evaluate(READ, {"cases": cases, "sheets": readings.sheets()})
    for case, one in zip(cases, found, strict=True):
        assert one == case["reading"], case
