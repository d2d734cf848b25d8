"""Every card, button, label and caption of a table can be seen and tapped, if need be by scrolling: in every game, with
few, many and most cards and seats, upright, on its side, zoomed, and with large letters. No label lies on a card.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import count, product
from typing import TYPE_CHECKING, Any

import pytest

from kartentisch.play.games import games
from kartentisch.web import scene as s
from tests.browser import crowds, line
from tests.browser.in_reach import look
from tests.browser.looks import larger
from tests.pairwise import pairwise
from tests.ways import first_now, long

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = [pytest.mark.browser, pytest.mark.slow]

UPRIGHT = [(320, 568), (360, 640), (390, 844), (820, 1180)]
ON_ITS_SIDE = [(568, 320), (667, 375), (844, 390), (932, 430)]
ZOOMED = [(720, 450), (640, 400)]
"""A laptop's window at 200 %."""
DESKTOP = [(1100, 700), (1280, 720), (1440, 900)]
SIZES = [*UPRIGHT, *ON_ITS_SIDE, *ZOOMED, *DESKTOP]
TEXTS = [100, 175, 200]
NOW = [(320, 568), (390, 844), (820, 1180), (568, 320), (640, 400), (1440, 900)]
"""`make test` has the outermost upright ones, the usual phone, and one of each other group."""
AMOUNTS = ["few", "many", "most"]
LANGUAGES = ["en", "de"]
RAISED = [False, True]
Shows = Callable[[s.Scene, tuple[int, int], int], Any]
LINE = s.Line(10, "Maximiliane Oberhuber 🎻 (bot) plays blue 8.", 1)


class Window:
    """One page to a language; scenes, sizes of window and text come and go."""

    def __init__(self, chromium: Browser, files: str, codes: list[str]) -> None:
        self.numbers = count(10)
        self.pages = {code: self._open(chromium, files, code) for code in codes}

    def _open(self, chromium: Browser, files: str, code: str) -> Page:
        scene = crowds.scene("swup", "few", code)
        scene.n = next(self.numbers)
        return line.open_table(chromium.new_context(locale=code), files, scene, path=f"/t/line/0?language={code}")

    def show(self, scene: s.Scene, size: tuple[int, int], text: int = 100) -> Page:
        scene.n = scene.since = next(self.numbers)
        page = self.pages[scene.language]
        line.resize(page, *size)
        larger(page, text)
        line.push(page, scene, [LINE])
        page.wait_for_selector(f".page[data-number='{scene.n}']")
        return page


@pytest.fixture(scope="module")
def window(chromium: Browser, files: str) -> Window:
    return Window(chromium, files, LANGUAGES)


def faults(
    window: Window, game: str, kind: str, size: tuple[int, int], text: int, code: str, raised: bool
) -> list[str]:
    page = window.show(crowds.scene(game, kind, code), size, text)
    if raised:
        page.locator(".fan.mine > .card").last.dispatch_event("click")
        page.locator(".fan.mine > .up").wait_for()
    found = look(page)
    if raised:
        page.keyboard.press("Escape")
    hidden = found.scrolled if size in ON_ITS_SIDE and text == 100 and kind != "most" else []
    together = found.together if text == 100 and kind != "most" and not raised else []
    return [*found.lost, *found.on_cards, *together, *(f"{card} of the hand needs scrolling" for card in hidden)]


def tried(window: Window, cases: list[tuple[Any, ...]]) -> None:
    found = {}
    for game, kind, size, text, code, raised in cases:
        where = f"{game}, {kind}, {size[0]} x {size[1]}, {text} %, {code}{', raised' if raised else ''}"
        found[where] = faults(window, game, kind, size, text, code, raised)
    wrong = [f"{where}: {'; '.join(faulty)}" for where, faulty in found.items() if faulty]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("sizes", first_now([NOW, SIZES]), ids=["some", "all"])
def test_all_is_in_reach_and_no_label_lies_on_a_card(window: Window, sizes: list[tuple[int, int]]) -> None:
    """Every two of game, number of things, size of window and text, language, raised card meet."""
    tried(window, pairwise(games(), AMOUNTS, sizes, TEXTS, LANGUAGES, RAISED))


@pytest.mark.long
@pytest.mark.parametrize(("game", "kind"), crowds.every())
def test_all_is_in_reach_everywhere(window: Window, game: str, kind: str) -> None:
    tried(window, list(product([game], [kind], SIZES, TEXTS, LANGUAGES, RAISED)))


@pytest.mark.parametrize(
    ("game", "kind", "code", "sizes"),
    [
        ("schwupps", "used", "de", NOW),
        ("schwupps", "used", "en", NOW[-1:]),
        *(long("schwupps", "used", code, SIZES) for code in LANGUAGES),
        *(long(game, "many", code, SIZES) for game in games() for code in LANGUAGES),
    ],
)
def test_words_below_neighbours_stay_apart_from_one_another_and_from_seats(
    window: Window, game: str, kind: str, code: str, sizes: list[tuple[int, int]]
) -> None:
    """Also those that come in the course of a round: how many tasks are used, what lies in the box."""
    wrong = []
    for size in sizes:
        page = window.show(crowds.scene(game, kind, code), size)
        found = look(page)
        wrong += [f"{size}: {one}" for one in [*found.together, *found.on_cards]]
    assert wrong == []


