"""The table on a screen in the middle: who may open it, what else it shows, and that it shows no hand."""

from __future__ import annotations

import pytest

from kartentisch.table.facts import Ask
from tests.web.support.kit import BOT, House, browser, in_house, opened, settled
from tests.web.support.tables import over

BASE = "http://192.168.1.5:8000"


def test_a_screen_says_who_is_up_and_shows_nobodys_hand() -> None:
    async def work(house: House) -> None:
        room = await house.open("you", "open", BOT)
        await room.sit("Ben", "join-ben-0001")
        up = room.table.actors()[0]
        for by in (-1, 0, up):
            page = await house.page(room, by, screen=True)
            assert page.scene["seat"] == -1
            assert page.scene["prompt"]["lead"] == f"Waiting for {page.scene['seats'][up]['name']}."
            assert all(zone["place"] in ("table", "seat") for zone in page.scene["zones"])
            assert not any(zone.get("cards") for zone in page.scene["zones"] if zone["place"] == "seat")
            assert page.scene.get("steps", []) == []
            assert page.scene.get("controls", []) == []
            assert "watchers" not in page.scene

    in_house(work)


def test_a_screen_offers_each_free_seat_until_it_is_taken_others_only_the_table() -> None:
    async def work(house: House) -> None:
        room = await house.open("you", "open", "open")
        screen, host = await house.page(room, -1, screen=True), await house.page(room, 0)
        free = screen.scene["invite"]["seats"]
        assert [(one["label"], one["link"]) for one in free] == [
            ("Seat 2", f"{BASE}/t/{room.id}?seat=1"),
            ("Seat 3", f"{BASE}/t/{room.id}?seat=2"),
        ]
        assert len({one["qr"] for one in free}) == 2
        assert all(one["qr"].startswith("<svg") for one in free)
        assert "seats" not in host.scene["invite"]
        await room.sit("Ben", "join-ben-0001", 2)
        await settled()
        assert [one["seat"] for one in screen.scene["invite"]["seats"]] == [1]
        await room.sit("Cleo", "join-cleo-001", 1)
        await settled()
        assert "invite" not in screen.scene

    in_house(work, base=BASE)


def test_seats_of_bots_are_free_once_no_other_is() -> None:
    async def work(house: House) -> None:
        room = await house.dealt("you", BOT, BOT)
        screen = await house.page(room, -1, screen=True)
        names = [one["name"] for one in screen.scene["seats"]]
        assert [one["label"] for one in screen.scene["invite"]["seats"]] == names[1:]

    in_house(work, base=BASE)


def test_those_at_the_table_are_told_of_screens_apart_from_people_who_watch() -> None:
    async def work(house: House) -> None:
        room = await house.dealt("you", BOT)
        host = await house.page(room, 0)
        screen = await house.page(room, -1, screen=True)
        assert host.scene["watchers"]["label"] == "1 screen shows the table"
        await house.page(room, 0, screen=True)
        watcher = await house.page(room, -1)
        assert host.scene["watchers"]["label"] == "1 person is watching · 2 screens show the table"
        assert host.scene["watchers"]["n"] == 3
        assert watcher.scene["watchers"]["label"] == "You are watching"
        await screen.go()
        await settled()
        assert host.scene["watchers"]["label"] == "1 person is watching · 1 screen shows the table"

    in_house(work)


def test_where_nobody_may_watch_only_a_screen_by_right_of_a_seat_stays() -> None:
    async def work(house: House) -> None:
        room = await house.open("you", "open")
        await room.sit("Ben", "join-ben-0001")
        host = await house.page(room, 0)
        anyone, of_host, of_ben = [await house.page(room, by, screen=True) for by in (-1, 0, 1)]
        await host.ask("watchers", arg="nobody")
        await settled()
        assert anyone.heard()[-1]["text"] == "At this table nobody may watch."
        assert not of_host.task.done()
        assert not of_ben.task.done()
        await room.admission.renew(1)
        await settled()
        assert of_ben.heard()[-1]["t"] == "bye"
        assert not of_host.task.done()

    in_house(work)


