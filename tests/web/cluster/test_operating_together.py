"""The operator's commands while two servers run as processes on one database, and people have pages open at both."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from kartentisch.cli import app
from kartentisch.cli.bench_server import Server
from kartentisch.cli.bench_web import Place
from tests.processes import PATIENCE
from tests.web.support.two_servers import cluster, holds_together, played, seated
from tests.web.test_kill import connected

pytestmark = [pytest.mark.postgres, pytest.mark.long]
TEXT = "At 8 pm this server gets an update."


async def heard(server: Server, place: Place, what: Callable[[dict[str, Any]], bool], *words: str) -> None:
    """Give a command once the page of a seat has its first scene, then wait until it hears this."""
    given: asyncio.Future[int] | None = None
    async with asyncio.timeout(PATIENCE), connected(server, place) as line:
        async for text in line:
            message = msgspec.json.decode(text)
            if given is None and message["t"] == "scene":
                given = asyncio.ensure_future(asyncio.to_thread(app.run, ["tables", *words]))
            if what(message):
                assert given is not None
                assert await given == 0
                return
    raise AssertionError


def says(message: dict[str, Any]) -> bool:
    return TEXT in message.get("scene", {}).get("maintenance", "")


def says_nothing(message: dict[str, Any]) -> bool:
    return message["t"] == "scene" and "maintenance" not in message["scene"]


def is_closed(message: dict[str, Any]) -> bool:
    return bool(message.get("scene", {}).get("phase") == "closed")


def is_deleted(message: dict[str, Any]) -> bool:
    return bool(message.get("code") == "table_deleted")


def test_pages_at_both_servers_show_the_message_and_the_server_of_a_table_closes_and_deletes_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with cluster(tmp_path) as found:
        store = ("--store", found.url)
        table, players = seated(found)
        for player in players:  # the page of each server, one of which passes it on
            asyncio.run(heard(found.servers[player.at], player.place, says, "say", TEXT, *store))
            asyncio.run(heard(found.servers[player.at], player.place, says_nothing, "say", "--off", *store))
        server, place = found.servers[1], players[1].place
        asyncio.run(heard(server, place, is_closed, "close", table, *store))
        asyncio.run(heard(server, place, is_deleted, "delete", table, "--yes", *store))
        assert found.facts(table) == []
        assert app.run(["tables", "--data", str(tmp_path / "n0")]) == 1
    assert "keeps its tables in the database" in capsys.readouterr().err


def test_two_play_to_the_end_while_backups_are_made_and_each_is_a_moment_that_holds(tmp_path: Path) -> None:
    with cluster(tmp_path) as found:
        table, players = seated(found)
        copies: list[Path] = []

        async def back_up() -> None:
            while any(player.phase != "over" for player in players):
                file = tmp_path / f"{len(copies)}.backup"
                words = ["backup", str(file), "--data", str(tmp_path / "n0"), "--store", found.url]
                assert await asyncio.to_thread(app.run, words) == 0
                copies.append(file)
                await asyncio.sleep(0.2)

        played(found, players, back_up)
        holds_together(found.facts(table), players)
    for number, file in enumerate(copies):
        folder = tmp_path / f"copy{number}"
        assert app.run(["restore", str(file), "--data", str(folder)]) == 0
        assert app.run(["check", str(folder)]) == 0
    assert copies
