"""A server that is drained gives its tables away, says so, and goes on answering; filled, it takes some again."""

from __future__ import annotations

import asyncio
import http.client
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from kartentisch.cli import app
from kartentisch.cli.bench_server import Server
from kartentisch.cli.bench_web import Place
from tests.processes import PATIENCE
from tests.web.support.kit import FORM
from tests.web.support.listening import until
from tests.web.support.two_servers import Cluster, cluster, seated
from tests.web.test_kill import connected

pytestmark = pytest.mark.postgres


def readiness(server: Server) -> tuple[int, str]:
    with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)) as line:
        line.request("GET", "/readyz")
        answer = line.getresponse()
        return answer.status, answer.read().decode().partition("\n")[0]


def tables(found: Cluster) -> dict[str, int]:
    """By name of the server: how many tables it has."""
    from kartentisch.store.postgres import Database
    from kartentisch.store.postgres.overview import nodes

    return {one.name: one.tables for one in nodes(Database(found.url))}


async def heard(server: Server, place: Place, wanted: str, meanwhile: Callable[[], object] = str) -> str:
    """What the page of a seat hears: until the first message of this kind, and its code if it has one."""
    async with asyncio.timeout(PATIENCE), connected(server, place) as line:
        async for text in line:
            message = msgspec.json.decode(text)
            if message["t"] == wanted:
                return str(message.get("code", ""))
            if message["t"] == "scene":
                await asyncio.to_thread(meanwhile)
    raise AssertionError


def test_a_drained_server_gives_its_tables_away_and_goes_on_answering(tmp_path: Path) -> None:
    with cluster(tmp_path) as found:
        table, (player, _) = seated(found)
        asyncio.run(heard(found.servers[0], player.place, "scene"))
        drained = found.owner(table)
        here, there = found.servers[drained], found.servers[1 - drained]

        def order(do: str, server: int) -> None:
            assert app.run(["nodes", do, f"n{server}", "--store", found.url]) == 0

        assert asyncio.run(heard(here, player.place, "bye", lambda: order("drain", drained))) == "moved"
        assert readiness(here) == (503, "draining")
        asyncio.run(heard(here, player.place, "scene"))
        assert found.owner(table) == 1 - drained, "its page comes to the same server again, and is passed on"
        opened, _ = here.post("/open/schwupps", FORM | {"ask": "open-while-draining"})
        assert opened.startswith("/t/"), "a form that comes here opens a table elsewhere"
        assert "Kartentisch" in here.get("/")
        assert table in here.get(f"/t/{table}/watch")
        until(lambda: not tables(found)[f"n{drained}"])
        order("fill", drained)
        until(lambda: readiness(here) == (200, "ready"))
        order("drain", 1 - drained)
        until(lambda: not tables(found)[f"n{1 - drained}"])
        assert readiness(there) == (503, "draining")
        new = opened.split("/")[2]
        assert new in here.get(f"/t/{new}/watch")
        assert found.owner(new) == drained, "it takes tables again"
