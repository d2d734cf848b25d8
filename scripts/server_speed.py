"""What the server costs: processor time of moves, reconnects and restarts, measured from outside.

`python -m scripts.server_speed costs NAME=TREE NAME=TREE` runs `kartentisch serve` of each tree, lets scripted clients
play one move with each in turn, and prints the medians. The processor time of the whole server process is read before
and after each event, so a busy machine disturbs the figures little. See docs/server-speed.md.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import http.client
import json
import os
import random
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterator
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from kartentisch.cli import bench_web
from kartentisch.cli.bench_server import Server
from kartentisch.cli.bench_web import Board, Place, open_board
from kartentisch.play.games import games

QUIET = 0.004
"""Seconds after an event until its processor time is read: the store and the last sends are done by then."""
STEP = 0.1
"""Seconds from one step of a move to the next one. Clients that ask faster for long are refused as too busy."""
OLD = 300
"""Facts of the table at which readers come back after a restart."""


class TreeServer(Server):
    """The server of another tree of this repository. `more`: further folders from which it imports modules."""

    def __init__(self, tree: Path, data: Path, *more: Path, **environment: str) -> None:
        environment["PYTHONPATH"] = os.pathsep.join(map(str, (tree / "src", *more)))
        super().__init__(data, environment=environment)

    def cpu(self) -> float:
        """The processor time of the process so far, in milliseconds (Linux: the clock of another process)."""
        return 1000 * time.clock_gettime((~self.process.pid << 3) | 2)

    def ready(self) -> None:
        """Wait until the tables at which something happens by itself are loaded."""
        while self._status() != 200:
            time.sleep(0.02)

    def _status(self) -> int:
        with contextlib.closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)) as connection:
            connection.request("GET", "/readyz")
            return connection.getresponse().status


@contextlib.contextmanager
def running(tree: Path, data: Path) -> Iterator[TreeServer]:
    server = TreeServer(tree, data)
    try:
        server.ready()
        yield server
    finally:
        server.stop()


@contextlib.asynccontextmanager
async def page(server: Server, place: Place, have: int = -1) -> AsyncIterator[ClientConnection]:
    """Open a seat as a browser does, and wait for its first scene."""
    headers = {"Cookie": place.cookie}
    url = f"ws://127.0.0.1:{server.port}{place.address}/socket"
    origin: Any = f"http://127.0.0.1:{server.port}"
    async with connect(url, origin=origin, additional_headers=headers, compression=None) as connection:
        await connection.send(json.dumps({"t": "hello", "version": 1, "have": have}))
        while place.scene.get("connection") is not connection:
            message = msgspec.json.decode(await connection.recv())
            if message["t"] == "scene":
                place.scene = message["scene"] | {"connection": connection}
        place.socket, place.number = connection, place.scene["n"]
        yield connection


async def read(place: Place) -> None:
    """Keep the newest scene of a client."""
    assert place.socket is not None
    async for text in place.socket:
        message = msgspec.json.decode(text)
        if message["t"] == "scene":
            place.scene = message["scene"]
            place.number = place.scene["n"]
        elif message["t"] == "refused" and message["code"] == "late":
            place.scene = place.scene | {"late": True}
        elif message["t"] == "refused":
            print(f"a scripted move was refused: {message}", flush=True)
            return


async def until(done: Any) -> None:
    end = time.monotonic() + 30
    while not done():
        if time.monotonic() > end:
            raise AssertionError("nothing came from the server")
        await asyncio.sleep(0.001)


def goes_on(place: Place) -> bool:
    """Whether this page can move, or stands after a round or match. While a clock has its time, none may."""
    scene = place.scene
    return scene.get("phase") in ("result", "over") or bool(scene.get("steps") and scene["prompt"].get("yours"))


class LateError(Exception):
    """A move out of turn came before this one, which was refused."""


async def heard(place: Place, done: Callable[[], bool]) -> None:
    """Wait until this is so after an ask. Raises LateError if the ask was refused as too late."""
    await until(lambda: done() or place.scene.get("late"))
    if place.scene.pop("late", False):
        raise LateError


async def play(server: TreeServer, board: Board, choose: random.Random) -> float | None:
    """Make one move, and return its milliseconds; None for the beginning of a round, or at the end of the match."""
    while True:
        await until(lambda: any(map(goes_on, board.places)))
        with contextlib.suppress(LateError):
            return await _play(server, board, choose)


async def _play(server: TreeServer, board: Board, choose: random.Random) -> float | None:
    newest = max(place.number for place in board.places)
    for place in board.places:
        if not goes_on(place):
            continue
        if place.scene["phase"] == "over":
            return None
        between = "next" if place.scene["phase"] == "result" else None
        assert place.socket is not None
        board.asks += 1
        ask: dict[str, Any] = {"t": "ask", "id": f"speed-{board.asks:08d}", "do": between or "play"}
        if not between:
            moves = [await whole_move(place, board, choose)]
            ask |= {"since": place.scene["since"], "moves": moves}
        begun = server.cpu()
        await place.socket.send(json.dumps(ask))
        if between and place is not board.places[-1]:
            await asyncio.sleep(0.01)
            continue
        await heard(place, lambda: min(one.number for one in board.places) > newest)
        await asyncio.sleep(QUIET)
        return None if between else server.cpu() - begun
    raise AssertionError("nobody can move")


def dealt(board: Board) -> bool:
    """Whether all pages have their cards: a table that is full deals by itself."""
    return all(place.scene.get("phase") != "waiting" for place in board.places)


def begun_is(place: Place, wanted: list[str]) -> bool:
    return bool(place.scene.get("begun", []) == wanted)


async def whole_move(place: Place, board: Board, choose: random.Random) -> str:
    """A complete move, chosen step by step as on a page. Raises LateError."""
    begun: list[str] = []
    while True:
        step = choose.choice([step for step in place.scene["steps"] if not step.get("aside")] or place.scene["steps"])
        begun = [*place.scene.get("begun", []), step["token"]]
        if step.get("ends", True):
            return " ".join(begun)
        board.asks += 1
        ask = {"t": "ask", "id": f"speed-{board.asks:08d}", "do": "begin", "since": place.scene["since"]}
        assert place.socket is not None
        await place.socket.send(json.dumps(ask | {"moves": [" ".join(begun)]}))
        await heard(place, partial(begun_is, place, " ".join(begun).split()))
        await asyncio.sleep(STEP)


async def moves(server: TreeServer, game: str, found: list[float], boards: list[Board]) -> AsyncIterator[None]:
    """Moves at one table after the other, with a page at each of four seats. Each move adds its milliseconds."""
    choose = random.Random(3)
    while True:
        board = open_board(server, game)
        boards[:] = [board]
        async with contextlib.AsyncExitStack() as stack:
            for place in board.places:
                await stack.enter_async_context(page(server, place))
            readers = [asyncio.ensure_future(read(place)) for place in board.places]
            try:
                await until(partial(dealt, board))
                while board.places[0].scene.get("phase") != "over":
                    took = await play(server, board, choose)
                    if took is not None:
                        found.append(took)
                        yield
            finally:
                for reader in readers:
                    reader.cancel()
                await asyncio.gather(*readers, return_exceptions=True)


async def in_turn(servers: list[TreeServer], game: str, count: int) -> list[tuple[list[float], Board]]:
    """This number of moves with each server, one with each in turn, so that they meet the same neighbors."""
    found: list[tuple[list[float], list[Board]]] = [([], []) for _ in servers]
    playing = [moves(server, game, *one) for server, one in zip(servers, found, strict=True)]
    for _ in range(count):
        for one in playing:
            await anext(one)
    for one in playing:
        await one.aclose()  # type: ignore[attr-defined]
    return [(took, boards[0]) for took, boards in found]


async def reconnects(server: TreeServer, board: Board, times: int) -> list[float]:
    """The milliseconds of closing a page and opening it again, while the other three seats have theirs open."""
    found = []
    async with contextlib.AsyncExitStack() as stack:
        for place in board.places[1:]:
            await stack.enter_async_context(page(server, place))
        readers = [asyncio.ensure_future(read(place)) for place in board.places[1:]]
        have = -1
        for _ in range(times):
            await asyncio.sleep(QUIET)
            begun = server.cpu()
            async with page(server, board.places[0], have):
                have = board.places[0].number
            await asyncio.sleep(QUIET)
            found.append(server.cpu() - begun)
        for reader in readers:
            reader.cancel()
        await asyncio.gather(*readers, return_exceptions=True)
    return found[1:]


async def comebacks(server: TreeServer, board: Board, again: bool) -> float:
    """The milliseconds for four pages that come one after the other, `again` with the log that they had."""
    begun = server.cpu()
    async with contextlib.AsyncExitStack() as stack:
        for place in board.places:
            await stack.enter_async_context(page(server, place, place.number if again else -1))
    await asyncio.sleep(QUIET)
    return server.cpu() - begun


def costs(trees: list[Path], count: int) -> list[dict[str, float]]:
    """The milliseconds of everything, as medians, of each tree."""
    found: list[dict[str, float]] = [{} for _ in trees]
    for game in games():
        with tempfile.TemporaryDirectory() as folder:
            homes = [(tree, Path(folder) / str(n)) for n, tree in enumerate(trees)]
            with contextlib.ExitStack() as stack:
                servers = [stack.enter_context(running(*home)) for home in homes]
                time.sleep(bench_web.SETTLED)
                played = asyncio.run(in_turn(servers, game, count))
                for one, server, (took, board) in zip(found, servers, played, strict=True):
                    one[f"move, {game}"] = median(took)
                    one[f"reconnect, {game}"] = median(asyncio.run(reconnects(server, board, count // 4)))
            for again in (False, True):
                what = "four pages again" if again else "four new pages"
                for one, home, (_, board) in zip(found, homes, played, strict=True):
                    with running(*home) as server:
                        time.sleep(bench_web.SETTLED / 2)
                        one[f"after a restart, {what}, {game}"] = asyncio.run(comebacks(server, board, again))
    return found


def main() -> None:
    known = argparse.ArgumentParser(description=__doc__)
    known.add_argument("what", choices=("costs",))
    known.add_argument("trees", nargs="+", help="NAME=FOLDER")
    known.add_argument("--moves", type=int, default=200)
    known.add_argument("--rounds", type=int, default=2)
    given = known.parse_args()
    trees = {name: Path(folder) for name, folder in (one.split("=") for one in given.trees)}
    found: dict[str, dict[str, list[float]]] = {name: {} for name in trees}
    for _ in range(given.rounds):
        for name, one in zip(trees, costs([*trees.values()], given.moves), strict=True):
            for what, value in one.items():
                found[name].setdefault(what, []).append(value)
    show(found)


def show(found: dict[str, dict[str, list[float]]]) -> None:
    names = list(found)
    print("| ms of processor time | " + " | ".join(names) + " |")
    print("|---|" + "---:|" * len(names))
    for what in found[names[0]]:
        print(f"| {what} | " + " | ".join(f"{median(found[name][what]):.2f}" for name in names) + " |")


if __name__ == "__main__":
    main()
