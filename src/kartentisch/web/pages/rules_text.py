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

from markdown_it import MarkdownIt
from markdown_it.token import Token

MARKERS = {"[ruling]": "ruling", "[data]": "data", "[departs from the sheet]": "departs"}
"""A marker in the files, and its key in `labels` and in its class `mark-<key>`."""

_MARKER = re.compile("(" + "|".join(map(re.escape, MARKERS)) + ")")
_NUMBER = {"heading_open": re.compile(r"(\d+) "), "paragraph_open": re.compile(r"\*\*(\d+\.\d+)\*\*")}
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
    if _NAME.fullmatch(game) and _NAME.fullmatch(language):
        name = f"{game}.{language}.md"
        for folder in (files("kartentisch.web") / "rules", Path(__file__).resolve().parents[4] / "docs" / "rules"):
            page = folder / name
            if page.is_file():
                return page.read_text(encoding="utf-8")
    raise LookupError(f"There is no rules page for {game!r} in {language!r}.")


@lru_cache(200)
def render_once(text: str, labels: tuple[tuple[str, str], ...]) -> str:
    """Render once for all readers. See `render`: it takes a tenth of a second, in which no table gets an answer."""
    return render(text, dict(labels))


def render(text: str, labels: Mapping[str, str]) -> str:
    """The HTML of a page. Section 4 has the id `p-4`, paragraph 4.3 `p-4.3`; `labels` has the words for each mark."""
    tokens = _MARKDOWN.parse(text)
    for opening, inline in pairwise(tokens):
        pattern = _NUMBER.get(opening.type)
        if pattern and opening.level == 0 and (number := pattern.match(inline.content)):
            opening.attrSet("id", f"p-{number[1]}")
    for token in tokens:
        if token.children:
            token.children = [part for child in token.children for part in _marked(child, labels)]
    html = _MARKDOWN.renderer.render(tokens, _MARKDOWN.options, {})
    assert isinstance(html, str)
    return html


def _marked(token: Token, labels: Mapping[str, str]) -> Iterator[Token]:
    """The token, with its markers turned into spans."""
    if token.type != "text":
        yield token
        return
    for part in _MARKER.split(token.content):
        if key := MARKERS.get(part):
            span = f'<span class="mark mark-{key}">{escape(labels[key])}</span>'
            yield Token("html_inline", "", 0, content=span)
        elif part:
            yield Token("text", "", 0, content=part)
