"""The rules pages: find `docs/rules/<game>.<language>.md` and turn it into HTML.

The Markdown may use headings, paragraphs, lists, tables, bold, code and links within the page. Everything else is text
and is escaped, so a page cannot bring markup of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from html import escape
from importlib.resources import files
from itertools import pairwise
from pathlib import Path
from urllib.parse import quote

from markdown_it import MarkdownIt
from markdown_it.token import Token

from kartentisch.web.pages import static_files

MARKS = {"ruling": "ruling", "data": "data", "departs": "departs from the sheet"}
"""The key of each mark, in `labels` and in its class `mark-<key>`, and its words in the files.

A mark is in brackets, and may be followed by a colon and the reason: `[ruling: Somebody has to start.]`. A reason
is plain text in one line, without brackets.
"""

_KEYS = {words: key for key, words in MARKS.items()}
_MARKER = re.compile(r"\[(" + "|".join(_KEYS) + r")(?:: ([^\[\]\n]+))?\]")
_NUMBER = {"heading_open": re.compile(r"(\d+) "), "paragraph_open": re.compile(r"\*\*(\d+\.\d+)\*\*")}
_FACE = '<svg class="face" viewBox="0 0 100 140" aria-hidden="true">'
_NAME = re.compile(r"[a-z]+")


class _Subset(MarkdownIt):
    def __init__(self) -> None:
        super().__init__("zero")
        self.enable(["heading", "list", "table", "emphasis", "backticks", "link"])

    def validateLink(self, url: str) -> bool:  # noqa: N802 - the library's name
        """Accept only links within the page."""
        return url.startswith("#")


_MARKDOWN = _Subset()


def load(game: str, language: str) -> str:
    """The text of a game's rules page, from the installed package, else from the checkout around it.

    :raises LookupError: there is no such page.
    """
    return _read(game, language, "")


def load_short(game: str, language: str) -> str:
    """The text of the short form of a game's rules.

    :raises LookupError: there is none.
    """
    return _read(game, language, "short/")


def _read(game: str, language: str, below: str) -> str:
    if _NAME.fullmatch(game) and _NAME.fullmatch(language):
        name = f"{below}{game}.{language}.md"
        for folder in (files("kartentisch.web") / "rules", Path(__file__).resolve().parents[4] / "docs" / "rules"):
            page = folder / name
            if page.is_file():
                return page.read_text(encoding="utf-8")
    raise LookupError(f"There is no rules page for {game!r} in {language!r}.")


@lru_cache(200)
def render_once(text: str, labels: tuple[tuple[str, str], ...], sheet: str = "") -> str:
    """Render once for all readers. See `render`: it takes a tenth of a second, in which no table gets an answer."""
    return render(text, dict(labels), sheet)


def render(text: str, labels: Mapping[str, str], sheet: str = "") -> str:
    """The HTML of a page. Section 4 has the id `p-4`, paragraph 4.3 `p-4.3`; `labels` has the words for each mark.

    `sheet` is the address of a game's drawings: a card that is written as `code` then has its picture before it.
    """
    cards = _cards(sheet)
    tokens = _MARKDOWN.parse(text)
    for opening, inline in pairwise(tokens):
        pattern = _NUMBER.get(opening.type)
        if pattern and opening.level == 0 and (number := pattern.match(inline.content)):
            opening.attrSet("id", f"p-{number[1]}")
    for token in tokens:
        if token.children:
            reasons: list[str] = []
            pictured = [part for child in token.children for part in _pictured(child, sheet, cards)]
            marked = [part for child in pictured for part in _marked(child, labels, reasons)]
            token.children = marked + [_reason(why, labels) for why in reasons]
    html = _MARKDOWN.renderer.render(tokens, _MARKDOWN.options, {})
    assert isinstance(html, str)
    return html


@lru_cache(16)
def _cards(sheet: str) -> frozenset[str]:
    """The cards that a sheet of drawings has, by their tokens."""
    file = static_files.files().get(f"cards/{sheet.rpartition('/')[2]}")
    return frozenset(re.findall(r'<symbol id="([^"]+)"', file.plain.decode()) if file else ())


def _pictured(token: Token, sheet: str, cards: frozenset[str]) -> Iterator[Token]:
    """The token, after pictures of the cards that it writes."""
    written = token.content.split() if token.type == "code_inline" else []
    if written and cards.issuperset(written):
        symbols = [f"{card}-small" if f"{card}-small" in cards else card for card in written]
        addresses = [f"{escape(sheet)}#{quote(symbol)}" for symbol in symbols]
        drawn = "".join(f'{_FACE}<use href="{address}"></use></svg>' for address in addresses)
        yield Token("html_inline", "", 0, content=f'<span class="cards">{drawn}</span>')
    yield token


def leading_mark(text: str) -> tuple[str, str, str]:
    """The key of the mark at the beginning of a text ("" if there is none), its reason, and the rest of the text."""
    found = _MARKER.match(text)
    return (_KEYS[found[1]], found[2] or "", text[found.end() :].lstrip()) if found else ("", "", text)


def _marked(token: Token, labels: Mapping[str, str], reasons: list[str]) -> Iterator[Token]:
    """The token, with its marks turned into spans; their reasons are added to `reasons`."""
    if token.type != "text":
        yield token
        return
    at = 0
    for found in _MARKER.finditer(token.content):
        if before := token.content[at : found.start()]:
            yield Token("text", "", 0, content=before)
        key = _KEYS[found[1]]
        yield Token("html_inline", "", 0, content=f'<span class="mark mark-{key}">{escape(labels[key])}</span>')
        if found[2]:
            reasons.append(found[2])
        at = found.end()
    if after := token.content[at:]:
        yield Token("text", "", 0, content=after)


def _reason(why: str, labels: Mapping[str, str]) -> Token:
    """The reason, as the last sentence of its paragraph."""
    return Token(
        "html_inline", "", 0, content=f' <span class="why"><b>{escape(labels["why"])}</b> {escape(why)}</span>'
    )