CUT = """letters => [...document.querySelectorAll('.others .name')].filter(node => node.checkVisibility()
  && node.textContent.length <= letters && node.scrollWidth > node.clientWidth + 1).map(node => node.textContent)"""


@pytest.mark.parametrize("every", first_now([pairwise, product]), ids=["pairs", "all"])
def test_short_names_stay_whole_around_a_wide_table(window: Window, every: Callable[..., Iterable[Any]]) -> None:
    """Also of nine others in large letters, where the edge of the table has no room for them."""
    cut = {}
    for kind, size, text, code in every(["ten", "most"], DESKTOP, TEXTS, LANGUAGES):
        page = window.show(crowds.scene("solo", kind, code), size, text)
        cut[f"{kind}, {size}, {text} %, {code}"] = page.evaluate(CUT, 6)
    assert {where: names for where, names in cut.items() if names} == {}


def test_the_measure_finds_what_is_cut_off_and_what_is_covered(chromium: Browser, files: str) -> None:
    window = Window(chromium, files, ["en"])
    page = window.show(crowds.scene("solo", "many"), (844, 390))
    assert look(page)[:2] == ([], [])
    shift = "([where, way]) => { document.querySelector(where).style.translate = `0 ${way}px`; }"
    page.evaluate(shift, [".yours", 60])
    assert any("r7.1 is cut off" in one for one in look(page).lost)
    page.evaluate(shift, [".yours", -60])
    assert any("cannot be tapped" in one for one in look(page).lost)
    page.evaluate(shift, [".yours", 0])
    window.show(crowds.scene("schweinsgalopp", "many"), (844, 390))
    assert look(page).on_cards == []
    page.evaluate("() => { document.querySelector('.middle .number').style.insetBlockEnd = '-12px'; }")
    assert any("lies under the number" in one for one in look(page).on_cards)
    window.show(crowds.scene("schwupps", "used"), (390, 844))
    label = "way => { document.querySelector('[data-zone=next] .label').style.translate = way; }"
    page.evaluate(label, "40px")
    assert any("runs into" in one for one in look(page).together)
    page.evaluate(label, "")
    window.show(crowds.scene("schwupps", "used"), (1440, 900))
    assert look(page).on_cards == []
    page.evaluate("() => { document.querySelector('.taken').style.translate = '12px'; }")
    assert look(page).on_cards == ["Next · 23 used lies under a seat's taken"]


# ---- Nothing moves ---------------------------------------------------------------------------------------------------

BOARD = """() => {
  const { x, y, width, height } = document.querySelector('.board').getBoundingClientRect();
  return [x, y, width, height];
}"""
STILL = [((390, 844), 100), ((360, 640), 100), ((390, 844), 200), ((844, 390), 100), ((720, 900), 100)]
STILL += [((1100, 700), 100), ((1440, 900), 100), ((1440, 900), 200)]


def still() -> Iterator[Any]:
    """Each game with one of the sizes and one language; the rest at length."""
    for place, game in enumerate(games()):
        now = STILL[2 * place % len(STILL)]
        yield pytest.param(game, LANGUAGES[place % 2], [now])
        for number, code in enumerate(LANGUAGES):
            yield long(game, code, [size for size in STILL if number != place % 2 or size != now])


def turns(game: str, code: str) -> Iterator[s.Scene]:
    """From one turn of the reader into the next one after all others, each move step by step."""
    kind = "ten" if game == "solo" else "many"
    match = crowds.match(game, kind)
    before, begins = -1, 0
    for moves in range(30):
        seat = match.actors()[0]
        begins += seat == 0 != before
        before = seat
        yield crowds.seen(match, code, 0)
        if begins == 2 or match.over:
            return
        move = match.moves(seat, limit=1000)[-(moves % 2)]
        tokens = move.split()
        for n in range(1, len(tokens)) if seat == 0 else []:
            yield crowds.seen(match, code, 0, " ".join(tokens[:n]))
        match.play(seat, move)


@pytest.mark.parametrize(("game", "code", "sizes"), [*still()])
def test_the_board_stays_where_it_is_through_whole_turns(
    window: Window, game: str, code: str, sizes: list[tuple[tuple[int, int], int]]
) -> None:
    """With every card of the hand raised in between, at every width and with large letters."""
    scenes = list(turns(game, code))
    assert sum(scene.prompt.yours for scene in scenes) >= 2
    assert not all(scene.prompt.yours for scene in scenes)
    moved = {}
    for size, text in sizes:
        boxes: dict[tuple[float, ...], str] = {}
        for scene in scenes:
            page = window.show(scene, size, text)
            boxes.setdefault(tuple(page.evaluate(BOARD)), f"{scene.prompt.lead} {scene.begun}")
            if scene.begun or not scene.prompt.yours:
                continue
            for n in range(page.locator(".fan.mine > .card").count()):
                page.locator(".fan.mine > .card").nth(n).dispatch_event("click")
                boxes.setdefault(tuple(page.evaluate(BOARD)), f"card {n} is raised")
            page.keyboard.press("Escape")
        moved[f"{size}, {text} %"] = boxes
    assert {where: boxes for where, boxes in moved.items() if len(boxes) > 1} == {}
