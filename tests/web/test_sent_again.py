"""What was sent once is sent again later: nobody gets by it what is somebody else's by now."""

from __future__ import annotations

import re

import pytest
from starlette.testclient import TestClient

from kartentisch.table.facts import Ask
from kartentisch.web.room import Room
from tests.web.kit import BOT, House, Page, browser, call, in_house, opened, room_of, step


def link_in(html: str) -> str:
    found = re.search(r'id="link" class="field" readonly value="[^"]*#([^"]+)"', html)
    return found[1] if found else ""


def asks(client: TestClient, room: Room, do: str, seat: int, arg: str = "") -> None:
    answer = call(client, room.ask, Ask(do, seat, f"ask-{do}-{arg}", arg=arg))
    assert answer.reason is None, answer


def joined(client: TestClient, table: str, name: str, ask: str = "", seat: str = "1") -> str:
    """Where a form leads, or why it was refused."""
    answer = client.post(f"/t/{table}/join", data={"name": name, "seat": seat} | ({"ask": ask} if ask else {}))
    return answer.headers.get("location", answer.text)


# ---- Links of seats --------------------------------------------------------------------------------------------------


def test_the_ask_that_gave_one_seat_shows_no_link_of_another() -> None:
    with browser() as (client, house):
        table, host = opened(client, **{"seat-2": "open", "seat-3": "open"})
        room = room_of(client, house, table)
        for seat, name in enumerate(["Ben", "Cleo"], 1):
            call(client, room.sit, name, f"join-{name}-0001", seat)
        assert link_in(client.post(f"{host}/give/1", data={"ask": "abcdefgh"}).text)
        version, number = house.store.token_version(table, 2), room.table.number
        answer = client.post(f"{host}/give/2", data={"ask": "abcdefgh"})
        assert answer.status_code == 409
        assert "You have sent this before" in answer.text
        assert not link_in(answer.text)
        assert (house.store.token_version(table, 2), room.table.number) == (version, number)


@pytest.mark.parametrize("since", ["renewed", "given"])
def test_the_page_that_gave_a_seat_shows_no_newer_link_of_it(since: str) -> None:
    with browser() as (client, house):
        table, host = opened(client, **{"seat-2": "open"})
        room = room_of(client, house, table)
        call(client, room.sit, "Ben", "join-ben-0001", 1)
        first = link_in(client.post(f"{host}/give/1", data={"ask": "abcdefgh"}).text)
        assert link_in(client.post(f"{host}/give/1", data={"ask": "abcdefgh"}).text) == first
        if since == "renewed":
            call(client, room.renew, 1)
        else:
            assert link_in(client.post(f"{host}/give/1", data={"ask": "abcdefgi"}).text) not in ("", first)
        answer = client.post(f"{host}/give/1", data={"ask": "abcdefgh"})
        assert answer.status_code == 409
        assert not link_in(answer.text)


def test_the_page_that_let_a_program_in_shows_no_newer_token() -> None:
    with browser() as (client, house):
        table, host = opened(client, **{"seat-2": "open", "seat-3": "open"})
        form = {"ask": "abcdefgh", "name": "Otto"}
        assert client.post(f"{host}/program/1", data=form).status_code == 200
        assert client.post(f"{host}/program/1", data=form).status_code == 200
        assert client.post(f"{host}/program/1", data=form | {"ask": "abcdefgi"}).status_code == 200
        version = house.store.token_version(table, 1)
        assert client.post(f"{host}/program/1", data=form).status_code == 409
        assert client.post(f"{host}/program/2", data=form).status_code == 409
        assert house.store.token_version(table, 1) == version


# ---- Sitting down ----------------------------------------------------------------------------------------------------


def test_whose_seat_was_taken_does_not_get_it_back_from_the_next_one_with_the_old_form() -> None:
    with browser() as (client, house):
        table, _ = opened(client, **{"seat-2": "open", "seat-3": "open"})
        room = room_of(client, house, table)
        assert joined(client, table, "Ben", "abcdefgh") == f"/t/{table}/1"
        assert joined(client, table, "Ben", "abcdefgh") == f"/t/{table}/1", "a form sent twice is one"
        asks(client, room, "remove", room.table.host, "1")
        call(client, room.sit, "Cleo", "join-cleo-0001", 1)
        assert "You have sent this before" in joined(client, table, "Ben", "abcdefgh")
        assert client.get(f"/t/{table}/1").status_code == 403
        assert room.names[1] == "Cleo"


def test_forms_without_a_name_of_their_own_are_not_one() -> None:
    with browser() as (client, _):
        table, _ = opened(client, **{"seat-2": "open", "seat-3": "open"})
        assert joined(client, table, "Ben") == f"/t/{table}/1"
        assert "already sits there" in joined(client, table, "Cleo")
        assert joined(client, table, "Cleo", seat="2") == f"/t/{table}/2"


def test_a_form_sent_again_after_a_restart_takes_no_second_seat() -> None:
    with browser() as (client, house):
        table, _ = opened(client, **{"seat-2": "open", "seat-3": "open"})
        assert joined(client, table, "Ben", "abcdefgh", "") in (f"/t/{table}/1", f"/t/{table}/2")
        room_of(client, house, table).took.clear()
        again = joined(client, table, "Ben", "abcdefgh", "")
        assert "You have sent this before" in again
        fresh = re.search(r'name="ask" value="([^"]+)"', again)
        assert fresh
        assert fresh[1] != "abcdefgh", "what is sent next is another one"
        assert len(room_of(client, house, table).table.people) == 2


# ---- Asks ------------------------------------------------------------------------------------------------------------


def test_the_id_of_one_ask_does_not_answer_another() -> None:
    async def work(house: House) -> None:
        room = await house.dealt("you", "open", BOT)
        pages = [await house.page(room, seat) for seat in (0, 1)]
        up = room.table.actors()[0]
        mine, other = pages[up], pages[1 - up]
        assert (await mine.ask("play", "the-same-id", moves=[step_of(mine)]))["t"] == "done"
        number = room.table.number
        for page, do in ((mine, "pause"), (mine, "leave"), (other, "play"), (other, "pause")):
            answer = await page.ask(do, "the-same-id", moves=["end"] if do == "play" else [])
            assert (answer["t"], answer["code"]) == ("refused", "id_used"), do
        assert room.table.number == number

    in_house(work)


def step_of(page: Page) -> str:
    """A move of Schwupps that a seat can make at the beginning of its turn."""
    return step(page) if page.scene.get("steps") else "~A"
