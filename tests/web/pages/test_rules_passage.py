"""One paragraph of the rules: what a panel beside a table, the desk and the lessons show of it."""

from __future__ import annotations

import re

import pytest

from kartentisch.web.pages import rules_text
from kartentisch.web.pages.rules_passage import AFTER, BEFORE, passage
from tests.web.pages.test_rules import GAMES, every_game, every_language, paragraphs
from tests.web.support.kit import browser

PAGE = """# Game

Introduction.

## How it differs

- [ruling] Not a paragraph.

## 1 Cards

**1.1** One `a`.

| card |
| --- |
| `b` |

**1.2** [data: Somebody <had> to count.] Two. See [2.1](#p-2.1).

**1.3** Three.

**1.4** Four.

## 2 Turn & more

**2.1** [departs from the sheet] Five.

## Credits

By us.
"""


@pytest.fixture
def page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules_text, "load", lambda game, language: PAGE)


@pytest.mark.usefixtures("page")
def test_a_passage_has_its_section_mark_reason_and_text() -> None:
    found = passage("game", "en", "1.2", "/rules/game")

    assert (found.number, found.section, found.title) == ("1.2", "1", "Cards")
    assert (found.mark, found.label, found.why) == ("data", "our figures", "Somebody <had> to count.")
    assert found.body == '<p>Two. See <a href="/rules/game#p-2.1">2.1</a>.</p>\n'
    assert found.html == (
        '<p><strong>1.2</strong> <span class="mark mark-data">our figures</span> '
        'Two. See <a href="/rules/game#p-2.1">2.1</a>.</p>\n'
    )


@pytest.mark.usefixtures("page")
def test_neighbours_are_of_the_same_section_and_a_table_belongs_to_its_paragraph() -> None:
    first, second, last = (passage("game", "en", number) for number in ("1.1", "1.2", "2.1"))

    assert [one.number for one in first.before + first.after] == ["1.2", "1.3"]
    assert [one.number for one in second.before] == ["1.1"]
    assert [one.number for one in second.after] == ["1.3", "1.4"]
    assert (last.before, last.after) == ((), ())
    assert "<td><code>b</code></td>" in first.body
    assert last.title == "Turn & more"
    assert last.mark == "departs"
    assert "Credits" not in last.html


@every_game
@every_language
def test_every_paragraph_is_a_passage_with_the_mark_of_the_page(game: str, language: str) -> None:
    marks = {words: key for key, words in rules_text.MARKS.items()}
    for number, words in paragraphs(rules_text.load(game, language)).items():
        found = passage(game, language, number)
        assert found.number == number
        assert found.mark == marks.get(words, "")
        assert len(found.before) <= BEFORE
        assert len(found.after) <= AFTER
        assert all(one.section == found.section for one in found.before + found.after)
        assert f"<strong>{number}</strong>" in found.html
        assert number not in re.findall(r"<strong>(\d+\.\d+)</strong>", found.body)


@pytest.mark.parametrize(("game", "number"), [("nogame", "1.1"), ("solo", "99.1"), ("solo", ""), ("solo", "6")])
def test_an_unknown_passage_is_refused(game: str, number: str) -> None:
    with pytest.raises(LookupError):
        passage(game, "en", number)


@pytest.mark.parametrize(
    ("language", "mark", "rule"), [("en", "our ruling", "Rule"), ("de", "von uns geregelt", "Regel")]
)
def test_a_paragraph_has_a_page(language: str, mark: str, rule: str) -> None:
    game = GAMES[0]
    number = next(number for number, words in paragraphs(rules_text.load(game, language)).items() if words == "ruling")
    with browser() as (client, _):
        page = client.get(f"/rules/{game}/{number}", headers={"accept-language": language}).text
    assert f"<h1>{rule} {number}</h1>" in page
    assert f'<div class="slip"><p><strong>{number}</strong> <span class="mark mark-ruling">{mark}</span>' in page
    assert f'href="/rules/{game}#p-{number}"' in page


def test_a_paragraph_has_the_pictures_of_the_rules_page() -> None:
    """Every card that it writes, and its neighbours, in the same drawing."""
    with browser() as (client, _):
        whole, part = client.get("/rules/schwupps").text, client.get("/rules/schwupps/1.3").text
    pictures = re.compile(r'<span class="cards">.+?</span><code>[^<]+</code>')
    assert len(pictures.findall(part)) == 14, "seven in the table, and seven in the paragraph after it"
    assert set(pictures.findall(part)) <= set(pictures.findall(whole))


@pytest.mark.parametrize(
    ("path", "sentence"),
    [
        ("/rules/solo/99.9", "The rules of Solo have no paragraph 99.9."),
        ("/rules/solo/%3Cscript%3E", "The rules of Solo have no paragraph &lt;script&gt;."),
        ("/rules/chess/1.1", "chess"),
    ],
)
def test_an_unknown_paragraph_gets_a_sentence(path: str, sentence: str) -> None:
    with browser() as (client, _):
        answer = client.get(path)
    assert answer.status_code == 404
    assert sentence in answer.text
