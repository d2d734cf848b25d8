"""A server as a process of its own that is killed at an instant of a draw, and people who take part in draws over the
wire and keep what they were shown.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from kartentisch.cli.bench_server import Server
from kartentisch.cli.bench_web import Place
from kartentisch.proof import draws
from tests.processes import PATIENCE

MAIN = """
import os, signal, sys
import kartentisch.table.draw as draw
draw.SHUFFLED = draw.OPENING = 300_000  # nobody is too late on a busy computer
import kartentisch.store.sqlite as sqlite
from kartentisch.cli import main
from kartentisch.store.appending import APPEND

kind, when, times = sys.argv.pop(1).split()
left = int(times)

class Dying:
    '''A connection that writes, whose process ends with a transaction that has a fact of this kind.'''
    def __init__(self, db):
        self.db, self.due = db, False
    def __getattr__(self, name):
        return getattr(self.db, name)
    def count(self, rows):
        global left
        if any(row[2] == kind for row in rows):
            left -= 1
            self.due = left == 0
    def executemany(self, sql, rows):
        rows = list(rows)
        if "INTO facts" in sql:
            self.count(rows)
        return self.db.executemany(sql, rows)
    def execute(self, sql, *values):
        if sql is APPEND:  # one fact, often without a transaction around it
            self.count(values)
        dies = self.due and (sql == "COMMIT" or not self.db.in_transaction)
        if dies and when == "before":
            os.kill(os.getpid(), signal.SIGKILL)
        done = self.db.execute(sql, *values)
        if dies:
            os.kill(os.getpid(), signal.SIGKILL)
        return done

writer = sqlite.Writer
sqlite.Writer = lambda db, *more, **named: writer(Dying(db), *more, **named)
main()
"""
NEVER = "none after 0"


class Dying(Server):
    """It ends by SIGKILL when it commits a fact of this kind for the n-th time: `at` is "sealed before 1", or "after".

    Nobody is too late for a draw there, however busy the computer is.
    """

    def __init__(self, data: Path, at: str = NEVER) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = int(free.getsockname()[1])
        command = [sys.executable, "-c", MAIN, at, "serve", "--port", str(self.port), "--data", str(data)]
        self.begun = time.perf_counter()
        quiet = subprocess.DEVNULL
        self.process = subprocess.Popen([*command, "--connections-per-address", "0"], stdout=quiet, stderr=quiet)
        try:
            self.first_page = self._wait()
        except BaseException:
            self.process.kill()
            raise

    def record(self, place: Place) -> str:
        with contextlib.closing(HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)) as line:
            line.request("GET", f"{place.address}/record?match=1", headers={"Cookie": place.cookie})
            answer = line.getresponse()
            text = answer.read().decode()
        assert answer.status == 200, text
        return text


@dataclass
class Person:
    """Somebody with a seat, whose page keeps its numbers and what it was shown, as the browser's does."""

    place: Place
    numbers: dict[int, list[str]] = field(default_factory=dict)
    shown: dict[int, dict[str, Any]] = field(default_factory=dict)
    scene: dict[str, Any] = field(default_factory=dict)
    refused: list[str] = field(default_factory=list)
    count: int = 0

    @property
    def table(self) -> str:
        return self.place.address.split("/")[2]

    @property
    def seat(self) -> int:
        return int(self.place.address.split("/")[3])

    @property
    def bind(self) -> str:
        return draws.bind(self.table)

    def receipt(self) -> str:
        said = {str(draw): one for draw, one in self.shown.items()}
        return json.dumps({"kartentisch": "receipt 1", "bind": self.bind, "seat": self.seat, "draws": said})

    async def follow(
        self, server: Server, until: Callable[[], bool], seals: bool = True, opens: bool = True, plays: bool = False
    ) -> None:
        """Take part until this holds, or until the server is gone. `opens`: give the number behind the own seal."""
        with contextlib.suppress(ConnectionClosed, InvalidHandshake, OSError):
            async with self._connected(server) as line:
                asked: dict[str, int] = {}
                async for text in line:
                    message = json.loads(text)
                    if message["t"] == "welcome" and seals and message.get("draw"):
                        await self._seal(line, message["draw"])
                    elif message["t"] == "draw":
                        number = self._look(message)
                        if number and opens:
                            said = f"{message['draw']} {number}"
                            asked[await self._ask(line, do="unseal", arg=said)] = message["draw"]
                        if seals:
                            await self._seal(line, message["draw"] + 1)
                    elif message["t"] == "done" and message["id"] in asked:
                        self.shown[asked[message["id"]]]["given"] = True
                    elif message["t"] == "refused":
                        self.refused.append(message["code"])
                    elif message["t"] == "scene":
                        self.scene = message["scene"]
                        steps = self.scene.get("steps", [])
                        if plays and steps:
                            token = random.Random(self.count).choice(steps)["token"]
                            await self._ask(line, do="play", since=self.scene["since"], moves=[token])
                    if until():
                        return

    @contextlib.asynccontextmanager
    async def _connected(self, server: Server) -> Any:
        url = f"ws://127.0.0.1:{server.port}{self.place.address}/socket"
        origin: Any = f"http://127.0.0.1:{server.port}"
        async with connect(url, origin=origin, additional_headers={"Cookie": self.place.cookie}) as line:
            await line.send('{"t":"hello","version":1,"seals":true}')
            yield line

    async def _seal(self, line: ClientConnection, draw: int) -> None:
        if draw in self.shown:
            return
        number = f"{self.seat:02x}{draw:02x}{len(self.numbers.get(draw, [])):02x}{self.count:02x}".ljust(64, "5")
        self.numbers.setdefault(draw, []).append(number)
        await self._ask(line, do="seal", arg=f"{draw} {draws.seal(self.bind, draw, self.seat, number)}")

    def _look(self, message: dict[str, Any]) -> str:
        """Keep what is shown of a draw; the own number behind its seal, "" for none."""
        draw = message["draw"]
        known = self.shown.setdefault(draw, {"promise": message["promise"], "seals": message["seals"]})
        if (known["promise"], known["seals"]) != (message["promise"], message["seals"]) or message["bind"] != self.bind:
            known["differs"] = True
        for number in self.numbers.get(draw, []):
            if message["seals"].get(str(self.seat)) == draws.seal(self.bind, draw, self.seat, number):
                known["number"] = number
        return "" if "differs" in known else known.get("number", "")

    async def _ask(self, line: ClientConnection, **what: Any) -> str:
        self.count += 1
        name = f"{self.table}-{self.seat}-{self.count:06d}"
        await line.send(json.dumps({"t": "ask", "id": name, **what}))
        return name


async def all_follow(*following: Any) -> None:
    async with asyncio.timeout(PATIENCE):
        await asyncio.gather(*following)
