"""However fast scenes and clicks come, no click is lost, none counts twice, and none waits for an animation."""

from __future__ import annotations

from typing import Any

import pytest

from kartentisch.web import scene as s
from kartentisch.web import scorecard as c
from tests.browser.line import (
    DESKTOP,
    MOVING,
    PHONE,
    Seat,
    asks,
    cards,
    deck,
    hold,
    push,
    raw,
    release,
    scene,
    up_cards,
)
from tests.ways import first_now

pytestmark = pytest.mark.browser

STREAM = """scenes => {
  window.seen = [];
  scenes.forEach((scene, i) => setTimeout(() => {
    const before = performance.now();
    line.push(scene);
    const there = Number(document.querySelector('.page').dataset.number);
    const air = document.querySelectorAll('.flight').length;
    seen.push({ late: there !== scene.n, took: performance.now() - before, air });
  }, 40 * i));
}"""


CLICKS, STREAMS = 12, 20
"""So many clicks are wanted while scenes come; a busy machine needs several streams for them."""
HAND = deck(14)
ROW = s.Zone("row", "row", "Row", "table", (0, 1, 2, 1), cards=cards(deck(45)), size="small")


def full_table(n: int) -> s.Scene:
    """Sixty cards on the screen, one of which has just been played."""
    top = f"{'bgry'[n % 4]}{n % 10 + 1}"
    return scene(HAND, n, top=[top], rows=2, zones=[ROW], moved=[s.Moved("hand-1", "top", [f"solo/{top}"])])


@pytest.mark.parametrize("size", first_now([PHONE, DESKTOP]), ids=["phone", "desktop"])
def test_ten_scenes_in_400_milliseconds_with_60_cards_lose_no_click_and_wait_for_no_animation(
    seat: Seat, size: tuple[int, int]
) -> None:
    """Clicks raise one card after the other while cards fly; the last one is then played with one more click."""
    page = seat(full_table(10), size, **MOVING)
    assert page.locator("[data-card]").count() >= 60
    boxes = [page.locator(f'.fan.mine > [data-card="{face}.1"]').bounding_box() for face in HAND]
    clicked: list[str] = []
    for stream in range(STREAMS):
        page.evaluate(STREAM, [raw(full_table(10 * stream + n)) for n in range(11, 21)])
        while page.evaluate("() => seen.length") < 10:
            card, box = f"{HAND[len(clicked) % 14]}.1", boxes[len(clicked) % 14]
            assert box is not None
            page.mouse.click(box["x"] + 15, box["y"] + 12)
            assert up_cards(page) == [card], "the click has done its work at once"
            clicked.append(card)
        seen = page.evaluate("() => seen")
        assert not any(one["late"] for one in seen), "each scene is drawn when it comes"
        assert max(one["air"] for one in seen) >= 1, "cards were in the air meanwhile"
        if len(clicked) >= CLICKS:
            break
    assert len(clicked) >= CLICKS
    page.wait_for_selector(".flight", state="detached")
    page.locator('.zones [data-element="top"]').click()
    page.wait_for_function("() => line.asks.some(ask => ask.do === 'play')")
    assert asks(page) == [[clicked[-1].partition(".")[0]]]


def test_what_is_touched_while_a_move_is_on_its_way_is_not_lost_but_plays_nothing_twice(seat: Seat) -> None:
    page = seat(scene(["b1", "g1", "r7"]), **MOVING)
    hold(page)
    card = '.fan.mine > [data-card="{}"]'
    for _ in range(2):
        page.locator(card.format("b1.1")).click()
    page.locator(card.format("b1.1")).click()
    page.locator('.zones [data-element="top"]').click()
    page.locator(card.format("r7.1")).click()
    assert up_cards(page) == ["b1.1"]
    push(page, scene(["g1", "r7"], 11))
    release(page)
    assert up_cards(page) == ["r7.1"]
    assert asks(page) == [["b1"]]
    hold(page)
    page.evaluate("line.refuse = 'No.'")
    page.locator(card.format("r7.1")).click()
    page.locator(card.format("g1.1")).click()
    release(page)
    page.wait_for_function("() => /No[.]/.test(document.querySelector('.say').innerText)")
    assert up_cards(page) == [], "after a refusal nothing else happens"


def test_picks_that_are_made_faster_than_they_are_answered_are_all_made(seat: Seat) -> None:
    loose = s.Zone("loose", "row", "Row", "table", (0, 1, 2, 1), cards=cards(["g4", "b6"]))
    begins = [s.Step("y3", ["hand/y3"], ["Yellow 3"], "Begin", ends=False)]
    adds = [s.Step(face, [f"loose/{face}"], [face], f"Add {face}", ends=False) for face in ("g4", "b6")]
    page = seat(scene(["y3"], rows=2, zones=[loose], steps=begins), **MOVING)
    hold(page)
    page.locator('[data-card="y3.1"]').click()
    page.locator('[data-card="g4.1"]').click()
    page.locator('[data-card="b6.1"]').dblclick()
    for n, begun in ((11, ["y3"]), (12, ["y3", "g4"]), (13, ["y3", "g4", "b6"])):
        picked = ["hand/y3", *(f"loose/{face}" for face in begun[1:])]
        steps = [step for step in adds if step.token not in begun]
        push(page, scene(["y3"], n, rows=2, zones=[loose], steps=steps, begun=begun, picked=picked, since=10))
        page.evaluate("const held = line.held.splice(0); for (const answer of held) answer();")
    assert asks(page, "begin") == [["y3"], ["y3 g4"], ["y3 g4 b6"]]


