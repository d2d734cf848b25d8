"""What the page says for a while, what a tap on the table does, and how pieces and words are seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kartentisch.web import scene as s
from tests.browser.line import DESKTOP, MOVING, PHONE, Seat, asks, push, scene
from tests.ways import first_now

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

STEP = s.Control("step", "Do not wait", where="board")


def test_a_refusal_gives_the_turn_back_after_four_seconds(seat: Seat) -> None:
    page = seat(scene(["b1", "g1"], plays=["b1"]), held=True)
    page.evaluate("line.refuse = 'Not now.'")
    page.locator('[data-element="button:draw"]').click()
    page.clock.run_for(100)
    said = page.locator(".say").inner_text
    assert said() == "Not now."
    page.clock.run_for(3_800)
    assert said() == "Not now."
    page.clock.run_for(200)
    assert said() == "Your turn."


def test_who_reads_a_refusal_with_the_focus_on_it_has_all_the_time(seat: Seat) -> None:
    page = seat(scene(["b1", "g1"], plays=["b1"]), held=True)
    page.evaluate("line.refuse = 'Not now.'")
    page.locator('[data-element="button:draw"]').click()
    page.clock.run_for(100)
    page.locator(".say").focus()
    page.clock.run_for(10_000)
    assert page.locator(".say").inner_text() == "Not now."


@pytest.mark.parametrize("where", [".board", '.zones [data-element="top"]'])
def test_a_tap_on_the_table_skips_the_waiting_for_bots(seat: Seat, where: str) -> None:
    page = seat(scene(["b1", "g1"], yours=False, controls=[STEP]))
    page.locator(where).click(position={"x": 12, "y": 12})
    page.wait_for_function("() => line.asks.length > 0")
    assert page.evaluate("line.asks.map(ask => ask.do)") == ["step"]


def test_the_space_bar_skips_it_too_and_a_card_can_still_be_raised(seat: Seat) -> None:
    page = seat(scene(["b1", "g1"], yours=False, controls=[STEP]))
    page.locator('[data-card="b1.1"]').click()
    assert page.evaluate("line.asks.length") == 0
    page.keyboard.press("Escape")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Space")
    page.wait_for_function("() => line.asks.length > 0")
    assert page.evaluate("line.asks.map(ask => ask.do)") == ["step"]


def test_in_ones_own_turn_a_tap_on_the_table_means_what_it_always_did(seat: Seat) -> None:
    page = seat(scene(["b1", "g1"]))
    page.locator('.zones [data-element="top"]').click()
    page.wait_for_function("() => line.asks.length > 0")
    assert [asks(page, "step"), asks(page, "why")] == [[], [["top"]]]


SAYS = """words => {
  const one = { n: 5, seat: 1, name: 'Ben', figure: 'pear', text: words };
  for (const open of line.open) open.down({ t: 'talk', lines: [one] });
}"""


@pytest.mark.parametrize("size", first_now([(320, 568), PHONE, (844, 390)]))
def test_words_stand_at_the_seat_for_four_seconds_where_the_talk_is_not_in_sight(
    seat: Seat, size: tuple[int, int]
) -> None:
    page = seat(scene(["b1", "g1"], talk="write"), size, held=True)
    page.evaluate("for (const open of line.open) open.down({ t: 'talk', fresh: true, lines: [] })")
    page.evaluate(SAYS, "What a lucky draw that was, my dear friend, and so often!")
    words = page.locator('.seat[data-seat="1"] .words-said')
    assert words.inner_text().startswith("What a lucky draw")
    box = words.bounding_box()
    assert 0 <= box["x"] <= size[0] - box["width"]
    page.clock.run_for(3_900)
    assert words.count() == 1
    page.clock.run_for(200)
    assert words.count() == 0


def test_beside_the_talk_nothing_is_said_twice(seat: Seat) -> None:
    page = seat(scene(["b1"], talk="write"), DESKTOP)
    page.evaluate("for (const open of line.open) open.down({ t: 'talk', fresh: true, lines: [] })")
    page.evaluate(SAYS, "Hello!")
    page.locator(".side .said li").wait_for()
    assert page.locator(".words-said").count() == 0


PIG = "schweinsgalopp/pig-b"
WATCH = """() => {
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, how) {
    if (this.matches('.piece')) window.ran = frames;
    return animate.call(this, frames, how);
  };
}"""


def track(at: int, n: int, there: bool = False) -> s.Scene:
    """`there`: it stands there, and has not just come."""
    ring = s.Zone(
        "track", "ring", "Track", "table", (0, 0, 2, 1), cards=[s.Card("pig.1", PIG, "Pig", at=at)], spaces=22
    )
    found = scene(["b1"], n, moved=[] if there or n == 10 else [s.Moved("hand", "track")])
    found.zones = [zone for zone in found.zones if zone.place != "table"] + [ring]
    return found


def test_a_piece_runs_along_its_track(seat: Seat) -> None:
    """Over each space on its way: it is never in the middle of the ring."""
    page = seat(track(0, 10), **MOVING)
    page.evaluate(WATCH)
    for n, (start, end, over) in enumerate([(3, 9, 6), (20, 2, 4), (5, 3, 2)], start=2):
        push(page, track(start, 10 * n, there=True))
        page.evaluate("window.ran = null")
        runs_over(page, track(end, 10 * n + 1), start, end, over)


def runs_over(page: Page, new: s.Scene, start: int, end: int, over: int) -> None:
    push(page, new)
    page.wait_for_function("() => window.ran")
    frames = page.evaluate("window.ran.map(({ transform }) => transform)")
    assert len(frames) == over + 1
    assert frames[-1] == "none"
    box = page.locator(".track").evaluate("e => [e.clientWidth, e.clientHeight]")
    places = page.evaluate(
        "n => [...document.querySelectorAll('.track .space')].map(e => [e.offsetLeft + e.offsetWidth / 2,"
        " e.offsetTop + e.offsetHeight / 2])",
        0,
    )
    assert len(places) == 22
    assert all(0 <= x <= box[0] and 0 <= y <= box[1] for x, y in places)
    end_x, end_y = places[end]
    step = 1 if over == (end - start) % 22 else -1
    for i, frame in enumerate(frames[:-1]):
        x, y = (
            float(part.removesuffix("px")) for part in frame.removeprefix("translate(").removesuffix(")").split(", ")
        )
        want_x, want_y = places[(start + step * i) % 22]
        assert abs(end_x + x - want_x) + abs(end_y + y - want_y) < 5


def test_what_fits_is_seen_at_a_glance_in_two_rows(seat: Seat) -> None:
    hand = [f"{colour}{value}" for value in range(1, 5) for colour in "bgry"]
    page = seat(scene(hand, plays=["b1"]), PHONE)
    assert page.locator(".fan.mine").get_attribute("data-rows") == "2"
    look = "e => getComputedStyle(e).filter"
    assert page.locator('[data-card="b1.1"]').evaluate(look) == "none"
    assert page.locator('[data-card="g1.1"]').evaluate(look) != "none"
    push(page, scene(hand, 11, plays=["b1"], yours=False))
    page.wait_for_selector(".page[data-number='11']")
    assert page.locator('[data-card="g1.1"]').evaluate(look) == "none", "not in others' turns"


def test_a_pick_that_the_next_one_names_is_said_once(seat: Seat) -> None:
    """Not “Blue 1, Blue 1 on the pile …”."""
    table = scene(["b1"])
    table.steps = [s.Step("b1", ["hand/b1", "top", "button:draw"], ["Blue 1", "Blue 1 on the pile", "Done"], "Play it")]
    page = seat(table)
    page.locator(".fan.mine > .card").click()
    page.locator("[data-element='top']").first.click()
    assert page.locator(".say").inner_text().endswith("Blue 1 on the pile …")
    assert "Blue 1, " not in page.locator(".say").inner_text()
