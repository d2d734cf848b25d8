"""Connections that come too late or are ended: nothing goes over them any more, in either direction."""

from __future__ import annotations

import asyncio

import pytest
from starlette.testclient import WebSocketTestSession

from kartentisch.store import StoreFailed
from kartentisch.table.facts import Ask
from kartentisch.web.live import subscriber
from tests.plain_store import plain
from tests.web.support.clients import asks, joined
from tests.web.support.kit import BOT, House, browser, call, in_house, opened, room_of, settled


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
                call(client, room.admission.renew, 1)
            elif what == "removed":
                asks(client, room, "remove", room.table.host, "1")
            else:
                asks(client, room, "watchers", room.table.host, "nobody")
            heard = hello(socket)
            assert [message["t"] for message in heard] == ["welcome", "bye"]
            assert heard[-1]["code"] == ("no_watching" if what == "unwatched" else "token_bad")
        assert room.pages == 0


@pytest.mark.parametrize("why", ["renewed", "removed", "taken", "crowded"])
def test_what_is_asked_right_behind_a_late_hello_is_not_done(why: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with browser() as (client, house):
        table, _ = opened(client, **{"seat-2": "open", "seat-3": "open"})
        room = room_of(client, house, table)
        assert joined(client, table, "Ben", "abcdefgh") == f"/t/{table}/1"
        with client.websocket_connect(f"/t/{table}/1/socket") as socket:
            if why == "renewed":
                call(client, room.admission.renew, 1)
            elif why == "crowded":
                monkeypatch.setattr(subscriber, "DEVICES", 0)
            else:
                asks(client, room, "remove", room.table.host, "1")
            if why == "taken":
                call(client, room.sit, "Dora", "join-dora-0001", 1)
            number = room.table.number
            socket.send_json({"t": "hello", "version": 1})
            for do in ("leave", "pause", "say"):
                socket.send_json({"t": "ask", "id": f"late-{do}-1", "do": do, "arg": "Hello"})
            heard = [socket.receive_json(), socket.receive_json()]
            assert [message["t"] for message in heard] == ["welcome", "bye"]
        assert room.table.number == number
        assert not room.talk.lines


def test_of_whoever_is_sent_away_nothing_more_is_read_however_slowly_they_hear_it() -> None:
    async def work(house: House) -> None:
        room = await house.open("you", "open", "open")
        await room.sit("Ben", "join-ben-0001", 1)
        ben, gate = await house.page(room, 1), asyncio.Semaphore(0)

        async def slow(text: str) -> None:
            await gate.acquire()
            ben.wire.sent.append(text)

        ben.wire.send_text = slow  # type: ignore[method-assign]
        ben.say({"t": "ping"})
        await settled()
        assert (await room.ask(Ask("remove", room.table.host, "remove-0001", arg="1"))).reason is None
        await room.sit("Dora", "join-dora-0001", 1)
        number = room.table.number
        for do, arg in (("say", "I am Dora"), ("bot", "1 greedy"), ("leave", "")):
            ben.say({"t": "ask", "id": f"slow-{do}-0001", "do": do, "arg": arg})
            await settled()
        gate.release()
        await settled()
        assert room.table.number == number
        assert not room.talk.lines
        room_for = await house.page(room, 1)
        assert not room_for.heard("bye"), "who is sent away takes nobody's place"
        for _ in range(20):
            gate.release()
        await settled()
        assert ben.heard("bye")

    in_house(work)


def test_who_gives_up_a_seat_gets_no_link_that_was_made_for_the_next_one() -> None:
    """The host gives it away, and its person asks for a new link in the same moment."""

    async def work(house: House) -> None:
        room = await house.open("you", "open", "open")
        await room.sit("Ben", "join-ben-0001", 1)
        version = plain(house.store).token_version(room.id, 1)

        def holds() -> bool:
            return plain(house.store).token_version(room.id, 1) == version

        await room.lock.acquire()
        giving = asyncio.ensure_future(room.admission.give(Ask("give", 0, "give-000001", arg="1")))
        await settled()
        renewing = asyncio.ensure_future(room.admission.renew_if(1, holds))
        await settled()
        room.lock.release()
        assert (await giving).reason is None
        assert not await renewing
        assert plain(house.store).token_version(room.id, 1) == version + 1

    in_house(work)


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
    monkeypatch.setattr(subscriber, "WATCHERS", 3)
    monkeypatch.setattr(subscriber, "DEVICES", 2)

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
