"""The ask `tell`: what the keys that speak say, at a table of each game and in both languages.

`told.json` holds every answer after twelve moves. `python -m tests.web.socket.test_telling` writes it again: read it.
"""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path
from typing import Any

import pytest

from kartentisch.engine.luck import seeded
from kartentisch.play.games import games
from kartentisch.table.facts import Ask
from kartentisch.table.table import Table
from kartentisch.web.live.room import Room
from kartentisch.web.pages.texts import later
from kartentisch.web.table_scene.spoken import QUESTIONS
from kartentisch.words.language import LANGUAGES
from tests.browser.past import Past
from tests.web.live.test_leaks import hide_and_deal
from tests.web.support.kit import House, Page, in_house, settled

FILE = Path(__file__).with_name("told.json")
MOVES = 12
every_game = pytest.mark.parametrize("game", games())


async def played(house: House, game: str, moves: int = MOVES) -> tuple[Room, list[Page]]:
    """A table of Anna, Ben and Cleo after this number of moves, each with a page open."""
    room = await house.open("you", "open", "open", game=game)
    for name in ("Ben", "Cleo"):
        await room.sit(name, f"join-{name}-0001")
    pages = [await house.page(room, seat) for seat in range(3)]
    for number in range(moves):
        seat, move = room.table.actors()[0], ""
        view = room.view(seat)
        assert view is not None
        while steps := view.steps(move):
            assert isinstance(steps, list)
            move = f"{move} {steps[seeded(number, len(move), 1)[0] % len(steps)]}".strip()
        house.hands.now += 700
        answer = await room.ask(Ask("play", seat, f"move-{number:05}", room.table.since[seat], (move,)))
        assert answer.reason is None, answer.reason
        await settled()
    return room, pages


async def answers(page: Page) -> dict[str, str]:
    return {question: (await page.ask("tell", arg=question))["text"] for question in QUESTIONS}


async def told(house: House, game: str) -> dict[str, dict[str, str]]:
    room, _ = await played(house, game)
    return {code: await answers(await house.page(room, 0, code)) for code in LANGUAGES}


@every_game
def test_each_question_is_answered_in_each_language(game: str) -> None:
    assert in_house(lambda house: told(house, game)) == json.loads(FILE.read_text(encoding="utf-8"))[game]


@every_game
def test_the_answers_are_the_same_whatever_cards_the_others_hold(game: str) -> None:
    async def work(house: House) -> list[dict[str, str]]:
        room, pages = await played(house, game, moves=5)
        found = []
        for seed in range(3):
            hide_and_deal(room, 0, seed)
            found.append(await answers(pages[0]))
        return found

    first, *others = in_house(work)

    assert others == [first] * 2


def test_a_watcher_hears_of_no_hand() -> None:
    async def work(house: House) -> None:
        room, _ = await played(house, "solo", moves=1)
        said = await answers(await house.page(room, -1))
        assert said["hand"] == "You are watching, so you have no cards."
        assert said["counts"].startswith("Anna ")
        assert not any(card["label"] in " ".join(said.values()) for card in hand_of(await house.page(room, 0)))

    def hand_of(page: Page) -> list[dict[str, Any]]:
        return [card for zone in page.scene["zones"] if zone["place"] == "hand" for card in zone["cards"]]

    in_house(work)


def test_before_the_deal_there_is_something_to_say_too() -> None:
    async def work(house: House) -> None:
        said = await answers(await house.page(await house.open("you", "open"), 0))
        assert said == {
            "last": "Nothing has happened yet.",
            "turn": "1 seat is still free. Add bots, or open the server to your network.",
            "hand": "The cards have not been dealt yet.",
            "counts": "The cards have not been dealt yet.",
            "points": "There are no points yet.",
            "wants": "Nothing lies open.",
        }

    in_house(work)


@every_game
def test_from_the_second_round_on_points_have_the_totals_once(game: str) -> None:
    def second_round(table: Table) -> bool:
        view = table.view(0)
        return table.phase == "playing" and view is not None and view.json()["round"] == 2

    async def work(house: House) -> tuple[list[int], str]:
        Past(game, 2, 4, {"rounds": 2}).go_on(second_round).written(house.store, "second")
        room = await house.rooms.get("second")
        assert room is not None
        view = room.view(0)
        assert view is not None
        return view.json()["totals"], (await (await house.page(room, 0)).ask("tell", arg="points"))["text"]

    totals, said = in_house(work)

    assert any(totals)
    assert [len(re.findall(rf"(?<!\d){abs(total)}(?!\d)", said)) for total in totals] == [1, 1], said


@pytest.mark.parametrize("arg", ["", "hands", "hand ", "x" * 9_000])
def test_any_other_question_is_refused_with_those_that_there_are(arg: str) -> None:
    async def work(house: House) -> None:
        page = await house.page(await house.dealt("you", "bot:greedy"), 0)
        before = page.scene
        answer = await page.ask("tell", arg=arg)
        assert (answer["t"], answer["code"]) == ("refused", "tell_unknown")
        sentence = "The table cannot tell “{}”. You can ask for: last, turn, hand, counts, points, wants."
        assert answer["text"] == sentence.format(arg[:20])
        assert page.scene == before

    in_house(work)


@pytest.mark.parametrize("code", LANGUAGES)
def test_each_question_has_a_letter_of_its_own(code: str) -> None:
    """The text of a question begins with it."""
    texts = json.loads(later()[f"texts/tell.{code}.json"])
    letters = [texts[f"tell_{question}"].split(":")[0] for question in QUESTIONS]
    assert "".join(letters) == {"en": "LTHCPW", "de": "LDHKPW"}[code]


def main() -> None:
    """Write down what is said now."""

    async def work(game: str) -> dict[str, dict[str, str]]:
        house = House()
        try:
            return await told(house, game)
        finally:
            await house.close()

    found = {game: asyncio.run(work(game)) for game in games()}
    FILE.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
