"""The page of a lesson, the page at its end, and the way to both."""

from __future__ import annotations

import re

import pytest

from kartentisch.web.lessons.course import course_of
from kartentisch.words.language import language
from tests.web.support.clients import words
from tests.web.support.kit import browser
from tests.web.support.lessons import GAMES

LANGUAGES = pytest.mark.parametrize("code", ["en", "de"])


@LANGUAGES
@pytest.mark.parametrize("game", GAMES)
def test_the_page_of_a_lesson_knows_its_socket_and_its_sentences(game: str, code: str) -> None:
    with browser() as (client, _):
        page = client.get(f"/learn/{game}", headers={"accept-language": code})

    assert page.status_code == 200
    assert f'data-socket="/learn/{game}/socket"' in page.text
    assert f'data-lesson="{game}"' in page.text
    assert language(code).say("Show me") in page.text


@LANGUAGES
@pytest.mark.parametrize("game", GAMES)
def test_the_end_names_what_was_taught_and_what_was_left_out(game: str, code: str) -> None:
    t, lesson = language(code), course_of(game).lesson
    with browser() as (client, _):
        page = client.get(f"/learn/{game}/done", headers={"accept-language": code})
        rules = client.get(f"/rules/{game}", headers={"accept-language": code}).text

    assert t.say("You know enough to play.") in words(page.text)
    for one in lesson.teaches:
        assert f'href="/learn/{game}#{one.moment}">{t.say(one.name)}</a>' in page.text
    for left in lesson.leaves_out:
        assert t.say(left.name) in page.text
        assert f'href="/rules/{game}#p-{left.paragraph}"' in page.text
        assert f'id="p-{left.paragraph}"' in rules


@pytest.mark.parametrize("game", GAMES)
def test_the_form_at_the_end_opens_a_table_with_bots(game: str) -> None:
    with browser() as (client, _):
        page = client.get(f"/learn/{game}/done").text
        fields = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', page))
        answer = client.post(f"/open/{game}", data=fields)

    assert answer.status_code == 303
    assert re.fullmatch(r"/t/\w+/[0-2]", answer.headers["location"])


def test_home_leads_to_every_lesson() -> None:
    with browser() as (client, _):
        page = client.get("/").text

    assert re.findall(r'<a class="learn" href="/learn/(\w+)"', page) == GAMES
    assert "Go on learning, {step} of {of}" in page
