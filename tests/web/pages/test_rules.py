"""The rules pages say the same in every language, and no text in them can become markup."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest

from kartentisch.web.pages import rules_text
from kartentisch.web.pages.rules_text import MARKS, load, render
from tests.web.support.kit import browser

RULES = Path(__file__).resolve().parents[3] / "docs" / "rules"
GAMES = sorted(path.name.removesuffix(".en.md") for path in RULES.glob("*.en.md"))
LABELS = {"ruling": "our ruling", "data": "our figure", "departs": "played otherwise", "why": "Why:"}

_PARAGRAPH = re.compile(rf"^\*\*(\d+\.\d+)\*\*(?: \[({'|'.join(MARKS.values())})(?:: [^\]]+)?\])?", re.MULTILINE)

every_game = pytest.mark.parametrize("game", GAMES)
every_language = pytest.mark.parametrize("language", ["en", "de"])


def paragraphs(text: str) -> dict[str, str]:
    """The mark of each numbered paragraph, in the order of the text."""
    found = _PARAGRAPH.findall(text)
    assert len(dict(found)) == len(found), "a number occurs twice"
    return dict(found)


def blocks(text: str) -> list[str]:
    """Block tags, ids and code of a page: what must not depend on its language."""
    html = render(text, LABELS)
    return re.findall(r'<(?:h\d|p|ul|ol|li|table|tr|th|td)\b[^>]*>|<code>[^<]*</code>|class="mark[^"]*"', html)


def test_there_are_rules_pages() -> None:
    assert GAMES


@every_game
def test_numbers_and_marks_agree_in_both_languages(game: str) -> None:
    english, german = paragraphs(load(game, "en")), paragraphs(load(game, "de"))

    assert list(english.items()) == list(german.items())


@every_game
def test_structure_and_tokens_agree_in_both_languages(game: str) -> None:
    assert blocks(load(game, "en")) == blocks(load(game, "de"))


@every_game
def test_the_normative_file_has_every_paragraph_with_its_mark(game: str) -> None:
    normative = paragraphs((RULES / f"{game}.md").read_text(encoding="utf-8"))

    assert {number: normative.get(number) for number in paragraphs(load(game, "en"))} == paragraphs(load(game, "en"))


@every_game
@every_language
def test_numbers_run_on_without_a_gap(game: str, language: str) -> None:
    found = [tuple(map(int, number.split("."))) for number in paragraphs(load(game, language))]
    numbers = sorted(found)

    assert numbers[0] == (1, 1)
    assert all(b in ((a[0], a[1] + 1), (a[0] + 1, 1)) for a, b in pairwise(numbers))
    *others, last = dict.fromkeys(section for section, _ in found)
    assert others == [*range(1, last), last + 1], "how moves are written down comes last, though examples use it"


@every_game
@every_language
def test_every_paragraph_of_a_numbered_section_has_an_id(game: str, language: str) -> None:
    sections = re.findall(r'<h2 id="p-(\d+)">(.*?)(?=<h2|\Z)', render(load(game, language), LABELS), re.DOTALL)

    assert sections
    for number, body in sections:
        opened = re.findall(r"<p\b[^>]*>", body)
        assert opened == [f'<p id="p-{number}.{i}">' for i in range(1, len(opened) + 1)]


@every_game
@every_language
def test_every_link_leads_to_a_paragraph_of_the_page(game: str, language: str) -> None:
    html = render(load(game, language), LABELS)

    assert "](" not in html
    assert set(re.findall(r'href="#([^"]+)"', html)) <= set(re.findall(r'id="([^"]+)"', html))


def test_headings_and_paragraphs_get_their_ids() -> None:
    html = render("# Name\n\n## 4 Cards\n\n**4.10** Text with `b10>A1`.\n", LABELS)

    assert html == (
        '<h1>Name</h1>\n<h2 id="p-4">4 Cards</h2>\n'
        '<p id="p-4.10"><strong>4.10</strong> Text with <code>b10&gt;A1</code>.</p>\n'
    )


def test_marks_become_labelled_spans_everywhere_but_in_code() -> None:
    html = render("**1.1** [ruling] A [note].\n\n- B [departs from the sheet]\n\n`[data]`\n", LABELS)

    assert '<strong>1.1</strong> <span class="mark mark-ruling">our ruling</span> A [note].' in html
    assert '<li>B <span class="mark mark-departs">played otherwise</span></li>' in html
    assert "<code>[data]</code>" in html


def test_a_reason_is_the_last_sentence_of_its_paragraph() -> None:
    html = render("**1.1** [ruling: A <b> reason.] A `note`.\n", LABELS)

    assert html == (
        '<p id="p-1.1"><strong>1.1</strong> <span class="mark mark-ruling">our ruling</span> A <code>note</code>.'
        ' <span class="why"><b>Why:</b> A &lt;b&gt; reason.</span></p>\n'
    )


def test_tables_and_lists_are_drawn() -> None:
    html = render("| a | b |\n| --- | --- |\n| **1** | `2` |\n\n- x\n- y\n", LABELS)

    assert "<th>a</th>" in html
    assert "<td><strong>1</strong></td>\n<td><code>2</code></td>" in html
    assert html.count("<li>") == 2


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "a <b onclick='x'>b</b> &amp; c",
        "# <i>Title</i>",
        "| <u>a</u> |\n| --- |\n| <img src=x> |",
        "`<code><br>`",
    ],
)
def test_html_in_a_page_is_text(text: str) -> None:
    html = render(text, LABELS)

    assert not re.search(r"<(?!/?(?:p|h1|code|table|thead|tbody|tr|th|td)>)", html)
    assert "&lt;" in html


@pytest.mark.parametrize("target", ["javascript:alert(1)", "https://example.org", "//example.org", "/t/1"])
def test_links_and_images_to_elsewhere_are_text(target: str) -> None:
    html = render(f"[a]({target}) ![b]({target}) <{target}>", LABELS)

    assert "<a" not in html
    assert "<img" not in html


def test_labels_are_escaped() -> None:
    assert "&lt;b&gt; &amp;" in render("[data]", {**LABELS, "data": "<b> &"})


@pytest.mark.parametrize(
    ("game", "language"), [("nosuchgame", "en"), ("../rules/README", "en"), ("", "de"), ("a/b", "de")]
)
def test_an_unknown_page_is_refused_with_a_sentence(game: str, language: str) -> None:
    with pytest.raises(LookupError, match=r"There is no rules page for"):
        load(game, language)


def test_rules_that_are_not_yet_in_the_readers_language_are_shown_in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    def english_only(game: str, language: str) -> str:
        if language != "en":
            raise LookupError
        return load(game, language)

    monkeypatch.setattr(rules_text, "load", english_only)
    with browser() as (client, _):
        page = client.get("/rules/schwupps", headers={"accept-language": "de"}).text
        assert '<html lang="de">' in page
        assert '<article lang="en">' in page
        assert "Four number piles lie in the middle" in page
