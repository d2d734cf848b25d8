"""What the host does with seats, as everyone's page shows it, and how the role moves on."""

from __future__ import annotations

import re

import pytest

from kartentisch.bots.levels import FOR_PEOPLE
from kartentisch.store import StoreFailed
from kartentisch.table.facts import Ask
from tests.plain_store import plain
from tests.web.support.clients import asks, field
from tests.web.support.kit import BOT, House, browser, in_house, opened, room_of, settled
from tests.web.support.tables import offered, three

# ---- Controls --------------------------------------------------------------------------------------------------------


def test_the_host_alone_has_a_sheet_for_each_seat_of_another() -> None:
    async def work(house: House) -> None:
        _, pages = await three(house, "you", "open", "open", BOT)
        host, *others = pages
        assert offered(host, 0) == []
        assert offered(host, 1) == ["bot 1 medium", "give 1", "host 1", "remove 1"]
        assert offered(host, 3) == ["give 3", "program 3", *(f"bot 3 {level}" for level in FOR_PEOPLE)]
        levels = [one for one in host.scene["controls"] if one.get("seat") == 3 and one["do"] == "bot"]
        assert [one.get("chosen", False) for one in levels] == [False] * len(FOR_PEOPLE), "greedy is for programs"
        removing = next(one for one in host.scene["controls"] if one["do"] == "remove" and one["arg"] == "1")
        assert removing["confirm"] == "Take the seat from Ben? A bot plays on."
        watcher = await house.page(host.room, -1)
        for page in (*others, watcher):
            assert all(one.get("seat", -1) == -1 for one in page.scene["controls"])

    in_house(work)


@pytest.mark.parametrize("do", ["remove", "give", "in", "watchers", "close"])
def test_others_are_refused_in_a_sentence(do: str) -> None:
    async def work(house: House) -> None:
        room, (_, ben, _) = await three(house)
        watcher = await house.page(room, -1)
        for page in (ben, watcher):
            answer = await page.ask(do, arg="2")
            assert (answer["code"], answer["text"]) == ("host_only", "Only the host can do that.")

    in_house(work)


@pytest.mark.parametrize("seat", ["0" * 5000, "1" * 5000, "0009", "99", "-1", "x", "\u0663", ""])
def test_a_bot_for_a_seat_that_is_not_there_is_refused_in_a_sentence(seat: str) -> None:
    async def work(house: House) -> None:
        _, pages = await three(house)
        for page in pages:
            answer = await page.ask("bot", arg=f"{seat} greedy")
            assert answer["code"] in ("host_only", "seat_unknown"), answer

    in_house(work)


def test_an_open_seat_gets_a_bot_of_the_chosen_level_and_with_the_last_one_the_cards_come() -> None:
    async def work(house: House) -> None:
        room = await house.open("you", "open", "open")
        page = await house.page(room, 0)
        assert offered(page, 1) == ["give 1", "program 1", *(f"bot 1 {level}" for level in FOR_PEOPLE)]
        assert (await page.ask("bot", arg="1 random"))["t"] == "done"
        assert page.scene["phase"] == "waiting"
        assert page.scene["seats"][1]["kind"] == "bot"
        await page.ask("bot", arg="1 greedy")
        await page.ask("bot", arg="2 random")
        assert page.scene["phase"] == "playing"
        assert [chair.bot for chair in room.table.chairs] == ["", "greedy", "random"]

    in_house(work)


# ---- Removing --------------------------------------------------------------------------------------------------------


def test_who_is_removed_is_told_in_a_sentence_and_all_others_in_the_log() -> None:
    async def work(house: House) -> None:
        room, (host, ben, cleo) = await three(house)
        twin = await house.page(room, 1, language="de")
        version = plain(house.store).token_version(room.id, 1)
        assert (await host.ask("remove", arg="1"))["t"] == "done"
        await settled()
        for page, words in ((ben, "The host has cleared your seat."), (twin, "hat deinen Platz geräumt")):
            bye = page.heard()[-1]
            assert (bye["t"], bye["code"], bye["again"]) == ("bye", "removed", False)
            assert words in bye["text"]
        assert plain(house.store).token_version(room.id, 1) == version + 1
        assert cleo.scene["seats"][1]["kind"] == "bot"
        assert cleo.log[-1].startswith("The host has cleared a seat; ")
        assert "Ben" not in cleo.log[-1]

    in_house(work)


def test_before_the_start_a_seat_that_was_cleared_is_free_again() -> None:
    async def work(house: House) -> None:
        room = await house.open("you", "open", "open")
        await room.sit("Ben", "join-ben-0001", 1)
        host = await house.page(room, 0)
        removing = next(one for one in host.scene["controls"] if one["do"] == "remove")
        assert removing["confirm"] == "Take the seat from Ben? It will be free again."
        await host.ask("remove", arg="1")
        assert host.scene["seats"][1]["kind"] == "open"
        assert host.log[-1] == "The host has cleared a seat."

    in_house(work)


def test_the_cookie_of_a_seat_that_was_cleared_opens_nothing_and_its_person_can_come_back_by_the_link() -> None:
    with browser() as (client, house):
        table, _ = opened(client, **{"seat-2": "open"})
        room = room_of(client, house, table)
        ben = client.post(f"/t/{table}/join", data={"name": "Ben", "ask": "abcdefgh", "seat": "1"}).headers["location"]
        assert client.get(ben).status_code == 200
        asks(client, room, "remove", room.table.host, "1")
        assert client.get(ben).status_code == 403
        back = client.post(f"/t/{table}/join", data={"name": "Ben", "ask": "abcdefgi", "seat": "1"})
        assert client.get(back.headers["location"]).status_code == 200


