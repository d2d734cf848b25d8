"""The ask `what`: what the cards, places, seats and buttons of a table are, and the paragraphs of answers."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from kartentisch.engine.luck import seeded
from kartentisch.play.games import games
from kartentisch.play.match import Match
from kartentisch.web import scenes
from kartentisch.web.pages.rules_text import load
from kartentisch.web.scenes import Drawn, What, what
from kartentisch.web.socket.explaining import CONTROLS
from kartentisch.words.language import LANGUAGES, language
from tests.web.pages.test_rules import paragraphs
from tests.web.support.kit import House, in_house
from tests.web.support.tables import sitting

MOST_LETTERS = 125
"""A sentence that is no longer fits into the prompt of a phone, with the link to its rule."""
every_game = pytest.mark.parametrize("game", games())


def known(game: str) -> tuple[What, ...]:
    return tuple(vars(scenes.of(game))["WHAT"])


def positions(game: str) -> Iterator[Drawn]:
    """A round of random moves, as each seat sees it, and each begun move."""
    match, names = Match(game, 3, seed=5), ["Anna", "Ben", "Cem"]
    for number in range(14):
        if not match.actors():
            return
        seat, begun = match.actors()[0], ""
        for reader in range(3):
            yield scenes.of(game).draw(match.view(reader).seen, language("en"), names)
        while steps := match.steps(seat, begun):
            begun = f"{begun} {steps[seeded(number, len(begun), 1)[0] % len(steps)]}".strip()
            if match.steps(seat, begun):
                yield scenes.of(game).draw(match.view(seat).seen, language("en"), names, begun)
        match.play(seat, begun)


def elements(drawn: Drawn) -> Iterator[str]:
    """Everything of it that can be asked about."""
    for zone in drawn.zones:
        yield zone.id
        yield from (f"{zone.id}/{card.face.partition('/')[2]}" for card in zone.cards)
        yield from (f"{zone.id}:{space}" for space in range(zone.spaces))
    yield from (button.id for button in drawn.buttons)
    yield from (element for step in drawn.steps for element in step.path)
    yield from (f"seat:{seat}" for seat in range(3))


@every_game
def test_everything_on_a_table_can_be_asked_what_it_is(game: str) -> None:
    found = {element for drawn in positions(game) for element in elements(drawn)}

    assert len(found) > 20
    assert [element for element in sorted(found) if what(game, element) is None] == []


@every_game
def test_every_explanation_names_a_paragraph_of_the_rules(game: str) -> None:
    numbers = paragraphs(load(game, "en"))

    assert [one.element for one in known(game) if one.paragraph not in numbers] == []


@every_game
@pytest.mark.parametrize("code", LANGUAGES)
def test_an_explanation_is_short(game: str, code: str) -> None:
    said = [language(code).say(one.says) for one in known(game)]
    said += [language(code).say(says) for says in CONTROLS.values()]

    assert [(len(text), text) for text in said if len(text) > MOST_LETTERS] == []
    assert all(re.fullmatch(r"[A-ZÄÖÜ“„].*[.]", text) for text in said)


def test_an_answer_comes_with_its_paragraph() -> None:
    async def work(house: House) -> None:
        page = await sitting(house)
        for path, begins, paragraph in (
            (["hand/!"], "Aggravation card: ", "6.1"),
            (["nowhere", "common"], "The common pile. ", "5.3"),
            (["control:pause"], "Pauses the match ", None),
        ):
            answer = await page.ask("what", path=path)
            assert (answer["t"], answer.get("paragraph")) == ("done", paragraph)
            assert answer["text"].startswith(begins)

    in_house(work)


@pytest.mark.parametrize("path", [[], [""], ["nowhere"], ["control:shout"], ["\U0001f600"] * 500])
def test_what_is_not_there_is_refused_with_a_sentence(path: list[str]) -> None:
    async def work(house: House) -> None:
        page = await sitting(house)
        answer = await page.ask("what", path=path)
        assert (answer["t"], answer["code"]) == ("refused", "what_unknown")
        assert answer["text"] == "There is nothing to say about this."

    in_house(work)


def test_a_refusal_names_the_paragraph_that_it_follows_from() -> None:
    async def work(house: House) -> None:
        page = await sitting(house)
        why = await page.ask("why", path=["button:end"])
        assert (why["t"], why["paragraph"]) == ("done", "3.2")
        refused = await page.ask("play", moves=["end"], since=page.scene["since"])
        assert (refused["t"], refused["text"], refused["paragraph"]) == ("refused", why["text"], "3.2")
        free = await page.ask("why", moves=[page.scene["steps"][0]["token"]])
        assert "paragraph" not in free
        assert "paragraph" not in await page.ask("why", path=["A1"])

    in_house(work)
