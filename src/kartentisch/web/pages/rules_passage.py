"""A single paragraph of a rules page, with its mark, its reason and its neighbours."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache

from kartentisch.web.pages import rules_text
from kartentisch.words.language import language as language_by_code

_BLOCK = re.compile(r"^(?=## |\*\*\d+\.\d+\*\*)", re.MULTILINE)
_SECTION = re.compile(r"## (\d+) (.+)")
_START = re.compile(r"\*\*(\d+\.\d+)\*\*")
BEFORE, AFTER = 1, 2
"""How many neighbours of the same section a passage has at most."""


@dataclass(frozen=True)
class Passage:
    number: str
    """The paragraph, `6.4`."""
    section: str
    """The number of its section, `6`."""
    title: str
    """The title of its section, as text."""
    mark: str
    """Where it comes from: "" as printed, "ruling", "data" or "departs"."""
    label: str
    """The mark in words: "our ruling", "as printed"."""
    why: str
    """Why we chose it, a sentence as text; "" if the files give none."""
    html: str
    """The paragraph as on the rules page, with number and mark, and what belongs to it; without the reason."""
    body: str
    """The same without number and mark."""
    before: tuple[Passage, ...] = ()
    """Its neighbours in the same section, in the order of the page. They have none themselves."""
    after: tuple[Passage, ...] = ()


def passage(game: str, language: str, number: str, page: str = "", sheet: str = "") -> Passage:
    """One paragraph of a game's rules.

    `page` is the address of the rules page, to which links to other paragraphs lead; "" if the passage is on it.
    `sheet` is the address of the game's drawings; "" for a passage without pictures of cards.

    :raises LookupError: there are no rules of that game in that language, or they have no such paragraph.
    """
    for section, title, blocks in _sections(rules_text.load(game, language)):
        if number in blocks:
            around = _around(list(blocks), number)
            part = [_drawn(section, title, one, blocks[one], language, page, sheet) for one in around]
            at = next(i for i, one in enumerate(part) if one.number == number)
            return replace(part[at], before=tuple(part[:at]), after=tuple(part[at + 1 :]))
    raise LookupError(f"The rules of {game} have no paragraph {number!r}.")


def sections(text: str) -> list[tuple[str, str]]:
    """Number and title of each numbered section of a page, in the order of the page."""
    return [(number, title) for number, title, _ in _sections(text)]


def _around(numbers: list[str], number: str) -> list[str]:
    """The number with its neighbours."""
    at = numbers.index(number)
    return numbers[max(0, at - BEFORE) : at + 1 + AFTER]


def labels(code: str) -> dict[str, str]:
    """The words for each mark, and the word before a reason, in a language."""
    t = language_by_code(code)
    return {
        "": t.say("as printed"),
        "ruling": t.say("our ruling"),
        "data": t.say("our figures"),
        "departs": t.say("departs from the sheet"),
        "why": t.say("Why:"),
    }


@lru_cache(32)
def _sections(text: str) -> list[tuple[str, str, dict[str, str]]]:
    """Number and title of each numbered section, and the source of each of its paragraphs."""
    found: list[tuple[str, str, dict[str, str]]] = []
    numbered = False
    for block in _BLOCK.split(text):
        if block.startswith("## "):
            section = _SECTION.match(block)
            numbered = section is not None
            if section:
                found.append((section[1], section[2], {}))
        elif numbered and (start := _START.match(block)):
            found[-1][2][start[1]] = block.strip()
    return found


@lru_cache(1000)
def _drawn(section: str, title: str, number: str, source: str, language: str, page: str, sheet: str) -> Passage:
    rest = source.removeprefix(f"**{number}**").lstrip()
    mark, why, rest = rules_text.leading_mark(rest)
    words = labels(language)
    opening = f"**{number}** [{rules_text.MARKS[mark]}] " if mark else f"**{number}** "
    html, body = (
        rules_text.render(part, words, sheet).replace('href="#', f'href="{page}#') for part in (opening + rest, rest)
    )
    html = html.replace(f' id="p-{number}"', "")
    return Passage(number, section, title, mark, words[mark], why, html, body)