def test_a_card_that_slides_away_under_the_pressed_button_is_still_the_one_that_was_clicked(seat: Seat) -> None:
    page = seat(scene(["b1", "g1", "r7", "y2"]), reduced_motion="reduce")
    box = page.locator('[data-card="b1.1"]').bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 40, box["y"] + 30)
    page.mouse.down()
    push(page, scene(["b1"], 11))
    page.wait_for_selector(".page[data-number='11']")
    assert abs(page.locator('[data-card="b1.1"]').evaluate("e => e.offsetLeft") - box["x"]) > 100
    page.mouse.up()
    assert up_cards(page) == ["b1.1"]
    page.locator('[data-card="b1.1"]').click()
    page.wait_for_function("() => line.asks.some(ask => ask.do === 'play')")
    assert asks(page) == [["b1"]]


def test_a_silent_line_costs_five_seconds_not_eleven(seat: Seat) -> None:
    """What is asked is sent again after 2.5 seconds; as long after that there is a second connection."""
    page = seat(scene(["b1", "g1", "r7"]), held=True, **MOVING)
    page.evaluate("for (const one of line.open) one.send = () => {}")  # half open: what is said goes nowhere
    page.locator('[data-element="button:draw"]').click()
    page.clock.run_for(4_000)
    assert asks(page) == []
    page.clock.run_for(2_000)
    assert asks(page) == [["draw"]]
    page.clock.run_for(1_000)
    assert page.locator(".say").inner_text().startswith("Your turn."), "nobody has heard of it"


def test_a_server_that_is_slow_with_an_answer_is_not_called_anew_all_the_time(seat: Seat) -> None:
    page = seat(scene(["b1", "g1", "r7"]), held=True, **MOVING)
    page.evaluate("""() => {
      window.hellos = 0;
      const Line = window.WebSocket;
      window.WebSocket = class extends Line { constructor(url) { super(url); hellos += 1; } };
    }""")
    hold(page)
    page.locator('[data-element="button:draw"]').click()
    page.clock.run_for(40_000)
    assert page.evaluate("hellos") == 3, "after 5, 15 and 35 seconds"


def test_what_is_picked_and_what_has_the_focus_are_there_after_a_reload(seat: Seat) -> None:
    """Two cards in any order, the first of which cannot begin a move by itself."""
    hand = ["b1", "g1", "r7"]
    pairs = [
        s.Step(f"{min(a, b)} {max(a, b)}", [f"hand/{a}", f"hand/{b}"], [a, b], "Give both")
        for a in hand
        for b in hand
        if a != b
    ]
    page = seat(scene(hand, steps=pairs), **MOVING)
    page.locator('[data-card="r7.1"]').focus()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowLeft")
    page.reload()
    page.wait_for_selector(".fan.mine > .up")
    assert up_cards(page) == ["r7.1"]
    assert page.evaluate("document.activeElement.dataset.card") == "g1.1"
    page.keyboard.press("Enter")
    page.wait_for_function("() => line.asks.some(ask => ask.do === 'play')")
    assert asks(page) == [["g1 r7"]]


@pytest.mark.parametrize("when", ["while the points wait", "while the table is looked at"])
def test_a_card_that_is_touched_when_the_round_is_over_hides_no_button(seat: Seat, when: str) -> None:
    page = seat(scene(["b1", "g1"]), **MOVING)
    ways = [s.Control(do, label, where="row") for do, label in (("next", "Next round"), ("again", "Play again"))]
    moved = [s.Moved("hand-1", "top", ["solo/b5"])]
    over: dict[str, Any] = {"yours": False, "buttons": [], "steps": [], "controls": ways, "moved": moved}
    row = c.Row(0, "You", [5], 5, False, "mug")
    push(page, scene(["b1", "g1"], 11, phase="result", result=c.Result("Over.", "", ["1"], [row], False), **over))
    page.locator('.actions [data-control="next"]').wait_for()
    if when == "while the table is looked at":
        page.locator(".result").wait_for()
        page.get_by_role("button", name="Look at the table").click()
    page.locator('[data-card="b1.1"]').click()
    page.wait_for_function("() => line.asks.some(ask => ask.do === 'why')")
    assert up_cards(page) == []
    assert page.locator('.actions [data-element="back"]').count() == 0
    assert page.locator(".actions [data-control]").all_inner_texts() == ["Next round", "Play again"]
