"""A data folder of the first version: the server of today opens it, and everybody finds their seat."""

from __future__ import annotations

import html
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import kartentisch as kt
from kartentisch.store import SqliteStore, signing_key
from kartentisch.table.facts import Ask
from tests.plain_store import plain
from tests.stored import kit
from tests.stored.serving import Served, cookies, served
from tests.web.support.kit import call


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """For tests that only look."""
    with served("data", tmp_path_factory.mktemp("first")) as found:
        yield found


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Served]:
    """For a test that goes on playing."""
    with served("data", tmp_path) as found:
        yield found


def scene(house: Served, address: str, headers: dict[str, str]) -> dict[str, Any]:
    with house.client.websocket_connect(f"{address}/socket", headers=headers) as ws:
        ws.send_json({"t": "hello", "version": 1})
        assert ws.receive_json()["t"] == "welcome"
        message = ws.receive_json()
        assert message["t"] == "scene", message
        found: dict[str, Any] = message["scene"]
        return found


def test_the_key_is_the_one_of_then(house: Served, tmp_path: Path) -> None:
    kit.unpack("data", tmp_path)
    before = (tmp_path / "key").read_bytes()
    assert signing_key(tmp_path) == before
    assert len(before) == 32


def test_every_table_is_there_and_is_what_it_was(own: Served) -> None:
    expected = own.known["expected"]
    assert len(expected) == 11
    for table, then in expected.items():
        room, store = own.room(table), own.store
        assert kit.folded(room.table, room.scores) == then["fold"], table
        assert {str(seat): list(name) for seat, name in plain(store).names(table).items()} == then["names"]
        assert [list(said) for said in plain(store).talk(table)] == then["talk"]
        versions = [plain(store).token_version(table, seat) for seat in range(room.table.seats)]
        assert versions == then["versions"], table


def test_the_log_is_as_long_as_it_was_but_for_clocks_that_begin_again(house: Served) -> None:
    for table, then in house.known["expected"].items():
        house.room(table)
        more = [fact.kind for fact in plain(house.store).facts(table)[then["facts"] :]]
        assert set(more) <= {"woke"}, table


def test_codes_still_lead_where_they_led(house: Served) -> None:
    for table, then in house.known["expected"].items():
        room = house.room(table)
        if room.table.joinable:
            answer = house.client.post("/code", data={"code": then["code"]})
            assert (answer.status_code, answer.headers["location"]) == (303, f"/t/{table}")


def test_seats_open_with_the_cookies_of_then(house: Served) -> None:
    assert len(house.known["seats"]) == 18
    for seat in house.known["seats"]:
        answer = house.client.get(seat["address"], headers=cookies(seat))
        assert answer.status_code == 200, seat
        assert f"{seat['address']}/socket" in answer.text
        assert scene(house, seat["address"], cookies(seat, "seat"))["seat"] == seat["seat"]
        assert seat["link"] in house.client.get(f"{seat['address']}/link", headers=cookies(seat, "seat")).text


def test_seats_open_with_the_secret_links_of_then(house: Served) -> None:
    links = [seat["link"] for seat in house.known["seats"]] + [house.known["link given"]["link"]]
    for link in links:
        address, _, secret = link.partition("#")
        answer = house.client.post(f"{address}/trade", data={"secret": secret})
        assert answer.status_code == 200, link
        assert answer.json()["to"].startswith(address)
        assert "seat=" in answer.headers["set-cookie"]
        house.client.cookies.clear()


def test_what_was_void_then_opens_nothing(house: Served) -> None:
    assert {seat["why"] for seat in house.known["void"]} == {"renewed", "given", "deleted"}
    for seat in house.known["void"]:
        address, _, secret = seat["link"].partition("#")
        wanted = 410 if seat["why"] == "deleted" else 403
        assert house.client.get(address, headers=cookies(seat, "seat")).status_code == wanted
        assert house.client.post(f"{address}/trade", data={"secret": secret}).status_code == wanted


def test_a_secret_of_one_seat_opens_no_other(house: Served) -> None:
    first, second = house.known["seats"][:2]
    secret = first["link"].partition("#")[2]
    assert house.client.post(f"{second['address']}/trade", data={"secret": secret}).status_code == 403
    assert house.client.get(second["address"], headers=cookies(first, "seat")).status_code == 403


def test_a_program_connects_with_the_token_of_then(house: Served) -> None:
    program = house.known["program"]
    address = f"/t/{program['table']}/{program['seat']}/socket"
    headers = {"authorization": f"Bearer {program['token']}"}
    with house.client.websocket_connect(address, headers=headers) as ws:
        ws.send_json({"t": "hello", "version": 1, "wants": "view"})
        assert [ws.receive_json()["t"], ws.receive_json()["t"]] == ["welcome", "view"]
    with house.client.websocket_connect(address) as ws:
        bye = ws.receive_json()
    assert (bye["t"], bye["code"]) == ("bye", "token_bad"), "without it nobody does"


def test_a_deleted_table_stays_deleted(house: Served) -> None:
    assert house.client.get(f"/t/{house.table('deleted')}").status_code == 410


