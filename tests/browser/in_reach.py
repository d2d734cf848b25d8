"""Whether all on a table can be seen and tapped, if need be by scrolling: `in_reach.js` measures it in the page."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Page

SCRIPT = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")


def measured(page: Page, what: str) -> Any:
    if page.evaluate("() => !window.inReach"):
        page.evaluate(SCRIPT)
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    return page.evaluate(f"() => inReach.{what}()")


def out_of_reach(page: Page) -> tuple[list[str], list[str]]:
    """What cannot be seen or tapped even by scrolling, and the cards of the hand that need scrolling."""
    found = measured(page, "reach")
    return found["found"], found["scrolled"]


def run_together(page: Page) -> list[str]:
    """Labels and captions of neighbours without a gap."""
    found: list[str] = measured(page, "together")
    return found


def labels_on_cards(page: Page) -> list[str]:
    found: list[str] = measured(page, "over")
    return found
