"""Who may watch, who learns of it, and how the people at the table see the number of watchers."""

from __future__ import annotations

import pytest

from kartentisch.table.facts import Ask
from tests.plain_store import plain
from tests.web.support.kit import BOT, House, browser, call, in_house, opened, room_of, settled


def test_everybody_sees_how_many_watch_and_who_watches_sees_that_they_do() -> None:
    async def work(house: House) -> None:
        room = await house.dealt("you", BOT)
        host = await house.page(room, 0)
        assert "watchers" not in host.scene
        first = await house.page(room, -1)
        assert host.scene["watchers"] == {"icon": "eye", "n": 1, "label": "1 person is watching"}
        assert first.scene["watchers"]["label"] == "You are watching"
        second = await house.page(room, -1, language="de")
        assert host.scene["watchers"]["label"] == "2 people are watching"
        assert first.scene["watchers"]["label"] == "You and 1 other person are watching"
        assert second.scene["watchers"]["label"] == "Du schaust zu, und 1 andere Person"
        await second.go()
        await settled()
        assert host.scene["watchers"]["n"] == 1

    in_house(work)


def test_at_a_table_that_anyone_may_watch_the_home_page_shows_it_while_somebody_sits_there() -> None:
    with browser() as (client, house):
        table, host = opened(client, watchers="anyone", **{"seat-1": "bot:random"})
        other, _ = opened(client, watchers="link", **{"seat-1": "bot:random"})
        waiting, _ = opened(client, watchers="anyone")
        assert f"/t/{table}/watch" not in client.get("/").text, "nobody is there"
        with client.websocket_connect(f"{host}/socket", headers={"origin": "http://testserver"}) as socket:
            socket.send_json({"t": "hello", "version": 1})
            socket.receive_json()
            socket.receive_json()
            client.cookies.clear()
            html = client.get("/").text
            assert f'href="/t/{table}/watch"' in html
            assert "Anna" in html
            assert other not in html
            assert waiting not in html
            assert room_of(client, house, table).presence.anybody
        assert client.get(f"/t/{table}/watch").status_code == 200


def test_a_match_of_bots_alone_begins_at_once_and_can_be_watched_from_the_home_page() -> None:
    with browser() as (client, house):
        form = {"seat-0": "bot:random", "seat-1": "bot:random", "watchers": "anyone", "name": ""}
        answer = client.post("/open/schwupps", data=form)
        table = answer.headers["location"].split("/")[2]
        assert answer.headers["location"] == f"/t/{table}/watch"
        assert room_of(client, house, table).table.phase == "playing"
        assert f'href="/t/{table}/watch"' in client.get("/").text


def test_where_nobody_may_watch_page_and_socket_say_so() -> None:
    with browser() as (client, _):
        table, _ = opened(client, watchers="nobody", **{"seat-2": "open"})
        client.cookies.clear()
        answer = client.get(f"/t/{table}/watch")
        assert answer.status_code == 403
        assert "At this table nobody may watch." in answer.text
        with client.websocket_connect(f"/t/{table}/watch/socket") as socket:
            bye = socket.receive_json()
        assert (bye["t"], bye["code"], bye["again"]) == ("bye", "no_watching", False)
        html = client.get(f"/t/{table}").text
        assert "You are invited to this table." in html
        assert "/watch" not in html


def test_where_nobody_may_watch_the_record_is_for_those_who_sit_there() -> None:
    with browser() as (client, house):
        table, address = opened(client, watchers="nobody", **{"seat-1": "bot:random", "option-step_limit": "1"})
        room = room_of(client, house, table)
        call(client, room.ask, Ask("play", 0, "ask-000000", room.table.number, ("~A",)))
        assert room.table.phase == "over"
        mine = client.get(f"/t/{table}/record?match=1", follow_redirects=True)
        assert mine.url.path == f"{address}/record"
        assert mine.text.startswith("game: schwupps")
        assert client.get(f"/t/{table}/record?match=2", follow_redirects=True).status_code == 404
        client.cookies.clear()
        for link in (f"/t/{table}/record?match=1", f"{address}/record?match=1"):
            answer = client.get(link, follow_redirects=True)
            assert answer.status_code == 403
            assert "At this table nobody may watch." in answer.text


def test_at_a_full_table_where_nobody_may_watch_one_is_told_both() -> None:
    with browser() as (client, _):
        table, _ = opened(client, watchers="nobody")
        client.post(f"/t/{table}/join", data={"name": "Ben", "ask": "abcdefgh"})
        client.cookies.clear()
        answer = client.get(f"/t/{table}")
        assert answer.status_code == 403
        assert "All seats are taken, and at this table nobody may watch." in answer.text


def test_at_a_closed_table_nobody_sits_down_and_the_sentence_says_why() -> None:
    with browser() as (client, house):
        table, _ = opened(client, watchers="nobody")
        call(client, room_of(client, house, table).ask, Ask("close", 0, "close-00000"))
        client.cookies.clear()
        for answer in (
            client.get(f"/t/{table}"),
            client.post(f"/t/{table}/join", data={"name": "Ben", "ask": "abcdefgh"}),
        ):
            assert answer.status_code in (403, 409)
            assert "This table is closed." in answer.text


def test_the_host_changes_who_may_watch_and_those_who_do_are_told_at_once() -> None:
    async def work(house: House) -> None:
        room = await house.dealt("you", BOT)
        host = await house.page(room, 0)
        watcher = await house.page(room, -1)
        program = await house.page(room, -1, wants="view")
        choices = [one for one in host.scene["controls"] if one["do"] == "watchers"]
        assert [(one["arg"], one.get("chosen", False)) for one in choices] == [
            ("anyone", False),
            ("link", True),
            ("nobody", False),
        ]
        assert (await host.ask("watchers", arg="friends"))["code"] == "watchers_unknown"
        await host.ask("watchers", arg="anyone")
        assert not watcher.task.done()
        await host.ask("watchers", arg="nobody")
        await settled()
        for page in (watcher, program):
            assert page.heard()[-1]["text"] == "At this table nobody may watch."
            assert not page.heard()[-1]["again"]
            assert page.wire.closed == 1008
        assert not host.task.done()
        assert host.log[-1] == "From now on nobody may watch."
        assert "watchers" not in host.scene

    in_house(work)


def test_who_may_watch_outlives_a_restart() -> None:
    with browser() as (client, house):
        table, _ = opened(client, watchers="link", **{"seat-1": "bot:random"})
        room = room_of(client, house, table)
        call(client, room.ask, Ask("watchers", 0, "watchers-01", arg="nobody"))
        later = House(house.store)
        with browser(later) as (other, _):
            assert other.get(f"/t/{table}/watch").status_code == 403


@pytest.mark.parametrize("bad", ["friends", "", "Anyone"])
def test_the_form_refuses_other_watchers(bad: str) -> None:
    with browser() as (client, house):
        answer = client.post(
            "/open/schwupps", data={"name": "Anna", "seat-0": "you", "seat-1": "open", "watchers": bad}
        )
        assert answer.status_code == 400
        assert "Who may watch" in answer.text
        assert plain(house.store).tables() == []
