"""Whoever runs a server works on it while people play: by the server that runs, or without one."""

from __future__ import annotations

import asyncio
import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import ClientConnection, connect

from kartentisch.cli import app
from kartentisch.store import SqliteStore
from kartentisch.table.contents import Closed
from kartentisch.web.live.maintenance import FILE as SENTENCE
from kartentisch.web.live.maintenance import Maintenance
from kartentisch.web.network.control import NAME, Control, NoControl, ask
from kartentisch.web.network.operating import carry_out
from kartentisch.web.phrases.closing import why_closed
from kartentisch.words.language import language
from tests.cli.running import running
from tests.processes import PATIENCE
from tests.store.test_backups import filled
from tests.stored.serving import Served, cookies, served
from tests.web.support.kit import House, browser
from tests.web.support.listening import opened

TEXT = "At 8 pm this server gets an update."


def said(capsys: pytest.CaptureFixture[str], *arguments: str | Path, code: int = 0) -> str:
    """What a command prints."""
    assert app.run([str(one) for one in arguments]) == code
    found = capsys.readouterr()
    return found.out + found.err


# ---- The control socket ----------------------------------------------------------------------------------------------


def asked(folder: Path, *orders: dict[str, Any], answer: Callable[[dict[str, Any]], Any] | None = None) -> list[Any]:
    """What a server answers to these orders, one after the other; None where it cannot be reached."""

    async def echo(order: dict[str, Any]) -> dict[str, Any]:
        return {"heard": order}

    async def work() -> list[Any]:
        control = Control(folder, answer or echo)
        await control.open()
        try:
            return [await asyncio.to_thread(ask, folder, **order) for order in orders]
        finally:
            await control.close()

    return asyncio.run(work())


def test_only_the_owner_of_the_folder_reaches_the_server_and_a_leftover_is_replaced(tmp_path: Path) -> None:
    folder = tmp_path / ("long-" * 30)  # longer than an address of a socket may be
    folder.mkdir(mode=0o755)
    (folder / NAME).write_text("left by a server that was killed")
    modes = []

    async def answer(order: dict[str, Any]) -> dict[str, Any]:
        modes.append((folder / NAME).stat().st_mode & 0o777)
        return {"heard": order}

    assert asked(folder, {"do": "state"}, answer=answer) == [{"heard": {"do": "state"}}]
    assert modes == [0o600]
    assert not (folder / NAME).exists()
    with pytest.raises(NoControl):
        ask(folder, do="state")


