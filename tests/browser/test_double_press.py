"""A double click does one move: the second press, 60 to 300 ms after the first, comes onto a new scene.

The page's clock is held, so that the gaps are as long as they say on any machine.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import cycle
from typing import Any, NamedTuple

import pytest

from kartentisch.web import scene as s
from tests.browser.line import DESKTOP, PHONE, Seat, asks, cards, changed, raw, scene
from tests.pairwise import pairwise

pytestmark = [pytest.mark.browser, pytest.mark.slow]

FOLLOW = """([scene, latency]) => {
  const after = [scene];
  line.asks.push = function (ask) {
    Array.prototype.push.call(this, ask);
    if (ask.do !== 'why' && after.length) setTimeout(one => line.push(one), latency, after.pop());
  };
}"""
"""What the first move does comes as a scene."""


def card(face: str) -> str:
    return f'.fan.mine > [data-card="{face}.1"]'


def button(element: str) -> str:
    return f'.actions [data-element="{element}"]'


PILE = '.zones [data-element="{}"]'
HAND = ["b1", "g1", "r7"]
DRAW = s.Step("draw", ["button:draw"], ["Draw"], "Draw a card")
TAKE = s.Step("take", ["button:draw"], ["Take 2"], "Take two cards")
KEEP = s.Step("pass", ["button:keep"], ["Keep the card"], "Keep it")


def buttons(*steps: s.Step) -> dict[str, Any]:
    """A row of one button a step, and nothing else to do."""
    return {"steps": list(steps), "buttons": [s.Button(step.path[0], step.labels[0]) for step in steps]}


def draws(scene: s.Scene) -> s.Scene:
    """The draw pile stands for the button."""
    return changed(scene, "draw", means=["button:draw"])


def with_table(n: int, begun: str, **more: Any) -> s.Scene:
    """A move of several steps, which begins with a card of the table."""
    loose = s.Zone("loose", "row", "Row", "table", (0, 1, 2, 1), cards=cards(["g4", "b6"]))
    steps = [s.Step(face, [f"loose/{face}"], [face], f"Add {face}", ends=False) for face in ("g4", "b6")]
    held = begun.split()
    picked = ["hand/b1", *(f"loose/{face}" for face in held[1:])] if held else []
    return scene(HAND, n, rows=2, zones=[loose], steps=steps, begun=held, picked=picked, since=10, **more)


def result(n: int) -> s.Scene:
    """A round is over."""
    control = s.Control("next", "Next round", where="row", lead=True)
    return scene([], n, yours=False, phase="result", buttons=[], controls=[control])


class Case(NamedTuple):
    """`before`: presses that come first, each alone. `then`: how often what is pressed twice is asked for."""

    scene: Callable[[], s.Scene]
    press: str
    after: Callable[[], s.Scene]
    does: list[list[str]]
    before: tuple[str, ...] = ()
    do: str = "play"
    options: dict[str, Any] | None = None
    afterwards: str = ""
    """What can be pressed once the moment is over."""


def the_same(n: int = 11) -> s.Scene:
    return scene(HAND, n)


CASES = {
    "draw, then keep": Case(
        lambda: scene(HAND, **buttons(DRAW)), button("button:draw"), lambda: scene([*HAND, "y2"], 11, **buttons(KEEP)),
        [["draw"]], afterwards=button("button:keep"),
    ),
    "take, then draw by one button": Case(
        lambda: scene(HAND, **buttons(TAKE)), button("button:draw"), lambda: scene([*HAND, "y2"], 11, **buttons(DRAW)),
        [["take"]], afterwards=button("button:draw"),
    ),
    "take, then draw by one pile": Case(
        lambda: draws(scene(HAND, **buttons(TAKE))), PILE.format("draw"),
        lambda: draws(scene([*HAND, "y2"], 11, **buttons(DRAW))), [["take"]], afterwards=PILE.format("draw"),
    ),
    "draw twice by one pile": Case(
        lambda: draws(scene(HAND)), PILE.format("draw"), lambda: draws(scene([*HAND, "y2"], 11)), [["draw"]],
    ),
    "target, then the row": Case(
        lambda: scene(HAND), button("to:top"), lambda: scene(HAND[1:], 11), [["b1"]], before=(card("b1"),),
    ),
    "pile, out of turn then": Case(
        lambda: scene(HAND), PILE.format("top"), lambda: scene(HAND[1:], 11, yours=False), [["b1"]],
        before=(card("b1"),),
    ),
    "card, then the next one": Case(
        lambda: scene(HAND), card("b1"), lambda: scene(HAND[1:], 11), [["b1"]], before=(card("b1"),),
    ),
    "put back, then draw": Case(
        lambda: scene(HAND), button("back"), the_same, [], before=(card("b1"),), afterwards=button("button:draw"),
    ),
    "confirmed by another press": Case(
        lambda: scene(HAND), button("to:top"), the_same, [], before=(card("b1"),), options={"confirm": True},
        afterwards=button("confirm"),
    ),
    "a card of a sum": Case(
        lambda: with_table(10, "b1"), '[data-card="g4.1"]', lambda: with_table(11, "b1 g4"), [["b1 g4"]], do="begin",
        afterwards='[data-card="b6.1"]',
    ),
    "pressed until it can be played": Case(
        lambda: scene(HAND, buttons=[s.Button("button:call", "Call!", joins="call")], steps=[]), button("button:call"),
        the_same, [],
    ),
    "next round": Case(
        lambda: result(10), '.actions [data-control="next"]', lambda: scene(HAND, 11), [[]], do="next",
        afterwards=button("button:draw"),
    ),
    "a seat": Case(
        lambda: scene(HAND, steps=[s.Step("b1>1", ["hand/b1", "seat:1"], ["Blue 1", "Ben"], "To Ben")]),
        '.seat[data-seat="1"] .hit',
        lambda: scene(HAND[1:], 11, steps=[DRAW], controls=[s.Control("bot", "A bot", seat=1)]), [["b1>1"]],
        before=(card("b1"),),
    ),
}  # fmt: skip
HOW = ("mouse", "touch", "Enter", "Space")
GAPS = (60, 150, 300)
LATENCIES = (0, 40, 200)
ALL = [(case, how, gap, late) for case in CASES for how in HOW for gap in GAPS for late in LATENCIES]
SOME = {(case, *how) for case, how in zip(CASES, cycle(pairwise(HOW, GAPS, LATENCIES)), strict=False)}
"""Each case once; every two devices, gaps and latencies meet."""


def press(page: Any, how: str, selector: str) -> Callable[[], None]:
    """A press on what stands there; called again, a press on the same spot."""
    target = page.locator(selector).first
    if how in ("Enter", "Space"):
        target.focus()
        page.keyboard.press(how)
        return lambda: page.keyboard.press(how)
    box = target.bounding_box()
    x, y = box["x"] + min(20, box["width"] / 2), box["y"] + min(20, box["height"] / 2)

    def at() -> None:
        if how == "touch":
            page.touchscreen.tap(x, y)
        else:
            page.mouse.click(x, y)

    at()
    return at


def asked(page: Any, do: str) -> list[list[str]]:
    return [moves or [] for moves in asks(page, do)]


@pytest.mark.parametrize(
    ("case", "how", "gap", "late"),
    [pytest.param(*one, marks=[] if one in SOME else [pytest.mark.long], id="-".join(map(str, one))) for one in ALL],
)
def test_the_second_press_of_a_double_click_does_nothing(seat: Seat, case: str, how: str, gap: int, late: int) -> None:
    """And it brings no sentence; after a moment the same spot can be pressed again."""
    it = CASES[case]
    touch = how == "touch"
    page = seat(
        it.scene(), PHONE if touch else DESKTOP, it.options, has_touch=touch, held=True, reduced_motion="reduce"
    )
    page.evaluate(FOLLOW, [raw(it.after()), late])
    for first in it.before:
        press(page, how, first)
        page.clock.run_for(1000)
    again = press(page, how, it.press)
    page.clock.run_for(gap)
    again()
    page.clock.run_for(100)
    assert asked(page, it.do) == it.does
    page.clock.run_for(1000)
    assert asked(page, it.do) == it.does
    assert asks(page, "why") == []
    assert page.locator(".say.whole").count() == (it.options is not None), "nothing is said of it"
    assert page.locator("dialog[open]").count() == 0
    if case == "pressed until it can be played":
        assert page.locator(".armed").count() == 1
    if it.afterwards:
        before = len(page.evaluate("line.asks"))
        press(page, how, it.afterwards)
        assert len(page.evaluate("line.asks")) == before + 1


def test_no_button_stands_where_another_has_just_been_pressed(seat: Seat) -> None:
    page = seat(scene(HAND, **buttons(DRAW)), PHONE, held=True, has_touch=True)
    page.evaluate(FOLLOW, [raw(scene([*HAND, "y2"], 11, **buttons(KEEP))), 0])
    box = page.locator(button("button:draw")).bounding_box()
    at = [box["x"] + 20, box["y"] + 20]
    page.touchscreen.tap(*at)
    page.clock.run_for(20)
    page.wait_for_selector(button("button:keep"))
    there = "([x, y]) => document.elementFromPoint(x, y).closest('.button')?.dataset.element ?? ''"
    assert page.evaluate(there, at) == ""
    page.clock.run_for(300)
    assert page.evaluate(there, at) == ""
    page.clock.run_for(120)
    assert page.evaluate(there, at) == "button:keep"


def test_a_press_means_what_stood_under_it_when_it_went_down(seat: Seat) -> None:
    """The scene changes between down and up: another meaning is not done, the same one is where it has moved to."""
    page = seat(scene(HAND, **buttons(TAKE)), reduced_motion="reduce")
    box = page.locator(button("button:draw")).bounding_box()
    page.mouse.move(box["x"] + box["width"] - 8, box["y"] + 20)
    page.mouse.down()
    page.evaluate("scene => line.push(scene)", raw(scene([*HAND, "y2"], 11, **buttons(DRAW))))
    page.wait_for_selector(".page[data-number='11']")
    page.mouse.up()
    page.wait_for_timeout(450)
    page.mouse.down()
    more = [s.Button(f"button:{n}", "Something that is quite long") for n in range(2)]
    moved = scene(HAND, 12, steps=[DRAW], buttons=[s.Button("button:draw", "Draw"), *more])
    page.evaluate("scene => line.push(scene)", json.loads(json.dumps(raw(moved))))
    page.wait_for_selector(".page[data-number='12']")
    now = page.locator(button("button:draw")).bounding_box()
    assert now["x"] + now["width"] < box["x"] + box["width"] - 8, "it has moved away from under the pointer"
    page.mouse.up()
    page.wait_for_function("() => line.asks.length > 0")
    assert page.evaluate("line.asks.map(ask => [ask.do, ...ask.moves ?? ask.path])") == [["play", "draw"]]


@pytest.mark.parametrize("key", ["Enter", "Space"])
def test_a_key_that_is_held_down_is_one_press(seat: Seat, key: str) -> None:
    page = seat(scene(HAND, **buttons(DRAW)))
    page.evaluate(FOLLOW, [raw(scene(HAND, 11, **buttons(DRAW))), 0])
    page.locator(button("button:draw")).focus()
    for _ in range(4):
        page.keyboard.down(key)
        page.wait_for_timeout(150)
    page.keyboard.up(key)
    page.wait_for_selector(".page[data-number='11']")
    page.wait_for_timeout(100)
    assert asks(page) == [["draw"]]


def test_two_moves_on_two_spots_may_follow_each_other_as_fast_as_one_likes(seat: Seat) -> None:
    page = seat(scene(HAND), reduced_motion="reduce")
    page.evaluate(FOLLOW, [raw(scene(HAND[1:], 11)), 0])
    page.locator(card("b1")).click()
    page.locator(PILE.format("top")).click()
    page.wait_for_selector(".page[data-number='11']")
    page.locator(card("r7")).click()
    page.locator(PILE.format("top")).click()
    page.wait_for_function("() => line.asks.length > 1")
    assert asks(page) == [["b1"], ["r7"]]
