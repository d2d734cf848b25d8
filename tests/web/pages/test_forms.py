"""Opening a table and joining one."""

from __future__ import annotations

import asyncio
import re

import httpx2
import pytest
from starlette.testclient import TestClient

from kartentisch.store import StoreFailed
from tests.plain_store import plain
from tests.web.support.clients import words
from tests.web.support.kit import FORM, browser, call, opened, room_of


def test_opening_a_table_gives_the_host_a_seat_whose_cookie_is_bound_to_it() -> None:
    with browser() as (client, _):
        answer = client.post("/open/schwupps", data=FORM)
        address = answer.headers["location"]
        cookie = next(value for value in answer.headers.get_list("set-cookie") if value.startswith("seat="))
        assert f"Path={address}" in cookie
        assert "HttpOnly" in cookie
        assert "SameSite=lax" in cookie
        assert "Secure" not in cookie
        page = client.get(address)
        assert page.status_code == 200
        assert f'data-socket="{address}/socket"' in page.text


def test_over_https_cookies_are_secure() -> None:
    with browser() as (client, _):
        answer = client.post("https://testserver/open/schwupps", data=FORM)
        assert all("Secure" in value for value in answer.headers.get_list("set-cookie"))


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"name": ""}, "Please say what the others should call you."),
        ({"name": "x" * 25}, "A name has at most 24 characters."),
        ({"name": "Anna\nBen"}, "A name has no line breaks"),
        ({"name": "\u202eAnna"}, "This name has a character that nobody can see."),
        ({"seat-1": "none"}, "This game is for 2 to 5 players, not for 1."),
        ({"seat-1": "dragon"}, "A seat cannot be “dragon”."),
        ({"seat-1": "bot:genius"}, "A seat cannot be “bot:genius”."),
        ({"seat-1": "you"}, "You can sit on one seat only."),
        ({"option-match": "endless"}, "Option match cannot be"),
        ({"option-step_limit": "0"}, "Option step_limit cannot be 0"),
        ({"option-step_limit": "many"}, "Option step_limit cannot be &#34;many&#34;; allowed is: 1-"),
        ({"option-tasks-n": "31"}, "Option tasks cannot be"),
        ({"option-dragons": "3"}, "There is no option"),
        ({"pace": "breakneck"}, "There is no pace “breakneck”."),
    ],
)
def test_a_wrong_form_comes_back_with_a_sentence_and_opens_nothing(wrong: dict[str, str], sentence: str) -> None:
    with browser() as (client, house):
        answer = client.post("/open/schwupps", data=FORM | wrong)
        assert answer.status_code == 400
        assert sentence in words(answer.text)
        assert plain(house.store).tables() == []


@pytest.mark.parametrize("name", ["Ünal 😀", "ليلى حداد", "A", "x" * 24, "👩\u200d🚀"])
def test_names_of_all_people_are_welcome(name: str) -> None:
    with browser() as (client, house):
        table, _ = opened(client, name=name)
        room = room_of(client, house, table)
        assert room.names[room.table.host] == name
        assert name in client.get("/open/schwupps").text


def test_a_name_cannot_bring_markup() -> None:
    with browser() as (client, _):
        table, _ = opened(client, name="<b>x</b>")
        client.cookies.clear()
        assert "&lt;b&gt;x&lt;/b&gt;" in client.get(f"/t/{table}").text


def test_seats_are_drawn_by_lot_unless_the_host_fixes_them() -> None:
    with browser() as (client, house):
        plan = {"seat-1": "open", "seat-2": "bot:random", "seat-3": "bot:greedy"}
        fixed = {room_of(client, house, opened(client, **plan)[0]).table.host for _ in range(4)}
        drawn = {room_of(client, house, opened(client, lot="on", **plan)[0]).table.host for _ in range(30)}
        assert fixed == {0}
        assert len(drawn) > 1


def test_alone_with_bots_deals_at_once() -> None:
    with browser() as (client, house):
        html = client.get("/").text
        fields = dict(re.findall(r'name="([a-z0-9-]+)" value="([^"]+)"', html))
        answer = client.post("/open/schwupps", data=fields)
        assert answer.status_code == 303
        assert room_of(client, house, answer.headers["location"].split("/")[2]).table.phase == "playing"


