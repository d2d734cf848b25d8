"""`kartentisch bench --web`: how fast a move reaches everyone at the table, over real sockets on this machine.

The command starts a separate server on a loopback port with a fresh data folder. Scripted clients at 200 tables make a
total of 100 moves a second for a limited time. The time of one fsync on this disk is measured too, as every move waits
for one.
"""

from __future__ import annotations

import asyncio
import gc
import http.client
import os
import random
import re
import socket
import subprocess
import sys
import tempfile
import time
import urllib.parse
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from kartentisch.cli.figures import Figure
from kartentisch.cli.screen import MistakeError

TABLES = 200
SEATS = 4
MOVES_A_SECOND = 100
SECONDS = 20
"""The length of one measurement in seconds. The first two are not counted."""
FSYNCS = 200
LATE = 10.0
"""Seconds after which a move is no longer waited for. It then counts as late."""
WARM = 2.0
SETTLED = 5.0
"""Seconds in which a server has loaded all rules in addition to its first pages."""


class Server:
    """`kartentisch serve` as a separate process."""

    def __init__(self, data: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = int(free.getsockname()[1])
        command = [sys.executable, "-m", "kartentisch", "serve", "--port", str(self.port), "--data", str(data)]
        command += ["--connections-per-address", "0"]  # all scripted clients share one address
        self.begun = time.perf_counter()
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            self.first_page = self._wait()
        except BaseException:
            self.process.kill()
            raise

    def _wait(self) -> float:
        """Wait for the first page. Return the seconds since the start."""
        while time.perf_counter() - self.begun < 120:
            try:
                self.get("/")
            except OSError:
                if self.process.poll() is not None:
                    break
                time.sleep(0.02)
            else:
                return time.perf_counter() - self.begun
        raise MistakeError("The server to be measured did not start.")

    def get(self, path: str) -> str:
        """Get a page."""
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)) as connection:
            connection.request("GET", path)
            return connection.getresponse().read().decode()

    def post(self, path: str, form: dict[str, str]) -> tuple[str, str]:
        """Send a form. Return where it leads, and the cookie of the seat."""
        headers = {"Content-Type": "application/x-www-form-urlencoded", "Origin": f"http://127.0.0.1:{self.port}"}
        return self._led("POST", path, urllib.parse.urlencode(form), headers)

    def follow(self, path: str, cookie: str) -> tuple[str, str]:
        """Follow a seat to its next table. Return the new seat and its cookie."""
        return self._led("GET", path, None, {"Cookie": cookie})

    def _led(self, method: str, path: str, body: str | None, headers: dict[str, str]) -> tuple[str, str]:
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)) as connection:
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            answer.read()
        cookies = [value for name, value in answer.getheaders() if name.lower() == "set-cookie"]
        seat = next((value.split(";")[0] for value in cookies if value.startswith("seat=")), "")
        return answer.getheader("location", ""), seat

    def memory(self) -> int:
        """The memory of the process in bytes (Linux)."""
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="utf-8")
        found = re.search(r"VmRSS:\s+(\d+) kB", status)
        return int(found[1]) * 1024 if found else 0

    def stop(self) -> None:
        """Stop the server."""
        self.process.terminate()
        self.process.wait(20)


@dataclass
class Place:
    """A scripted client at a seat."""

    address: str
    cookie: str
    socket: ClientConnection | None = None
    number: int = -1
    scene: dict[str, Any] = field(default_factory=dict)


@dataclass
class Board:
    """A table and its clients."""

    places: list[Place]
    told: asyncio.Event = field(default_factory=asyncio.Event)
    moving: asyncio.Lock = field(default_factory=asyncio.Lock)
    asks: int = 0
    late: int = 0
    """The number of moves that did not reach all clients in time."""
    behind: Callable[[], bool] = lambda: False
    """Whether some clients still wait for the last late move. Until it arrives, nobody moves here."""

    def seen(self) -> int:
        """The number of the newest fact that has reached all clients."""
        return min(place.number for place in self.places)

    def changing(self) -> bool:
        """Whether some client is not yet at the table of the next match."""
        return any(place.scene.get("phase", "over") == "over" for place in self.places)


def open_board(server: Server, game: str) -> Board:
    """Open a table with a person at each seat."""
    form = {"name": "Player 1", "seat-0": "you", **{f"seat-{seat}": "open" for seat in range(1, SEATS)}}
    places = [Place(*server.post(f"/open/{game}", form))]
    table = places[0].address.split("/")[2]
    for seat in range(1, SEATS):
        places.append(Place(*server.post(f"/t/{table}/join", {"name": f"Player {seat + 1}", "ask": f"{table}{seat}"})))
    return Board(places)


async def listen(server: Server, board: Board, place: Place) -> None:
    """Keep the newest scene of one client, and follow to the table of the next match."""
    origin = f"http://127.0.0.1:{server.port}"
    while True:
        headers = {"Cookie": place.cookie}
        url = f"ws://127.0.0.1:{server.port}{place.address}/socket"
        async with connect(url, origin=origin, additional_headers=headers, compression=None) as connection:  # type: ignore[arg-type]
            place.socket = connection
            await connection.send('{"t":"hello","version":1}')
            async for text in connection:
                message = msgspec.json.decode(text)
                if message["t"] == "scene":
                    place.scene = message["scene"]
                    place.number = place.scene["n"]
                    board.told.set()
                elif message["t"] == "refused":
                    raise MistakeError(f"A scripted move was refused: {message['text']}")
                if place.scene.get("follow"):
                    break
        follow, place.scene = place.scene["follow"], {}
        place.address, place.cookie = await asyncio.to_thread(server.follow, follow, place.cookie)


