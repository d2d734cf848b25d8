"""The measure of what eyes would find on a page can fail."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.looks import cramped, lost

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser


def test_the_measure_finds_text_on_text_and_text_that_is_cut_off(chromium: Browser) -> None:
    context = chromium.new_context(viewport={"width": 320, "height": 640})
    page = context.new_page()
    line = '<p style="position: absolute; top: {top}px">{text}</p>'
    page.set_content(line.format(top=10, text="one line") + line.format(top=60, text="and another"))
    assert lost(page) == []
    page.set_content(line.format(top=10, text="one line") + line.format(top=14, text="and another"))
    assert lost(page) == ["text on text: “one line” and “and another”"]
    page.set_content('<p style="width: 30px; overflow: hidden; white-space: nowrap">a line that is cut</p>')
    assert lost(page) == ["cut off: p. “a line that is cut”"]
    context.close()


BUTTON = '<p style="margin: 20px"><a class="button" style="display: inline-block; {style}">Words</a></p>'


@pytest.mark.parametrize(
    ("style", "found"),
    [
        ("border: 1px solid; padding: 0", ["touches its border: “Words”"]),
        ("border: 0; background: red; padding: 0", ["touches its border: “Words”"]),
        ("border: 1px solid; padding: 0 9px", []),
        ("border: 0; padding: 0", []),
    ],
)
def test_words_touch_the_border_of_a_button_that_has_one(chromium: Browser, style: str, found: list[str]) -> None:
    page = chromium.new_context(viewport={"width": 320, "height": 640}).new_page()
    page.set_content(BUTTON.format(style=style))
    assert cramped(page) == found
