"""A program at a live table: the host's page, its token, what it receives, and what it is never asked."""

from __future__ import annotations

import json
import re
from typing import Any
from urllib.parse import urlsplit

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from kartentisch.engine.views import View
from kartentisch.table.facts import Ask
from kartentisch.web.live.room import Room
from tests.plain_store import PlainTokens
from tests.web.support.clients import field
from tests.web.support.kit import BOT, KEY, House, browser, in_house, opened, room_of
from tests.web.support.tables import let_program


def let_in(client: TestClient, host: str, seat: int, name: str = "Robo", ask: str = "abcdefgh") -> tuple[str, str]:
    """The host lets a program sit down: its address and token."""
    page = client.post(f"{host}/program/{seat}", data={"ask": ask, "name": name})
    assert page.status_code == 200, page.text
    return field(page.text, "address"), field(page.text, "token")


def connected(client: TestClient, address: str, token: str | None) -> Any:
    headers = {} if token is None else {"Authorization": f"Bearer {token}"}
    return client.websocket_connect(urlsplit(address).path, headers=headers)


def hello(line: Any) -> list[dict[str, Any]]:
    """The first two messages to a program."""
    line.send_text(json.dumps({"t": "hello", "version": 1, "wants": "view"}))
    return [json.loads(line.receive_text()), json.loads(line.receive_text())]


def seen(room: Room, seat: int | None) -> View:
    view = room.table.view(seat)
    assert view is not None
    return view


# ---- The host's page -------------------------------------------------------------------------------------------------


def test_the_host_gets_an_address_and_a_token_with_which_a_program_gets_the_views_of_its_seat() -> None:
    with browser() as (client, house):
        table, host = opened(client)
        asking = client.get(f"{host}/program/1")
        assert re.search(r'name="name" value="\w+"', asking.text), "a name to begin with"
        assert 'id="token"' not in asking.text
        address, token = let_in(client, host, 1)
        assert address == f"ws://testserver/t/{table}/1/socket"
        room = room_of(client, house, table)
        assert room.table.phase == "playing", "with the last seat the cards come"
        client.cookies.clear()
        with connected(client, address, token) as line:
            welcome, view = hello(line)
            assert (welcome["t"], welcome["seat"]) == ("welcome", 1)
            assert view["t"] == "view"
            assert view["view"] == seen(room, 1).json()


@pytest.mark.parametrize("base", ["http://192.168.1.5:8000", "https://cards.example.org"])
def test_the_address_is_that_by_which_others_reach_the_server(base: str) -> None:
    with browser(House(base=base)) as (client, _):
        table, host = opened(client)
        address, _ = let_in(client, host, 1)
        assert address == f"{base.replace('http', 'ws')}/t/{table}/1/socket"


def test_without_the_token_of_this_seat_nothing_is_told() -> None:
    with browser() as (client, house):
        table, host = opened(client, **{"seat-2": "open"})
        address, token = let_in(client, host, 1)
        tokens = PlainTokens(KEY, house.store)
        client.cookies.clear()
        wrong = [
            (address, None),
            (address, ""),
            (address, token[:-1] + ("A" if token[-1] != "A" else "B")),
            (address, tokens.secret(table, 1)),  # a link, not a token
            (address, tokens.program(table, 2)),
            (address.replace(f"{table}/1/", f"{table}/2/"), tokens.program(table, 2)),  # nobody has let one in there
            (address.replace(f"{table}/1/", f"{table}/0/"), tokens.program(table, 0)),  # the host is a person
        ]
        for where, shown in wrong:
            with connected(client, where, shown) as line:
                bye = json.loads(line.receive_text())
                assert (bye["t"], bye["code"]) == ("bye", "token_bad" if shown is None else "program_bad")
                with pytest.raises(WebSocketDisconnect):
                    line.receive_text()


def test_a_token_opens_no_page_and_makes_no_cookie() -> None:
    with browser() as (client, _):
        table, host = opened(client)
        _, token = let_in(client, host, 1)
        client.cookies.clear()
        headers = {"Authorization": f"Bearer {token}"}
        assert client.get(f"/t/{table}/1", headers=headers).status_code == 403
        assert client.get(f"/t/{table}/1/link", headers=headers).status_code == 403
        traded = client.post(f"/t/{table}/1/trade", data={"secret": token})
        assert traded.status_code == 403
        assert "set-cookie" not in traded.headers


