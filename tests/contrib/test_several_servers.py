"""Two servers on one database behind each proxy: what is at a table comes to one of them, and when one is killed, the
other answers.
"""

from __future__ import annotations

import asyncio
import http.client
import json
import random
import re
import shutil
import ssl
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.typing import Origin

from kartentisch.cli.bench_server import Server
from kartentisch.store import signing_key
from kartentisch.store.postgres import Database
from kartentisch.web.cluster.node import SETTLED
from tests.contrib.proxies import KINDS, NAME, certificate, free_port, running
from tests.processes import PATIENCE
from tests.web.support.kit import FORM
from tests.web.support.listening import until
from tests.web.test_kill import killed
from tests.web.test_serve_postgres import new_url
from tests.web.test_serve_postgres import running as serving

pytestmark = pytest.mark.postgres
STRANGERS = [f"stranger{n:04d}" for n in range(21)]
"""Tables that do not exist: their pages cost little, and each server counts those that it has refused."""
SOON = 4.0
"""Seconds in which a page comes after a server was killed, on a busy computer."""

NOTICED = 4.0
"""Seconds after which the proxies that ask for /readyz have noticed that a server is not ready."""


@dataclass
class Cluster:
    store: str
    figures: list[int]
    """The ports of the servers' figures."""
    servers: list[Server]
    ports: dict[str, int]
    """Of each proxy."""
    tls: ssl.SSLContext

    @property
    def host(self) -> str:
        """All proxies have one name and the port of the first, as people know one address."""
        return f"{NAME}:{next(iter(self.ports.values()))}"

    def fetched(
        self, kind: str, path: str, form: Mapping[str, str] | None = None, cookie: str = ""
    ) -> http.client.HTTPResponse:
        with closing(http.client.HTTPSConnection(NAME, self.ports[kind], timeout=PATIENCE, context=self.tls)) as line:
            about = {"host": self.host, "cookie": cookie}
            if form is not None:
                about |= {"content-type": "application/x-www-form-urlencoded", "origin": f"https://{self.host}"}
            line.request("GET" if form is None else "POST", path, urlencode(form) if form else None, about)
            answer = line.getresponse()
            answer.read()
            return answer

    def opened(self, kind: str, tag: str) -> tuple[str, str]:
        """A table at which no bot plays: the address of a seat, and its cookie."""
        answer = self.fetched(kind, "/open/schwupps", FORM | {"ask": f"open-{kind}-{tag}"})
        assert answer.status == 303
        return answer.headers["location"], answer.headers["set-cookie"].split(";")[0]

    def welcomed(self, kind: str, path: str, cookie: str = "") -> str:
        """What the socket of this address hears first."""
        return asyncio.run(self._welcomed(kind, path, cookie))

    async def _welcomed(self, kind: str, path: str, cookie: str) -> str:
        """Not with the client in threads: about one time in five hundred it misses an answer over TLS."""
        origin, its = Origin(f"https://{self.host}"), {"cookie": cookie}
        where: dict[str, Any] = {"host": NAME, "port": self.ports[kind], "ssl": self.tls}
        uri = f"wss://{self.host}{path}/socket"
        async with connect(uri, origin=origin, additional_headers=its, open_timeout=PATIENCE, **where) as line:
            with suppress(ConnectionClosed):  # it has said no already
                await line.send('{"t":"hello","version":1}')
            return str(json.loads(await line.recv())["t"])

    def counted(self, name: str) -> list[float]:
        """A figure of each server that runs, over all its labels."""
        found = []
        for port in self.figures[: len(self.servers)]:
            with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)) as line:
                line.request("GET", "/metrics")
                text = line.getresponse().read().decode()
            found.append(sum(map(float, re.findall(rf"^{name}(?:{{.*}})? (\S+)$", text, re.MULTILINE))))
        return found


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    folder, store = tmp_path_factory.mktemp("several"), new_url()
    pem, secret = certificate(folder)
    ports, figures = {kind: free_port() for kind in KINDS}, [free_port(), free_port()]
    made = Cluster(store, figures, [], ports, ssl.create_default_context(cafile=pem))

    def server(n: int) -> Server:
        data = folder / f"n{n}"
        data.mkdir()
        (data / "key").write_bytes((folder / "first" / "key").read_bytes())
        inside = ("--store", store, "--node", f"n{n}", "--metrics", str(figures[n]))
        return stack.enter_context(serving(data, "--url", f"https://{made.host}/", *inside))

    with ExitStack() as stack:
        signing_key(folder / "first")
        with ThreadPoolExecutor() as both:
            made.servers += both.map(server, range(2))
        for one in made.servers:
            until(lambda one=one: one.get("/readyz").startswith("ready"))  # type: ignore[misc]
        for kind, port in ports.items():
            own = folder / kind
            own.mkdir()
            shutil.copy(pem, own)
            shutil.copy(secret, own)
            stack.enter_context(running(kind, "", own, port, [one.port for one in made.servers], made.tls))
        yield made


