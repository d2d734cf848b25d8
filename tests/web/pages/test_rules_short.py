"""The short form of the rules, and the pictures beside written cards."""

from __future__ import annotations

import re

import pytest

from kartentisch.web.pages.rules_text import load, load_short, render
from tests.web.pages.test_rules import GAMES, every_game, every_language, paragraphs
from tests.web.support.kit import browser

_NAMED = re.compile(r"\((\d+\.\d+)\)")
SHEET = "/static/v0/cards/{game}.svg"


def shape(text: str) -> list[str]:
    """Blocks, written cards and named paragraphs: what must not depend on the language."""
    return re.findall(r"<(?:h\d|p|ul|li|table|tr|th|td)>|<code>[^<]*</code>|\(\d+\.\d+\)", render(text, {}))


@every_game
def test_the_short_form_is_the_same_in_both_languages(game: str) -> None:
    assert shape(load_short(game, "en")) == shape(load_short(game, "de"))


@every_game
@every_language
def test_the_short_form_is_short_and_leads_to_paragraphs_that_are_there(game: str, language: str) -> None:
    text = load_short(game, language)

    named = _NAMED.findall(text)
    assert len(named) >= 3
    assert set(named) <= paragraphs(load(game, language)).keys()
    assert len(text.split()) < 0.4 * len(load(game, language).split())
    assert "[" not in text, "no marks: they stand in the whole rules"


@every_game
@every_language
def test_every_card_that_is_written_in_the_short_form_has_a_picture(game: str, language: str) -> None:
    html = render(load_short(game, language), {}, SHEET.format(game=game))

    written = re.findall(r"<code>", html)
    assert written
    assert len(re.findall(r"</svg></span><code>", html)) == len(written)


def test_a_picture_stands_before_a_written_card_and_before_nothing_else() -> None:
    html = render("`r+2` `C =g` `limit` `Pr Pg`\n", {}, SHEET.format(game="solo"))

    assert html == (
        '<p><span class="cards"><svg class="face" viewBox="0 0 100 140" aria-hidden="true">'
        '<use href="/static/v0/cards/solo.svg#r%2B2-small"></use></svg></span><code>r+2</code> '
        "<code>C =g</code> <code>limit</code> "
        '<span class="cards"><svg class="face" viewBox="0 0 100 140" aria-hidden="true">'
        '<use href="/static/v0/cards/solo.svg#Pr-small"></use></svg>'
        '<svg class="face" viewBox="0 0 100 140" aria-hidden="true">'
        '<use href="/static/v0/cards/solo.svg#Pg-small"></use></svg></span><code>Pr Pg</code></p>\n'
    )


@pytest.mark.parametrize(("language", "title"), [("en", "in short"), ("de", "in Kürze")])
def test_the_pages_lead_to_each_other(language: str, title: str) -> None:
    game = GAMES[0]
    with browser() as (client, _):
        whole = client.get(f"/rules/{game}", headers={"accept-language": language}).text
        short = client.get(f"/rules/{game}/short", headers={"accept-language": language}).text
    assert f'href="/rules/{game}/short"' in whole
    assert re.search(rf"<h1>.+ {title}</h1>", short)
    assert f'href="/rules/{game}"' in short
    for number in _NAMED.findall(load_short(game, language)):
        assert f'(<a href="/rules/{game}#p-{number}">{number}</a>)' in short


@every_language
def test_the_contents_lead_to_every_section(language: str) -> None:
    game = GAMES[0]
    with browser() as (client, _):
        page = client.get(f"/rules/{game}", headers={"accept-language": language}).text
    assert re.findall(r'<li><a href="#p-(\d+)"><b>', page) == re.findall(r'<h2 id="p-(\d+)">', page)


def test_a_short_form_of_an_unknown_game_is_refused_with_a_sentence() -> None:
    with browser() as (client, _):
        answer = client.get("/rules/chess/short")
    assert answer.status_code == 404
    assert "chess" in answer.text