async def move(board: Board, choose: random.Random) -> float | None:
    """Let the seat to move make a random move. Return the seconds until it has reached all seats, at most `LATE`.

    After a round or match, each seat asks for the next one, which begins with the last of these asks. The beginning of
    a match is not a move.
    """
    async with board.moving:  # following to the next table can take longer than the time between two moves
        return await _move(board, choose)


async def _move(board: Board, choose: random.Random) -> float | None:
    if board.behind():
        return None
    before = board.seen()
    for place in board.places:
        scene = place.scene
        steps = [step for step in scene.get("steps", []) if step.get("ends", True)]
        between = {"over": "again", "result": "next"}.get(scene.get("phase", ""), "")
        if place.socket is None or not (steps or between):
            continue
        board.asks += 1
        ask: dict[str, Any] = {"t": "ask", "id": f"bench-{board.asks:08d}", "do": between}
        if steps:
            ask |= {"do": "play", "since": scene["since"], "moves": [choose.choice(steps)["token"]]}
        begun = time.perf_counter()
        await place.socket.send(msgspec.json.encode(ask).decode())
        if between and place is not board.places[-1]:
            continue
        board.behind = board.changing if between == "again" else lambda: board.seen() <= before
        while board.behind():
            board.told.clear()
            try:
                await asyncio.wait_for(board.told.wait(), begun + LATE - time.perf_counter())
            except TimeoutError:
                board.late += 1
                break
        return None if between == "again" else min(LATE, time.perf_counter() - begun)
    raise MistakeError("Nobody can move at a measured table.")


async def drive(server: Server, boards: list[Board], seconds: float) -> list[float]:
    """Make moves at a steady rate, at all tables in turn. Return the time of each in seconds."""
    listeners = [asyncio.ensure_future(listen(server, b, place)) for b in boards for place in b.places]
    while any(place.number < 0 for board in boards for place in board.places):
        await asyncio.sleep(0.05)
    times: list[tuple[float, asyncio.Future[float | None]]] = []
    choose = random.Random(1)
    begun = time.perf_counter()
    for count in range(int(seconds * MOVES_A_SECOND)):
        await asyncio.sleep(max(0.0, begun + count / MOVES_A_SECOND - time.perf_counter()))
        times.append((time.perf_counter() - begun, asyncio.ensure_future(move(boards[count % len(boards)], choose))))
    found = [took for at, future in times if at >= WARM and (took := await future) is not None]
    for listener in listeners:
        listener.cancel()
    await asyncio.gather(*listeners, return_exceptions=True)
    return found


def fsync(folder: Path) -> float:
    """The median time in seconds to write and sync a small file, as every commit does."""
    times = []
    with (folder / "fsync").open("wb", buffering=0) as file:
        for _ in range(FSYNCS):
            begun = time.perf_counter()
            file.write(b"x" * 512)
            os.fsync(file.fileno())
            times.append(time.perf_counter() - begun)
    return median(times)


def measure(runs: int) -> list[Figure]:
    """The figures of the web table. `runs` is ignored, since one limited run has thousands of moves.

    It measures the games whose moves are single steps, so that a scripted client can play what its scene offers.
    """
    from kartentisch.engine.game import every_step
    from kartentisch.play.games import games, sheet

    single = [name for name in games() if sheet(name).ends is every_step]
    return [figure for name in single for figure in measure_game(name)]


def measure_game(game: str) -> list[Figure]:
    """The figures of one game, from a separate server."""
    with tempfile.TemporaryDirectory() as folder:
        Server(Path(folder) / "cold").stop()
        server = Server(Path(folder) / "data")
        try:
            time.sleep(SETTLED)
            open_board(server, game)
            empty = server.memory()
            boards = [open_board(server, game) for _ in range(TABLES)]
            full = server.memory()
            gc.collect()
            gc.disable()  # so that the clients' pauses do not count for the server
            times = sorted(asyncio.run(drive(server, boards, SECONDS)))
            gc.enable()
        except OSError as error:
            raise MistakeError(f"The server that was measured did not answer: {error}.") from error
        finally:
            server.stop()
        disk = fsync(Path(folder))
    return [
        Figure("start to first page", game, 0, "ms", server.first_page * 1000, None),
        Figure("move to all seats, half", game, SEATS, "ms", times[len(times) // 2] * 1000, None),
        Figure("move to all seats, 99 %", game, SEATS, "ms", times[int(len(times) * 0.99)] * 1000, None),
        Figure("moves over 10 s", game, SEATS, "moves", sum(board.late for board in boards)),
        Figure("memory a table, no sockets", game, SEATS, "kB", (full - empty) / TABLES / 1000, None),
        Figure("one fsync of the disk", game, 0, "ms", disk * 1000, None),
    ]