def asks(html: str) -> list[str]:
    return re.findall(r'name="ask" value="([^"]+)"', html)


def test_a_form_that_comes_twice_opens_one_table_and_both_answers_lead_to_its_seat() -> None:
    with browser() as (client, house):
        for page, more in (("/open/schwupps", {}), ("/", {"seat-1": "bot:random"})):
            before = len(plain(house.store).tables())
            form = FORM | more | {"ask": asks(client.get(page).text)[0]}
            answers = [client.post("/open/schwupps", data=form) for _ in range(2)]
            assert len({answer.headers["location"] for answer in answers}) == 1
            assert len(plain(house.store).tables()) == before + 1
            client.cookies.clear()  # the browser heard the second answer only
            client.cookies.extract_cookies(answers[1])
            assert client.get(answers[1].headers["location"]).status_code == 200
            for other in (form | {"name": "Ben"}, form | {"ask": asks(client.get(page).text)[0]}, FORM | more):
                assert client.post("/open/schwupps", data=other).headers["location"] != answers[0].headers["location"]


def test_two_presses_at_the_same_moment_open_one_table() -> None:
    async def work(client: TestClient) -> list[str]:
        transport = httpx2.ASGITransport(client.app)
        async with httpx2.AsyncClient(transport=transport, base_url="http://testserver") as both:
            answers = await asyncio.gather(*(both.post("/open/schwupps", data=FORM | {"ask": "abcd"}) for _ in "ab"))
        return [answer.headers["location"] for answer in answers]

    with browser() as (client, house):
        one, other = call(client, work, client)
        assert one == other
        assert len(plain(house.store).tables()) == 1


def test_a_form_that_comes_again_gives_no_seat_that_has_become_somebody_elses() -> None:
    with browser() as (client, house):
        form = FORM | {"ask": "abcdefgh"}
        seat = client.post("/open/schwupps", data=form).headers["location"]
        client.cookies.clear()
        room = room_of(client, house, seat.split("/")[2])
        call(client, room.admission.renew, room.table.host)
        answer = client.post("/open/schwupps", data=form)
        assert answer.headers["location"] == seat
        assert "set-cookie" not in answer.headers
        assert client.get(seat).status_code == 403


def test_a_form_whose_table_was_deleted_or_that_was_refused_opens_one_at_the_next_try() -> None:
    with browser() as (client, house):
        form = FORM | {"ask": "abcdefgh"}
        house.store.failing = StoreFailed("full")
        assert client.post("/open/schwupps", data=form).status_code == 503
        house.store.failing = None
        first = client.post("/open/schwupps", data=form).headers["location"]
        call(client, house.rooms.delete, first.split("/")[2])
        second = client.post("/open/schwupps", data=form).headers["location"]
        assert second != first
        assert client.get(second).status_code == 200


def test_joining_takes_a_free_seat_and_deals_when_it_was_the_last() -> None:
    with browser() as (client, house):
        table, host = opened(client)
        assert client.get(f"/t/{table}").headers["location"] == host
        client.cookies.clear()
        page = client.get(f"/t/{table}")
        assert "You are invited to this table." in page.text
        answer = client.post(f"/t/{table}/join", data={"name": "Ben", "ask": "abcdefgh"})
        assert (answer.status_code, answer.headers["location"]) == (303, f"/t/{table}/1")
        assert client.get(f"/t/{table}/1").status_code == 200
        assert room_of(client, house, table).table.phase == "playing"


def test_at_a_full_table_one_is_told_so_and_can_watch() -> None:
    with browser() as (client, _):
        table, _ = opened(client)
        client.post(f"/t/{table}/join", data={"name": "Ben", "ask": "abcdefgh"})
        client.cookies.clear()
        assert client.get(f"/t/{table}").headers["location"] == f"/t/{table}/watch"
        answer = client.post(f"/t/{table}/join", data={"name": "Cleo", "ask": "abcdefgi"})
        assert answer.status_code == 409
        assert "All seats are taken. You can watch." in answer.text
        assert f'data-socket="/t/{table}/watch/socket"' in client.get(f"/t/{table}/watch").text


