"""For everybody, on every page and in every state of a table: no barrier, room for large text, no hard-coded word.

`make test` goes to an eighth of all kinds of pages and states with axe and large text, to another eighth with long
words, in one game or another. `make test-long` goes to all of them in every game, with everything.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal

import pytest

from kartentisch import words
from kartentisch.play.games import games
from kartentisch.web.live.people import BOTS
from kartentisch.web.live.world import CODE as CODE_LETTERS
from kartentisch.web.live.world import CODE_LENGTHS
from kartentisch.web.phrases.languages import LANGUAGE_NAMES
from tests.browser.everywhere import PHONE, WIDE, Everywhere, everywhere, in_turn
from tests.browser.looks import cramped, larger, lost
from tests.browser.test_pages import faults
from tests.ways import first_now, long
from tests.words import pseudo

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = [pytest.mark.browser, pytest.mark.slow]

ZOOMED = (640, 400)
"""A window of 1280 x 800 at 200 %."""
TALL_PHONE = (390, 844)
LANDSCAPE, TABLET = (844, 390), (820, 1180)
FURTHER = (LANDSCAPE, TABLET, WIDE)
"""`make test` has one of them on each page."""
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
"""`make test` has them by turns."""
ALLOWED = ("Kartentisch", "Anna", "Ben", "Cem", "QR", "nothing", "and", "or", "January")
"""Names; a game that does not exist; how lists are joined and months are called, which Babel and browsers know."""
CODE = re.compile(rf"\b[{CODE_LETTERS}]{{{CODE_LENGTHS.start},{CODE_LENGTHS.stop - 1}}}\b")
"""The letters that lead to a table."""


@pytest.fixture(scope="module")
def here(chromium: Browser) -> Iterator[Everywhere]:
    with everywhere(chromium, "de-DE") as found:
        yield found


@pytest.mark.parametrize("turn", [0, long(None)])
def test_axe_finds_nothing_and_large_text_has_room(here: Everywhere, turn: int | None) -> None:
    """With target-size, by day and by night, in German: at every size, at 200 % zoom, and at twice the size of text."""
    found: dict[str, list[str]] = {}
    here.go("/language/de")
    for place, name in enumerate(here.all(turn, first=0)):
        for scheme in SCHEMES if turn is None else SCHEMES[place % 2 :][:1]:
            here.page.emulate_media(color_scheme=scheme)
            found[f"{name}, {scheme}"] = faults(here.page)
        found[f"{name}, cramped"] = cramped(here.page)
        for size in FURTHER if turn is None else FURTHER[place % len(FURTHER) :][:1]:
            here.size(*size)
            found[f"{name}, {size}"] = [*cramped(here.page), *lost(here.page)]
        here.size(*ZOOMED)
        found[f"{name}, zoomed"] = lost(here.page)
        here.size(*TALL_PHONE)
        larger(here.page, 200)
        found[f"{name}, large text"] = lost(here.page)
        here.size(*PHONE)
    assert {name: faulty for name, faulty in found.items() if faulty} == {}


GAP = """([upper, lower]) => document.querySelector(lower).getBoundingClientRect().y
  - document.querySelector(upper).getBoundingClientRect().bottom"""
WHOLE = """what => [...document.querySelectorAll(what)].every(node => {
  const { x, y, right, bottom } = node.getBoundingClientRect();
  const around = node.closest('.board, .sheet').getBoundingClientRect();
  return x >= around.x && right <= around.right && y >= around.y && bottom <= around.bottom;
})"""


def test_what_matters_has_room(here: Everywhere) -> None:
    here.go("/language/de")
    here.go("/rules/schwupps")
    here.size(*WIDE)
    assert here.page.evaluate(GAP, ["main > h1", "main > article"]) >= 12, "the name of the game lies on the rules"
    here.rule(TABLET)
    assert here.page.evaluate(GAP, [".rule-text > :last-child", ".rule-panel .row"]) <= 40, "a rule has empty paper"
    here.table("solo-own")
    assert here.page.locator(".last-line").evaluate("node => node.clientWidth") >= 180
    here.states()["options"]()
    assert here.page.evaluate("() => document.documentElement.scrollHeight <= innerHeight"), "the table scrolls"
    here.table("solo-over")
    here.page.locator(".result .won").wait_for()
    assert here.page.evaluate("() => document.querySelectorAll('.result .won .points').length") > 12
    assert here.page.evaluate(WHOLE, ".result > .scroll .total"), "the sums of many rounds are out of sight"
    for invite in (here.states()["waiting"], here.states()["invite"]):
        here.size(*LANDSCAPE)
        invite()
        here.page.locator(".qr svg").wait_for()
        assert here.page.evaluate(WHOLE, ".inviting :is(.qr, .code, .button)"), "nobody can scan half a picture"
    here.size(*PHONE)


HEAD = """() => [...document.querySelectorAll('header.site .wordmark, header.site .link')].map(node => {
  const { y, height } = node.getBoundingClientRect();
  return [node.className, Math.round(y + scrollY), Math.round(height)];
})"""


@pytest.mark.parametrize("every", first_now([False, True]))
def test_the_head_of_all_pages_is_the_same(here: Everywhere, every: bool) -> None:
    """Whatever styles a page brings along."""
    heads: dict[str, str] = {}
    pages = here.pages()
    for name in in_turn([*pages], 0)[:: 1 if every else 3]:
        pages[name]()
        head = here.page.evaluate(HEAD)
        if head:
            heads.setdefault(str(head), name)
    assert len(heads) == 1, heads


PLAIN = """() => {
  for (const node of document.querySelectorAll(
    'code, .rules article:not(.plain), .contents li, .ground .rule, .ground .why, .rule-panel .rule-text, #answers li'
  )) node.remove();
  const named = [...document.querySelectorAll('[aria-label], [title], [alt], [placeholder]')];
  const names = named.map(
    e => [e.ariaLabel, e.title, e.alt, e.placeholder].filter(Boolean).join(' '));
  return [document.title, document.body.innerText, ...names].join('\\n');
}"""


@pytest.mark.parametrize("turn", [2, long(None)])
def test_nothing_is_hard_coded_and_long_words_have_room(here: Everywhere, turn: int | None) -> None:
    """In a language made from the catalog, long and marked; rules pages, and answers read before, have their own."""
    said = [*LANGUAGE_NAMES.values(), *BOTS, *ALLOWED, *(words.of(game).title for game in games())]
    known = {*pseudo.WORD.findall(" ".join([*said, *games()]))}
    found: dict[str, list[str]] = {}
    with pseudo.spoken():
        here.go("/language/en")
        for name in here.all(turn, first=2):
            cut = lost(here.page)
            text = CODE.sub("", here.page.evaluate(PLAIN))
            found[name] = sorted(pseudo.plain(text) - known) + cut
    assert {name: faulty for name, faulty in found.items() if faulty} == {}
