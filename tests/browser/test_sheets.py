"""What a browser reads out of a style sheet is the same before and after the server has made it dense."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from kartentisch.web.pages import static_files

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser

RULES = """text => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  return [...sheet.cssRules].map((rule) => rule.cssText).join(" ");
}"""


def written(path: Path) -> str:
    """With what it imports; `replaceSync` leaves imports out."""
    text = path.read_text(encoding="utf-8")
    return re.sub(r'@import url\("([\w-]+\.css)"\);', lambda found: written(path.with_name(found[1])), text)


def spaced(text: str) -> str:
    """Values of custom properties keep the spaces with which they were written."""
    return re.sub(r"\s*([,:])\s*", r"\1", re.sub(r"\s+", " ", text))


def test_the_rules_of_a_style_sheet_stay_what_they_were(chromium: Browser) -> None:
    page = chromium.new_page()
    sheets = sorted((static_files.STATIC / "css").glob("*.css"))
    assert sheets
    for path in sheets:
        served = spaced(page.evaluate(RULES, static_files.served(path).decode()))
        assert len(served) > 500, path.name
        assert served == spaced(page.evaluate(RULES, written(path))), path.name
    page.close()
