"""Two servers on one database, and people who play at them."""

from __future__ import annotations

import asyncio
import random
import shutil
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
from websockets.exceptions import WebSocketException

from kartentisch.cli.bench_server import Server
from kartentisch.cli.bench_web import Place
from kartentisch.table.facts import Fact
from tests.plain_store import plain
from tests.processes import PATIENCE
from tests.web.test_kill import connected
from tests.web.test_serve_postgres import new_url, running

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
        await asyncio.sleep(0.1)  # what was cut off is closed before the loop ends

    asyncio.run(both())


def holds_together(facts: list[Fact], players: list[Player]) -> None:
    """Each acknowledged move is in the log once, and the log has no gap."""
    assert [fact.number for fact in facts] == list(range(1, len(facts) + 1))
    counted = Counter(fact.ask for fact in facts if fact.kind == "moved")
    moves = [ask for player in players for ask in player.done if "move" in ask]
    assert len(moves) > 20
    assert {counted[ask] for ask in moves} == {1}
    assert [player.phase for player in players] == ["over", "over"]
