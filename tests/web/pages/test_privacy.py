"""The page that says what is stored, with the server's real settings; and a host who deletes a table."""

from __future__ import annotations

import io
import sys

import pytest
import structlog
from starlette.testclient import TestClient

from kartentisch.store import MemoryStore, StoreFailed
from kartentisch.store.leases import NODE_LIVES
from kartentisch.table.facts import Ask
from kartentisch.web.access.table_limits import Limits
from kartentisch.web.live.retention import Retention
from kartentisch.web.live.room import Room
from tests.plain_store import plain
from tests.web.support.clients import words
from tests.web.support.kit import House, browser, call, opened, room_of


def stored_page(retention: Retention, limits: Limits, language: str) -> str:
    house = House()
    house.rooms.retention = retention
    with browser(house, limits) as (client, _):
        answer = client.get("/stored", headers={"accept-language": language})
    assert answer.status_code == 200
    return words(answer.text)


def test_the_page_says_what_this_server_was_told() -> None:
    text = stored_page(Retention(30, 0), Limits(60, 50), "en")
    assert "A table at which nobody has played for 30 days is closed." in text
    assert "A closed table is stored until its host, or the person who runs the server, deletes it." in text
    assert "From one address, 60 tables an hour can be opened. At most 50 of them can run at a time." in text
    assert "The person who runs this server can see everything it stores" in text
    text = stored_page(Retention(0, 1), Limits(0, 0), "en")
    assert "Tables stay open until their hosts close them." in text
    assert "A closed table is deleted 1 day later" in text
    assert "The addresses from which tables are opened are not noted." in text
    text = stored_page(Retention(1, 14), Limits(0, 7), "de")
    assert "Ein Tisch, an dem seit 1 Tag niemand gespielt hat, wird geschlossen." in text
    assert "14 Tage später" in text


def test_the_page_promises_no_more_than_the_store_keeps(monkeypatch: pytest.MonkeyPatch) -> None:
    sure, later = "overwritten at once, and nobody can read", "The database clears it from its files some time later."
    text = stored_page(Retention(), Limits(), "en")
    assert sure in text
    assert later not in text
    monkeypatch.setattr(MemoryStore, "overwrites", False)  # as in PostgreSQL
    text = stored_page(Retention(), Limits(), "en")
    assert sure not in text
    assert later in text


def test_servers_that_share_a_database_say_what_they_count_there() -> None:
    class Silent:
        draining = False
        lives = NODE_LIVES

        def silent(self) -> int:
            return 0

    alone, sharing = House(), House()
    sharing.rooms.peers = Silent()  # type: ignore[assignment]
    for house, shares in ((alone, False), (sharing, True)):
        with browser(house) as (client, _):
            text = client.get("/stored").text
        assert ("In the database of the servers" in text) is shares
        assert ("in memory only, so that nobody finds tables" in text) is not shares


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_page_but_the_table_itself_leads_to_it(language: str) -> None:
    with browser() as (client, _):
        table, address = opened(client)
        pages = ("/", "/open/solo", "/rules/solo", f"{address}/link", f"{address}/delete", "/nowhere", "/stored")
        for page in pages:
            assert '<a href="/stored">' in client.get(page, headers={"accept-language": language}).text, page
        assert client.get(f"/t/{table}?seat=1").text.count('<a href="/stored">') == 1


@pytest.fixture
def all_of_the_log(monkeypatch: pytest.MonkeyPatch) -> io.StringIO:
    """What the server says of its work, however little another test has let it say."""
    written = io.StringIO()
    everything = structlog.wrap_logger(
        structlog.PrintLogger(written),
        processors=[structlog.processors.KeyValueRenderer()],
        wrapper_class=structlog.make_filtering_bound_logger(0),
    )
    for name, module in list(sys.modules.items()):
        if name.startswith("kartentisch.") and hasattr(getattr(module, "log", None), "bind"):
            monkeypatch.setattr(module, "log", everything)
    return written


def test_what_the_server_writes_about_its_work_is_what_the_page_says(
    all_of_the_log: io.StringIO,
) -> None:
    text = stored_page(Retention(), Limits(), "en")
    assert (
        "names tables by the letters of their links, which would let a reader watch there, and seats by number" in text
    )
    with browser() as (client, house):
        table, address = opened(client, name="Annegret", **{"seat-1": "bot:random"})
        room = room_of(client, house, table)
        call(client, room.ask, Ask("play", 0, "ask-play-001", room.table.number, ("~A",)))
        with client.websocket_connect(f"{address}/socket") as ws:
            ws.send_json({"t": "hello", "version": 1})
            ws.send_json({"t": "ask", "id": "ask-say-0001", "do": "say", "arg": "Wohlan!"})
            while ws.receive_json()["t"] != "done":
                pass
    written = all_of_the_log.getvalue()
    assert f"table='{table}'" in written
    for hidden in ("Annegret", "~A", "Wohlan", "testclient", room.join_code.letters):
        assert hidden not in written


