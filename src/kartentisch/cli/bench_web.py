"""`kartentisch bench --web`: how fast a move reaches everyone at the table, over real sockets on this machine.

The command starts a separate server on a loopback port with a fresh data folder. Scripted clients at 200 tables make a
total of 100 moves a second for a limited time. They take part in draws of luck, so each deal waits for their seals, as
it does for pages. The time of one fsync on this disk is measured too, as every move waits for one, and what the server
has counted of its own stalls, which tells them from delays that only the clients saw.
"""

from __future__ import annotations

import asyncio
import gc
import os
import random
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from kartentisch.cli.bench_server import Server
from kartentisch.cli.bench_stalls import Delays, Moved, Watch, delays
from kartentisch.cli.figures import Figure
from kartentisch.cli.screen import MistakeError
from kartentisch.proof.part import Part

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

    def ask(self, **what: Any) -> str:
        """An ask with an id of its own, as text."""
        self.asks += 1
        return msgspec.json.encode({"t": "ask", "id": f"bench-{self.asks:08d}", **what}).decode()

    def seen(self) -> int:
        """The number of the newest fact that has reached all clients."""
        return min(place.number for place in self.places)

    def undealt(self) -> bool:
        """Whether some client has no cards yet, here or at the table of the next match."""
        return any(place.scene.get("phase") != "playing" for place in self.places)


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
            place.socket, part = connection, Part()
            await connection.send('{"t":"hello","version":1,"seals":true}')
            async for text in connection:
                message = msgspec.json.decode(text)
                for ask in part.asks(message) if message["t"] in ("welcome", "draw") else ():
                    await connection.send(board.ask(**ask))
                if message["t"] == "scene":
                    place.scene = message["scene"]
                    place.number = place.scene["n"]
                    board.told.set()
                elif message["t"] == "refused" and message["code"] != "draw_over":
                    raise MistakeError(f"A scripted move was refused: {message['text']}")
                if place.scene.get("follow"):
                    break
        follow, place.scene = place.scene["follow"], {}
        place.address, place.cookie = await asyncio.to_thread(server.follow, follow, place.cookie)


async def move(board: Board, choose: random.Random) -> Moved | None:
    """Let the seat to move make a random move. Return when it began and how long it took until it had reached all
    seats, at most `LATE`.

    After a round or match, each seat asks for the next one, which begins with the last of these asks. The beginning of
    a match is not a move; that of a round is, and takes until all seats have seen their cards.
    """
    async with board.moving:  # following to the next table can take longer than the time between two moves
        return await _move(board, choose)


async def _move(board: Board, choose: random.Random) -> Moved | None:
    if board.behind():
        return None
    before = board.seen()
    for place in board.places:
        scene = place.scene
        steps = [step for step in scene.get("steps", []) if step.get("ends", True)]
        between = {"over": "again", "result": "next"}.get(scene.get("phase", ""), "")
        if place.socket is None or not (steps or between):
            continue
        ask: dict[str, Any] = {"do": between}
        if steps:
            ask = {"do": "play", "since": scene["since"], "moves": [choose.choice(steps)["token"]]}
        begun = time.perf_counter()
        await place.socket.send(board.ask(**ask))
        if between and place is not board.places[-1]:
            continue
        board.behind = board.undealt if between else lambda: board.seen() <= before
        while board.behind():
            board.told.clear()
            try:
                await asyncio.wait_for(board.told.wait(), begun + LATE - time.perf_counter())
            except TimeoutError:
                board.late += 1
                break
        return None if between == "again" else Moved(begun, min(LATE, time.perf_counter() - begun))
    raise MistakeError("Nobody can move at a measured table.")


@contextmanager
def uncollected() -> Iterator[None]:
    """Keep the garbage collector of this process, which can stop all clients for 0.1 s, out of the measured times."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


async def drive(
    server: Server, boards: list[Board], seconds: float, at: Callable[[Place], Server] | None = None
) -> list[Moved]:
    """Make moves at a steady rate, at all tables in turn. Return those after the first seconds.

    `at`: the server to which a client comes; by default all come to the one.
    """
    of = at or (lambda place: server)
    tasks = [asyncio.ensure_future(listen(of(place), board, place)) for board in boards for place in board.places]
    while any(board.undealt() for board in boards):
        for task in tasks:
            if task.done():
                task.result()  # raises what has happened to a client
        await asyncio.sleep(0.05)
    times: list[tuple[float, asyncio.Future[Moved | None]]] = []
    choose = random.Random(1)
    with uncollected():
        begun = time.perf_counter()
        for count in range(int(seconds * MOVES_A_SECOND)):
            await asyncio.sleep(max(0.0, begun + count / MOVES_A_SECOND - time.perf_counter()))
            board = boards[count % len(boards)]
            times.append((time.perf_counter() - begun, asyncio.ensure_future(move(board, choose))))
        found = [moved for at, future in times if at >= WARM and (moved := await future) is not None]
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return found


async def watched(server: Server, boards: list[Board], seconds: float) -> tuple[list[Moved], Delays]:
    """The same, and what the server has counted meanwhile."""
    watch = Watch(server.get)
    watching = asyncio.ensure_future(watch.run())
    moves = await drive(server, boards, seconds)
    watching.cancel()
    watch.end()
    return moves, delays(watch.readings, moves)


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
            moves, delayed = asyncio.run(watched(server, boards, SECONDS))
        except OSError as error:
            raise MistakeError(f"The server that was measured did not answer: {error}.") from error
        finally:
            server.stop()
        disk = fsync(Path(folder))
    times = sorted(moved.took for moved in moves)
    return [
        Figure("start to first page", game, 0, "ms", server.first_page * 1000, None),
        Figure("move to all seats, half", game, SEATS, "ms", times[len(times) // 2] * 1000, None),
        Figure("move to all seats, 99 %", game, SEATS, "ms", times[int(len(times) * 0.99)] * 1000, None),
        Figure("move to all seats, longest", game, SEATS, "ms", times[-1] * 1000, None),
        Figure("loop stalls, server at work", game, 0, "stalls", delayed.busy),
        Figure("loop stalls, server waiting", game, 0, "stalls", delayed.waiting),
        Figure("loop stalled in all", game, 0, "ms", delayed.stalled_ms),
        Figure("moves over 100 ms, loop stalled", game, SEATS, "moves", delayed.late_with_stall),
        Figure("moves over 100 ms, it did not", game, SEATS, "moves", delayed.late_without),
        Figure("moves over 10 s", game, SEATS, "moves", sum(board.late for board in boards)),
        Figure("memory a table, no sockets", game, SEATS, "kB", (full - empty) / TABLES / 1000, None),
        Figure("one fsync of the disk", game, 0, "ms", disk * 1000, None),
    ]
