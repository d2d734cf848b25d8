"""What a first visit costs: bytes over the line and time until the first table can be played, from the home page on.

`python -m tests.browser.first_visit` writes the figures of this computer into docs/first-visit.md.
"""

from __future__ import annotations

import os
import platform
import statistics
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from playwright.sync_api import sync_playwright

from kartentisch.play.games import games
from tests.browser import live
from tests.conftest import CHROMIUM, FLAGS

if TYPE_CHECKING:
    from playwright.sync_api import Browser

PAGE = Path(__file__).resolve().parents[2] / "docs" / "first-visit.md"
MOST_BYTES = 100_000
"""Without cards and fonts."""
MOST_OF_FONTS = 70_000
LONG = 60_000
"""Milliseconds that bots wait: longer than a visit."""
GOAL_MS = 1_000
RUNS = 5

WHEN_READY = """new MutationObserver((_, watching) => {
  if (window.ready || !document.querySelector('.page .fan.mine > .card, .page .actions .button')) return;
  watching.disconnect();
  requestAnimationFrame(() => requestAnimationFrame(() => { window.ready = performance.now(); }));
}).observe(document, { childList: true, subtree: true })"""
"""The moment after the first picture that holds something to press."""


class Visit(NamedTuple):
    """Bytes as they came over the line, with the heads of the answers; milliseconds from the press to the table."""

    pages: int
    cards: int
    fonts: int
    requests: int
    ready: float


def visit(browser: Browser, address: str, game: str) -> Visit:
    """Home, then a table with bots, in a browser that has never been here."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, locale="de-DE")
    page = context.new_page()
    page.add_init_script(WHEN_READY)
    line = context.new_cdp_session(page)
    line.send("Network.enable")
    line.send("Network.clearBrowserCache")  # the window may have been lent before
    kinds: dict[str, str] = {}
    bytes_of = {"pages": 0, "cards": 0, "fonts": 0}

    def asked(event: dict[str, Any]) -> None:
        path = event["request"]["url"].removeprefix(address)
        kinds[event["requestId"]] = "cards" if "/cards/" in path else "fonts" if "/fonts/" in path else "pages"
        if "redirectResponse" in event:
            bytes_of["pages"] += event["redirectResponse"]["encodedDataLength"]

    def came(event: dict[str, Any]) -> None:
        bytes_of[kinds[event["requestId"]]] += event["encodedDataLength"]

    scenes: list[str] = []

    def heard(event: dict[str, Any]) -> None:
        scenes.append(event["response"]["payloadData"])

    line.on("Network.requestWillBeSent", asked)
    line.on("Network.loadingFinished", came)
    line.on("Network.webSocketFrameReceived", heard)
    page.goto(address, wait_until="networkidle")
    page.locator(f'.games form[action="/open/{game}"] button').click()
    page.wait_for_url("**/t/*/*")
    page.wait_for_function("() => window.ready")
    ready = page.evaluate("window.ready")
    first = next(place for place, text in enumerate(scenes, 1) if '"t":"scene"' in text)
    bytes_of["pages"] += sum(len(text.encode()) for text in scenes[:first])  # what comes later are moves
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(200)
    context.close()
    return Visit(**bytes_of, requests=len(kinds), ready=ready)


def visits(browser: Browser, address: str, runs: int = RUNS) -> dict[str, Visit]:
    """Of each game the median of some visits. One more comes first: the server, too, has to wake up."""
    found = {}
    for game in games():
        visit(browser, address, game)
        seen = [visit(browser, address, game) for _ in range(runs)]
        found[game] = Visit(*(statistics.median(column) for column in zip(*seen, strict=True)))
    return found


def main() -> int:
    """Measure, and write it down."""
    with live.server(bots_wait=LONG, drawn=True) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        found = visits(browser, address)
        browser.close()
    rows = [
        f"| {game} | " + " | ".join(f"{n / 1000:.1f}" for n in v[:3]) + f" | {v.requests} | {v.ready:.0f} |"
        for game, v in found.items()
    ]
    here = f"{platform.machine()}, Python {platform.python_version()}"
    busy = f"load {os.getloadavg()[0]:.0f} on {os.cpu_count()} processors"
    PAGE.write_text(
        f"""# A first visit

Open the home page, then "Play now with bots", in a browser that has never been here, on the computer that runs the
server ({here}, {busy}). The figures are the median of {RUNS} visits each.
Bytes are counted on the wire, including response headers and the first scenes. The time runs from the press to the
first picture with something to press.
The goals are under {MOST_BYTES // 1000} kB without cards and fonts, at most {MOST_OF_FONTS // 1000} kB of
fonts, under {GOAL_MS} ms. `python -m tests.browser.first_visit` writes this page.

| game | pages, code, styles, signs (kB) | cards (kB) | fonts (kB) | requests | first table (ms) |
|---|---:|---:|---:|---:|---:|
"""
        + "\n".join(rows)
        + "\n",
        encoding="utf-8",
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
