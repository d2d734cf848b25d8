"""A step of the recipe “A new option” that is left out fails here, unless another test finds it (decision 0025)."""

from __future__ import annotations

import re

import pytest

from kartentisch import words
from kartentisch.play.games import games, sheet
from tests.games.test_laws import OPTIONS
from tests.recipes.support import ROOT

OF_OPTION = "(CONTRIBUTING.md, A new option, step {})"


@pytest.mark.parametrize("game", games())
def test_nothing_of_a_game_is_newer_than_its_rules_number(game: str) -> None:
    """It would be declared and never be there."""
    layout, rules = sheet(game).layout, sheet(game).rules
    newer = [option.name for option in layout.options if option.since > rules]
    newer += [field.name for field in layout.fields if field.since > rules]
    newer += [token for token, since in sheet(game).tokens_since.items() if since > rules]
    assert newer == [], f"raise `rules` in GAME {OF_OPTION.format(1)}"


@pytest.mark.parametrize("game", games())
def test_every_option_is_in_all_the_rules_of_its_game(game: str) -> None:
    left = {
        path.name: names
        for path in (ROOT / "docs" / "rules").glob(f"{game}.*md")
        if (names := [name for name in sheet(game).options if f"`{name}`" not in path.read_text(encoding="utf-8")])
    }
    assert left == {}, f"give it a numbered paragraph there {OF_OPTION.format(4)}"


@pytest.mark.parametrize("game", games())
def test_the_laws_are_held_with_every_option(game: str) -> None:
    tried = {name for options in OPTIONS.get(game, []) for name in options}
    left = [name for name in sheet(game).options if name not in tried]
    assert left == [], f"add an unusual value to OPTIONS of tests/games/test_laws.py {OF_OPTION.format(7)}"


@pytest.mark.parametrize("game", games())
def test_every_rules_number_has_a_heading_in_the_changelog(game: str) -> None:
    """With the name of each option that came with it."""
    parts = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").split("\n### Rules: ")[1:]
    said = {heading: text for heading, _, text in (part.partition("\n") for part in parts)}
    title = re.sub("[^a-z]", "", words.of(game).title.lower())
    told = {re.sub("[^a-z0-9]", "", heading.lower()): text for heading, text in said.items()}
    for number in range(sheet(game).oldest + 1, sheet(game).rules + 1):
        text = told.get(f"{title}number{number}", "").partition("\n### ")[0]
        assert text, f"“### Rules: {words.of(game).title}, number {number}” {OF_OPTION.format(8)}"
        new = [name for name, option in sheet(game).options.items() if option.since == number]
        assert [name for name in new if f"`{name}`" not in text] == [], f"name the option there {OF_OPTION.format(8)}"
