"""The result: nothing is said twice, the buttons never lie on the points, the drawing has its figures, the end is
passed on by whatever the device has for it.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any

import pytest

from kartentisch.store import MemoryStore
from kartentisch.web import scene as s
from kartentisch.web import scorecard as c
from kartentisch.web.live.registry import RoomRegistry
from tests.browser.line import Seat, push, resize, scene
from tests.browser.looks import larger, lost
from tests.browser.past import Past, served, sit
from tests.ways import in_turn, long

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = [pytest.mark.browser]

SIZES = [(320, 568), (360, 640), (390, 844), (568, 320), (844, 390), (720, 450), (820, 1180), (1100, 700), (1440, 900)]
NAMES = ["You", "Maximiliane Oberhuber 🎻 (bot)", "Yusuf", "Lea"]
POINTS = [[5, 0, 31, 36, 0, 12, 24, 18, 0, 41, 65], [21, 4, 0, 0, 73, 32, 52, 62, 12, 36, 0]]
POINTS += [[0, 33, 40, 65, 50, 12, 54, 47, 82, 11, 6], [8, 202, 51, -77, 48, 39, 0, 0, 38, 0, 97]]
SHARE = c.Share("Fake: Anna wins with 24 points. Anna 24 · Ben 19", "/t/line/replay")
CONTROLS = [
    s.Control("again", "Play again", where="row", lead=True),
    s.Control("replay", "Replay", where="row"),
    s.Control("review", "Review", where="row"),
    s.Control("record", "Save record", where="row"),
]
LINE = s.Line(11, "Anna wins the match.", 0, "Anna")
GAP = """() => {
  const board = document.querySelector('.board').getBoundingClientRect();
  const acts = [...document.querySelectorAll('.acts > .button')].map(node => node.getBoundingClientRect());
  const tops = acts.map(({ top }) => Math.round(top));
  return { high: board.height, gap: Math.min(...tops) - Math.floor(board.bottom), rows: new Set(tops).size };
}"""


def over(rounds: int = 3, n: int = 10, **more: Any) -> s.Scene:
    rows = [c.Row(i, NAMES[i], points[:rounds], sum(points[:rounds]), i == 0, "mug") for i, points in enumerate(POINTS)]
    heads = [*map(str, range(1, rounds + 1)), "Total"]
    lines = [c.Tally("Most black cards", [3, 0, 1, 0]), c.Tally("Stars", [points[rounds - 1] for points in POINTS])]
    title, way = "You win with 36 points.", "Most points win."
    result = c.Result(title, way, heads, rows, True, lines, share=more.pop("share", SHARE))
    given: dict[str, Any] = {
        "subtitle": "Round 3 of 3",
        "phase": "over",
        "buttons": [],
        "controls": CONTROLS,
        "result": result,
        "prompt": s.Prompt(title, way),
    }
    return scene([], n, yours=False, **{**given, **more})


def shown(seat: Seat, rounds: int = 3, size: tuple[int, int] = (390, 844), script: str = "") -> Page:
    page: Page = seat(over(rounds), size, script=script)
    page.locator("[data-share]").wait_for()
    if rounds > 1:
        page.locator(".running svg").wait_for()
    return page


def test_no_headline_stands_on_the_page_twice(seat: Seat) -> None:
    """The last sentence of the log, which says it too, gives way to the name of the log."""
    page = shown(seat)
    push(page, over(n=11), [LINE])
    page.wait_for_selector(".page[data-number='11']")
    assert page.locator(".result h2").inner_text() == "You win with 36 points."
    assert page.locator(".last-line").inner_text().strip() == "What happened"
    seen = (
        "() => document.elementFromPoint(innerWidth / 2, 4) && document.querySelector('.say').getClientRects()[0].width"
    )
    assert page.evaluate(seen) <= 1, "the sentence below is for ears"
    page.locator(".last-line").click()
    assert "Anna wins the match." in page.locator("#sheet-log").inner_text()


@pytest.mark.parametrize(
    ("rounds", "sizes"), [(1, SIZES[1::2]), (11, SIZES[::2]), *(long(rounds, SIZES) for rounds in (1, 4, 11))]
)
def test_the_points_stay_in_sight_above_the_buttons_at_every_size(
    seat: Seat, rounds: int, sizes: list[tuple[int, int]]
) -> None:
    page = shown(seat, rounds)
    wrong = []
    for size in sizes:
        resize(page, *size)
        for text in (100, 175):
            larger(page, text)
            found = page.evaluate(GAP)
            where = f"{size}, {text} %"
            if found["gap"] < 0:
                wrong.append(f"{where}: buttons lie {-found['gap']} px on the points")
            if text == 100 and found["high"] < 0.42 * size[1]:
                wrong.append(f"{where}: the points have {found['high']} px")
            if size == (390, 844) and text == 100 and found["rows"] > 2:
                wrong.append(f"{where}: {found['rows']} rows of buttons")
            wrong += [f"{where}: {one}" for one in lost(page)]
    assert wrong == []


def test_the_figures_of_the_drawing_can_be_read_as_a_table(seat: Seat) -> None:
    page = shown(seat, 4)
    page.locator(".figures summary").click()
    rows = page.locator(".figures tbody tr").evaluate_all(
        "all => all.map(row => [...row.cells].map(one => one.textContent))"
    )
    assert rows == [
        ["1", "5", "21", "0", "8"],
        ["2", "5", "25", "33", "210"],
        ["3", "36", "25", "73", "261"],
        ["4", "72", "25", "138", "184"],
    ]
    assert page.locator(".figures thead bdi").all_inner_texts() == ["You", "Maximilia…", "Yusuf", "Lea"]
    assert page.locator(".running svg").get_attribute("aria-hidden") == "true"
    assert page.locator(".figures tbody th").first.get_attribute("scope") == "row"


def test_no_two_figures_of_the_drawing_touch(seat: Seat) -> None:
    page = shown(seat, 11)
    boxes = page.locator(".running svg > text").evaluate_all(
        "all => all.map(one => one.getBBox()).map(({ x, y, width, height }) => [x, y, x + width, y + height])"
    )
    touching = [
        (a, b)
        for a, b in combinations(boxes, 2)
        if max(a[0], b[0]) < min(a[2], b[2]) + 1 and max(a[1], b[1]) < min(a[3], b[3])
    ]
    assert touching == []


LETTERS = """() => [...document.querySelectorAll('.running text')].map(
  node => parseFloat(getComputedStyle(node).fontSize) * node.ownerSVGElement.getScreenCTM().a)"""
WITHIN = """() => {
  const board = document.querySelector('.board').getBoundingClientRect();
  return [...document.querySelectorAll('.running text, .running circle, .result > .scroll tbody tr')].filter(node => {
    const { left, right, top, bottom } = node.getBoundingClientRect();
    return left < board.left || right > board.right || top < board.top || bottom > board.bottom;
  }).map(node => node.textContent);
}"""


@pytest.mark.long
@pytest.mark.parametrize(("table", "size"), in_turn([("solo", 10), ("swup", 4)], [(1920, 1080), (1080, 1920)]))
def test_a_screen_in_the_middle_draws_the_totals_large_and_whole(
    chromium: Browser, table: tuple[str, int], size: tuple[int, int]
) -> None:
    """Beside or below the sums; its letters can be read from two metres away."""
    game, seats = table
    store = MemoryStore()
    Past(game, seats, 6).go_on(lambda table: table.phase == "over").written(store, "drawn")
    with served(RoomRegistry(store), reached=True) as running:
        width, height = size
        context = chromium.new_context(viewport={"width": width, "height": height}, locale="en-GB")
        page = context.new_page()
        page.goto(f"{running.address}/t/drawn/screen")
        page.locator(".running svg").wait_for()
        page.evaluate("() => document.fonts.ready.then(() => 0)")
        assert page.locator(".running g").count() == seats
        assert min(page.evaluate(LETTERS)) >= 30
        assert page.evaluate(WITHIN) == []
        assert page.locator(".told").inner_text().count("wins") == 0, "the headline says it"
        context.close()


# ---- Passed on -------------------------------------------------------------------------------------------------------

SHARES = "window.shared = []; navigator.share = (what) => { shared.push(what); return Promise.resolve(); };"
CHANGES = "navigator.share = () => Promise.reject(new DOMException('no', 'AbortError')); window.copied = [];"
COPIES = """delete Navigator.prototype.share; window.copied = [];
const clipboard = { writeText: (text) => { copied.push(text); return Promise.resolve(); } };
Object.defineProperty(navigator, 'clipboard', { value: clipboard });"""
OLD = """delete Navigator.prototype.share; window.copied = [];
Object.defineProperty(navigator, 'clipboard', { value: undefined });
document.execCommand = () => { copied.push(document.activeElement.value); return true; };"""
NOTHING = """delete Navigator.prototype.share; window.copied = [];
Object.defineProperty(navigator, 'clipboard', { value: undefined });
document.execCommand = () => false;"""


def test_a_device_that_shares_gets_the_end_in_words_and_the_way_to_the_replay(seat: Seat) -> None:
    page = shown(seat, script=SHARES)
    page.locator("[data-share]").click()
    page.wait_for_function("() => shared.length")
    here = page.url.split("/t/")[0]
    assert page.evaluate("() => shared") == [{"text": SHARE.text, "url": f"{here}/t/line/replay"}]


def test_who_thinks_better_of_it_copies_nothing(seat: Seat) -> None:
    page = shown(seat, script=CHANGES)
    page.locator("[data-share]").click()
    page.evaluate("() => new Promise(done => setTimeout(done, 100))")
    assert page.evaluate("() => copied") == []
    assert page.locator("[data-share]").inner_text().strip() == "Share"


@pytest.mark.parametrize("script", [COPIES, OLD], ids=["clipboard", "plain http"])
def test_a_device_that_cannot_share_copies_and_says_so(seat: Seat, script: str) -> None:
    page = shown(seat, size=(1440, 900), script=script)
    page.locator("[data-share]").click()
    page.wait_for_function("() => document.querySelector('[data-share]').textContent === 'Copied.'")
    here = page.url.split("/t/")[0]
    assert page.evaluate("() => copied") == [f"{SHARE.text}\n{here}/t/line/replay"]
    assert page.locator(".acts [role='status']").inner_text() == "Copied."
    assert page.locator("body > textarea").count() == 0


def test_where_nothing_copies_the_link_lies_there_marked(seat: Seat) -> None:
    page = shown(seat, script=NOTHING)
    page.locator("[data-share]").click()
    field = page.locator(".acts > .field")
    field.wait_for()
    assert field.input_value().endswith("/t/line/replay")
    page.wait_for_function(
        "() => { const one = document.querySelector('.acts > .field');"
        " return document.activeElement === one && one.selectionEnd - one.selectionStart === one.value.length; }"
    )


def test_what_may_not_be_shared_has_no_button(seat: Seat) -> None:
    page: Page = seat(over(share=None), (390, 844))
    page.locator(".running svg").wait_for()
    assert page.locator("[data-share]").count() == 0
    assert page.locator('.acts [data-control="record"]').count() == 1


def test_the_table_hears_when_somebody_reads_how_the_round_was_scored(chromium: Browser) -> None:
    store = MemoryStore()
    with served(RoomRegistry(store)) as running:
        seat = Past("swup", 2, 4).go_on(lambda table: table.phase == "result").written(store, "read")
        context = chromium.new_context(viewport={"width": 390, "height": 844}, locale="en-GB")
        sit(context, running.address, store, seat)
        page = context.new_page()
        page.goto(running.address + seat)
        time = page.get_by_text("The next round starts by itself").first
        time.wait_for()
        for then in ("hidden", "visible"):
            page.locator(".score summary").click()
            time.wait_for(state=then)
        context.close()
