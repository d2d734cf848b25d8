"""Names, figures and seats: people choose them, and no two people get the same."""

from __future__ import annotations

import re

import pytest

from kartentisch.store import StoreFailed
from kartentisch.web.live.people import FIGURES, bot_names, figure_for, figure_words
from kartentisch.words.language import LANGUAGES, language
from tests.plain_store import plain
from tests.web.support.kit import FORM, House, browser, in_house, opened, room_of


def figures_in(html: str) -> list[str]:
    return re.findall(r'name="figure" value="(\w+)"', html)


def chosen_in(html: str) -> list[str]:
    return re.findall(r'name="figure" value="(\w+)" checked', html)


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_figure_has_its_own_word(code: str) -> None:
    said = figure_words(language(code))
    assert tuple(said) == FIGURES
    assert len(set(said.values())) == len(FIGURES)


def test_a_figure_is_chosen_when_a_table_is_opened_and_remembered() -> None:
    with browser() as (client, house):
        html = client.get("/open/schwupps").text
        assert figures_in(html) == list(FIGURES)
        assert all(word in html for word in figure_words(language("en")).values())
        table, _ = opened(client, figure="salt")
        room = room_of(client, house, table)
        assert room.figures[room.table.host] == "salt"
        assert chosen_in(client.get("/open/schwupps").text) == ["salt"]
        quick = client.post("/open/schwupps", data={"quick": "on", "seat-0": "you", "seat-1": "bot:random"})
        again = room_of(client, house, quick.headers["location"].split("/")[2])
        assert (again.table.pace, again.table.settings.window) == ("quick", 0), "alone with bots nobody is kept waiting"
        assert (again.figures[0], again.names[0]) == ("salt", "Anna")


def test_who_joins_chooses_among_the_figures_that_are_left_and_a_taken_one_becomes_the_next() -> None:
    with browser() as (client, house):
        table, _ = opened(client, figure="mug", **{"seat-2": "open"})
        client.cookies.clear()
        html = client.get(f"/t/{table}").text
        assert "mug" not in figures_in(html)
        assert len(figures_in(html)) == len(FIGURES) - 1
        client.post(f"/t/{table}/join", data={"name": "Ben", "ask": "abcdefgh", "figure": "mug"})
        client.cookies.clear()
        client.post(f"/t/{table}/join", data={"name": "Cleo", "ask": "abcdefgi", "figure": "dragon"})
        room = room_of(client, house, table)
        ben = next(seat for seat, name in room.names.items() if name == "Ben")
        assert room.figures[ben] == "pear"
        assert len(set(room.figures.values())) == 3
        assert set(room.figures.values()) <= set(FIGURES)


def test_the_next_figure_after_the_last_one_is_the_first() -> None:
    assert figure_for("t", 0, FIGURES[-1], [FIGURES[-1]]) == FIGURES[0]
    assert figure_for("t", 0, FIGURES[2], FIGURES[2:]) == FIGURES[0]


def test_bots_never_have_the_figure_of_a_person() -> None:
    async def work(house: House) -> None:
        room = await house.open("you", *["bot:random"] * 8, "open", game="solo")
        page = await house.page(room, 0)
        for wanted in FIGURES:
            await room.sit("Ben", f"join-{wanted}-0000", 9, wanted)
            shown = [seat["figure"] for seat in page.scene["seats"]]
            assert len(set(shown)) == 10, shown
            await page.ask("remove", arg="9")
            assert room.table.chairs[9].bot

    in_house(work)


def test_ten_bots_find_names_whatever_people_are_called() -> None:
    async def work(house: House) -> None:
        room = await house.open("you", *["bot:random"] * 9, game="solo")
        for name in ("Mika", "Frieda", "Wanda"):
            found = bot_names(room.id, room.table, {0: name})
            assert len(found) == 10
            assert name not in found

    in_house(work)


# ---- The seat --------------------------------------------------------------------------------------------------------


def seats_in(html: str) -> list[str]:
    return re.findall(r'name="seat" value="(\d*)"', html)


