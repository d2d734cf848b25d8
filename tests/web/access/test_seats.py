"""Who may use a seat: cookies, links, origins, sockets."""

from __future__ import annotations

import re

import pytest
from starlette.testclient import TestClient, WebSocketDenialResponse
from starlette.websockets import WebSocketDisconnect

from kartentisch.table.facts import Ask
from tests.plain_store import PlainTokens, plain
from tests.web.support.kit import FORM, KEY, House, browser, call, opened, room_of


def secret(client: TestClient, address: str) -> str:
    found = re.search(r'value="[^"]*#([^"]+)"', client.get(f"{address}/link").text)
    assert found
    return found[1]


def test_a_seats_link_is_traded_for_its_cookie_on_another_device() -> None:
    with browser() as (client, _):
        _, address = opened(client)
        words_of_link = secret(client, address)
        client.cookies.clear()
        page = client.get(address)
        assert page.status_code == 403
        assert f'data-trade="{address}/trade"' in page.text
        assert client.post(f"{address}/trade", data={"secret": words_of_link}).status_code == 200
        assert client.get(address).status_code == 200


def test_a_foreign_or_forged_token_opens_nothing() -> None:
    with browser() as (client, house):
        _, first = opened(client)
        mine = secret(client, first)
        table, other = opened(client)
        client.cookies.clear()
        forged = PlainTokens(b"x" * 32, house.store).secret(table, 0)
        cookie = PlainTokens(KEY, house.store).cookie(table, 0)
        for wrong in (mine, forged, cookie, "", "x" * 600, mine[:-1], "\x00"):
            answer = client.post(f"{other}/trade", data={"secret": wrong})
            assert answer.status_code == 403
            assert "belongs to somebody else" in answer.json()["text"]
        assert client.get(other).status_code == 403


def test_a_new_link_voids_the_old_one_and_all_cookies_but_ones_own() -> None:
    with browser() as (client, _):
        _, address = opened(client)
        old, cookie = secret(client, address), client.cookies.get("seat", path=address)
        assert client.post(f"{address}/renew").status_code == 200
        assert client.get(address).status_code == 200
        assert secret(client, address) != old
        client.cookies.clear()
        assert client.post(f"{address}/trade", data={"secret": old}).status_code == 403
        client.cookies.set("seat", cookie or "", path=address)
        assert client.get(address).status_code == 403


def test_one_browser_can_hold_two_seats() -> None:
    with browser() as (client, _):
        table, host = opened(client)
        other = client.post(f"/t/{table}/join", data={"name": "Ben", "ask": "abcdefgh"}).headers["location"]
        assert other != host
        assert client.get(host).status_code == client.get(other).status_code == 200


NO_ORIGIN = ["null", "", "x", "://", "http://[", "http://[x]", "http://testserver]", "http://testserver:x"]
"""What no page of a site comes from, as a program may send it all the same."""


def ways(html: str) -> list[str]:
    """Where the buttons of a page lead."""
    return re.findall(r'<a class="button" href="([^"]+)"', html)


@pytest.mark.parametrize("why", ["removed", "renewed"])
def test_who_has_lost_a_seat_can_take_another_by_the_link_to_the_table(why: str) -> None:
    with browser() as (client, house):
        table, host = opened(client, **{"seat-2": "open"})
        room = room_of(client, house, table)
        client.cookies.clear()
        lost = client.post(f"/t/{table}/join", data={"name": "Ben", "ask": "join-ben-0001"}).headers["location"]
        seat = int(lost[-1])
        if why == "removed":
            assert call(client, room.ask, Ask("remove", int(host[-1]), "remove-0001", arg=str(seat))).reason is None
            assert call(client, room.sit, "Cleo", "join-cleo-001", seat).reason is None
        else:
            call(client, room.admission.renew, seat)
        assert client.get(f"/t/{table}").headers["location"] == lost
        page = client.get(lost)
        assert page.status_code == 403
        assert ways(page.text) == [f"/t/{table}?seat=any", f"/t/{table}/watch"]
        assert "You are invited to this table." in client.get(f"/t/{table}?seat=any").text
        again = client.post(f"/t/{table}/join", data={"name": "Ben", "ask": "join-ben-0002"}).headers["location"]
        assert again not in (lost, host)
        assert client.get(f"/t/{table}").headers["location"] == again
        assert client.get(again).status_code == 200


def test_where_there_is_no_seat_or_nobody_may_watch_the_page_of_a_lost_seat_offers_none_of_it() -> None:
    with browser() as (client, house):
        table, address = opened(client, watchers="nobody")
        call(client, room_of(client, house, table).sit, "Ben", "join-ben-0001")
        client.cookies.clear()
        assert ways(client.get(address).text) == []


@pytest.mark.parametrize(
    "origin", ["https://evil.example", "http://testserver.evil.example", "http://testserver:81", *NO_ORIGIN]
)
def test_forms_of_other_sites_are_refused(origin: str) -> None:
    with browser() as (client, house):
        answer = client.post("/open/schwupps", data=FORM, headers={"origin": origin})
        assert answer.status_code == 403
        assert "comes from another site" in answer.text
        assert plain(house.store).tables() == []


def test_forms_of_this_site_are_taken_also_behind_a_proxy() -> None:
    with browser(House(base="https://cards.example.org")) as (client, _):
        for origin in ("http://testserver", "https://cards.example.org"):
            assert client.post("/open/schwupps", data=FORM, headers={"origin": origin}).status_code == 303


def test_a_page_plays_over_its_socket() -> None:
    with browser() as (client, house):
        table, address = opened(client, **{"seat-1": "bot:random"})
        with client.websocket_connect(f"{address}/socket", headers={"origin": "http://testserver"}) as socket:
            socket.send_json({"t": "hello", "version": 1})
            assert socket.receive_json()["t"] == "welcome"
            scene = socket.receive_json()["scene"]
            socket.send_json({"t": "ask", "id": "abcdefgh", "do": "play", "since": scene["since"], "moves": ["~A"]})
            answers = [socket.receive_json() for _ in range(2)]
            assert sorted(answer["t"] for answer in answers) == ["done", "scene"]
        assert room_of(client, house, table).table.number == 3


@pytest.mark.parametrize(
    ("address", "code"),
    [
        ("/t/nowhere00000/0/socket", "table_unknown"),
        ("/t/{table}/1/socket", "token_bad"),
        ("/t/{table}/9/socket", "token_bad"),
    ],
)
def test_a_socket_that_opens_nothing_says_why_and_closes(address: str, code: str) -> None:
    with browser() as (client, _):
        table, _ = opened(client)
        with client.websocket_connect(address.format(table=table)) as socket:
            bye = socket.receive_json()
            assert (bye["t"], bye["code"], bye["again"]) == ("bye", code, False)
            assert len(bye["text"]) > 20
            with pytest.raises(WebSocketDisconnect) as closed:
                socket.receive_json()
        assert closed.value.code == 1008


@pytest.mark.parametrize("origin", ["https://evil.example", *NO_ORIGIN])
def test_a_socket_from_another_site_is_refused(origin: str) -> None:
    with browser() as (client, _):
        _, address = opened(client)
        with (
            pytest.raises(WebSocketDenialResponse) as refused,
            client.websocket_connect(f"{address}/socket", headers={"origin": origin}),
        ):
            pass
        assert refused.value.status_code == 403
        assert refused.value.text == "This request comes from another site, so it is refused."
