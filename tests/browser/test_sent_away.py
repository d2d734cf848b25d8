"""Whoever is sent away from a table sees why, and nothing of it any more: no hand, no log, no title that calls."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser import line
from tests.ways import first_now

pytestmark = [pytest.mark.browser, pytest.mark.slow]

AWAY = "for (const one of line.open) one.down({ t: 'bye', code: 'removed', text: 'You were sent away.', again: false })"
LOG = "line.push(line.scene, [{ n: 10, text: 'Ben gives you red 7.', seat: 1, bold: 'Ben', you: true }])"


@pytest.mark.parametrize("size", first_now([line.PHONE, line.DESKTOP]))
def test_nothing_of_the_table_stays(seat: line.Seat, size: tuple[int, int]) -> None:
    page: Any = seat(line.scene(["r7", "b3"]), size)
    page.evaluate(LOG)
    page.get_by_text("gives you red 7").first.wait_for(state="attached")
    page.locator(".menu").click()
    page.evaluate(AWAY)
    page.wait_for_function("() => document.body.innerText.includes('You were sent away.')")
    assert page.locator(".card, .lines li, .others .seat, dialog[open]").count() == 0
    assert "red 7" not in page.content()
    assert "Your turn" not in page.title()
    assert "turn" not in (page.locator("link[rel=icon]").get_attribute("href") or "")
    assert page.locator(".acts .button").all_inner_texts() == ["Load again", "To the games"]
    page.set_viewport_size({"width": 360, "height": 640})
    assert page.locator(".card").count() == 0