# ---- Giving ----------------------------------------------------------------------------------------------------------


def test_a_seat_is_given_by_a_new_link_that_the_old_person_cannot_use() -> None:
    with browser(House(base="http://192.168.1.5:8000")) as (client, house):
        table, host = opened(client, **{"seat-2": "open"})
        client.post(f"/t/{table}/join", data={"name": "Ben", "ask": "abcdefgh", "seat": "1"})
        ask = client.get(f"{host}/give/1").text
        assert "Ben loses the seat" in ask
        assert "bot plays the seat" not in ask, "the match has not begun"
        assert client.get(f"/t/{table}/1").status_code == 200, "asking takes nothing from anybody"
        fields = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', ask))
        page = client.post(f"{host}/give/1", data=fields)
        address, _, secret = field(page.text, "link").partition("#")
        assert address == f"http://192.168.1.5:8000/t/{table}/1"
        assert "<svg" in page.text
        assert client.get(f"/t/{table}/1").status_code == 403
        room = room_of(client, house, table)
        assert room.table.chairs[1].person
        assert "Ben" not in room.names.values()
        again = client.post(f"{host}/give/1", data=fields)
        assert field(again.text, "link").endswith(secret), "to load the page once more gives nothing away"
        client.cookies.clear()
        answer = client.post(f"/t/{table}/1/trade", data={"secret": secret}).json()
        assert answer == {"text": "", "to": f"/t/{table}/1/name"}
        client.post(f"/t/{table}/1/name", data={"name": "Dora", "figure": "jar"})
        assert room.names[1] == "Dora"
        assert client.post(f"/t/{table}/1/trade", data={"secret": secret}).json()["to"] == f"/t/{table}/1"


def test_in_the_middle_of_a_round_a_seat_is_given_to_a_guest_and_everybody_is_told() -> None:
    async def work(house: House) -> None:
        room, (host, ben, cleo) = await three(house)
        answer = await host.ask("give", arg="1")
        assert answer["text"] == f"/t/{room.id}/0/give/1"
        assert room.table.chairs[1].person
        assert not room.table.chairs[1].guest, "that was the way to the page"
        assert (await room.admission.give(Ask("give", 0, "give-00001", arg="1"))).reason is None
        await settled()
        assert ben.heard()[-1]["code"] == "given"
        assert room.table.chairs[1].guest
        assert cleo.log[-1] == "The host has given a seat to somebody else: Seat 2."
        assert cleo.scene["seats"][1]["name"] == "Seat 2"

    in_house(work)


def test_for_a_seat_that_is_free_or_a_bots_the_page_shows_the_way_to_it() -> None:
    with browser() as (client, house):
        table, host = opened(client, **{"seat-2": "bot:random"})
        for seat in (1, 2):
            assert field(client.get(f"{host}/give/{seat}").text, "link") == f"http://testserver/t/{table}?seat={seat}"
        assert client.post(f"{host}/give/1", data={"ask": "abcdefgh"}).status_code == 409
        assert room_of(client, house, table).table.number == 1


def test_the_page_is_the_hosts_alone() -> None:
    with browser() as (client, house):
        table, host = opened(client, **{"seat-2": "open"})
        client.post(f"/t/{table}/join", data={"name": "Ben", "ask": "abcdefgh", "seat": "1"})
        for address, status, words in (
            (f"/t/{table}/1/give/0", 403, "Only the host can do that."),
            (f"{host}/give/0", 409, "That is your own seat"),
            (f"{host}/give/7", 404, "There is no seat 7"),
        ):
            for answer in (client.get(address), client.post(address, data={"ask": "abcdefgh"})):
                assert answer.status_code == status
                assert words in answer.text
        client.cookies.clear()
        assert client.post(f"{host}/give/1", data={"ask": "abcdefgh"}).status_code == 403
        assert room_of(client, house, table).names[1] == "Ben"


def test_when_the_disk_is_full_nothing_is_given() -> None:
    with browser() as (client, house):
        table, host = opened(client, **{"seat-2": "open"})
        client.post(f"/t/{table}/join", data={"name": "Ben", "ask": "abcdefgh", "seat": "1"})
        house.store.failing = StoreFailed("full")
        answer = client.post(f"{host}/give/1", data={"ask": "abcdefgh"})
        assert answer.status_code == 503
        assert "disk is full" in answer.text
        house.store.failing = None
        assert client.get(f"/t/{table}/1").status_code == 200
        assert room_of(client, house, table).names[1] == "Ben"


# ---- Handing back ----------------------------------------------------------------------------------------------------


def test_the_host_hands_a_seat_back_to_its_person() -> None:
    async def work(house: House) -> None:
        room, (host, ben, cleo) = await three(house)
        await ben.ask("bot", arg="1 greedy")
        assert offered(host, 1) == ["back 1", "give 1", "host 1", "remove 1"]
        assert (await cleo.ask("back", arg="1"))["code"] == "host_only"
        assert (await host.ask("back", arg="1"))["t"] == "done"
        await settled()
        assert room.table.people == (0, 1, 2)
        assert ben.log[-1] == "The host lets you play again."

    in_house(work)
