"""The server is killed under load at random instants: nothing acknowledged is lost, nothing happens twice."""

from __future__ import annotations

import asyncio
import contextlib
import random
import signal
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from kartentisch.cli.bench_server import Server
from kartentisch.cli.bench_web import Board, Place, open_board
from kartentisch.store import SqliteStore
from kartentisch.table.facts import Fact
from tests.plain_store import plain
from tests.processes import PATIENCE
from tests.ways import long

pytestmark = pytest.mark.slow

GAME = "schwupps"
TABLES = 12


@contextmanager
def running(data: Path) -> Iterator[Server]:
    """A server on this folder."""
    server = Server(data)
    try:
        yield server
    finally:
        server.process.kill()
        server.process.wait(PATIENCE)


def killed(server: Server) -> None:
    """End it at once."""
    server.process.send_signal(signal.SIGKILL)
    server.process.wait(PATIENCE)


@dataclass
class Asked:
    """What one person asked for, and what came of it."""

    place: Place
    done: dict[str, int] = field(default_factory=dict)
    open: dict[str, dict[str, Any]] = field(default_factory=dict)


async def talk(server: Server, asked: Asked, tag: str, stop: asyncio.Event) -> None:
    """Play whatever can be played, one ask after the other, until the line is cut; ends when `stop` is set."""
    place, choose, count = asked.place, random.Random(tag), 0
    with contextlib.suppress(ConnectionClosed, InvalidHandshake, OSError):  # it may be killed while a line is made
        async with connected(server, place) as line:
            async for text in line:
                message = msgspec.json.decode(text)
                if message["t"] == "done":
                    asked.done[message["id"]] = message["n"]
                    asked.open.pop(message["id"], None)
                elif message["t"] == "refused":
                    asked.open.pop(message["id"], None)
                if stop.is_set():
                    return
                if message["t"] != "scene" or asked.open:
                    continue
                scene = message["scene"]
                steps = scene.get("steps", [])
                if steps:
                    count += 1
                    do = {"do": "play", "since": scene["since"], "moves": [choose.choice(steps)["token"]]}
                    ask = {"t": "ask", "id": f"{tag}-{count:06d}", **do}
                    asked.open[ask["id"]] = ask
                    await line.send(msgspec.json.encode(ask).decode())


@contextlib.asynccontextmanager
async def connected(server: Server, place: Place) -> Any:
    """A page of this seat that has said hello."""
    headers = {"Cookie": place.cookie}
    url = f"ws://127.0.0.1:{server.port}{place.address}/socket"
    line: ClientConnection
    async with connect(url, origin=f"http://127.0.0.1:{server.port}", additional_headers=headers) as line:  # type: ignore[arg-type]
        await line.send('{"t":"hello","version":1}')
        yield line


async def under_load(server: Server, people: list[Asked], tag: str, wait: float) -> None:
    """Everybody plays; `wait` seconds after the thirtieth answer the server is killed in the middle of it."""
    stop = asyncio.Event()
    talks = [asyncio.ensure_future(talk(server, one, f"{tag}-{i:03d}", stop)) for i, one in enumerate(people)]
    async with asyncio.timeout(PATIENCE):
        while sum(len(one.done) for one in people) < 30:
            await asyncio.sleep(0.01)
    await asyncio.sleep(wait)
    killed(server)
    await asyncio.gather(*talks)


def log_of(data: Path, table: str) -> list[Fact]:
    """The facts of a table as they lie on the disk."""
    store = SqliteStore(data)
    try:
        return plain(store).facts(table)
    finally:
        store.close()


async def again(server: Server, asked: Asked) -> dict[str, dict[str, Any]]:
    """Send what was never answered once more, as a page does that has come back; the answers."""
    answers: dict[str, dict[str, Any]] = {}
    async with connected(server, asked.place) as line:
        for ask in asked.open.values():
            await line.send(msgspec.json.encode(ask).decode())
        async for text in line:
            message = msgspec.json.decode(text)
            if message["t"] in ("done", "refused"):
                answers[message["id"]] = message
            if len(answers) == len(asked.open):
                return answers
    return answers


@pytest.mark.parametrize("kills", [1, long(8)])
def test_an_acknowledged_ask_stands_in_the_log_once_and_an_unacknowledged_one_once_or_not_at_all(
    tmp_path: Path, kills: int
) -> None:
    """Its resend after the restart is answered accordingly."""
    chance = random.Random(5)
    data = tmp_path / "data"
    boards: list[Board] = []
    unanswered = 0
    for kill in range(20):
        if kill >= kills and unanswered:
            break
        with running(data) as server:
            if not boards:
                boards = [open_board(server, GAME) for _ in range(TABLES)]
            people = [Asked(place) for board in boards for place in board.places]
            asyncio.run(under_load(server, people, f"kill{kill}", chance.random() / 2))
        tables = [board.places[0].address.split("/")[2] for board in boards]
        logs = {table: log_of(data, table) for table in tables}
        for facts in logs.values():
            assert [fact.number for fact in facts] == list(range(1, len(facts) + 1))
        with running(data) as server:
            for one in people:
                facts = logs[one.place.address.split("/")[2]]
                counted = Counter(fact.ask for fact in facts if fact.kind == "moved")
                for ask, number in one.done.items():
                    assert counted[ask] == 1
                    assert facts[number - 1].ask == ask
                if not one.open:
                    continue
                unanswered += len(one.open)
                answers = asyncio.run(again(server, one))
                for ask, answer in answers.items():
                    assert counted[ask] in (0, 1)
                    if counted[ask]:
                        assert answer["t"] == "done"
                        assert facts[answer["n"] - 1].ask == ask
        for table in tables:
            counted = Counter(fact.ask for fact in log_of(data, table) if fact.kind == "moved")
            assert max(counted.values()) == 1
    assert unanswered > 0, "some asks were in flight"


def test_killed_while_a_bot_thinks_the_table_goes_on_by_itself_soon(tmp_path: Path) -> None:
    data = tmp_path / "data"
    form = {"seat-0": "bot:random", "seat-1": "bot:random", "seat-2": "you", "name": "Ada", "pace": "calm"}
    with running(data) as server:
        place = Place(*server.post(f"/open/{GAME}", form))
        table = place.address.split("/")[2]
        assert asyncio.run(turn(server, place)) == "bot"
        killed(server)
    before = len(log_of(data, table))
    with running(data) as server:
        begun = time.monotonic()
        number = asyncio.run(first_newer(server, place, before))
        assert number > before
        assert time.monotonic() - begun < 50, "ten times what it takes when nobody else wants the processor"


async def turn(server: Server, place: Place) -> str:
    """Whose turn it is: "bot" or "you"."""
    async with connected(server, place) as line:
        async for text in line:
            message = msgspec.json.decode(text)
            if message["t"] == "scene" and message["scene"]["phase"] == "playing":
                return "you" if message["scene"].get("steps") else "bot"
    return ""


async def first_newer(server: Server, place: Place, number: int) -> int:
    """The number of the first scene that is newer."""
    async with connected(server, place) as line:
        async for text in line:
            message = msgspec.json.decode(text)
            if message["t"] == "scene" and message["scene"]["n"] > number:
                found: int = message["scene"]["n"]
                return found
    return 0