# ---- Deleting --------------------------------------------------------------------------------------------------------


def finish(client: TestClient, room: Room) -> None:
    call(client, room.ask, Ask("play", 0, f"ask-{room.table.number:06}", room.table.number, ("~A",)))
    assert room.table.phase == "over"


def test_the_host_is_asked_and_offered_the_records_first() -> None:
    with browser() as (client, house):
        table, address = opened(client, **{"seat-1": "bot:random", "option-step_limit": "1"})
        room = room_of(client, house, table)
        page = client.get(f"{address}/delete").text
        assert "The match is still running." in page
        assert "/record" not in page
        finish(client, room)
        page = client.get(f"{address}/delete").text
        assert "Save the record first?" in page
        assert f'href="/t/{table}/record?match=1"' in page
        assert "match=2" not in page
        assert not plain(house.store).deleted(table), "looking at the page deletes nothing"


def test_a_deleted_table_is_gone_for_everybody_and_its_links_say_so() -> None:
    with browser() as (client, house):
        table, address = opened(client)
        answer = client.post(f"{address}/delete")
        assert answer.status_code == 200
        assert "This table was deleted." in answer.text
        assert plain(house.store).deleted(table)
        for link in (f"/t/{table}", f"/t/{table}/watch", address, f"{address}/link", f"/t/{table}/record"):
            answer = client.get(link)
            assert answer.status_code == 410
            assert "This table was deleted." in answer.text
        assert client.post(f"/t/{table}/join", data={"name": "Ben", "ask": "abcdefgh"}).status_code == 410
        with client.websocket_connect(f"/t/{table}/watch/socket") as ws:
            bye = ws.receive_json()
        assert (bye["code"], bye["again"]) == ("table_deleted", False)
        assert client.get("/statistics").json()["tables_in_memory"] == 0
        assert "deleted" not in client.get("/").text, "who has deleted it need not be told"


def test_ones_own_table_that_somebody_else_has_deleted_is_named_once_at_home() -> None:
    with browser() as (client, house):
        table, _ = opened(client, **{"seat-1": "bot:random"})
        other, _ = opened(client, **{"seat-1": "bot:random"})
        call(client, house.rooms.delete, table)
        assert "Ein Tisch von dir wurde gelöscht." in client.get("/", headers={"accept-language": "de"}).text
        page = client.get("/").text
        assert "was deleted" not in page
        assert other in page


def test_only_the_host_can_delete_a_table() -> None:
    with browser() as (client, house):
        table, address = opened(client)
        client.cookies.clear()
        seat = client.post(f"/t/{table}/join", data={"name": "Ben", "ask": "abcdefgh"}).headers["location"]
        for path in (address, seat):
            assert client.get(f"{path}/delete").status_code == 403
            assert client.post(f"{path}/delete").status_code == 403
        assert "Only the host can do that." in client.get(f"{seat}/delete").text
        assert not plain(house.store).deleted(table)


def test_a_form_of_another_site_deletes_nothing() -> None:
    with browser() as (client, house):
        table, address = opened(client)
        answer = client.post(f"{address}/delete", headers={"origin": "https://evil.example"})
        assert answer.status_code == 403
        assert not plain(house.store).deleted(table)


def test_what_cannot_be_deleted_now_is_still_there() -> None:
    with browser() as (client, house):
        table, address = opened(client)
        house.store.failing = StoreFailed("locked")
        answer = client.post(f"{address}/delete")
        assert answer.status_code == 503
        assert "Nothing has changed." in answer.text
        house.store.failing = None
        assert room_of(client, house, table).table.phase == "waiting"


def test_the_menu_of_the_host_leads_there_also_when_the_table_is_closed() -> None:
    with browser() as (client, house):
        table, address = opened(client, **{"seat-1": "bot:random", "option-step_limit": "1"})
        finish(client, room_of(client, house, table))
        call(client, room_of(client, house, table).ask, Ask("close", 0, "close-0001"))
        with client.websocket_connect(f"{address}/socket") as ws:
            ws.send_json({"t": "hello", "version": 1})
            assert ws.receive_json()["t"] == "welcome"
            controls = [control["do"] for control in ws.receive_json()["scene"]["controls"]]
            assert controls[:5] == ["replay", "review", "record", "forget", "delete"]
            for do, page in (("delete", f"{address}/delete"), ("record", f"/t/{table}/record?match=1")):
                ws.send_json({"t": "ask", "id": f"ask-{do}-1", "do": do})
                assert ws.receive_json()["text"] == page
                assert client.get(page).status_code == 200
        with client.websocket_connect(f"/t/{table}/watch/socket") as ws:
            ws.send_json({"t": "hello", "version": 1})
            ws.receive_json()
            assert [control["do"] for control in ws.receive_json()["scene"]["controls"]].count("delete") == 0
            ws.send_json({"t": "ask", "id": "ask-delete-2", "do": "delete"})
            assert ws.receive_json()["code"] == "host_only"