def test_who_joins_chooses_a_free_seat_or_lets_the_lot_decide() -> None:
    with browser() as (client, house):
        table, _ = opened(client, **{"seat-2": "bot:random", "seat-3": "open"})
        client.cookies.clear()
        html = client.get(f"/t/{table}").text
        assert seats_in(html) == ["", "1", "3"]
        assert 'id="seat-" name="seat" value="" checked' in html
        assert 'name="seat" value="3" checked' in client.get(f"/t/{table}?seat=3").text
        answer = client.post(f"/t/{table}/join", data={"name": "Ben", "ask": "abcdefgh", "seat": "3"})
        assert answer.headers["location"] == f"/t/{table}/3"
        client.cookies.clear()
        assert seats_in(client.get(f"/t/{table}").text) == [], "one seat is no choice"
        assert seats_in(client.get(f"/t/{table}?seat=2").text) == ["", "1", "2"]
        answer = client.post(f"/t/{table}/join", data={"name": "Cleo", "ask": "abcdefgi", "seat": ""})
        assert answer.headers["location"] == f"/t/{table}/1"
        assert room_of(client, house, table).table.phase == "playing"


@pytest.mark.parametrize("seat", ["9", "x", "-1", "٣", "0"])
def test_an_address_with_a_seat_that_cannot_be_had_shows_the_form_all_the_same(seat: str) -> None:
    with browser() as (client, _):
        table, _ = opened(client, **{"seat-2": "open"})
        client.cookies.clear()
        answer = client.get(f"/t/{table}", params={"seat": seat})
        assert answer.status_code == 200
        assert seats_in(answer.text) == ["", "1", "2"]


def test_the_lot_reaches_every_free_seat() -> None:
    with browser() as (client, _):
        seats = set()
        for n in range(20):
            table, _ = opened(client, **{"seat-2": "open", "seat-3": "open"})
            client.cookies.clear()
            answer = client.post(f"/t/{table}/join", data={"name": "Ben", "ask": f"abcdef{n:02}"})
            seats.add(answer.headers["location"][-1])
        assert seats == {"1", "2", "3"}


# ---- Another name ----------------------------------------------------------------------------------------------------


def test_a_person_can_change_name_and_figure_at_the_table() -> None:
    with browser() as (client, house):
        table, address = opened(client, figure="mug")
        html = client.get(f"{address}/name").text
        assert 'value="Anna"' in html
        assert chosen_in(html) == ["mug"]
        answer = client.post(f"{address}/name", data={"name": " Änne ", "figure": "jar"})
        assert (answer.status_code, answer.headers["location"]) == (303, address)
        room = room_of(client, house, table)
        assert (room.names[0], room.figures[0]) == ("Änne", "jar")
        assert plain(house.store).names(table)[0] == ("Änne", "jar")
        assert "Änne" in client.get("/open/schwupps").text


def test_a_wrong_name_comes_back_with_a_sentence_and_a_foreign_seat_is_refused() -> None:
    with browser() as (client, house):
        table, address = opened(client)
        answer = client.post(f"{address}/name", data={"name": "  ", "figure": "jar"})
        assert answer.status_code == 400
        assert "Please say what the others should call you." in answer.text
        house.store.failing = StoreFailed("full")
        answer = client.post(f"{address}/name", data={"name": "Bo", "figure": "jar"})
        assert "disk is full" in answer.text
        house.store.failing = None
        assert room_of(client, house, table).names[0] == "Anna"
        client.cookies.clear()
        assert client.get(f"{address}/name").status_code == 403
        assert client.post(f"{address}/name", data={"name": "Eve", "figure": "jar"}).status_code == 403


def test_a_new_name_is_shown_to_all_at_once() -> None:
    async def work(house: House) -> None:
        room = await house.open("you", "open")
        page = await house.page(room, 0)
        await room.admission.rename(0, "Zoe", "jar")
        assert (await page.ask("name"))["text"] == f"/t/{room.id}/0/name"
        assert (page.scene["seats"][0]["name"], page.scene["seats"][0]["figure"]) == ("Zoe", "jar")

    in_house(work)


def test_the_form_keeps_the_figure_after_a_mistake() -> None:
    with browser() as (client, _):
        answer = client.post("/open/schwupps", data=FORM | {"name": "", "figure": "candle"})
        assert chosen_in(answer.text) == ["candle"]
