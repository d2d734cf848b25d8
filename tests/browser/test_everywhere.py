"""For everybody, on every page and in every state of a table: no barrier, room for large text, no hard-coded word."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from kartentisch import words
from kartentisch.play.games import games
from kartentisch.web.controls import LANGUAGE_NAMES
from kartentisch.web.people import BOTS
from tests.browser.everywhere import PHONE, Everywhere, everywhere
from tests.browser.looks import larger, lost
from tests.browser.test_pages import faults
from tests.words import pseudo

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = [pytest.mark.browser, pytest.mark.slow]

ZOOMED = (640, 400)
"""A window of 1280 x 800 at 200 %."""
TALL_PHONE = (390, 844)


@pytest.fixture
def here(chromium: Browser) -> Iterator[Everywhere]:
    with everywhere(chromium, "de-DE") as found:
        yield found


def test_axe_finds_nothing_and_large_text_has_room(here: Everywhere) -> None:
    """With target-size, in German: at 200 % zoom, and at twice the size of text."""
    found: dict[str, list[str]] = {}
    for name in here.all():
        found[name] = faults(here.page)
        here.size(*ZOOMED)
        found[f"{name}, zoomed"] = lost(here.page)
        here.size(*TALL_PHONE)
        larger(here.page, 200)
        found[f"{name}, large text"] = lost(here.page)
        here.size(*PHONE)
    assert {name: faulty for name, faulty in found.items() if faulty} == {}


PLAIN = """() => {
  for (const node of document.querySelectorAll('code, article h1, article h2, article h3, article p, article li, article td, article th'))
    if (!node.closest('.home, article.plain')) node.remove();
  const names = [...document.querySelectorAll('[aria-label], [title], [alt], [placeholder]')].map(
    e => [e.ariaLabel, e.title, e.alt, e.placeholder].filter(Boolean).join(' '));
  return [document.title, document.body.innerText, ...names].join('\\n');
}"""


def test_nothing_is_hard_coded_and_long_words_have_room(here: Everywhere) -> None:
    """In a language made from the catalog, long and marked; rules pages are texts of their own."""
    titles = " ".join(words.of(game).title for game in games())
    known = {*pseudo.WORD.findall(titles), *LANGUAGE_NAMES.values(), "Kartentisch", "Anna", "Ben", "QR", *BOTS}
    found: dict[str, list[str]] = {}
    with pseudo.spoken():
        here.go("/language/en")
        for name in here.all():
            cut = lost(here.page)
            found[name] = sorted(pseudo.plain(here.page.evaluate(PLAIN)) - known) + cut
    assert {name: faulty for name, faulty in found.items() if faulty} == {}
