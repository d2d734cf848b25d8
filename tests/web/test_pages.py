"""The pages around the table, as a browser asks for them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from starlette.testclient import TestClient, WebSocketDenialResponse
from starlette.websockets import WebSocketDisconnect

from kartentisch.store import StoreFailed
from kartentisch.web.room import Room
from kartentisch.web.tokens import Tokens
from kartentisch.web.visit import accepted
from tests.web.kit import KEY, House, browser

Client = TestClient
FORM = {"name": "Anna", "seat-0": "you", "seat-1": "open", "option-match": "single", "pace": "calm"}


def call(client: Client, work: Callable[..., Any], *args: Any) -> Any:
    """Do something on the server's loop."""
    assert client.portal is not None
    return client.portal.call(work, *args)


def opened(client: Client, **more: str) -> tuple[str, str]:
    """Open a table; its id, and the address of the host's seat."""
    answer = client.post("/open/schwupps", data=FORM | more)
    assert answer.status_code == 303, answer.text
    address = answer.headers["location"]
    return address.split("/")[2], address


def words(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


def room_of(client: Client, house: House, table: str) -> Room:
    room: Room = call(client, house.rooms.get, table)
    return room


@pytest.mark.parametrize(
    ("language", "sentence"), [("en", "Card games at one kitchen table."), ("de", "Kartenspiele an einem Küchentisch.")]
)
def test_home_speaks_the_readers_language(language: str, sentence: str) -> None:
    with browser() as (client, _):
        page = client.get("/", headers={"accept-language": language})
        assert page.status_code == 200
        assert sentence in page.text
        assert f'<html lang="{language}">' in page.text


def test_a_language_once_chosen_stays() -> None:
    with browser() as (client, _):
        answer = client.get("/language/de?back=/rules/schwupps", headers={"accept-language": "en"})
        assert (answer.status_code, answer.headers["location"]) == (303, "/rules/schwupps")
        assert '<html lang="de">' in client.get("/", headers={"accept-language": "en"}).text


@pytest.mark.parametrize("back", ["https://example.org/", "//example.org", "/\\example.org", "javascript:alert(1)"])
def test_choosing_a_language_leads_to_no_other_site(back: str) -> None:
    with browser() as (client, _):
        assert client.get("/language/de", params={"back": back}).headers["location"] == "/"


@pytest.mark.parametrize(
    ("header", "code"),
    [
        ("de-AT,de;q=0.9,en;q=0.8", "de"),
        ("fr,en;q=0.5,de;q=0.7", "de"),
        ("", "en"),
        ("fr", "en"),
        ("de;q=x", "en"),
        (",;", "en"),
    ],
)
def test_the_browsers_languages_are_read_with_their_weights(header: str, code: str) -> None:
    assert accepted(header) == code


def test_every_response_says_how_safe_it_is() -> None:
    with browser() as (client, _):
        for address in ("/", "/static/css/tokens.css", "/nowhere", "/healthz", "/t/unknown"):
            headers = client.get(address).headers
            assert headers["content-security-policy"].startswith("default-src 'self'; ")
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["referrer-policy"] in ("no-referrer", "same-origin")
        table, address = opened(client)
        assert client.get(address).headers["referrer-policy"] == "no-referrer"
        assert client.get(f"/t/{table}/watch").headers["referrer-policy"] == "no-referrer"


def test_no_page_names_another_host() -> None:
    with browser() as (client, _):
        table, address = opened(client)
        for page in ("/", "/open/schwupps", "/rules/schwupps", f"/t/{table}", address, f"/t/{table}/watch"):
            html = client.get(page).text
            assert not re.search(r'(?:src|href|action)="(?:https?:)?//', html)
            assert "style=" not in html
            assert "<script>" not in html


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
        ({"name": ""}, "Please say how the others may call you."),
        ({"name": "x" * 25}, "A name has at most 24 characters."),
        ({"name": "Anna\nBen"}, "A name has no line breaks"),
        ({"name": "\u202eAnna"}, "A name has no line breaks"),
        ({"seat-1": "none"}, "This game is for 2 to 5 players, not for 1."),
        ({"seat-1": "dragon"}, "A seat cannot be “dragon”."),
        ({"seat-1": "bot:genius"}, "A seat cannot be “bot:genius”."),
        ({"seat-1": "you"}, "You can sit on one seat only."),
        ({"option-match": "endless"}, "Option match cannot be"),
        ({"option-step_limit": "0"}, "Option step_limit cannot be 0"),
        ({"option-step_limit": "many"}, "“many” is no whole number."),
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
        assert house.store.tables() == []


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
        table, _ = opened(client, **{"seat-1": "bot:random"})
        client.cookies.clear()
        assert client.get(f"/t/{table}").headers["location"] == f"/t/{table}/watch"
        answer = client.post(f"/t/{table}/join", data={"name": "Cleo", "ask": "abcdefgh"})
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
        assert room_of(client, house, table).table.people == (0, 1)


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


@pytest.mark.parametrize(
    "address", ["/t/nowhere00000", "/t/nowhere00000/watch", "/t/nowhere00000/0", "/t/nowhere00000/record"]
)
def test_an_unknown_table_is_a_page_with_a_sentence(address: str) -> None:
    with browser() as (client, _):
        answer = client.get(address)
        assert answer.status_code == 404
        assert "There is no such table." in answer.text


@pytest.mark.parametrize(
    ("method", "address", "status"),
    [
        ("GET", "/nowhere", 404),
        ("GET", "/open/chess", 404),
        ("GET", "/rules/chess", 404),
        ("GET", "/language/fr", 404),
        ("POST", "/", 405),
    ],
)
def test_whatever_is_not_there_has_a_page(method: str, address: str, status: int) -> None:
    with browser() as (client, _):
        answer = client.request(method, address)
        assert answer.status_code == status
        assert "To the games" in answer.text or status == 404


# ---- Seats and their tokens ------------------------------------------------------------------------------------------


def secret(client: Client, address: str) -> str:
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
        forged = Tokens(b"x" * 32, house.store).secret(table, 0)
        cookie = Tokens(KEY, house.store).cookie(table, 0)
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


@pytest.mark.parametrize(
    "origin", ["https://evil.example", "http://testserver.evil.example", "http://testserver:81", "null"]
)
def test_forms_of_other_sites_are_refused(origin: str) -> None:
    with browser() as (client, house):
        answer = client.post("/open/schwupps", data=FORM, headers={"origin": origin})
        assert answer.status_code == 403
        assert "comes from another site" in answer.text
        assert house.store.tables() == []


def test_forms_of_this_site_are_taken_also_behind_a_proxy() -> None:
    with browser(House(base="https://cards.example.org")) as (client, _):
        for origin in ("http://testserver", "https://cards.example.org"):
            assert client.post("/open/schwupps", data=FORM, headers={"origin": origin}).status_code == 303


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
        assert len(house.store.tables()) == 1
        assert room_of(client, house, table).table.number == 1


# ---- Sockets ---------------------------------------------------------------------------------------------------------


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


@pytest.mark.parametrize("origin", ["https://evil.example", "null"])
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


# ---- Records and operators -------------------------------------------------------------------------------------------


def test_the_record_of_a_finished_match_can_be_replayed() -> None:
    from kartentisch.play.record import replay

    with browser() as (client, house):
        table, address = opened(client, **{"seat-1": "bot:random", "option-step_limit": "1"})
        assert client.get(f"/t/{table}/record?match=1").status_code == 404
        room = room_of(client, house, table)
        from kartentisch.table.facts import Ask

        call(client, room.ask, Ask("play", 0, "abcdefgh", room.table.number, ("~A",)))
        answer = client.get(f"/t/{table}/record?match=1")
        assert answer.status_code == 200
        assert replay(answer.text).over
        for wrong in ("0", "2", "-1", "x", "99999999"):
            assert client.get(f"/t/{table}/record", params={"match": wrong}).status_code == 404
        assert client.get(address).status_code == 200


def test_operators_can_ask_how_it_is() -> None:
    with browser() as (client, _):
        assert client.get("/healthz").text == "ok\n"
        assert client.get("/readyz").status_code in (200, 503)
        opened(client)
        found = client.get("/statistics").json()
        assert found["tables_in_memory"] == 1
        assert found["tables_by_phase"] == {"waiting": 1}


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


def test_the_rules_of_each_game_are_a_page() -> None:
    with browser() as (client, _):
        for language, sentence in (("en", "Four number piles lie in the middle"), ("de", "Schwuppskarte")):
            answer = client.get("/rules/schwupps", headers={"accept-language": language})
            assert answer.status_code == 200
            assert sentence in answer.text
            assert 'id="p-3' in answer.text
