"""A scene is drawn with few layouts: each costs a phone some milliseconds, so sizes are computed where they can be."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kartentisch.play.games import games
from tests.browser import crowds, line
from tests.ways import in_turn

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = [pytest.mark.browser, pytest.mark.slow]

FEW = 6
"""One where the widest cards are low enough, four where the size before is tried again; there were 7 to 17."""


@pytest.mark.parametrize(("game", "size"), in_turn(games(), [line.PHONE, line.DESKTOP]))
def test_other_words_on_the_table_cost_few_layouts(
    chromium: Browser, files: str, game: str, size: tuple[int, int]
) -> None:
    context = chromium.new_context(locale="en", viewport={"width": size[0], "height": size[1]})
    scene = crowds.scene(game, "many")
    last = [zone.id for zone in scene.zones if zone.place == "table"][-1]
    page = line.open_table(context, files, scene)
    page.wait_for_function(line.STYLED)
    session = context.new_cdp_session(page)
    session.send("Performance.enable")

    def layouts() -> int:
        found = {one["name"]: one["value"] for one in session.send("Performance.getMetrics")["metrics"]}
        return int(found["LayoutCount"])

    counts = []
    for number in range(3):
        before = layouts()
        scene.n += 1
        line.push(page, line.changed(scene, last, caption=f"{number} more"))
        page.evaluate(line.DRAWN)
        counts.append(layouts() - before)
    assert 1 <= max(counts[1:]) <= FEW, counts  # the first one may change the size of the cards
