"""How a server answers under load: a move to all seats beside a bare echo, pings while thousands of pages reconnect,
and a start with many stored tables.

`python -m scripts.server_load echo TREE`, `storm TREE`, `ready TREE`. The same client drives the server and the echo in
turn, so a busy machine disturbs both alike. See docs/server-speed.md.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

from websockets.asyncio.client import connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed

from kartentisch.cli import bench_web
from kartentisch.cli.bench_server import Server
from kartentisch.cli.bench_web import SEATS, Board, Place, open_board
from kartentisch.store import SqliteStore, written
from kartentisch.table.facts import Fact
from kartentisch.web.live.standing import standing
from scripts.many_tables import log_of, running, tables
from scripts.server_speed import TreeServer, page
from scripts.server_speed import running as served

SIZE = 5_000
"""Bytes that the echo sends to each seat: about a scene."""
PING = 0.05
"""Seconds between two pings of the innocent table."""


def spread(times: Iterable[float]) -> str:
    times = sorted(times)
    found = [1000 * times[min(len(times) - 1, int(len(times) * part))] for part in (0.5, 0.99, 1.0)]
    return "median {:.1f} ms, 99 % {:.1f} ms, longest {:.1f} ms".format(*found)


# ---- The echo --------------------------------------------------------------------------------------------------------


def echo(port: int, folder: Path) -> None:
    """Serve tables that know no game: each ask is written with one fsync, then sent to all seats of its table."""
    asyncio.run(_echo(port, folder))


async def _echo(port: int, folder: Path) -> None:
    here: dict[str, set[ServerConnection]] = {}
    numbers: dict[str, int] = {}
    writer = ThreadPoolExecutor(1)
    file = (folder / "echo").open("wb", buffering=0)
    filling = "x" * SIZE

    def write(text: str) -> None:
        file.write(text.encode())
        os.fsync(file.fileno())

    def scene(table: str) -> str:
        steps = [{"token": "go", "path": [], "labels": [], "says": ""}]
        found = {"n": numbers[table], "since": numbers[table], "phase": "playing", "steps": steps, "filling": filling}
        return json.dumps({"t": "scene", "scene": found, "log": []})

    async def handle(connection: ServerConnection) -> None:
        with contextlib.suppress(ConnectionClosed):
            await talk(connection)

    async def talk(connection: ServerConnection) -> None:
        assert connection.request is not None
        table = connection.request.path.split("/")[2]
        numbers.setdefault(table, 1)
        there = here.setdefault(table, set())
        there.add(connection)
        async for text in connection:
            message = json.loads(str(text))
            if message["t"] == "ask":
                await asyncio.get_running_loop().run_in_executor(writer, write, str(text))
                numbers[table] += 1
                await connection.send(json.dumps({"t": "done", "id": message["id"], "n": numbers[table]}))
            for one in list(there) if message["t"] == "ask" else [connection]:
                with contextlib.suppress(ConnectionClosed):
                    await one.send(scene(table))

    async with serve(handle, "127.0.0.1", port, compression=None):
        await asyncio.Event().wait()


class Echo:
    def __init__(self, folder: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = int(free.getsockname()[1])
        self.process = subprocess.Popen(
            [sys.executable, "-m", "scripts.server_load", "serve-echo", str(folder), "--port", str(self.port)]
        )
        time.sleep(2)

    def boards(self, count: int) -> list[Board]:
        return [Board([Place(f"/t/table{n}/{seat}", "") for seat in range(SEATS)]) for n in range(count)]


def compare(tree: Path, seconds: float, times: int, game: str) -> None:
    """Moves at 200 tables, 100 a second, with the server and with the echo in turn."""
    for _ in range(times):
        with tempfile.TemporaryDirectory() as folder:
            bare = Echo(Path(folder))
            found = asyncio.run(bench_web.drive(bare, bare.boards(bench_web.TABLES), seconds))  # type: ignore[arg-type]
            bare.process.terminate()
            bare.process.wait()
            took = spread(moved.took for moved in found)
            print(f"echo with one fsync: {took} (load {os.getloadavg()[0]:.0f})", flush=True)
        with tempfile.TemporaryDirectory() as folder, served(tree, Path(folder) / "data") as server:
            time.sleep(bench_web.SETTLED)
            boards = [open_board(server, game) for _ in range(bench_web.TABLES)]
            begun = server.cpu()
            found = asyncio.run(bench_web.drive(server, boards, seconds))
            busy = (server.cpu() - begun) / 10 / seconds
            took = spread(moved.took for moved in found)
            print(f"move to all seats: {took}, {busy:.0f} % of a core (load {os.getloadavg()[0]:.0f})", flush=True)


# ---- Thousands of pages ----------------------------------------------------------------------------------------------


async def pinging(server: TreeServer, place: Place, found: list[float], done: asyncio.Event) -> None:
    async with page(server, place) as connection:
        while not done.is_set():
            begun = time.perf_counter()
            await connection.send('{"t":"ping"}')
            while json.loads(await connection.recv())["t"] != "pong":
                pass
            found.append(time.perf_counter() - begun)
            await asyncio.sleep(PING)


def innocent(server_port: int, address: str, cookie: str, seconds: float) -> None:
    """Ping from a process of its own, so that the crowd's client does not count; print the times as JSON."""
    found: list[float] = []

    async def run() -> None:
        done = asyncio.Event()
        asyncio.get_running_loop().call_later(seconds, done.set)
        port: Any = type("Port", (), {"port": server_port})
        await pinging(port, Place(address, cookie), found, done)

    asyncio.run(run())
    print(json.dumps(found))