@pytest.fixture(params=list(KINDS))
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_page_and_socket_of_a_table_come_to_the_server_that_has_it(cluster: Cluster, kind: str) -> None:
    before = sum(cluster.counted("kartentisch_forwarded_total"))
    seat, cookie = cluster.opened(kind, "first")
    for _ in range(4):
        assert cluster.fetched(kind, seat, cookie=cookie).status == 200
        assert cluster.welcomed(kind, seat, cookie) == "welcome"
    assert sum(cluster.counted("kartentisch_forwarded_total")) == before, "no server had to ask another one"


def test_each_table_has_one_server_and_each_server_some_tables(cluster: Cluster, kind: str) -> None:
    before = cluster.counted("kartentisch_refusals_total")
    for table in STRANGERS:
        assert cluster.fetched(kind, f"/t/{table}").status == 404
    pages = [after - was for after, was in zip(cluster.counted("kartentisch_refusals_total"), before, strict=True)]
    assert sum(pages) == len(STRANGERS)
    assert all(pages)
    for table in STRANGERS:
        assert cluster.fetched(kind, f"/t/{table}/watch?a=b").status == 404
        assert cluster.welcomed(kind, f"/t/{table}/watch") == "bye"
    both = [after - was for after, was in zip(cluster.counted("kartentisch_refusals_total"), before, strict=True)]
    assert both == [3 * n for n in pages], "whatever follows the id, it leads to the same server"


RETRIES = (0.5, 1.0, 2.0, 4.0)
"""Seconds after which a page connects again whose server says nothing, as in `connection.js`."""
MOVED = 0.3


class Page:
    """The page of a seat, which comes again as the browser's does."""

    def __init__(self, cluster: Cluster, kind: str, place: tuple[str, str]) -> None:
        self.table = place[0].split("/")[2]
        self._cluster, self._kind, self._place = cluster, kind, place
        self.ends: list[str] = []
        """How each of its sockets ended, or was refused."""
        self.here = False

    async def stay(self) -> None:
        tries = 0
        while True:
            try:
                moved = await self._once()
                tries = 0 if moved or self.here else tries
            except InvalidHandshake as error:
                self.ends.append(repr(error))
                moved = False
            self.here = False
            await asyncio.sleep((MOVED if moved else RETRIES[min(tries, 3)]) * (0.5 + random.random() / 2))
            tries += not moved

    async def _once(self) -> bool:
        """One socket; whether another server has the table."""
        cluster, (path, cookie), said = self._cluster, self._place, {"t": ""}
        where: dict[str, Any] = {"host": NAME, "port": cluster.ports[self._kind], "ssl": cluster.tls}
        origin = Origin(f"https://{cluster.host}")
        uri = f"wss://{cluster.host}{path}/socket"
        async with connect(uri, origin=origin, additional_headers={"cookie": cookie}, **where) as line:
            with suppress(ConnectionClosed):
                await line.send('{"t":"hello","version":1}')
                async for text in line:
                    self.here, said = True, json.loads(text)
        self.ends.append(said["code"] if said["t"] == "bye" else "cut")
        return said.get("code") == "moved"


