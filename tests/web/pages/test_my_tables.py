"""A browser's own tables on its home page: running, asleep, finished, and removed from the list."""

from __future__ import annotations

import re
from typing import Any

import pytest
from starlette.testclient import TestClient

from kartentisch.table.facts import Ask
from kartentisch.web.live import people
from tests.web.support.kit import House, browser, call, opened, room_of


def sections(client: TestClient) -> dict[str, str]:
    """What the home page says in each of its lists of one's own tables."""
    html = client.get("/").text
    found = re.findall(r'<section class="(mine|earlier)".*?</section>', html, flags=re.DOTALL)
    parts = re.findall(r'<section class="(?:mine|earlier)".*?</section>', html, flags=re.DOTALL)
    return {name: re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", part)) for name, part in zip(found, parts, strict=True)}


def finish(client: TestClient, house: House, table: str) -> None:
    """Everybody shifts and ends their turns until the match is over."""
    room = room_of(client, house, table)

    async def play() -> None:
        for n in range(200):
            if room.table.phase != "playing":
                return
            seat = room.table.actors()[0]
            acted = bool(room.table.records[0]["acted"])  # type: ignore[index]
            ask = Ask("play", seat, f"ask-{n:06}", room.table.number, ("end" if acted else "~A",))
            assert (await room.ask(ask)).reason is None

    call(client, play)
    assert room.table.phase == "over"


def test_a_finished_table_stands_on_the_list_with_its_result() -> None:
    with browser() as (client, house):
        table, address = opened(client, **{"option-step_limit": "1", "seat-1": "open"})
        call(client, room_of(client, house, table).sit, "Ben", "join-ben-0001")
        finish(client, house, table)
        said = sections(client)
        assert "mine" not in said
        assert "with Ben" in said["earlier"]
        room = room_of(client, house, table)
        seen = room.view(0).json()  # type: ignore[union-attr]
        if seen["winners"] == [0]:
            assert f"You won with {seen['totals'][0]} point" in said["earlier"]
        elif seen["winners"] == [1]:
            assert f"Ben won with {seen['totals'][1]} point" in said["earlier"]
            assert f"you have {seen['totals'][0]} point" in said["earlier"]
        else:
            assert "Won together: you and Ben." in said["earlier"]
        assert f'href="{address}"' in client.get("/").text


def test_a_sleeping_table_says_so_and_whose_turn_it_is() -> None:
    with browser() as (client, house):
        table, _ = opened(client, **{"seat-1": "open"})
        assert "Waiting for people. Nobody is there: the table is asleep." in sections(client)["mine"]
        room = room_of(client, house, table)
        call(client, room.sit, "Ben", "join-ben-0001")
        yours = room.table.actors()[0] == 0
        said = sections(client)["mine"]
        assert ("It is your turn." in said) == yours
        assert "Nobody is there: the table is asleep." in said
        room.presence.came(1, 0)
        said = sections(client)["mine"]
        assert "sleeps" not in said
        assert ("It is your turn." if yours else "The match is running.") in said


def test_a_table_that_was_closed_can_be_found_too() -> None:
    with browser() as (client, house):
        table, _ = opened(client)
        call(client, room_of(client, house, table).ask, Ask("close", 0, "close-00001"))
        assert "The table was closed." in sections(client)["earlier"]


def test_the_newest_come_first_and_a_dozen_are_kept() -> None:
    with browser() as (client, _):
        tables = [opened(client)[0] for _ in range(14)]
        html = client.get("/").text
        listed = re.findall(r'<li><a href="/t/([a-z0-9]+)/\d"', html)
        assert listed == tables[:1:-1]
        assert len(re.findall(r'action="/forget"', html)) == 9, "three go on at the top"


def test_a_table_is_taken_off_the_list_and_its_seat_stays() -> None:
    with browser() as (client, house):
        (first, one), (second, _) = opened(client), opened(client)
        for table in (first, second):
            call(client, room_of(client, house, table).ask, Ask("close", 0, f"close-{table}"))
        answer = client.post("/forget", data={"table": first, "seat": "0"})
        assert (answer.status_code, answer.headers["location"]) == (303, "/")
        html = client.get("/").text
        assert first not in html
        assert second in html
        assert client.get(one).status_code == 200


def test_only_a_form_of_this_site_takes_a_table_off_the_list() -> None:
    with browser() as (client, _):
        table, _ = opened(client)
        foreign = {"origin": "https://evil.example"}
        assert client.post("/forget", data={"table": table, "seat": "0"}, headers=foreign).status_code == 403
        for seat in ("", "x", "-1", "²", "999"):
            assert client.post("/forget", data={"table": table, "seat": seat}).status_code == 400
        assert table in client.get("/").text


def test_a_seat_that_was_given_up_is_not_listed() -> None:
    with browser() as (client, house):
        table, _ = opened(client)
        call(client, room_of(client, house, table).ask, Ask("leave", 0, "leave-00001"))
        assert sections(client) == {}


# ---- The list is signed ----------------------------------------------------------------------------------------------


def listed(client: TestClient) -> str:
    """The cookie with the list."""
    return client.cookies.get("seats") or ""


def test_a_made_up_entry_shows_nothing_but_the_game() -> None:
    """Whoever knows the name of a table that nobody may watch learns from the home page nothing of it."""
    with browser() as (client, house):
        table, address = opened(client, **{"name": "Wilhelmine", "watchers": "nobody"})
        call(client, room_of(client, house, table).sit, "Theodora", "join-theo-0001")
        assert "with Theodora" in sections(client)["mine"]
        for made_up in (f"{table}.0", f"{table}.1", f"{table}.0.{'x' * 27}", listed(client).replace(".0.", ".1.")):
            client.cookies.clear()
            client.cookies.set("seats", made_up)
            html = client.get("/").text
            assert "Theodora" not in html
            assert "Wilhelmine" not in html
            said = sections(client)["mine"]
            assert said == sections(client)["mine"]
            assert "Schwupps" in said
            assert "The table’s page shows how the match is going." in said
            assert "your turn" not in said
            assert "sleeps" not in said
            assert f'href="/t/{table}/' in html
        assert address


def test_a_list_of_the_first_version_stays_good_and_its_seats_sign_it() -> None:
    with browser() as (client, _):
        (first, one), (second, _) = opened(client), opened(client)
        client.cookies.delete("seats")
        client.cookies.set("seats", f"{second}.0+{first}.0", domain="testserver.local")
        assert sections(client)["mine"].count("The table’s page shows how the match is going.") == 2
        assert client.get(one).status_code == 200
        said = sections(client)["mine"]
        assert said.count("The table’s page shows how the match is going.") == 1
        assert said.count("Waiting for people.") == 1
        order = re.findall(r'<li><a href="/t/([a-z0-9]+)/\d"', client.get("/").text)
        assert order == [second, first], "it stands where it stood"


def test_whose_seat_is_somebody_elses_by_now_sees_no_more_how_it_goes_there() -> None:
    with browser() as (client, house):
        table, address = opened(client)
        assert "Waiting for people." in sections(client)["mine"]
        client.post(f"{address}/renew")
        assert "Waiting for people." in sections(client)["mine"], "whoever renews the links signs the list"
        call(client, room_of(client, house, table).admission.renew, 0)
        assert "The table’s page shows how the match is going." in sections(client)["mine"]


@pytest.mark.parametrize("fault", ["looked up", "shown"])
def test_one_table_that_cannot_be_read_leaves_the_others_on_the_home_page(
    fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with browser() as (client, house):
        (broken, _), (good, _) = opened(client, **{"public": "on"}), opened(client, **{"public": "on"})
        get, names = house.rooms.get, people.names

        async def looked_up(table_id: str) -> Any:
            if table_id == broken:
                raise ValueError("a fact holds no move")
            return await get(table_id)

        def shown(t: Any, table_id: str, *more: Any) -> list[str]:
            if table_id == broken:
                raise ValueError("a name is none")
            return names(t, table_id, *more)

        if fault == "looked up":
            monkeypatch.setattr(house.rooms, "get", looked_up)
        else:
            monkeypatch.setattr(people, "names", shown)
        answer = client.get("/")
        assert answer.status_code == 200
        assert "This table cannot be shown now." in sections(client)["mine"]
        assert f'href="/t/{good}/0"' in answer.text
        assert f'href="/t/{broken}/0"' in answer.text
