"""A game that comes as rule sheet, words and scene, and touches nothing else, is a game like the others."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

import kartentisch as kt
from kartentisch import words
from kartentisch.engine import homes, views
from kartentisch.table.facts import Ask
from kartentisch.testing import LAWS, first_difference, playthrough, walk
from kartentisch.web import scenes, wire
from kartentisch.words.language import language
from tests.ways import first_now
from tests.web.kit import House, Page, browser, in_house, settled

pytestmark = pytest.mark.rules
FIFTH = "fifth"
DOWN = msgspec.json.Decoder(wire.Down)


@pytest.fixture(autouse=True)
def known() -> Iterator[None]:
    """The game is known by its name while these tests run."""
    homes.bring(FIFTH, rules="tests.fifth.rules", words="tests.fifth.words", scenes="tests.fifth.scene")
    yield
    homes.forget(FIFTH)


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize(("seats", "options"), [(2, {}), (3, {"rounds": 3}), (3, {"low": True}), (2, {"rounds": 1})])
@pytest.mark.parametrize("seed", first_now([1, 2]))
def test_the_law_holds(law: str, seats: int, options: dict[str, Any], seed: int) -> None:
    LAWS[law](FIFTH, seats, options, seed)


def test_it_is_known_while_it_is_brought_and_no_longer() -> None:
    assert FIFTH in kt.games()
    assert kt.game(FIFTH).options["low"].meaning == "The lowest card takes a trick, not the highest."
    homes.forget(FIFTH)
    assert FIFTH not in kt.games()
    with pytest.raises(ValueError, match="There is no game"):
        kt.Match(FIFTH, 2)
    for look_up in (words.of, scenes.of):
        with pytest.raises(ValueError, match="there are no"):
            look_up(FIFTH)


@pytest.mark.parametrize(("name", "parts"), [("no name", {}), (FIFTH, {"rules": "tests.fifth.rules"})])
def test_what_is_no_whole_game_is_not_brought(name: str, parts: dict[str, str]) -> None:
    with pytest.raises(ValueError, match=r"is no name of a game|brings no scenes, words"):
        homes.bring(name, **parts)


# ---- As a program ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("low", [False, True])
def test_the_highest_card_takes_a_trick_or_the_lowest(low: bool) -> None:
    match = kt.Match(FIFTH, 3, seed=1, options={"low": low})
    hands = [[int(card) for card in hand] for hand in match.state_json()["hands"]]
    for seat in range(3):
        match.play(seat, str(hands[seat][-1]))
    best = (min if low else max)(range(3), key=lambda seat: hands[seat][-1])
    assert match.state_json()["tricks"] == [int(seat == best) for seat in range(3)]
    assert match.actors() == (best,)


@pytest.mark.parametrize("level", kt.bots())
@pytest.mark.parametrize("seats", [2, 3])
def test_bots_play_a_whole_match_and_its_record_replays(seats: int, level: str) -> None:
    """It has no advice: a greedy bot plays it all the same."""
    match, bots = kt.Match(FIFTH, seats, seed=4), [kt.Bot(level, FIFTH, seed=seat) for seat in range(seats)]
    while not match.over:
        if match.round_over:
            match.next_round()
        seat = match.actors()[0]
        match.play(seat, bots[seat].choose(match.view(seat)))
    assert sum(match.totals) == 6
    assert match.winners
    again = kt.replay(match.record())
    assert again.state_json() == match.state_json()


def test_random_matches_are_played_at_the_speed_of_the_rules() -> None:
    results = kt.playouts(FIFTH, 3, games=50, seed=1)
    assert sum(results.points) == 50 * 3


def test_refusals_are_sentences() -> None:
    match = kt.Match(FIFTH, 2, seed=1)
    missing = next(str(n) for n in range(1, 11) if str(n) not in match.moves(0))
    assert match.why_not(0, missing) == f"You do not hold blue {missing}."
    assert match.why_not(1, match.view(1).json()["hands"][1][0]) == "It is not your turn: the game waits for seat 0."
    for wrong in ("11", "", "1 2", "x" * 5000):
        assert re.fullmatch(r"[A-Z“].{10,}\.", match.why_not(0, wrong) or "")
    with pytest.raises(ValueError, match=r"Option low cannot be 1; allowed is: true, false\."):
        kt.Match(FIFTH, 2, options={"low": 1})
    with pytest.raises(ValueError, match="The number of seats cannot be 4"):
        kt.Match(FIFTH, 4)


def test_the_same_match_has_the_same_playthrough() -> None:
    assert first_difference(playthrough(FIFTH, 3, {}, 1), playthrough(FIFTH, 3, {}, 1)) == ""
    assert "Play blue " in playthrough(FIFTH, 3, {}, 1)


# ---- At a table -----------------------------------------------------------------------------------------------------


async def play_out(house: House, room: Any, pages: list[Page]) -> None:
    """Everybody plays the first step of their scene."""
    for _ in range(60):
        if room.table.phase == "over":
            return
        if room.table.phase == "result":
            for page in pages:
                await page.ask("next")
            continue
        page = pages[room.table.actors()[0]]
        answer = await page.play(page.scene["steps"][0]["token"])
        assert answer["t"] == "done", answer
        await settled()
    raise AssertionError("it does not end")


def test_a_whole_match_is_played_at_a_live_table() -> None:
    async def work(house: House) -> None:
        room = await house.open("you", "open", game=FIFTH)
        await room.sit("Ben", "join-ben-0001")
        pages = [await house.page(room, seat) for seat in (0, 1)]
        waits, asked = pages[1 - room.table.actors()[0]], room.names[room.table.actors()[0]]
        refused = await waits.play("1")
        assert refused["text"] == f"It is not your turn: the game waits for {asked}."
        await play_out(house, room, pages)
        for page in (*pages, await house.page(room, -1)):
            down = [DOWN.decode(text) for text in page.wire.sent]
            assert any(isinstance(message, wire.SceneDown) and message.scene.zones for message in down)
        assert any(line.endswith("the trick.") for line in pages[0].log)
        assert pages[0].scene["result"]["over"]

    in_house(work)


def test_bots_fill_the_seats_and_play_on_their_own() -> None:
    async def work(house: House) -> None:
        room = await house.dealt("bot:greedy", "you", game=FIFTH)
        page = await house.page(room, 1)
        for _ in range(12):
            if room.table.actors() == (1,):
                await page.play(page.scene["steps"][0]["token"])
            else:
                await house.later(room, 2500)
            if room.table.phase == "result":
                break
        assert room.table.phase == "result"

    in_house(work)


def test_everything_in_a_scene_can_be_drawn_and_picked() -> None:
    """Faces are there, ids stand once, and each step can be picked on the table."""
    sheet = Path(kt.__file__).parent / "web/static/cards/schwupps.svg"
    faces = set(re.findall(r'id="([^"]+)"', sheet.read_text(encoding="utf-8")))
    for moment in walk(FIFTH, 3, {}, 2):
        for reader in moment.readers:
            view = views.view(moment.game, moment.records, reader)
            drawn = scenes.of(FIFTH).draw(view, language("de"), ["Anna", "Ben", "Cleo"])
            ids = [card.id for zone in drawn.zones for card in zone.cards]
            assert len(set(ids)) == len(ids)
            shown = {card.face for zone in drawn.zones for card in zone.cards}
            assert {face.removeprefix("schwupps/") for face in shown} <= faces
            zones = {zone.id for zone in drawn.zones}
            for step in drawn.steps:
                assert {element.partition("/")[0] for element in step.path} <= zones
                assert scenes.of(FIFTH).move_for(view, step.path) == step.token


def test_its_pages_are_there() -> None:
    with browser() as (client, _):
        assert "Fifth" in client.get("/").text
        assert "Lowest card" in client.get("/open/fifth").text
        form = {"name": "Anna", "seat-0": "you", "seat-1": "bot:greedy", "option-low-asked": "1", "option-low": "on"}
        assert client.post("/open/fifth", data=form).status_code == 303
        assert client.get("/rules/fifth").status_code == 404


def test_asks_that_the_table_does_not_know_change_nothing() -> None:
    async def work(house: House) -> None:
        room = await house.dealt("you", "bot:random", game=FIFTH)
        answer = await room.ask(Ask("play", 0, "odd-ask-0001", room.table.number, ("no such card",)))
        assert answer.reason is not None
        assert answer.reason.code == "token_unknown"

    in_house(work)
