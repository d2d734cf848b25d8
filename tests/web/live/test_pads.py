"""Shared pads over the whole application: shared once, written by link, told to everybody, kept and deleted."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from starlette.testclient import TestClient, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from kartentisch.engine.reasons import Reason
from kartentisch.pad.log import Opened
from kartentisch.store import MemoryStore, StoreFailed
from kartentisch.table.facts import Fact
from kartentisch.web.access.table_limits import Limits
from kartentisch.web.access.tokens import SeatToken, Tokens
from kartentisch.web.live.pads import PadRegistry
from kartentisch.web.live.retention import DAY, Retention
from tests.browser import pads
from tests.plain_store import plain
from tests.web.support.kit import KEY, House, browser

Message = dict[str, Any]


def shared(page: TestClient, game: str = "solo", **more: Any) -> Message:
    """Share a pad of three people with two rounds; where it is, and the secret that writes."""
    answer = page.post(f"/pad/{game}/share", json={**pads.stored(game), **more})
    assert answer.status_code == 200, answer.text
    found: Message = answer.json()
    return found


@contextmanager
def connected(page: TestClient, pad: Message, have: int = -1) -> Iterator[WebSocketTestSession]:
    with page.websocket_connect(f"/pad/{pad['id']}/socket") as socket:
        socket.send_json({"t": "hello", "version": 1, "have": have})
        assert socket.receive_json()["t"] == "welcome"
        yield socket


def ask(socket: WebSocketTestSession, key: str, entry: Message | None = None, do: str = "enter", **more: bool) -> None:
    asked = entry["id"] if entry and isinstance(entry["id"], str) else "ask-0000"
    socket.send_json({"t": "ask", "id": asked, "do": do, "arg": json.dumps({"key": key, "entry": entry} | more)})


CEM = {"id": "from-cem1", "do": "enter", "round": 3, "person": 2, "values": {"left": {"7": 2}}, "by": 2}


def test_who_writes_learns_where_others_reach_the_pad_and_gets_its_picture() -> None:
    with browser(House(base="http://192.168.1.7:8000")) as (page, _):
        pad = shared(page)
        far = page.post(f"/pad/{pad['id']}/link", json={"key": pad["key"]}).json()
        wrong = page.post(f"/pad/{pad['id']}/link", json={"key": "no"})
    with browser() as (page, _):
        pad = shared(page)
        near = page.post(f"/pad/{pad['id']}/link", json={"key": pad["key"]}).json()

    assert far["address"] == f"http://192.168.1.7:8000/pad/{pad['id']}"
    assert far["qr"].startswith("<svg")
    assert (wrong.status_code, wrong.json()["code"]) == (403, "pad_read_only")
    assert near == {"address": "", "qr": ""}, "only this computer reaches it"


def test_a_shared_pad_has_its_entries_with_names_and_is_shared_once() -> None:
    with browser() as (page, house):
        pad = shared(page)
        assert shared(page) == pad, "a second press leads to the same"
        with connected(page, pad) as socket:
            entries = socket.receive_json()["entries"]
        assert [one["n"] for one in entries] == list(range(2, 2 + len(pads.stored("solo")["entries"])))
        assert [one["values"]["name"] for one in entries if one["do"] == "name"] == ["Anna", "Ben", "Cem"]
        assert [one["id"] for one in entries] == [one["id"] for one in pads.stored("solo")["entries"]]
        log = " ".join(fact.text for fact in plain(house.store).facts(pad["id"]))
        assert not {"Anna", "Ben", "Cem"} & set(log.replace('"', " ").split()), "names are not in the log"


def test_what_one_enters_all_see_and_it_comes_in_once() -> None:
    with browser() as (page, _):
        pad = shared(page)
        with connected(page, pad) as anna, connected(page, pad) as lea:
            newest = anna.receive_json()["entries"][-1]["n"]
            lea.receive_json()
            for _ in range(2):
                ask(anna, pad["key"], CEM)
            (entry,) = anna.receive_json()["entries"]
            assert {name: entry[name] for name in CEM} == CEM
            assert entry["n"] == newest + 1
            assert lea.receive_json() == {"t": "pad", "entries": [entry]}
            done = {"t": "done", "id": "from-cem1", "n": newest + 1, "text": ""}
            assert [anna.receive_json(), anna.receive_json()] == [done, done]
            anna.send_json({"t": "ping"})
            assert anna.receive_json() == {"t": "pong", "n": newest + 1}
        with connected(page, pad, have=newest) as again:
            assert again.receive_json()["entries"] == [entry]


def test_a_pad_outlasts_a_restart() -> None:
    house = House()
    with browser(house) as (page, _):
        pad = shared(page)
        with connected(page, pad) as socket:
            before = socket.receive_json()
    later = House(store=house.store)
    with browser(later) as (page, _), connected(page, pad) as socket:
        assert socket.receive_json() == before
        ask(socket, pad["key"], CEM)
        assert socket.receive_json()["entries"][0]["id"] == "from-cem1"


def test_only_the_link_that_writes_writes() -> None:
    with browser() as (page, _):
        pad, other = shared(page), shared(page, id="another-pad-of-solo")
        wrong = Tokens(b"x" * 32).pad(SeatToken(pad["id"], 0, 1))
        with connected(page, pad) as socket:
            socket.receive_json()
            for key in ("", other["key"], wrong, Tokens(KEY).secret(SeatToken(pad["id"], 0, 1))):
                for do in ("enter", "delete"):
                    ask(socket, key, CEM, do)
                    answer = socket.receive_json()
                    assert (answer["t"], answer["code"]) == ("refused", "pad_read_only")
                    assert answer["text"] == "With this link you can only look. Ask for the one that writes."


HOSTILE: list[tuple[dict[str, Any], str]] = [
    ({**CEM, "values": {"left": {"X9": 1}}}, "pad_card"),
    ({**CEM, "values": {"left": {"7": 10**30}}}, "pad_cards"),
    ({**CEM, "values": {"left": {"7": 1.5}}}, "pad_cards"),
    ({**CEM, "values": {"left": [1]}}, "pad_value"),
    ({**CEM, "round": 10**9}, "pad_round"),
    ({**CEM, "person": 5}, "pad_person"),
    ({**CEM, "by": 77}, "pad_person"),
    ({**CEM, "do": "steal"}, "pad_do"),
    ({**CEM, "id": "§"}, "id_bad"),
    ({**CEM, "do": "name", "values": {"name": "x" * 25}}, "name_long"),
    ({**CEM, "do": "name", "values": {"name": "a\nb"}}, "name_signs"),
    ({**CEM, "do": "name", "values": {"name": 7}}, "name_empty"),
    ({**CEM, "do": "undo", "of": "never"}, "pad_nothing"),
    ({"id": 7}, "malformed"),
]


def test_hostile_entries_get_a_sentence_and_change_nothing() -> None:
    with browser() as (page, house):
        pad = shared(page)
        before = plain(house.store).facts(pad["id"])
        with connected(page, pad) as socket:
            socket.receive_json()
            for entry, code in HOSTILE:
                ask(socket, pad["key"], entry)
                answer = socket.receive_json()
                assert (answer["t"], answer["code"]) == ("refused", code)
                assert len(answer["text"]) > 10
            socket.send_text('{"t": "ask", "id": "ask-00001", "do": "enter", "arg": "no JSON"}')
            assert socket.receive_json()["code"] == "malformed"
            ask(socket, pad["key"], CEM, "dance")
            assert socket.receive_json()["code"] == "pad_do"
        assert plain(house.store).facts(pad["id"]) == before
        hostile: list[tuple[dict[str, Any], int]] = [
            ({"people": 11}, 400),
            ({"people": "two"}, 400),
            ({"options": {"limit": 0, "rounds": 0}}, 400),
            ({"options": {"hand": 3}}, 400),
            ({"id": "short"}, 400),
            ({"entries": [HOSTILE[0][0]]}, 400),
            ({"entries": [{"id": f"entry{n:05}", "do": "end"} for n in range(4_000)]}, 400),
            ({"entries": [{"id": "e" * 600_000, "do": "end"}]}, 413),
        ]
        for more, status in hostile:
            answer = page.post("/pad/solo/share", json={**pads.stored("solo"), "id": "a-hostile-pad", **more})
            assert answer.status_code == status, (more, answer.text)
            assert len(answer.json()["text"]) > 10
        assert page.post("/pad/solo/share", content=b"\xff").status_code == 400
        foreign = page.post("/pad/solo/share", json=pads.stored("solo"), headers={"Origin": "https://evil.example"})
        assert foreign.status_code == 403
        assert len(plain(house.store).unused(10**15, closed=False, kind="pad")) == 1


def test_an_address_can_share_only_so_many() -> None:
    with browser(limits=Limits(per_hour=2, at_once=0), address="203.0.113.9") as (page, _):
        for number in range(2):
            shared(page, id=f"pad-number-{number}")
        answer = page.post("/pad/solo/share", json={**pads.stored("solo"), "id": "pad-number-2"})
    assert (answer.status_code, answer.json()["text"]) == (
        429,
        "Too many score pads were shared from your address in the last hour. Try again in 60 minutes.",
    )


def test_addresses_that_lead_to_no_pad_say_so() -> None:
    with browser() as (page, house):
        pad = shared(page)
        assert page.get(f"/pad/{pad['id']}").status_code == 200
        table = page.post("/open/schwupps", data={"name": "Anna", "seat-0": "you", "seat-1": "open"})
        table_id = table.headers["location"].split("/")[2]
        for address, status in ((f"/pad/{table_id}", 404), ("/pad/nothing", 404), (f"/t/{pad['id']}", 404)):
            assert page.get(address).status_code == status
        assert "There is no score pad “nothing” and no game of that name" in page.get("/pad/nothing").text
        assert "There is no such table." in page.get(f"/t/{pad['id']}").text
        with page.websocket_connect("/pad/nothing/socket") as socket:
            assert socket.receive_json()["code"] == "pad_unknown"
        with connected(page, pad) as socket:  # asking for it as a table has not taken its log away
            socket.receive_json()
            ask(socket, pad["key"], CEM)
            assert socket.receive_json()["t"] == "pad"
        assert house.rooms.open_rooms()[0].id == table_id


@pytest.mark.parametrize(("renew", "why"), [(False, "pad_deleted"), (True, "pad_renewed")])
def test_a_deleted_pad_is_gone_for_everybody_and_can_be_shared_again(renew: bool, why: str) -> None:
    with browser() as (page, house):
        pad = shared(page)
        with connected(page, pad) as socket, connected(page, pad) as other:
            for one in (socket, other):
                one.receive_json()
            ask(socket, pad["key"], do="delete", renew=renew)
            bye = other.receive_json()
            assert (bye["t"], bye["code"], bye["again"]) == ("bye", why, False)
            with pytest.raises(WebSocketDisconnect):
                other.receive_json()
        gone = page.get(f"/pad/{pad['id']}")
        assert (gone.status_code, "was deleted or has new links" in gone.text) == (410, True)
        assert plain(house.store).names(pad["id"]) == {}
        assert shared(page)["id"] != pad["id"]


def test_pads_are_deleted_when_nothing_was_entered_for_long_and_unloaded_before() -> None:
    async def play() -> None:
        house, store = House(), MemoryStore()
        registry = PadRegistry(store, house.hands.world(), Retention(close_after=1, delete_after=9))
        opened = Opened("swup", 2, pads.SWUP, 2)
        room = await registry.open("pad-1", opened, [], "open-12345678")
        assert not isinstance(room, Reason)
        house.hands.now += 8 * DAY
        await registry.sweep()
        assert not registry.in_use("pad-1")
        await registry.tidy()
        assert await registry.get("pad-1") is not None
        house.hands.now += 2 * DAY
        await registry.tidy()
        assert await registry.get("pad-1") is None
        assert await store.deleted("pad-1")
        kept = PadRegistry(store, house.hands.world(), Retention(delete_after=0))
        await kept.open("pad-2", opened, [], "open-12345678")
        house.hands.now += 9_999 * DAY
        await kept.tidy()
        assert await kept.get("pad-2") is not None

    asyncio.run(play())


def test_a_pad_that_this_program_cannot_read_is_left_alone() -> None:
    async def play() -> None:
        house, store = House(), MemoryStore()
        registry = PadRegistry(store, house.hands.world(), Retention(delete_after=1))
        newer = Fact(1, "pad", text='{"game":"skat","rules":1,"options":{},"people":3}', time=5)  # type: ignore[arg-type]
        store.append(store.take("pad-1").result(), 0, [newer]).result()
        assert await registry.get("pad-1") is None
        await registry.tidy()
        assert await store.facts("pad-1") == [newer]

    asyncio.run(play())


def test_a_store_that_fails_refuses_the_entry_and_nobody_sees_it() -> None:
    with browser() as (page, house):
        pad = shared(page)
        memory = house.rooms.store
        assert isinstance(memory, MemoryStore)
        with connected(page, pad) as socket:
            socket.receive_json()
            memory.failing = StoreFailed("full")
            ask(socket, pad["key"], CEM)
            answer = socket.receive_json()
            assert (answer["t"], answer["code"]) == ("refused", "store")
            memory.failing = None
            ask(socket, pad["key"], CEM)
            assert socket.receive_json()["t"] == "pad"
