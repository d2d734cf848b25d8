"""What was sent once is sent again later: nobody gets by it what is somebody else's by now."""

from __future__ import annotations

import re

import pytest
from starlette.testclient import TestClient, WebSocketTestSession

from kartentisch.store import StoreFailed
from kartentisch.table.facts import Ask
from kartentisch.web import listener
from kartentisch.web.room import Room
from tests.web.kit import BOT, House, Page, browser, call, in_house, opened, room_of, settled, step


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
        assert "You have sent this before" in joined(client, table, "Ben", "abcdefgh", "")
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


# ---- Connections -----------------------------------------------------------------------------------------------------


def hello(socket: WebSocketTestSession) -> list[dict[str, object]]:
    """What is heard after the hello, up to the scene or the end."""
    socket.send_json({"t": "hello", "version": 1})
    heard = [socket.receive_json()]
    while heard[-1]["t"] not in ("scene", "bye"):
        heard.append(socket.receive_json())
    return heard


@pytest.mark.parametrize("what", ["renewed", "removed", "unwatched"])
def test_who_says_hello_late_is_looked_at_once_more(what: str) -> None:
    """The line was opened while it was allowed; nothing of the table goes over it afterwards."""
    with browser() as (client, house):
        table, _ = opened(client, **{"seat-2": "open", "seat-3": "open"})
        room = room_of(client, house, table)
        assert joined(client, table, "Ben", "abcdefgh") == f"/t/{table}/1"
        address = f"/t/{table}/{'watch' if what == 'unwatched' else 1}/socket"
        with client.websocket_connect(address) as socket:
            if what == "renewed":
                call(client, room.renew, 1)
            elif what == "removed":
                asks(client, room, "remove", room.table.host, "1")
            else:
                asks(client, room, "watchers", room.table.host, "nobody")
            heard = hello(socket)
            assert [message["t"] for message in heard] == ["welcome", "bye"]
            assert heard[-1]["code"] == ("no_watching" if what == "unwatched" else "token_bad")
        assert room.pages == 0


def test_who_was_sent_away_stays_away_although_the_links_could_not_be_made_void() -> None:
    async def work(house: House) -> None:
        room = await house.open("you", "open", "open")
        await room.sit("Ben", "join-ben-0001", 1)
        ben = await house.page(room, 1)
        renew = house.store.renew

        def broken(*_: object) -> None:
            raise StoreFailed("full")

        house.store.renew = broken  # type: ignore[assignment, method-assign]
        answer = await room.ask(Ask("remove", room.table.host, "remove-0001", arg="1"))
        assert answer.reason is None
        await settled()
        assert ben.heard()[-1]["code"] == "removed"
        house.store.renew = renew  # type: ignore[method-assign]

    in_house(work)


def test_whoever_sits_down_is_alone_on_the_seat() -> None:
    """However an old page may have stayed open there."""

    async def work(house: House) -> None:
        room = await house.open("you", "open", "open")
        old = await house.page(room, 1)
        await room.sit("Cleo", "join-cleo-0001", 1)
        await settled()
        assert old.heard()[-1]["t"] == "bye"
        assert not any("hand" in str(message.get("scene")) for message in old.heard("scene")[1:])

    in_house(work)


def test_however_many_watch_a_seat_can_be_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listener, "WATCHERS", 3)
    monkeypatch.setattr(listener, "DEVICES", 2)

    async def work(house: House) -> None:
        room = await house.dealt("you", "open", BOT)
        pages = [await house.page(room, -1) for _ in range(5)]
        pages += [await house.page(room, 0) for _ in range(4)]
        await settled()
        turned = [page.heard("bye")[-1]["code"] if page.heard("bye") else "" for page in pages]
        assert turned == ["", "", "", "crowded", "crowded", "", "", "crowded", "crowded"]
        assert room.pages == 5
        await pages[0].go()
        assert not (await house.page(room, -1)).heard("bye")

    in_house(work)