async def crowd(
    server: Server, places: list[Place], within: float, meanwhile: Callable[[], Awaitable[None]] | None = None
) -> float:
    """All pages come within some seconds, as browsers do. Return how long it took until each had its scene.

    `meanwhile`: what is done while all of them are there.
    """
    chance = random.Random(2)
    begun = time.perf_counter()

    async def come(place: Place) -> None:
        await asyncio.sleep(chance.random() * within)
        url = f"ws://127.0.0.1:{server.port}{place.address}/socket"
        origin: Any = f"http://127.0.0.1:{server.port}"
        headers = {"Cookie": place.cookie}
        async with connect(url, origin=origin, additional_headers=headers, compression=None, open_timeout=60) as one:
            await one.send(json.dumps({"t": "hello", "version": 1, "have": place.number}))
            while (message := json.loads(await one.recv()))["t"] != "scene":
                pass
            place.number = message["scene"]["n"]
            arrived.append(place)
            await all_here.wait()

    arrived: list[Place] = []
    all_here = asyncio.Event()
    coming = [asyncio.ensure_future(come(place)) for place in places]
    while len(arrived) < len(places):
        for one in coming:
            if one.done():
                one.result()  # raises what has happened to a page that was turned away
        await asyncio.sleep(0.05)
    took = time.perf_counter() - begun
    if meanwhile is not None:
        await meanwhile()
    all_here.set()
    await asyncio.gather(*coming)
    return took


def storm(tree: Path, pages: int, within: float, game: str) -> None:
    """Pings of one table while `pages` pages of others reconnect, and while nothing happens."""
    with tempfile.TemporaryDirectory() as folder, served(tree, Path(folder) / "data") as server:
        time.sleep(bench_web.SETTLED)
        boards = [open_board(server, game) for _ in range(pages // SEATS)]
        places = [place for board in boards for place in board.places]
        quiet = open_board(server, game).places[0]
        asyncio.run(crowd(server, places, within))
        for what, people in (("nothing else", []), (f"{pages} pages reconnect within {within:.0f} s", places)):
            command = [sys.executable, "-m", "scripts.server_load", "ping", quiet.address, "--cookie", quiet.cookie]
            command += ["--port", str(server.port), "--seconds", str(within + 4)]
            begun = server.cpu()
            pings = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
            time.sleep(1)
            took = asyncio.run(crowd(server, people, within)) if people else 0.0
            found: list[float] = json.loads(pings.communicate()[0])
            print(
                f"{what}: pings {spread(found)}; all back after {took:.1f} s, "
                f"{(server.cpu() - begun) / 1000:.1f} s of processor time (load {os.getloadavg()[0]:.0f})",
                flush=True,
            )


# ---- Many stored tables ----------------------------------------------------------------------------------------------


def store_tables(folder: Path, stored: int, waking: int) -> None:
    """A data folder with this many tables. At `waking` of them, a bot is to move; the others wait or are over."""
    bot, person = running("seats-schwupps", bot=True), running("seats-schwupps", bot=False)[:6]
    stands = {id(facts): standing(list(tables(facts))[-1]) for facts in (bot, person)}
    store, now = SqliteStore(folder), time.time_ns() // 1_000_000

    async def make() -> None:
        for first in range(0, stored, 500):
            futures = []
            for n in range(first, min(first + 500, stored)):
                facts = bot if n < waking else person
                lease = await written(store.take(f"table{n:07d}"))
                timed: list[Fact] = [replace(fact, time=now) for fact in facts]
                futures.append(store.append(lease, 0, timed, stands[id(facts)]))
            for future in futures:
                await written(future)

    asyncio.run(make())
    store.close()


def ready(tree: Path, counts: list[int], times: int) -> None:
    """Processor time of a start until it is ready, with this number of stored tables, in turn."""
    log_of("seats-schwupps")
    with tempfile.TemporaryDirectory() as folder:
        for count in counts:
            with served(tree, Path(folder) / str(count)):
                pass  # makes the key
            store_tables(Path(folder) / str(count), count, 20)
        for _ in range(times):
            for count in counts:
                with served(tree, Path(folder) / str(count)) as server:
                    print(f"{count} tables: {server.cpu():.0f} ms until ready", flush=True)


def main() -> None:
    known = argparse.ArgumentParser(description=__doc__)
    known.add_argument("what", choices=("echo", "storm", "ready", "serve-echo", "ping"))
    known.add_argument("where", help="a tree of this repository")
    known.add_argument("--port", type=int, default=0)
    known.add_argument("--cookie", default="")
    known.add_argument("--seconds", type=float, default=12.0)
    known.add_argument("--times", type=int, default=2)
    known.add_argument("--pages", type=int, default=2_000)
    known.add_argument("--within", type=float, default=8.0)
    known.add_argument("--tables", type=int, nargs="+", default=[100, 100_000])
    known.add_argument("--game", default="schwupps")
    given = known.parse_args()
    match given.what:
        case "echo":
            compare(Path(given.where), given.seconds, given.times, given.game)
        case "storm":
            storm(Path(given.where), given.pages, given.within, given.game)
        case "ready":
            ready(Path(given.where), given.tables, given.times)
        case "serve-echo":
            echo(given.port, Path(given.where))
        case _:
            innocent(given.port, given.where, given.cookie, given.seconds)


if __name__ == "__main__":
    main()