def test_nobody_is_called_by_a_name_that_was_forgotten(house: Served) -> None:
    seat = next(seat for seat in house.known["seats"] if seat["table"] == house.table("forgotten"))
    assert "Nobody Knows" not in str(scene(house, seat["address"], cookies(seat, "seat")))


def test_what_was_said_is_still_read(house: Served) -> None:
    seat = house.known["seats"][1]
    with house.client.websocket_connect(f"{seat['address']}/socket", headers=cookies(seat, "seat")) as ws:
        ws.send_json({"t": "hello", "version": 1})
        heard = str([ws.receive_json() for _ in range(3)])
    assert "Na dann: viel Glück 🍀" in heard
    assert "<b>Thanks</b>" in heard


# ---- Looking back ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("what", ["finished", "bots"])
def test_the_record_of_a_finished_match_is_the_one_of_then_and_holds(house: Served, what: str) -> None:
    table = house.table(what)
    text = house.client.get(f"/t/{table}/record?match=1&as=bystander").text
    lines = text.splitlines()
    assert [line for line in lines if not line.startswith("hash: ")] == then(house, table).splitlines()
    assert len(lines) == len(then(house, table).splitlines()) + 1, "records carry a hash since the first version"
    assert kt.replay(text).over
    assert kt.replay(then(house, table)).over


def then(house: Served, table: str) -> str:
    """The record of a table as the first version wrote it."""
    found: str = house.known["expected"][table]["record"]
    return found


def test_there_is_no_record_of_what_still_runs(house: Served) -> None:
    assert house.client.get(f"/t/{house.table('running')}/record?match=1&as=bystander").status_code == 404


@pytest.mark.parametrize("what", ["running", "finished", "next", "renewed", "programs", "given", "bots", "played on"])
def test_every_moment_can_be_looked_back_at(house: Served, what: str) -> None:
    table = house.table(what)
    assert house.client.get(f"/t/{table}/replay?as=bystander").status_code == 200
    answer = house.client.get(f"/t/{table}/replay/scenes?as=bystander")
    assert answer.status_code == 200
    moments = [fact.number for fact in plain(house.store).facts(table) if fact.kind in ("dealt", "moved")]
    assert answer.json()["numbers"] == moments
    assert answer.json()["over"] is (what in ("finished", "bots"))


def test_home_shows_the_tables_of_a_browser(house: Served) -> None:
    seat = next(seat for seat in house.known["seats"] if seat["table"] == house.table("played on"))
    text = html.unescape(house.client.get("/", headers=cookies(seat, "seats")).text)
    assert house.table("played on") in text
    assert house.table("bots") in text


# ---- Going on --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("what", ["running", "next", "renewed", "programs", "given", "played on"])
def test_a_running_match_goes_on(own: Served, what: str) -> None:
    room = own.room(own.table(what))
    game, before = room.table.game, room.table.number
    for number in range(6):
        if room.table.phase != "playing":
            break
        seat = room.table.actors()[0]
        view = room.table.view(seat)
        assert view is not None
        move = kt.Bot("greedy", game.name, seed=1).choose(view)
        if room.table.chairs[seat].bot:
            answer = call(own.client, room.for_bot, seat, room.table.since[seat], move)
        else:
            ask = Ask("play", seat, f"ask-stored-{number}", room.table.since[seat], (move,))
            answer = call(own.client, room.ask, ask)
        assert answer.reason is None, answer
        assert not answer.failed
    assert room.table.number > before
    facts = plain(own.store).facts(room.id)
    assert kit.folds(facts)[-1] == kit.folded(room.table, room.scores)


def test_a_table_that_waited_still_deals_when_its_last_seat_is_taken(own: Served) -> None:
    table = own.table("waiting")
    assert own.client.post(f"/t/{table}/join", data={"name": "Late", "ask": "stored-join"}).status_code == 303
    assert own.room(table).table.phase == "playing"


def test_who_played_goes_along_to_the_next_table(own: Served) -> None:
    seat = next(seat for seat in own.known["seats"] if seat["table"] == own.table("finished"))
    answer = own.client.get(f"{seat['address']}/again", headers=cookies(seat, "seat"))
    assert answer.headers["location"] == f"/t/{own.table('next')}/1"
    assert "seat=" in answer.headers["set-cookie"]


def test_what_goes_on_is_found_after_another_start(tmp_path: Path) -> None:
    with served("data", tmp_path) as house:
        table = house.table("waiting")
        house.client.post(f"/t/{table}/join", data={"name": "Late", "ask": "stored-join"})
        fold = kit.folded(house.room(table).table)
    assert fold["phase"] == "playing"
    with served("data", tmp_path, fresh=False) as house:
        assert kit.folded(house.room(table).table) == fold


# ---- What nobody can read yet ----------------------------------------------------------------------------------------


def test_the_logs_of_others_lie_there_as_they_were_made(tmp_path: Path) -> None:
    known = kit.unpack("foreign", tmp_path)
    store = SqliteStore(tmp_path)
    try:
        lengths = {what: len(plain(store).facts(made["table"])) for what, made in known["tables"].items()}
        kinds = {fact.kind for fact in plain(store).facts(known["tables"]["unknown kind"]["table"])}
    finally:
        store.close()
    assert lengths == {what: made["facts"] for what, made in known["tables"].items()}
    assert "danced" in kinds
