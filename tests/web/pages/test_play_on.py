"""Playing on from a moment: the seat keeps all it knew then, and what it did not know is dealt again."""

from __future__ import annotations

import json
import re
from typing import Any, NamedTuple

import pytest
from starlette.testclient import TestClient

from kartentisch.bots.bot import Bot
from kartentisch.play.games import games, sheet
from kartentisch.play.replay import replay
from kartentisch.table.contents import Continued
from kartentisch.table.facts import Fact
from kartentisch.table.table import Table
from kartentisch.web.live import feed
from kartentisch.web.live.history import History as Folded
from kartentisch.web.live.record import record
from kartentisch.web.pages.seats import SEATS_COOKIE
from kartentisch.words.language import language
from tests.browser.past import Past, turn_of
from tests.plain_store import plain
from tests.web.support.kit import House, browser, call, room_of
from tests.web.support.replays import every, hold, laid


def middle(past: Past) -> Fact:
    """A move from the middle, with the round still running after it."""
    return second_half(past)[0]


def second_half(past: Past) -> list[Fact]:
    """The moves from the middle on with the round still running after them."""
    folded = Folded.of(past.table.game, past.facts)
    places = [place for place in folded.moments if folded.tables[place].phase == "playing"]
    return [past.facts[place] for place in places[len(places) // 2 :]]


def truth_after(past: Past, number: int) -> Table:
    folded = Folded.of(past.table.game, past.facts)
    return folded.tables[folded.moments[folded.at(number)]]


def go(client: TestClient, at: Any, seat: Any, address: str = "/t/table1") -> Any:
    return client.post(f"{address}/play-on", data={"at": at, "from": seat})


@pytest.mark.parametrize("game", games())
def test_the_seat_sees_the_same_as_then_and_the_truth_is_another(game: str) -> None:
    with browser() as (client, house):
        past = laid(house, game)
        at = middle(past).number
        truths = set()
        for _ in range(3):
            answer = go(client, at, 1)
            assert answer.status_code == 303, answer.text
            _, _, table_id, seat = answer.headers["location"].split("/")
            room = room_of(client, house, table_id)
            assert seat == "1"
            assert room.table.chairs[1].person
            assert [chair.bot != "" for chair in room.table.chairs] == [True, False, True]
            then, now = truth_after(past, at).view(1), room.table.view(1)
            assert then is not None
            assert now is not None
            assert then.json() == now.json()
            truths.add(plain(house.store).facts(table_id)[1].text)
            assert client.get(answer.headers["location"]).status_code == 200
        assert len(truths) > 1


def test_its_log_is_folded_again_and_its_record_can_be_replayed() -> None:
    with browser() as (client, house):
        past = laid(house, "swup", seats=2)
        table_id = go(client, middle(past).number, 0).headers["location"].split("/")[2]
        room = room_of(client, house, table_id)
        told = call(client, house.rooms.histories.log_entries, room, 0)
        lines = feed.lines(language("en"), "swup", told, ["Anna", "Ben"], 0)
        assert lines[0].text.startswith("This match continues from a moment of another one.")
        facts = [*plain(house.store).facts(table_id), *played_on(house, table_id)]
        folded = Folded.of(room.table.game, facts)
        assert folded.tables[-1].phase == "over"
        plain(house.store).append(table_id, 2, facts[2:])
        room.ledger.table = folded.tables[-1]
        text = call(client, record, room, 1)
        assert text is not None
        assert "\nstate: {" in text
        assert replay(text).over
        shown = every(client, f"/t/{table_id}/replay/scenes", **{"as": "x"})
        assert len(shown) == len(facts) - 1


def played_on(house: House, table_id: str) -> list[Fact]:
    """The rest of that match, as bots play it."""
    past = Past.__new__(Past)
    past.facts, past.seed, past.now = list(plain(house.store).facts(table_id)), 7, house.hands.now
    past.table = Folded.of(sheet("swup"), past.facts).tables[-1]
    past.bots = [Bot("greedy", "swup", seed=seat) for seat in range(2)]
    return past.go_on(lambda table: table.phase == "over").facts[2:]


def test_of_a_match_that_runs_nothing_is_played_on() -> None:
    with browser() as (client, house):
        past = laid(house, "swup", turn_of(0, 4))
        hold(client, house)
        answer = go(client, middle(past).number, 0, "/t/table1/0")
        assert answer.status_code == 409
        assert "once that match is over" in answer.text
        assert len(house.rooms.open_rooms()) == 1


@pytest.mark.parametrize(
    ("at", "seat", "status"), [("x", 0, 400), (3, "x", 400), (3, 7, 400), (3, -1, 400), (99999, 0, 404), (1, 0, 404)]
)
def test_what_is_no_moment_or_seat_is_refused(at: Any, seat: Any, status: int) -> None:
    with browser() as (client, house):
        laid(house, "swup")
        assert go(client, at, seat).status_code == status


def test_from_the_end_of_a_round_there_is_nothing_to_play() -> None:
    with browser() as (client, house):
        past = laid(house, "swup")
        answer = go(client, past.facts[-1].number, 0)
        assert answer.status_code == 409
        assert "the round is over" in answer.text


def test_who_only_watches_can_play_on_too_and_a_seat_that_is_not_held_says_so() -> None:
    with browser() as (client, house):
        past = laid(house, "swup")
        at = middle(past).number
        client.cookies.set(SEATS_COOKIE, "table1.0")
        assert go(client, at, 0, "/t/table1/0").status_code == 403
        answer = client.post("/t/table1/play-on?as=bystander", data={"at": at, "from": 2})
        assert answer.status_code == 303
        assert answer.headers["location"].endswith("/2")


def test_another_site_cannot_open_it() -> None:
    with browser() as (client, house):
        past = laid(house, "swup")
        data = {"at": middle(past).number, "from": 0}
        answer = client.post("/t/table1/play-on", data=data, headers={"origin": "http://elsewhere.example"})
        assert answer.status_code == 403


def sent(client: TestClient, address: str) -> str:
    """All that whoever plays there, or watches, can ask for."""
    table = address.rpartition("/")[0]
    scenes = (f"{address}/replay/scenes", f"{address}/replay/scenes?from=1", f"{table}/replay/scenes?as=bystander")
    texts = [client.get(page).text for page in (address, *scenes, f"{table}/record")]
    for socket in (f"{address}/socket", f"{table}/watch/socket"):
        for wants in ("scene", "view"):
            with client.websocket_connect(socket) as ws:
                ws.send_json({"t": "hello", "version": 1, "wants": wants})
                texts += [ws.receive_text() for _ in range(2)]
    return "\n".join(texts)


class Begun(NamedTuple):
    """A table of two that goes on from a moment: its address, the own hand and the other's, and which cards of that are
    nowhere in what the person sees (in Schweins-Galopp none: its cards are five colours, which are seen everywhere).
    """

    address: str
    own: list[str]
    other: list[str]
    hidden: list[str]


def begun_anew(client: TestClient, house: House, number: int) -> Begun:
    address = go(client, number, 0).headers["location"]
    table_id = address.split("/")[2]
    continued = plain(house.store).facts(table_id)[1].content
    assert isinstance(continued, Continued)
    own, other = json.loads(continued.state)["hands"]
    seen = room_of(client, house, table_id).table.view(0)
    assert seen is not None
    return Begun(address, own, other, [card for card in other if f'"{card}"' not in json.dumps(seen.json())])


@pytest.mark.parametrize("game", games())
def test_nothing_that_is_sent_holds_the_truth_that_it_began_with(game: str) -> None:
    with browser() as (client, house):
        past = laid(house, game, seats=2)
        address, own, other, hidden = next(
            found
            for fact in second_half(past)
            if (found := begun_anew(client, house, fact.number)).hidden or game == "schweinsgalopp"
        )
        everything = sent(client, address)
        assert '"given"' not in everything
        assert all(f"{game}/{card}" in everything for card in own), "this is how a card is named"
        for card in hidden:
            name = re.escape(card)
            assert not re.search(rf'{game}/{name}(-small)?"|"{name}(\.\d+)?"', everything), card
        scene = client.get(f"{address}/replay/scenes").json()["frames"][0]["scene"]
        assert [zone["id"] for zone in scene["zones"] if zone["place"] == "hand"]
        assert not [zone for zone in scene["zones"] if zone["id"].startswith("open")]
        theirs = next(zone for zone in scene["zones"] if zone["id"] == "hand-1")
        assert (theirs["hidden"], theirs.get("cards", [])) == (len(other), [])


def test_a_form_sent_again_also_after_a_crash_opens_no_second_table() -> None:
    with browser() as (client, house):
        past = laid(house, "schwupps")
        form = {"at": str(middle(past).number), "from": "1", "ask": "abcdefgh"}
        first = client.post("/t/table1/play-on", data=form).headers["location"]
        assert client.post("/t/table1/play-on", data=form).headers["location"] == first
        assert client.post("/t/table1/play-on", data=form | {"from": "0"}).headers["location"] != first
        tables = len(plain(house.store).tables())
    with browser(House(store=house.store)) as (client, later):
        assert client.post("/t/table1/play-on", data=form).headers["location"] == first
        assert client.get(first).status_code == 200
        assert len(plain(later.store).tables()) == tables
