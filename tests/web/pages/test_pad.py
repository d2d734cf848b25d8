"""The page of a score pad: in both languages, the same for everybody; and addresses that lead to none."""

from __future__ import annotations

import html
import json
import re
from typing import Any

import pytest

from kartentisch import words
from kartentisch.engine import homes
from kartentisch.play.games import games, sheet
from kartentisch.words.language import language
from kartentisch.words.sheet import as_json
from tests.web.support.kit import browser

FIFTH = {"rules": "tests.fifth.rules", "words": "tests.fifth.words", "scenes": "tests.fifth.scene"}


def data(page: str, name: str) -> Any:
    return json.loads(html.unescape(re.findall(rf'data-{name}="([^"]*)"', page)[0]))


@pytest.mark.parametrize("code", ["en", "de"])
@pytest.mark.parametrize("game", games())
def test_the_page_holds_the_sheet_the_options_and_every_sentence(game: str, code: str) -> None:
    with browser() as (page, _):
        answer = page.get(f"/pad/{game}", headers={"Accept-Language": code})
    score = words.score_sheet(game)
    assert answer.status_code == 200
    assert data(answer.text, "sheet") == json.loads(json.dumps(as_json(language(code), score)))
    options = data(answer.text, "options")
    assert [one["name"] for one in options] == list(score.options)
    assert [one["value"] for one in options] == [sheet(game).options[name].default for name in score.options]
    assert data(answer.text, "texts")["saved"] == language(code).say("Saved on this device.")
    assert "set-cookie" not in answer.headers


def test_a_game_that_does_not_exist_or_has_no_sheet_gets_a_sentence() -> None:
    homes.bring("fifth", **FIFTH)
    try:
        with browser() as (page, _):
            none, fifth = page.get("/pad/skat"), page.get("/pad/fifth")
    finally:
        homes.forget("fifth")
    assert (none.status_code, fifth.status_code) == (404, 404)
    assert "There is no score pad “skat” and no game of that name; the games are: " in none.text
    assert "There is no score pad for Fifth." in fifth.text


def test_the_rules_lead_to_the_pad() -> None:
    with browser() as (page, _):
        assert 'href="/pad/solo"' in page.get("/rules/solo").text
