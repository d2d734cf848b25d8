"""The end of a match in words, in both languages, and what can be shared of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, cast

import pytest

from kartentisch.engine.views import View
from kartentisch.play.games import games
from kartentisch.table.facts import Ask
from kartentisch.table.table import Table
from kartentisch.web.live.room import Room
from kartentisch.web.table_scene.result import headline
from kartentisch.words.language import Language, language
from scripts import catalog
from tests.browser.past import Past
from tests.ways import in_turn
from tests.web.support.kit import House, browser, in_house
from tests.web.support.replays import SHORT, whole

MOST = {"en": "Most points win.", "de": "Die meisten Punkte gewinnen."}
FEWEST = {"en": "Fewest points win.", "de": "Die wenigsten Punkte gewinnen."}
WAYS = {"schwupps": MOST, "schweinsgalopp": MOST, "solo": FEWEST, "swup": MOST}
RUNNING = "test_ending"


async def over(house: House, game: str, seats: int = 3) -> Room:
    """A match of Anna and bots that is over."""
    whole(game, seats, 5).written(house.store, RUNNING)
    room = await house.rooms.get(RUNNING)
    assert room is not None
    return room


@pytest.mark.parametrize(("game", "code"), in_turn(games(), list(catalog.finished())))
def test_the_end_says_which_way_points_count(game: str, code: str) -> None:
    """Below the headline, for who plays, who watches and on a screen in the middle."""

    async def work(house: House) -> None:
        room = await over(house, game)
        for seat, screen in ((0, False), (-1, False), (-1, True)):
            page = await house.page(room, seat, language=code, screen=screen)
            text = page.scene["result"]["text"]
            assert text.endswith(WAYS[game][code]), text
            assert text.count(WAYS[game][code]) == 1

    in_house(work)


@dataclass
class Reader:
    """Who reads the end of a match of four."""

    t: Language
    reader: int
    table: Table = field(init=False)
    names: list[str] = field(default_factory=lambda: ["Anna", "Ben", "Cleo", "Dora (bot)"])
    figures: list[str] = field(default_factory=list)

    @property
    def watching(self) -> bool:
        return self.reader < 0


class End:
    """Four totals, the best of which win."""

    def __init__(self, *totals: int, over: bool = True) -> None:
        self.totals, self.over = totals, over

    def json(self) -> dict[str, Any]:
        best = max(self.totals)
        winners = [seat for seat, total in enumerate(self.totals) if total == best]
        return {"totals": [*self.totals], "points": [1, 2, 3, 4], "winners": winners, "over": self.over, "round": 2}


SAID = [
    ("en", 0, (24, 3, 2, 1), "You win with 24 points.", ""),
    ("de", 0, (24, 3, 2, 1), "Du gewinnst mit 24 Punkten.", ""),
    ("en", 1, (24, 3, 2, 1), "Anna wins with 24 points.", "You have 3 points in all."),
    ("de", 1, (24, 3, 2, 1), "Anna gewinnt mit 24 Punkten.", "Du hast zusammen 3 Punkte."),
    ("en", -1, (0, -3, 1, 0), "Cleo wins with 1 point.", ""),
    ("de", -1, (0, -3, 1, 0), "Cleo gewinnt mit 1 Punkt.", ""),
    ("en", 2, (5, -3, 5, 0), "A shared win with 5 points: Anna and you.", ""),
    ("de", 2, (5, -3, 5, 0), "Geteilter Sieg mit 5 Punkten: Anna und du.", ""),
    ("en", 1, (-1, -3, -1, -2), "A shared win with −1 points: Anna and Cleo.", "You have −3 points in all."),
    ("de", 1, (-1, -3, -1, -2), "Geteilter Sieg mit −1 Punkten: Anna und Cleo.", "Du hast zusammen −3 Punkte."),
]


@pytest.mark.parametrize(("code", "reader", "totals", "title", "text"), SAID)
def test_the_headline_says_who_has_won_with_how_many_points(
    code: str, reader: int, totals: tuple[int, ...], title: str, text: str
) -> None:
    """And the line below it says the reader's own points, unless the headline has said them."""
    said = headline(Reader(language(code), reader), cast(View, End(*totals)), [[1, 2, 3, 4], [1, 1, 1, 1]])
    assert said == (title, text)


