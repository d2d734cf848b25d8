"""Cards in motion: how long, which way, never in anybody's way."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from kartentisch.web import scene as s
from tests.browser.line import DESKTOP, MOVING, Seat, cards, deck, raw, scene

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

FLIGHTS = """() => document.getAnimations().filter(a => a.effect.target?.matches('.flight:not(.under)')).map(a => {
  const t = a.effect.getComputedTiming();
  return { time: t.duration, end: t.endTime, easing: t.easing, turns: !!a.effect.target.querySelector('.leaf'),
    faces: [...a.effect.target.querySelectorAll('use')].map(u => u.getAttribute('href').split('#')[1]) };
})"""


def flights(page: Page) -> list[dict[str, Any]]:
    """What is in the air."""
    found: list[dict[str, Any]] = page.evaluate(FLIGHTS)
    return found


def show(page: Page, new: s.Scene) -> list[dict[str, Any]]:
    """Push a scene; what is in the air right after it."""
    found: list[dict[str, Any]] = page.evaluate(f"scene => {{ line.push(scene); return ({FLIGHTS})(); }}", raw(new))
    return found


def moved(source: str, target: str, *faces: str, n: int = 0) -> s.Moved:
    return s.Moved(source, target, [f"solo/{face}" for face in faces], n or len(faces) or 1)


# ---- How long, which way ---------------------------------------------------------------------------------------------

HAND = ["b1", "g1", "r7"]
TASK = s.Zone("task", "pile", "Task", "table", (0, 0, 1, 1), cards=cards(["y9"]))
MOVES = {
    "one's own card": (scene(HAND[1:], 11, top=["b1"], moved=[moved("hand", "top", "b1")]), [180], [False]),
    "a card that one draws": (scene([*HAND, "y2"], 11, moved=[moved("draw", "hand", "y2")]), [180], [True]),
    "another's card": (scene(HAND, 11, top=["g9"], moved=[moved("hand-1", "top", "g9")]), [240], [True]),
    "a card that another draws": (scene(HAND, 11, moved=[moved("draw", "hand-1")]), [240], [False]),
    "within the table": (scene(HAND, 11, top=["y9"], moved=[moved("task", "top", "y9")]), [220], [False]),
    "a shuffled pile": (scene(HAND, 11, moved=[moved("top", "draw", n=20)]), [400] * 5, [False] * 5),
    "a pile shuffled in its place": (scene(HAND, 11, moved=[moved("draw", "draw", n=20)]), [400] * 2, [False] * 2),
    "a gift": (scene(HAND[2:], 11, moved=[moved("hand", "hand-1", "b1", "g1")]), [180] * 2, [True] * 2),
}  # fmt: skip


def test_each_kind_of_move_takes_its_time_and_turns_its_face_on_the_way(seat: Seat) -> None:
    page = seat(scene(HAND, zones=[TASK]), **MOVING)
    for n, (what, (new, times, turns)) in enumerate(MOVES.items(), start=2):
        assert show(page, scene(HAND, 10 * n, zones=[TASK])) == [], "so much later nothing flies"
        found = show(page, msgspec.structs.replace(new, n=10 * n + 1, zones=[*new.zones, TASK]))
        assert [one["time"] for one in found] == times, what
        assert [one["turns"] for one in found] == turns, what
        assert all(one["easing"] == "cubic-bezier(0.2, 0.7, 0.3, 1)" for one in found), what
        assert all(one["end"] <= 600 for one in found), what
        assert page.locator(".air").evaluate("e => getComputedStyle(e).pointerEvents") == "none"
        page.wait_for_function("() => !document.querySelector('.flight')")


THERE = """scene => {
  line.push(scene);
  const faces = [...document.querySelectorAll('.flight use')].map(use => use.getAttribute('href').split('#')[1]);
  return [faces, getComputedStyle(document.querySelector('[data-card="y2.1"]')).opacity];
}"""


def test_a_card_that_comes_is_one_object_which_shows_its_back_first(seat: Seat) -> None:
    page = seat(scene(HAND), **MOVING)
    new = scene([*HAND, "y2"], 11, moved=[moved("draw", "hand", "y2")])
    assert page.evaluate(THERE, raw(new)) == [["y2", "back"], "0"], "it is not there twice"
    page.wait_for_selector(".flight", state="detached")
    card = page.locator('.fan.mine > [data-card="y2.1"]')
    assert card.evaluate("e => getComputedStyle(e).opacity") == "1"


@pytest.mark.parametrize("count", [6, 30])
def test_a_hand_is_dealt_card_by_card_in_600_milliseconds_at_most(seat: Seat, count: int) -> None:
    page = seat(scene([], phase="waiting", yours=False), **MOVING)
    found = show(page, scene(deck(count), 12))
    assert len(found) == count
    ends = [one["end"] for one in found]
    steps = {round(b - a, 3) for a, b in pairwise(ends)}
    assert len(steps) == 1
    assert steps == {40} if count == 6 else max(steps) < 40
    assert max(ends) <= 600
    assert all(one["turns"] for one in found)


def test_who_is_more_than_two_scenes_behind_jumps(seat: Seat) -> None:
    page = seat(scene(HAND), **MOVING)
    assert show(page, scene(HAND, 13, top=["g9"], moved=[moved("hand-1", "top", "g9")])) == []
    scenes = [
        raw(scene(HAND, n, top=[f"g{n - 10}"], moved=[moved("hand-1", "top", f"g{n - 10}")])) for n in (14, 15, 16)
    ]
    in_air = f"scenes => scenes.map(scene => {{ line.push(scene); return ({FLIGHTS})().length; }})"
    assert page.evaluate(in_air, scenes) == [1, 2, 0]
    page.wait_for_selector(".flight", state="detached")


CHANGED = """scene => {
  line.push(scene);
  const nodes = document.querySelectorAll("[data-zone='top'] > .lay, .fan.mine > [data-card='y2.1']");
  return [document.getAnimations().length, ...[...nodes].map(node => getComputedStyle(node).outlineStyle)];
}"""
"""What moves, and how the places and cards that have changed are outlined."""
OUTLINED = """async scene => {
  const since = performance.now();
  line.push(scene);
  while (document.querySelector('[data-changed]')) await new Promise(resolve => setTimeout(resolve, 20));
  return (performance.now() - since) / 1000;
}"""
"""For how many seconds something is outlined."""


@pytest.mark.parametrize("way", ["system", "wish"])
def test_where_nothing_is_to_move_what_changed_is_outlined_for_a_second(seat: Seat, way: str) -> None:
    more = {} if way == "system" else MOVING
    page = seat(scene(HAND), DESKTOP, {"motion": "none"} if way == "wish" else None, **more)
    new = scene([*HAND, "y2"], 11, top=["g9"], moved=[moved("hand-1", "top", "g9"), moved("draw", "hand", "y2")])
    assert page.evaluate(CHANGED, raw(new)) == [0, "dashed", "dashed"]
    assert 0.9 < page.evaluate(OUTLINED, raw(scene(HAND, 12, moved=[moved("hand", "top", "y2")]))) < 3