def test_the_seat_of_a_bot_can_be_taken_that_of_a_person_not() -> None:
    with browser() as (client, house):
        table, _ = opened(client, **{"seat-1": "bot:random"})
        client.cookies.clear()
        answer = client.post(f"/t/{table}/join", data={"name": "Cleo", "ask": "abcdefgh", "seat": "0"})
        assert answer.status_code == 409
        assert "Anna already sits there." in answer.text
        answer = client.post(f"/t/{table}/join", data={"name": "Cleo", "ask": "abcdefgi", "seat": "1"})
        assert answer.headers["location"] == f"/t/{table}/1"
        assert room_of(client, house, table).table.chairs[1].guest


@pytest.mark.parametrize("seat", ["9", "-1", "x", "1.5", "٣"])
def test_there_is_no_joining_at_a_seat_that_is_not_there(seat: str) -> None:
    with browser() as (client, _):
        table, _ = opened(client)
        answer = client.post(f"/t/{table}/join", data={"name": "Cleo", "ask": "abcdefgh", "seat": seat})
        assert answer.status_code == 400
        assert "There is no seat" in answer.text


@pytest.mark.parametrize("name", ["", "   ", "x" * 25, "a\x00b"])
def test_joining_needs_a_proper_name(name: str) -> None:
    with browser() as (client, house):
        table, _ = opened(client)
        answer = client.post(f"/t/{table}/join", data={"name": name, "ask": "abcdefgh"})
        assert answer.status_code == 400
        assert 'role="alert"' in answer.text
        assert room_of(client, house, table).table.number == 1


def test_an_oversized_form_is_refused() -> None:
    with browser() as (client, _):
        answer = client.post("/open/schwupps", data=FORM | {"more": "x" * 20_000})
        assert answer.status_code == 413
        assert "at most 16384 bytes" in answer.text


@pytest.mark.parametrize("body", [b"\xff\xfe", b"&".join([b"a=b"] * 1_000), b"name=%ff"])
def test_a_form_that_cannot_be_read_is_refused(body: bytes) -> None:
    with browser() as (client, _):
        answer = client.post("/open/schwupps", content=body)
        assert answer.status_code == 400


def test_when_the_disk_is_full_forms_say_so_and_nothing_is_opened() -> None:
    with browser() as (client, house):
        table, _ = opened(client)
        house.store.failing = StoreFailed("full")
        for address, data in (("/open/schwupps", FORM), (f"/t/{table}/join", {"name": "Ben", "ask": "abcdefgh"})):
            answer = client.post(address, data=data)
            assert answer.status_code == 503
            assert "disk is full" in answer.text
        house.store.failing = None
        assert len(plain(house.store).tables()) == 1
        assert room_of(client, house, table).table.number == 1


def test_a_public_table_stands_on_the_home_page_until_it_is_full() -> None:
    with browser() as (client, _):
        table, _ = opened(client, public="on")
        hidden, _ = opened(client)
        client.cookies.clear()
        html = client.get("/").text
        assert f'href="/t/{table}"' in html
        assert hidden not in html
        client.post(f"/t/{table}/join", data={"name": "Ben", "ask": "abcdefgh"})
        client.cookies.clear()
        assert f'href="/t/{table}"' not in client.get("/").text


def test_ones_own_tables_stand_on_the_home_page() -> None:
    with browser() as (client, _):
        _, address = opened(client, **{"seat-1": "bot:random"})
        html = client.get("/").text
        assert f'href="{address}"' in html
        assert "It is your turn." in html


def test_the_time_to_react_is_asked_for_where_a_game_has_windows() -> None:
    with browser() as (client, house):
        assert 'name="window"' in client.get("/open/solo").text
        assert 'name="window"' not in client.get("/open/schwupps").text
        form = {"name": "Anna", "seat-0": "you", "seat-1": "open"}
        answer = client.post("/open/solo", data=form | {"window": "10000"})
        table = answer.headers["location"].split("/")[2]
        assert room_of(client, house, table).table.settings.window == 10_000
        for bad in ("99999999", "-5", "x"):
            refused = client.post("/open/solo", data=form | {"window": bad})
            assert refused.status_code == 400
