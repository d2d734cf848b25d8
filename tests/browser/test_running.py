"""The result: running totals as lines, with names at their ends, and the score of the round line by line."""

from __future__ import annotations

import os
from itertools import pairwise

import pytest

from kartentisch.web import scene as s
from kartentisch.web import scorecard as c
from tests.browser.line import PHONE, Seat, push, scene

NAMES = ["You", "Greta (bot)", "Yusuf the Magnificent", "Lea", "Anna"]
ROUNDS = [[5, -4, 5, 5], [-3, 5, -8, -2], [-6, -2, -4, -1], [-4, -9, -3, -6], [-4, -8, -4, -6]]


def result(rounds: int) -> c.Result:
    rows = [c.Row(i, NAMES[i], r[:rounds], sum(r[:rounds]), i == 0, "mug") for i, r in enumerate(ROUNDS)]
    lines = [c.Tally("Went out", [5, 0, 0, 0, 0])]
    heads = [*map(str, range(1, rounds + 1)), "Total"]
    return c.Result("You win.", "Most points win.", heads, rows, True, lines)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_running_totals_are_drawn_from_two_rounds_on_with_names_that_do_not_touch(seat: Seat, scheme: str) -> None:
    page = seat(scene([], yours=False, phase="over", buttons=[], controls=[]))
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    push(page, scene([], 11, yours=False, phase="over", buttons=[], controls=[], result=result(1)))
    page.locator(".result").wait_for()
    assert page.locator(".running").count() == 0
    push(page, scene([], 12, yours=False, phase="over", buttons=[], controls=[], result=result(4)))
    page.locator(".running svg").wait_for()
    assert page.locator(".running g").count() == len(ROUNDS)
    assert page.locator(".running .own").count() == 1
    assert page.locator(".running .own circle").count() == 4
    boxes = page.locator(".running g text").evaluate_all(
        "all => all.map(one => one.getBBox()).map(box => [box.x, box.y, box.x + box.width, box.y + box.height])"
    )
    assert all(x >= 0 and right <= 360 and y >= 0 and bottom <= 216 for x, y, right, bottom in boxes), boxes
    ordered = sorted(boxes, key=lambda box: box[1])
    assert all(above[3] <= below[1] + 1 for above, below in pairwise(ordered)), boxes
    dashes = page.locator(".running .other path").evaluate_all(
        "all => all.map(one => one.getAttribute('stroke-dasharray'))"
    )
    assert len(set(dashes)) == len(ROUNDS) - 1
    assert page.locator(".result h2").count() == 1
    if folder := os.environ.get("KT_LOOK"):
        page.locator(".running").scroll_into_view_if_needed()
        page.screenshot(path=f"{folder}/running-{scheme}.png")


def test_every_button_holds_its_words_until_the_points_are_shown(seat: Seat) -> None:
    """The points wait for the last card to land; until then their buttons are beside the table, in one row."""
    names = ["Noch einmal", "Rückblick", "Auswertung", "Aufzeichnung speichern"]
    controls = [s.Control("again", name, str(i), "row", lead=not i) for i, name in enumerate(names)]
    page = seat(scene(["b1"]), PHONE)
    moved = [s.Moved("hand", "top", ["b1"])]
    last = scene([], 11, yours=False, phase="over", buttons=[], controls=controls, result=result(2), moved=moved)
    push(page, last)
    assert page.locator(".result").count() == 0
    row = page.locator(".acts > .button")
    assert row.count() == len(names)
    wide = row.evaluate_all("all => all.map(one => [one.innerText, one.scrollWidth - one.clientWidth])")
    assert [name for name, over in wide if over > 0] == []
