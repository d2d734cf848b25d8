"""What a table shows of big moments, of other hands and of how things stand, and what it leaves out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from kartentisch.web import scene as s
from kartentisch.web.scorecard import Result, Row, Summary, Summed
from tests.browser.ears import at_table, settle
from tests.browser.in_reach import look
from tests.browser.line import DESKTOP, MOVING, PHONE, Seat, asks, changed, deck, push, scene
from tests.browser.test_pages import faults
from tests.ways import long

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

HAND = deck(5)
KINDS = ("hands", "four", "sweep", "lead", "out")
RACE = s.Zone("race", "score", "Race", "table", (2, 0, 1, 1), counters=[s.Counter("", 5, "points", strong=True)])
WATCH = """(() => {
  window.gestures = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, timing) {
    if (!this.matches('.flight, .leaf, .flight *') && new Error().stack.includes('gestures.js')) {
      const { duration, delay = 0 } = timing;
      gestures.push({ ends: duration + delay, on: this.className });
    }
    return animate.call(this, frames, timing);
  };
})()"""


def big(kind: Any, n: int, yours: bool = True) -> s.Scene:
    return scene(HAND, n, yours=yours, moved=[s.Moved("hand-1", "top", ["solo/g9"], big=kind)], zones=[RACE])


def gestures(page: Page) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = page.evaluate("() => gestures")
    return found


def test_each_big_moment_has_a_gesture_that_is_short_and_in_nobodys_way(seat: Seat) -> None:
    page = seat(scene(HAND, zones=[RACE]), script=WATCH, **MOVING)
    for n, kind in enumerate(KINDS, start=11):
        page.evaluate("gestures.length = 0")
        push(page, big(kind, n))
        page.wait_for_function("() => gestures.length")
        assert max(one["ends"] for one in gestures(page)) <= 400, kind
        page.locator(f".fan.mine > [data-card^='{HAND[0]}.']").click()
        page.locator(".fan.mine > .up").wait_for()
        page.keyboard.press("Escape")
        page.locator(".fleeting").first.wait_for(state="detached")
    assert asks(page) == []


def test_nothing_moves_for_people_who_want_no_motion(seat: Seat) -> None:
    page = seat(scene(HAND), script=WATCH)
    loaded: list[str] = []
    page.on("request", lambda request: loaded.append(request.url))
    for n, kind in enumerate(KINDS, start=11):
        push(page, big(kind, n))
        page.wait_for_selector(f".page[data-number='{n}']")
    settle(page)
    assert (gestures(page), [one for one in loaded if "gestures" in one]) == ([], [])
    assert faults(page) == []


def test_the_end_of_a_match_is_celebrated_once_and_goes_by(seat: Seat) -> None:
    page = seat(scene(HAND), script=WATCH, **MOVING)
    rows = [Row(0, "Anna", [5], 5, True), Row(1, "Ben", [0], 0)]
    over = scene(HAND, 11, phase="over", result=Result("You win.", "", ["1"], rows, True), yours=False)
    push(page, over)
    page.wait_for_function("() => gestures.some(({ on }) => on === 'fleeting')")
    assert max(one["ends"] for one in gestures(page)) < 2000
    assert page.evaluate("getComputedStyle(document.querySelector('.fleeting')).pointerEvents") == "none"
    page.wait_for_function("() => !document.querySelector('.fleeting')")
    seen = len(gestures(page))
    over.n = 12
    push(page, over)
    page.wait_for_selector(".page[data-number='12']")
    assert len(gestures(page)) == seen


@pytest.mark.parametrize(
    ("options", "sounds"),
    [(None, True), long({"moments": False}, False), long({"moments": False, "sounds": "all"}, False)],
)
def test_a_big_moment_sounds_unless_the_person_wants_silence(
    seat: Seat, options: dict[str, Any] | None, sounds: bool
) -> None:
    page = at_table(seat, options)
    for n, kind in enumerate(KINDS, start=11):
        page.evaluate("heard.length = 0")
        push(page, big(kind, n, yours=False))
        if sounds:
            page.wait_for_function("() => heard.length >= 6")
        else:
            settle(page)
        assert bool(page.evaluate("() => heard.length >= 6")) == sounds, kind


# ---- Around a wide table ---------------------------------------------------------------------------------------------

STAND = Summary("Standing", [Summed(1, "3"), Summed(0, "12 points · 2 cards")], "Fewest points win.")


def wide(seat: Seat, size: tuple[int, int] = DESKTOP, **more: Any) -> Page:
    table = changed(scene(HAND, hem="slant", way="left", summary=STAND, **more), "hand-1", hidden=14)
    table.seats[1].counters = [s.Counter("hand", 14, "14 in hand"), s.Counter("pile", 3, "3 taken")]
    table.seats[1].next = True
    page: Page = seat(table, size)
    return page


def test_other_hands_are_fans_of_ten_backs_at_most_and_the_number_says_the_rest(seat: Seat) -> None:
    page = wide(seat)
    assert page.locator(".backs > .card").count() == 10
    assert page.locator(".taken").count() == 1
    assert "14 in hand" in page.locator(".seat .counters").inner_text().replace("\n", "")
    turned = page.evaluate(
        "() => [...document.querySelectorAll('.backs > .card')].map(n => parseFloat(getComputedStyle(n).rotate))"
    )
    assert turned == sorted(turned)
    assert turned[0] == -turned[-1] < 0


def test_open_cards_lie_before_a_seat_where_there_is_room(seat: Seat) -> None:
    """Nothing moves when one more comes; a phone shows the number alone."""

    def lying(n: int, number: int) -> s.Scene:
        found = scene(HAND, number)
        faces = [f"solo/g{value}" for value in range(1, n + 1)]
        found.seats[1].counters = [s.Counter("hand", 7, "7 in hand"), s.Counter("eye", n, f"{n} face up", faces=faces)]
        return found

    page = seat(lying(0, 10), DESKTOP)
    page.locator(".backs").wait_for()
    before = page.locator(".seat .backs").bounding_box()
    assert before is not None
    for n, number in ((2, 11), (9, 12)):
        push(page, lying(n, number))
        page.locator(".lying .card").nth(min(n, 8) - 1).wait_for()
        assert page.locator(".lying .card").count() == min(n, 8)
        assert f"{n} face up" in page.locator(".seat .counters").inner_text().replace("\n", "")
        backs, cards = page.locator(".seat .backs").bounding_box(), page.locator(".lying").bounding_box()
        assert backs is not None
        assert cards is not None
        assert [round(backs[side] - before[side]) for side in ("y", "height")] == [0, 0]
        assert abs(backs["x"] - before["x"]) <= 1, "the number is as wide as its digits"
        assert backs["x"] - 1 <= cards["x"] <= cards["x"] + cards["width"] <= backs["x"] + backs["width"] + 1
    assert faults(page) == []
    phone = seat(lying(2, 10), PHONE)
    assert phone.locator(".lying").count() == 0


def test_how_things_stand_is_above_the_log(seat: Seat) -> None:
    page = wide(seat)
    page.locator(".standing").wait_for()
    assert page.locator(".standing li").all_inner_texts() == ["Ben\n3", "You\n12 points · 2 cards"]
    assert page.locator(".standing p").inner_text() == "Fewest points win."
    assert page.locator(".loop.to-the-left").count() == 1
    assert page.locator(".after").count() == 1


def test_a_phone_loads_nothing_that_only_a_wide_table_shows(seat: Seat) -> None:
    page = wide(seat, PHONE)
    loaded = page.evaluate("() => performance.getEntriesByType('resource').map(({ name }) => name.split('/').at(-1))")
    assert not {"wide.css", "wide-table.js", "gestures.js", "preferred.css", "sound.js"} & set(loaded)
    assert "table.css" in loaded
    assert page.locator(".backs, .standing").count() == 0


def test_the_hem_is_decoration_that_forced_colours_and_paper_leave_out(seat: Seat) -> None:
    page = wide(seat)
    band = "getComputedStyle(document.querySelector('.page'), '::after').content"
    assert page.evaluate(band) == '""'
    page.emulate_media(forced_colors="active")
    assert page.evaluate(band) == "none"
    page.emulate_media(forced_colors="none", media="print")
    assert page.evaluate(band) == "none"


# ---- As the person prefers -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [(360, 640), (844, 390), *map(long, (PHONE, (820, 1180), (1280, 720), DESKTOP))])
def test_large_cards_and_a_left_hand_leave_all_in_reach(seat: Seat, size: tuple[int, int]) -> None:
    page = seat(scene(HAND, own=5), size, {"cards": "large", "left": True})
    page.wait_for_function("() => [...document.styleSheets].some(({ href }) => href?.endsWith('/preferred.css'))")
    found = look(page)
    assert [*found.lost, *found.on_cards] == []
    buttons, prompt = (page.locator(one).bounding_box() for one in (".actions .button", ".prompt"))
    assert buttons is not None
    assert prompt is not None
    assert buttons["x"] < size[0] / 2


def test_large_cards_are_larger(seat: Seat) -> None:
    widths = []
    for options in (None, {"cards": "large"}):
        page = seat(scene(HAND[:2]), PHONE, options)
        if options:
            page.wait_for_function(
                "() => [...document.styleSheets].some(({ href }) => href?.endsWith('/preferred.css'))"
            )
        page.wait_for_function("() => document.querySelector('.fan.mine > .card').clientWidth > 0")
        widths.append(page.evaluate("() => document.querySelector('.fan.mine > .card').clientWidth"))
    assert widths[1] > widths[0] * 1.15