def test_a_round_that_is_over_says_what_it_gave_the_reader() -> None:
    said = headline(Reader(language("en"), 1), cast(View, End(24, 3, 2, 1, over=False)), [[1, 2, 3, 4]])
    assert said == ("Round 2 is over.", "You get 2 points.")


# ---- Passed on -------------------------------------------------------------------------------------------------------


def test_what_is_shared_names_nobody_you_and_leads_to_the_replay_without_a_seat() -> None:
    async def work(house: House) -> None:
        room = await over(house, "swup")
        table = room.table
        assert table.records is not None
        totals = [int(total) for total in table.records[0]["totals"][:3]]
        page, watcher = await house.page(room, 0), await house.page(room, -1)
        share = page.scene["result"]["share"]
        assert share == watcher.scene["result"]["share"]
        assert share["path"] == f"/t/{RUNNING}/replay"
        assert share["text"].startswith("SWUP: ")
        assert "Anna" in share["text"]
        assert "You" not in share["text"]
        assert sorted(int(part.split()[-1]) for part in share["text"].split(". ")[1].split(" · ")) == sorted(totals)
        german = await house.page(room, 0, language="de")
        assert "mit" in german.scene["result"]["share"]["text"]

    in_house(work)


def test_nothing_is_shared_of_a_table_that_nobody_may_watch_nor_from_a_screen_nor_of_a_round() -> None:
    async def work(house: House) -> None:
        room = await over(house, "swup")
        screen = await house.page(room, -1, screen=True)
        assert "share" not in screen.scene["result"]
        page = await house.page(room, 0)
        assert (await page.ask("watchers", arg="nobody"))["t"] == "done"
        assert "share" not in page.scene["result"]
        fresh = House()
        Past("swup", 3, 5).go_on(lambda table: table.phase == "result").written(fresh.store, RUNNING)
        between = await fresh.rooms.get(RUNNING)
        assert between is not None
        assert "share" not in (await fresh.page(between, 0)).scene["result"]
        await fresh.close()

    in_house(work)


def test_who_has_only_the_shared_way_sees_the_replay_and_gets_no_seat() -> None:
    with browser() as (client, house):
        whole("swup", 3, 5).written(house.store, RUNNING)
        answer = client.get(f"/t/{RUNNING}/replay")
        assert answer.status_code == 200
        assert "set-cookie" not in answer.headers
        assert client.get(f"/t/{RUNNING}/0").status_code == 403


def test_save_record_stands_beside_replay_and_review() -> None:
    """In the row, once, for who sits there; and the answer leads to the file."""

    async def work(house: House) -> None:
        room = await over(house, "swup")
        page = await house.page(room, 0)
        row = [one["do"] for one in page.scene["controls"] if one.get("where") == "row"]
        assert row == ["again", "replay", "review", "record"]
        assert [one["do"] for one in page.scene["controls"]].count("record") == 1
        assert (await page.ask("record"))["text"] == f"/t/{RUNNING}/record?match=1"
        answer = await room.ask(Ask("record", 0, "record-0001"))
        assert answer.reason is not None, "it leaves no fact"

    in_house(work)


def test_the_drawing_shows_the_limit_where_the_match_ends_by_one() -> None:
    async def work(house: House) -> None:
        assert (await house.page(await over(house, "solo"), 0)).scene["result"]["limit"] == SHORT["solo"]["limit"]

    in_house(work)

    async def none(house: House) -> None:
        assert "limit" not in (await house.page(await over(house, "swup"), 0)).scene["result"]

    in_house(none)


ROUNDS = {"schweinsgalopp": 3, "swup": 3, "solo": 0}
"""How many rounds three people play; Solo ends above a limit, and Schwupps is a single round."""


@pytest.mark.parametrize("game", ROUNDS)
def test_a_round_that_is_over_says_after_how_many_somebody_wins(game: str) -> None:
    async def work(house: House) -> None:
        Past(game, 3, 5).go_on(lambda table: table.phase == "result").written(house.store, RUNNING)
        room = await house.rooms.get(RUNNING)
        assert room is not None
        page = await house.page(room, 0, language="en")
        after = f"The most points after {ROUNDS[game]} rounds win."
        assert page.scene["result"]["text"].endswith(after if ROUNDS[game] else "Fewest points win.")

    in_house(work)
