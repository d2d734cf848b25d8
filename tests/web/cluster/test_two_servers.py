"""Two servers on one database: whichever a page comes to, it is at its table. See `tests/cluster` for faults."""

from __future__ import annotations

import asyncio
import random
import shutil
import signal
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import msgspec
import pytest
from websockets.exceptions import WebSocketException

from kartentisch.cli.bench_server import Server
from kartentisch.cli.bench_web import Place
from kartentisch.store.leases import NODE_LIVES
from kartentisch.table.facts import Fact
from tests.plain_store import plain
from tests.processes import PATIENCE
from tests.web.test_kill import connected, killed
from tests.web.test_serve_postgres import new_url, running

pytestmark = pytest.mark.postgres
FORM = {"name": "Ada", "seat-0": "you", "seat-1": "open", "option-rounds": "4"}
SOON = 0.3
"""Seconds after which a page whose connection broke comes again."""


@dataclass
class Cluster:
    url: str
    servers: list[Server]

    def facts(self, table: str) -> list[Fact]:
        """What lies in the database."""
        from kartentisch.store.postgres import Database, PostgresStore

        store = PostgresStore(Database(self.url))
        try:
            return plain(store).facts(table)
        finally:
            store.close()

    def owner(self, table: str) -> int:
        """Which of the servers has a table."""
        from kartentisch.store.postgres import Database

        with Database(self.url).connect() as db:
            row = db.execute(
                "SELECT name FROM nodes JOIN tables ON owner = id WHERE table_id = %s AND until > clock_timestamp()",
                (table,),
            ).fetchone()
        assert row is not None
        return int(row[0][1:])


@contextmanager
def cluster(folder: Path, number: int = 2) -> Iterator[Cluster]:
    url = new_url()
    with ExitStack() as stack:
        servers = []
        for n in range(number):
            data = folder / f"n{n}"
            if n:
                data.mkdir()
                shutil.copy(folder / "n0" / "key", data)
            servers.append(stack.enter_context(running(data, "--store", url, "--node", f"n{n}")))
        yield Cluster(url, servers)


@dataclass
class Player:
    """Somebody who plays at random; their page goes from server to server, beginning with `at`."""

    place: Place
    at: int
    tag: str
    done: list[str] = field(default_factory=list)
    byes: list[str] = field(default_factory=list)
    seen: list[tuple[float, int]] = field(default_factory=list)
    """When each scene came, and its number."""
    phase: str = ""
    _count: int = 0
    _waiting: dict[str, Any] = field(default_factory=dict)

    async def play(self, servers: list[Server]) -> None:
        """To the end of the match."""
        while self.phase != "over":
            try:
                async with connected(servers[self.at], self.place) as line:
                    await self._on(line)
            except (OSError, TimeoutError, WebSocketException):
                pass
            if self.phase != "over":
                self.at = (self.at + 1) % len(servers)
                await asyncio.sleep(SOON)

    async def _on(self, line: Any) -> None:
        choose, scene, newest = random.Random(f"{self.tag}{self._count}"), dict[str, Any](), 0
        if self._waiting:
            await line.send(msgspec.json.encode(self._waiting).decode())
        async for text in line:
            message = msgspec.json.decode(text)
            if message["t"] == "bye":
                self.byes.append(message["code"])
            if message["t"] == "done":
                self.done.append(message["id"])
                self._waiting, newest = {}, message["n"]
            elif message["t"] == "refused":
                self._waiting = {}
            if message["t"] == "scene":
                scene = message["scene"]
                self.seen.append((time.monotonic(), scene["n"]))
                self.phase = scene["phase"]
            if self.phase == "over":
                return
            if self._waiting or not scene or scene["n"] < newest:
                continue
            steps = [step for step in scene.get("steps", []) if step.get("ends", True)]
            if steps or scene["phase"] == "result":
                self._count += 1
                do = {"do": "play", "since": scene["since"], "moves": [choose.choice(steps)["token"]]} if steps else {}
                kind = "move" if steps else "next"
                self._waiting = {"t": "ask", "id": f"{self.tag}-{kind}-{self._count:06d}", "do": "next", **do}
                await line.send(msgspec.json.encode(self._waiting).decode())


def seated(found: Cluster) -> tuple[str, list[Player]]:
    """A table of two: one has opened it at the first server, the other one has come by the second."""
    first, second = found.servers[:2]
    places = [Place(*first.post("/open/schweinsgalopp", FORM))]
    table = places[0].address.split("/")[2]
    places.append(Place(*second.post(f"/t/{table}/join", {"name": "Bo", "ask": f"{table}1"})))
    return table, [Player(place, n, f"p{n}") for n, place in enumerate(places)]


def played(found: Cluster, players: list[Player], *meanwhile: Any) -> None:
    async def both() -> None:
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*(player.play(found.servers) for player in players), *(work() for work in meanwhile))

    asyncio.run(both())


def holds_together(facts: list[Fact], players: list[Player]) -> None:
    """Each acknowledged move is in the log once, and the log has no gap."""
    assert [fact.number for fact in facts] == list(range(1, len(facts) + 1))
    counted = Counter(fact.ask for fact in facts if fact.kind == "moved")
    moves = [ask for player in players for ask in player.done if "move" in ask]
    assert len(moves) > 20
    assert {counted[ask] for ask in moves} == {1}
    assert [player.phase for player in players] == ["over", "over"]


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """Two servers that nothing happens to."""
    with cluster(tmp_path_factory.mktemp("two")) as found:
        yield found


def test_a_match_of_two_people_at_two_servers(two: Cluster) -> None:
    table, players = seated(two)
    played(two, players)
    holds_together(two.facts(table), players)
    assert [player.byes for player in players] == [[], []], "no page was sent away"