def test_a_new_token_makes_the_old_one_void_and_the_same_form_sent_twice_does_not() -> None:
    with browser() as (client, _):
        _, host = opened(client)
        address, first = let_in(client, host, 1)
        assert let_in(client, host, 1) == (address, first), "a page that is sent again shows the same"
        asking = client.get(f"{host}/program/1")
        assert "makes the old one void" in asking.text
        assert 'name="name"' not in asking.text
        _, second = let_in(client, host, 1, ask="abcdefgi")
        assert second != first
        for token, kind in ((first, "bye"), (second, "welcome")):
            with connected(client, address, token) as line:
                line.send_text(json.dumps({"t": "hello", "version": 1, "wants": "view"}))
                assert json.loads(line.receive_text())["t"] == kind


def test_who_is_not_the_host_or_asks_for_a_persons_seat_is_refused() -> None:
    with browser() as (client, _):
        table, host = opened(client, **{"seat-2": "open"})
        client.post(f"/t/{table}/join", data={"name": "Ben", "ask": "abcdefgh", "seat": "1"})
        for address, status, said in (
            (f"/t/{table}/1/program/2", 403, "Only the host can do that."),
            (f"{host}/program/0", 409, "That is your own seat"),
            (f"{host}/program/1", 409, "already"),
            (f"{host}/program/7", 404, "There is no seat 7"),
        ):
            for answer in (client.get(address), client.post(address, data={"ask": "abcdefgj", "name": "Robo"})):
                assert answer.status_code == status
                assert said in answer.text
        named = client.post(f"{host}/program/2", data={"ask": "abcdefgk", "name": " "})
        assert named.status_code == 400
        assert 'role="alert"' in named.text
        strange = client.post(
            f"{host}/program/2", data={"ask": "abcdefgl", "name": "Robo"}, headers={"Origin": "http://evil.example"}
        )
        assert strange.status_code == 403


# ---- At the table ----------------------------------------------------------------------------------------------------


def test_everybody_sees_that_it_is_a_program_and_the_log_says_so() -> None:
    async def work(house: House) -> None:
        room = await house.open("you", "open", "open")
        host = await house.page(room, 0)
        german = await house.page(room, -1, language="de")
        answer = await host.ask("program", arg="1")
        assert answer["text"] == f"/t/{room.id}/0/program/1"
        await let_program(room, 1)
        assert host.scene["seats"][1]["name"] == "Robo (program)"
        assert german.scene["seats"][1]["name"] == "Robo (Programm)"
        assert host.log[-1] == "A program sits down: Robo (program)."
        does = [one["do"] for one in host.scene["controls"] if one.get("seat", -1) == 1]
        assert does == ["program", "give", "remove"]
        await host.ask("remove", arg="1")
        assert host.scene["seats"][1]["kind"] == "open"
        assert not room.table.chairs[1].program

    in_house(work)


def test_in_the_middle_of_a_round_it_sees_what_a_bystander_sees_until_the_next_deal() -> None:
    async def work(house: House) -> None:
        room = await house.dealt("you", BOT, "open")
        await let_program(room, 1)
        program = await house.page(room, 1, wants="view")
        assert program.heard("view")[-1]["view"] == seen(room, None).json()
        host = await house.page(room, 0)
        assert host.log[-1].startswith("A program sits down and plays from the next round on: Robo")
        await host.ask("in", arg="1")
        assert program.heard("view")[-1]["view"]["seat"] == 1

    in_house(work)


def test_it_is_asked_nothing_but_its_moves() -> None:
    """The clock, the next round and the host's role are for people; so nobody waits for a program's consent."""

    async def work(house: House) -> None:
        room = await house.open("you", "open")
        host = await house.page(room, 0)
        await let_program(room, 1)
        program = await house.page(room, 1, wants="view")
        assert room.table.people == (0,)
        await host.ask("clock", arg="brisk wait")
        assert room.table.clocks.kind == "brisk", "the only person has agreed"
        assert (await program.ask("host"))["code"] == "people_only"
        await host.ask("leave")
        assert room.table.host == -1
        assert (await program.ask("host"))["code"] == "people_only"

    in_house(work)


def test_a_bot_has_its_seat_at_the_table_of_the_next_match() -> None:
    async def work(house: House) -> None:
        room = await house.open("you", "open", game="schweinsgalopp", rounds=1)
        host = await house.page(room, 0)
        await let_program(room, 1)
        for _ in range(200):
            if room.table.phase == "over":
                break
            seat = room.table.actors()[0]
            move = seen(room, seat).complete(1)[0]
            text = room.table.game.tokens[move[0]]
            assert len(move) == 1
            await room.ask(Ask("play", seat, since=room.table.since[seat], moves=(text,)))
        assert room.table.phase == "over"
        await host.ask("again")
        new = await house.rooms.get(room.table.next_table)
        assert new is not None
        assert [chair.bot for chair in new.table.chairs] == [room.bot_pool.levels[-1], ""]
        assert not any(chair.program for chair in new.table.chairs)

    in_house(work)
