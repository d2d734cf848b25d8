"""A sentence of whoever runs the server stands above the table until it is taken back; all stays in reach."""

from __future__ import annotations

import pytest

from tests.browser import in_reach
from tests.browser.line import DESKTOP, PHONE, Seat, push, scene

pytestmark = pytest.mark.browser

LINE = "Message from this server: At 8 pm this server gets an update. Matches go on afterwards."
HAND = ["b1", "g1", "r1", "y1", "b2"]


@pytest.mark.parametrize("size", [PHONE, (360, 640), (844, 390), DESKTOP])
def test_it_comes_and_goes_without_a_reload_and_everything_stays_in_reach(size: tuple[int, int], seat: Seat) -> None:
    page = seat(scene(HAND), size)
    line = page.locator("p.maintenance")
    assert line.count() == 0
    push(page, scene(HAND, maintenance=LINE))
    line.wait_for()
    assert line.inner_text() == LINE
    assert line.get_attribute("role") == "status"
    place = line.bounding_box()
    assert place["y"] == 0
    assert place["width"] == size[0]
    table = page.locator(".page").bounding_box()
    assert table["y"] == pytest.approx(place["height"], abs=1)
    assert table["y"] + table["height"] <= size[1] + 1, "the table has what is left of the window"
    assert in_reach.look(page).lost == []
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    push(page, scene(HAND))
    line.wait_for(state="detached")
    assert page.locator(".page").bounding_box()["y"] == 0