@pytest.mark.parametrize("watchers", ["anyone", "link", "nobody"])
def test_who_may_open_the_page_and_its_socket(watchers: str) -> None:
    with browser() as (client, _):
        table, host = opened(client, watchers=watchers, **{"seat-1": "bot:random"})
        origin = {"origin": "http://testserver"}
        how = client.get(f"{host}/show").text
        assert (f'href="{host}/screen"' in how) == (watchers == "nobody")
        assert (f'href="/t/{table}/screen"' in how) == (watchers != "nobody")
        assert client.get(f"{host}/screen").status_code == 200
        with client.websocket_connect(f"{host}/screen/socket", headers=origin) as socket:
            socket.send_json({"t": "hello", "version": 1})
            assert socket.receive_json()["seat"] == -1
        client.cookies.clear()
        answer = client.get(f"/t/{table}/screen")
        assert answer.status_code == (403 if watchers == "nobody" else 200)
        assert ("show it on a screen, from its menu" in answer.text) == (watchers == "nobody")
        with client.websocket_connect(f"/t/{table}/screen/socket", headers=origin) as socket:
            socket.send_json({"t": "hello", "version": 1})
            first = socket.receive_json()
            assert (first["t"], first.get("code")) == (
                ("bye", "no_screen") if watchers == "nobody" else ("welcome", None)
            )
        for address in (f"{host}/screen", f"{host}/show"):
            assert client.get(address).status_code == 403, "the seat's cookie is needed"
        with client.websocket_connect(f"{host}/screen/socket", headers=origin) as socket:
            assert socket.receive_json()["code"] == "token_bad"


def test_the_menu_leads_to_the_address_and_picture_of_the_screen_in_both_languages() -> None:
    with browser(House(base=BASE)) as (client, _):
        table, host = opened(client)
        html = client.get(f"{host}/show").text
        assert f'value="{BASE}/t/{table}/screen"' in html
        assert "<svg" in html
        german = client.get(f"{host}/show", headers={"accept-language": "de"}).text
        assert "Den Tisch auf einem Bildschirm zeigen" in german
        light = client.get(f"/t/{table}/screen?theme=light").text
        assert 'data-theme="light"' in light
        assert 'data-theme="dark"' in client.get(f"/t/{table}/screen").text

    async def work(house: House) -> None:
        room = await house.dealt("you", BOT)
        host = await house.page(room, 0)
        assert [one["label"] for one in host.scene["controls"] if one["do"] == "screen"] == [
            "Show the table on a screen"
        ]
        assert (await host.ask("screen"))["text"] == f"/t/{room.id}/0/show"

    in_house(work)


def test_points_stand_on_a_screen_from_the_first_round_on() -> None:
    async def work(house: House) -> None:
        room = await house.dealt("you", BOT)
        screen = await house.page(room, -1, screen=True)
        assert [one["total"] for one in screen.scene["standing"]] == [0, 0]
        assert "standing" not in (await house.page(room, 0)).scene

    in_house(work)


def test_a_screen_goes_along_to_the_next_match_and_shows_the_points_so_far() -> None:
    async def work(house: House) -> None:
        room, (anna, ben) = await over(house)
        screen, own = await house.page(room, -1, screen=True), await house.page(room, 1, screen=True)
        rows = screen.scene["result"]["rows"]
        assert [one["total"] for one in screen.scene["standing"]] == [row["total"] for row in rows]
        await anna.ask("again")
        await settled()
        assert "follow" not in screen.scene
        await ben.ask("again")
        await settled()
        assert screen.scene["follow"] == f"/t/{room.table.next_table}/screen"
        assert own.scene["follow"] == f"/t/{room.id}/1/again?screen=yes"

    in_house(work)
    with browser() as (client, house):
        table, host = opened(client, watchers="nobody", **{"seat-1": "bot:random"})
        room = client.portal.call(house.rooms.get, table)  # type: ignore[union-attr]
        assert client.portal.call(room.ask, Ask("close", 0, "close-00001")).reason is None  # type: ignore[union-attr]
        assert client.get(f"{host}/again?screen=yes").status_code == 404
