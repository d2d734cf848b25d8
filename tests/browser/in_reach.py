"""Whether all on a table can be seen and tapped, if need be by scrolling: `in_reach.js` measures it in the page."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from playwright.sync_api import Page

SCRIPT = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")


MEASURED = f"""what => {{
  if (!window.inReach) {{ {SCRIPT} }}
  const drawn = new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
  return drawn.then(() => what.map(one => inReach[one]()));
}}"""
"""Once all is drawn."""


class Found(NamedTuple):
    """What one look at a table finds."""

    lost: list[str]
    """What cannot be seen or tapped even by scrolling."""
    scrolled: list[str]
    """The cards of the hand that need scrolling."""
    on_cards: list[str]
    """Labels that lie on cards, or under the number of a pile or a part of a seat."""
    together: list[str]
    """Labels and captions of neighbours without a gap."""


def look(page: Page) -> Found:
    reach, over, together = page.evaluate(MEASURED, ["reach", "over", "together"])
    return Found(reach["found"], reach["scrolled"], over, together)