def test_an_order_that_breaks_is_answered_and_the_next_one_too(tmp_path: Path) -> None:
    async def answer(order: dict[str, Any]) -> dict[str, Any]:
        return {"n": 1 // order["n"]}

    assert asked(tmp_path, {"n": 0}, {"n": 1}, answer=answer) == [{"failed": "failed"}, {"n": 1}]


# ---- A sentence for all ----------------------------------------------------------------------------------------------


def test_the_sentence_is_on_every_page_and_table_in_both_languages_until_it_is_taken_back(tmp_path: Path) -> None:
    house = House()
    house.rooms.maintenance = Maintenance(tmp_path)
    with browser(house) as (client, _):
        frames = {"en": f"Message from this server: {TEXT}", "de": f"Mitteilung dieses Servers: {TEXT}"}
        address = client.post("/open/schwupps", data={"name": "Anna", "seat-0": "you", "seat-1": "open"}).headers[
            "location"
        ]
        table = address.rpartition("/")[0]
        pages = (
            "/",
            "/stored",
            "/rules/schwupps",
            "/open/schwupps",
            address,
            f"{table}/screen",
            f"{table}/watch",
            "/nothing",
        )

        def shown(code: str) -> list[bool]:
            texts = [client.get(page, headers={"accept-language": code}).text for page in pages]
            return [f'<p class="maintenance" role="status">{frames[code]}</p>' in text for text in texts]

        def told(order: str) -> dict[str, Any]:
            assert client.portal is not None
            return client.portal.call(carry_out, house.rooms, {"do": "say", "text": order}, {})

        assert [*shown("en"), *shown("de")] == [False] * 16
        with client.websocket_connect(f"{address}/socket") as ws:
            ws.send_json({"t": "hello", "version": 1, "language": "de"})
            assert [ws.receive_json()["t"] for _ in range(2)] == ["welcome", "scene"]
            assert told(TEXT) == {"done": [TEXT]}
            assert ws.receive_json()["scene"]["maintenance"] == frames["de"]
            assert [*shown("en"), *shown("de")] == [True] * 16
            assert Maintenance(tmp_path).text == TEXT, "a restart keeps it"
            assert told("two\nlines")["failed"] == "sentence"
            assert told("") == {"done": [""]}
            assert "maintenance" not in ws.receive_json()["scene"]
        assert not any(shown("en"))
        assert not (tmp_path / SENTENCE).exists()


def test_a_sentence_is_kept_by_its_owner_alone_and_a_foreign_file_is_no_sentence(tmp_path: Path) -> None:
    Maintenance(tmp_path).say(TEXT)
    assert (tmp_path / SENTENCE).stat().st_mode & 0o777 == 0o600
    (tmp_path / SENTENCE).write_bytes(b"\xff\xfe" * 300)
    assert Maintenance(tmp_path).text == ""


# ---- Without a server ------------------------------------------------------------------------------------------------


@pytest.fixture
def left(tmp_path: Path) -> Path:
    """A folder as the first version has left it, opened once by this one."""
    with served("data", tmp_path / "left"):
        pass
    return tmp_path / "left"


def test_tables_are_listed_closed_and_deleted_without_a_server(left: Path, capsys: pytest.CaptureFixture[str]) -> None:
    listing = said(capsys, "tables", "--data", left)
    assert "No server runs on this folder." in listing
    ids = re.findall(r"^(table\d{4}) ", listing, re.MULTILINE)
    everything = said(capsys, "tables", "--data", left, "--all", "--language", "de")
    assert len(re.findall(r"^table\d{4} ", everything, re.MULTILINE)) > len(ids) > 2
    assert "geschlossen" in everything
    one, other = ids[:2]
    assert said(capsys, "tables", "close", one, "--data", left) == f"Closed: {one}.\n"
    assert one not in said(capsys, "tables", "--data", left)
    assert "Deleting cannot be undone." in said(capsys, "tables", "delete", other, "--data", left, code=1)
    assert said(capsys, "tables", "delete", other, "--yes", "--data", left) == f"Deleted: {other}.\n"
    assert other not in said(capsys, "tables", "--all", "--data", left)
    assert "There is no table nosuchtable." in said(capsys, "tables", "close", "nosuchtable", "--data", left, code=1)
    with served("data", left, fresh=False) as house:
        assert house.room(one).table.phase == "closed"
        assert (
            why_closed(language("de"), house.room(one).table.closed or Closed("host"))
            == "Geschlossen hat ihn, wer diesen Server betreibt."
        )
        assert house.client.get(f"/t/{other}").status_code == 410


def test_a_sentence_is_said_without_a_server(left: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, "tables", "say", TEXT, "--data", left) == f"All pages show: {TEXT}\n"
    assert Maintenance(left).text == TEXT
    assert TEXT in said(capsys, "tables", "--data", left)
    assert "one line of 1 to 200 characters" in said(capsys, "tables", "say", "x" * 201, "--data", left, code=1)
    said(capsys, "tables", "say", "--off", "--data", left)
    assert Maintenance(left).text == ""


def test_a_folder_that_a_server_holds_and_that_does_not_answer_is_left_alone(
    left: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = SqliteStore(left)
    try:
        assert "A server runs on this folder. Stop it first." in said(
            capsys, "tables", "say", TEXT, "--data", left, code=1
        )
    finally:
        store.close()


# ---- Backups by the command, played on from --------------------------------------------------------------------------


def test_from_a_backup_made_while_playing_everybody_plays_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, file, other = tmp_path / "data", tmp_path / "kept.backup", tmp_path / "other"
    with served("data", folder) as house:
        table, seat = playing(house)
        number = played(house, table, seat)
        lines = said(capsys, "backup", file, "--data", folder)
        assert "tables are in " in lines
        assert "The key to all seats is in it: keep the file as safe" in lines
        lost = played(house, table, seat)
        assert lost > number
    assert "There are tables in" in said(capsys, "restore", file, "--data", folder, code=1)
    lines = said(capsys, "restore", file, "--data", other, "--language", "de")
    assert "Auch der Schlüssel ist wieder da, also öffnen sich alle Links zu Plätzen." in lines
    shutil.rmtree(folder)
    with served("data", other, fresh=False) as house:
        assert house.room(table).table.number == number, "the moment of the backup"
        address = f"/t/{table}/{seat['seat']}"
        assert house.client.get(address, headers=cookies(seat, "seat")).status_code == 200
        assert played(house, table, seat) > number


def playing(house: Served) -> tuple[str, dict[str, Any]]:
    """A table at which a person of a known browser is to move."""
    for seat in house.known["seats"]:
        table = seat["address"].split("/")[2]
        room = house.room(table)
        if room.table.phase == "playing" and seat["seat"] in room.table.actors():
            return table, seat
    raise AssertionError("nobody is to move")


def played(house: Served, table: str, seat: dict[str, Any]) -> int:
    """The number of the newest fact after a move of this seat, or of a bot in its place."""
    room = house.room(table)
    before = room.table.number
    with house.client.websocket_connect(f"{seat['address']}/socket", headers=cookies(seat, "seat")) as ws:
        ws.send_json({"t": "hello", "version": 1})
        scene: dict[str, Any] = {}
        for attempt in range(40):
            while not scene.get("steps"):
                message = ws.receive_json()
                scene = message.get("scene", scene)
            ends = [step for step in scene["steps"] if step.get("ends", True)]
            order = {"t": "ask", "id": f"played-{before}-{attempt}", "do": "play", "since": scene["since"]}
            ws.send_json(order | {"moves": [ends[0]["token"]]})
            scene = {}
            while (message := ws.receive_json())["t"] not in ("done", "refused"):
                pass
            if message["t"] == "done":
                return int(message["n"])
    raise AssertionError("no move was taken")


# ---- With a running server -------------------------------------------------------------------------------------------


def test_through_the_server_tables_are_listed_with_their_pages_and_closed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    filled(tmp_path / "data")
    with running(tmp_path / "data") as server:
        table, cookie = opened(server.found)
        url = f"ws://127.0.0.1:{server.port}/t/{table}/0/socket"
        with connect(url, additional_headers={"Cookie": cookie}, proxy=None) as page:
            page.send('{"t":"hello","version":1}')
            told(page, lambda message: message["t"] == "scene")
            assert "A server runs on this folder." in said(capsys, "tables", "--data", server.folder)
            assert ask(server.folder, do="state")["pages"] == {table: 1}
            said(capsys, "tables", "say", TEXT, "--data", server.folder)
            told(page, lambda message: TEXT in message.get("scene", {}).get("maintenance", ""))
            assert ask(server.folder, do="close", tables=[table]) == {"done": [table]}
            told(page, lambda message: message.get("scene", {}).get("phase") == "closed")
            assert ask(server.folder, do="delete", tables=[table]) == {"done": [table]}
            assert told(page, lambda message: message["t"] == "bye")["code"] == "table_deleted"
        assert ask(server.folder, do="dance") == {"failed": "order"}


def told(page: ClientConnection, what: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """The first message to a page of which something holds."""
    while True:
        message: dict[str, Any] = json.loads(page.recv(timeout=PATIENCE))
        if what(message):
            return message