@pytest.mark.long
def test_a_page_of_a_server_that_drains_is_told_once_and_comes_to_the_other_one(cluster: Cluster) -> None:
    """Also where the proxy then finds that the server is not ready, and though it sends the page there again."""

    def owners() -> dict[str, str]:
        with Database(cluster.store).connect() as db:
            return dict(db.execute("SELECT table_id, name FROM tables JOIN nodes ON owner = id").fetchall())

    async def until_all(holds: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not await asyncio.to_thread(holds):
                await asyncio.sleep(0.1)

    async def work() -> None:
        pages = [Page(cluster, kind, cluster.opened(kind, f"drained-{n}")) for kind in KINDS for n in range(6)]
        tasks = [asyncio.create_task(page.stay()) for page in pages]
        await until_all(lambda: all(page.here for page in pages) and {page.table for page in pages} <= set(owners()))
        await asyncio.sleep(2 * SETTLED / 1000)  # a table that was opened at the wrong server is handed over
        await until_all(lambda: all(page.here for page in pages))
        before, had = owners(), {page: len(page.ends) for page in pages}
        with Database(cluster.store).connect() as db:
            db.execute("UPDATE nodes SET draining = true WHERE name = 'n0'")
        await until_all(lambda: "n0" not in owners().values() and all(page.here for page in pages))
        await asyncio.sleep(NOTICED)
        ends = {(page._kind, page.table): page.ends[had[page] :] for page in pages if before[page.table] == "n0"}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert len(ends) >= 3
        assert ends == {place: ["moved"] for place in ends}
        assert all(page.ends[had[page] :] == [] for page in pages if before[page.table] != "n0")

    asyncio.run(work())
    with Database(cluster.store).connect() as db:
        db.execute("UPDATE nodes SET draining = false")
    until(lambda: cluster.servers[0].get("/readyz").startswith("ready"))
    time.sleep(NOTICED)


def test_when_a_server_is_killed_the_next_page_comes_from_the_other(cluster: Cluster) -> None:
    """One server is killed for all proxies."""
    seats = {kind: cluster.opened(kind, "second") for kind in KINDS}
    for kind, (seat, cookie) in seats.items():
        assert cluster.fetched(kind, seat, cookie=cookie).status == 200
    killed(cluster.servers.pop())
    with Database(cluster.store).connect() as db:
        db.execute("UPDATE nodes SET until = clock_timestamp() WHERE name = 'n1'")  # as it ends after some seconds

    def pages(kind: str) -> float:
        seat, cookie = seats[kind]
        begun = time.monotonic()
        assert cluster.fetched(kind, seat, cookie=cookie).status == 200
        took = time.monotonic() - begun
        assert cluster.welcomed(kind, seat, cookie) == "welcome"
        statuses = [cluster.fetched(kind, f"/t/{table}").status for table in STRANGERS]
        assert statuses == [404] * len(STRANGERS), kind
        assert len({cluster.opened(kind, "third") for _ in range(4)}) == 1
        return took

    with ThreadPoolExecutor() as each:
        took = dict(zip(KINDS, each.map(pages, KINDS), strict=True))
    assert max(took.values()) < SOON, took


def test_when_no_server_is_ready_they_still_say_what_is_wrong(cluster: Cluster) -> None:
    """As while the database is away; a server that drains is not ready either."""
    with Database(cluster.store).connect() as db:
        db.execute("UPDATE nodes SET draining = true")
    for one in cluster.servers:
        until(lambda one=one: one.get("/readyz").startswith("draining"))  # type: ignore[misc]
    time.sleep(NOTICED)
    wanted = {(kind, path): status for kind in KINDS for path, status in (("/rules/swup", 200), ("/readyz", 503))}
    with ThreadPoolExecutor() as each:  # all at once: after ten seconds alone, the server takes tables again
        found = [*each.map(lambda what: cluster.fetched(*what).status, wanted)]
    assert dict(zip(wanted, found, strict=True)) == wanted