async def until_moved(players: list[Player], moves: int = 6) -> None:
    while min(len(player.done) for player in players) < moves:
        await asyncio.sleep(0.02)


def pause_of(players: list[Player], when: float) -> float:
    """Seconds from this time to the next scene with something new, for the one who waited longest."""
    return max(
        next(at for at, number in player.seen if at > when and number > max(n for t, n in player.seen if t <= when))
        - when
        for player in players
    )


@pytest.mark.long
def test_when_the_owner_is_killed_the_other_server_goes_on(tmp_path: Path) -> None:
    with cluster(tmp_path) as found:
        table, players = seated(found)
        when = 0.0

        async def kill() -> None:
            nonlocal when
            await until_moved(players)
            killed(found.servers[await asyncio.to_thread(found.owner, table)])
            when = time.monotonic()

        played(found, players, kill)
        holds_together(found.facts(table), players)
        assert pause_of(players, when) < NODE_LIVES + 4


@pytest.mark.long
def test_a_server_that_is_told_to_end_gives_its_tables_away_first(tmp_path: Path) -> None:
    with cluster(tmp_path) as found:
        table, players = seated(found)
        when = 0.0

        async def end() -> None:
            nonlocal when
            await until_moved(players)
            owner = found.servers[await asyncio.to_thread(found.owner, table)]
            when = time.monotonic()
            owner.process.send_signal(signal.SIGTERM)
            assert await asyncio.to_thread(owner.process.wait, PATIENCE) == 0

        played(found, players, end)
        holds_together(found.facts(table), players)
        assert "moved" in [bye for player in players for bye in player.byes]
        assert pause_of(players, when) < NODE_LIVES, "nobody has waited for a lease to end"


@pytest.mark.long
def test_a_server_that_was_paused_writes_nothing_and_its_pages_are_right_again(tmp_path: Path) -> None:
    with cluster(tmp_path) as found:
        table, players = seated(found)

        async def pause() -> None:
            await until_moved(players)
            owner = found.servers[await asyncio.to_thread(found.owner, table)]
            owner.process.send_signal(signal.SIGSTOP)
            await asyncio.sleep(NODE_LIVES + 2)
            owner.process.send_signal(signal.SIGCONT)

        played(found, players, pause)
        holds_together(found.facts(table), players)


async def first_scene(server: Server, place: Place) -> dict[str, Any]:
    """The first scene of a match that has begun."""
    async with asyncio.timeout(PATIENCE), connected(server, place) as line:
        async for text in line:
            message = msgspec.json.decode(text)
            if message["t"] == "scene" and message["scene"]["phase"] != "waiting":
                return dict(message["scene"])
    raise AssertionError


def test_a_form_that_comes_to_both_servers_opens_one_table(two: Cluster) -> None:
    for n in range(4):
        form = {**FORM, "seat-1": "bot:easy", "quick": "on", "ask": f"open-twice-12{n}"}
        with ThreadPoolExecutor() as both:
            led = [*both.map(lambda one, form=form: one.post("/open/solo", form), two.servers)]
        assert led[0] == led[1]
        assert led[0][0].startswith("/t/")
        assert led[0][1], "both pages have the seat"
        scene = asyncio.run(first_scene(two.servers[n % 2], Place(*led[0])))
        assert scene["phase"] == "playing", "the match has begun"


def request(server: Server, path: str, cookie: str = "") -> tuple[int, str]:
    with closing(HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)) as line:
        line.request("GET", path, headers={"Cookie": cookie, "Accept-Language": "en"})
        answer = line.getresponse()
        return answer.status, answer.read().decode()


def test_lists_show_tables_of_the_other_server(two: Cluster) -> None:
    """And they leave them where they are."""
    first, second = two.servers
    form = {**FORM, "name": "Ada", "seat-2": "open", "public": "on", "watchers": "anyone"}
    with closing(HTTPConnection("127.0.0.1", first.port, timeout=PATIENCE)) as line:
        headers = {"Content-Type": "application/x-www-form-urlencoded"}
        line.request("POST", "/open/schweinsgalopp", urlencode(form), headers)
        answer = line.getresponse()
        answer.read()
    cookies = [value.split(";")[0] for name, value in answer.getheaders() if name.lower() == "set-cookie"]
    place = Place(answer.getheader("location", ""), next(one for one in cookies if one.startswith("seat=")))
    table = place.address.split("/")[2]
    own = next(one for one in cookies if one.startswith("seats="))

    async def here() -> None:
        async with connected(first, place) as line:
            assert msgspec.json.decode(await line.recv())["t"] == "welcome"
            assert await asyncio.to_thread(two.owner, table) == 0
            for path, said in (("/", "Schweins-Galopp"), ("/lobby", "2 seats are still free"), ("/", "Ada")):
                status, text = await asyncio.to_thread(request, second, path, own)
                assert status == 200
                assert f"/t/{table}" in text
                assert said in text
            assert await asyncio.to_thread(two.owner, table) == 0

    asyncio.run(here())


def test_the_inner_port_is_for_servers_alone(two: Cluster) -> None:
    from kartentisch.store.postgres import Database

    with Database(two.url).connect() as db:
        inner = [row[0] for row in db.execute("SELECT address FROM nodes WHERE until > clock_timestamp()").fetchall()]
    for address in inner:
        host, _, port = address.rpartition(":")
        assert host == "127.0.0.1"
        for headers in ({}, {"X-Kartentisch-Pass": "e30=.00"}):
            with closing(HTTPConnection(host, int(port), timeout=PATIENCE)) as line:
                line.request("GET", "/", headers=headers)
                answer = line.getresponse()
                assert answer.status == 421
                assert "only for the other servers" in answer.read().decode()
    status, text = request(two.servers[0], "/")
    assert status == 200
    assert "only for the other servers" not in text
