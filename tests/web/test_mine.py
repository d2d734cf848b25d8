"""The tables of a browser on its home page: going on, asleep, finished; and off the list again."""

from __future__ import annotations

import re

from starlette.testclient import TestClient

from kartentisch.table.facts import Ask
from tests.web.kit import House, browser, call, opened, room_of


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
        assert "Waiting for people. Nobody is there: the table sleeps." in sections(client)["mine"]
        room = room_of(client, house, table)
        call(client, room.sit, "Ben", "join-ben-0001")
        yours = room.table.actors()[0] == 0
        said = sections(client)["mine"]
        assert ("It is your turn." in said) == yours
        assert "Nobody is there: the table sleeps." in said
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
