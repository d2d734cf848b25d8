"""What a page is told when it asks why something cannot be played."""

from __future__ import annotations

import random
from typing import Any

import pytest

from kartentisch.play.games import games
from tests.web.support.kit import House, Page, in_house
from tests.web.support.tables import sitting


def test_why_answers_for_picked_elements_and_does_nothing() -> None:
    async def work(house: House) -> None:
        page = await sitting(house)
        number = page.room.table.number
        low = next(card for card in zone(page, "hand")["cards"] if card.get("low"))
        answer = await page.ask("why", path=[f"hand/{low['face'].partition('/')[2]}", "A1"])
        assert "does not fit: this pile wants" in answer["text"]
        assert (await page.ask("why", path=["button:end"]))["text"].startswith("Before you end your turn")
        assert (await page.ask("why", path=["A1"]))["text"] == "Pick a card first, then where it goes."
        assert (await page.ask("why", moves=[page.scene["steps"][0]["token"]]))["text"] == ""
        assert page.room.table.number == number

    in_house(work)


RUBBISH = (
    "",
    "hand/",
    "hand/!",
    "row:C",
    "hand/x" * 500,
    "seat:9",
    "hand/b1",
    "hand/foo",
    "build:z",
    "table/r1",
    "\U0001f600",
)


@pytest.mark.parametrize("game", games())
def test_why_has_a_sentence_for_whatever_was_picked(game: str) -> None:
    """What lies on the table in any order, and what lies nowhere: never a fault of the server."""

    async def work(house: House) -> None:
        room = await house.dealt("you", "open", game=game)
        chance = random.Random(game)
        for seat in (0, 1):
            page = await house.page(room, seat)
            known = [*elements(page.scene), *RUBBISH]
            paths: list[list[str]] = [[], [""], ["hand/foo", "table/r1"], ["hand/x", "build:z"]]
            paths += [chance.sample(known, chance.randint(1, 3)) for _ in range(60)]
            for path in paths:
                answer = await page.ask("why", path=path)
                assert answer["t"] == "done", (path, answer)
                assert not answer["text"] or len(answer["text"]) > 10, path

    in_house(work)


def elements(scene: dict[str, Any]) -> list[str]:
    """What can be picked: cards, places, buttons, seats."""
    found = [
        f"{zone['id']}/{card['face'].partition('/')[2]}" for zone in scene["zones"] for card in zone.get("cards", [])
    ]
    found += [zone["id"] for zone in scene["zones"]]
    found += [button["id"] for button in scene.get("buttons", [])]
    return found + [seat["element"] for seat in scene["seats"]]


def zone(page: Page, name: str) -> dict[str, Any]:
    found: dict[str, Any] = next(zone for zone in page.scene["zones"] if zone["id"] == name)
    return found
