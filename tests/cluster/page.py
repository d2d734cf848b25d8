"""A scripted page. Its connection behaves as that of a page does (`static/js/connection.js`)."""

from __future__ import annotations

import asyncio
import contextlib
import random
import re
import time
from abc import ABC, abstractmethod
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage, InvalidStatus

from tests.cluster.plan import People

PAGE = Path(__file__).resolve().parents[2] / "src/kartentisch/web/static/js/connection.js"


def _of_the_page(name: str) -> list[float]:
    """A number of the page, or several, in seconds."""
    found = re.search(rf"const {name} = \[?([\d, ]+)\]?;", PAGE.read_text("utf-8"))
    assert found is not None, name
    return [int(number) / 1000 for number in found[1].split(",")]


DELAYS = _of_the_page("RETRY_DELAYS")
MOVED = _of_the_page("MOVED_DELAY")[0]
"""The wait after `bye moved`."""
(PING_AFTER,), (PONG_WITHIN,) = _of_the_page("PING_AFTER"), _of_the_page("PONG_WITHIN")
(RESEND_AFTER,), (TICK,) = _of_the_page("RESEND_AFTER"), _of_the_page("TICK")


@dataclass
class Open:
    """An ask without an answer."""

    message: dict[str, Any]
    at: float
    sent: int = 1
    patience: int = 2


class Page(ABC):
    def __init__(self, all_: People, address: str, cookie: str, chance: random.Random) -> None:
        """`address`: of the page; its socket is below it."""
        self.all, self.address, self.cookie, self.chance = all_, address, cookie, chance
        self.over = asyncio.Event()
        self.asks: dict[str, Open] = {}
        self.live = False
        self._line: ClientConnection | None = None
        self._tries = 0
        self._moved = False
        """The server has said that another one has the log."""
        self._ping_at = self._give_up_at = 0.0

    @property
    def host(self) -> str:
        """The host and port where it asks, for the address that all have."""
        return self.all.plan.at

    @property
    @abstractmethod
    def have(self) -> int:
        """The number of the newest fact that it was shown."""

    @property
    @abstractmethod
    def moving(self) -> bool:
        """Whether it waits for something that must still come."""

    @abstractmethod
    def note(self, what: str, **more: Any) -> None: ...

    @abstractmethod
    def hello(self) -> dict[str, Any]:
        """What it says first, beside what it has."""

    @abstractmethod
    def receive(self, message: dict[str, Any], text: bytes) -> None: ...

    @abstractmethod
    def lost(self) -> None:
        """The connection has broken."""

    async def run(self) -> None:
        ticking = asyncio.ensure_future(self._ticks())
        self.all.here.add(self)
        try:
            while not self.over.is_set():
                why = await self._connected()
                self.lost()
                self._line, self.live = None, False
                if self.over.is_set():
                    break
                self.note("lost", why=why)
                wait = MOVED if self._moved else DELAYS[min(self._tries, len(DELAYS) - 1)]
                self._tries, self._moved = self._tries + 1, False
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self.over.wait(), wait * (0.5 + self.chance.random() / 2))
        finally:
            ticking.cancel()
            self.all.here.remove(self)
        self.note("leaves")

    def leave(self) -> None:
        self.over.set()
        self._cut()

    def ask(self, ask: dict[str, Any]) -> None:
        """Ask until it is answered."""
        self.asks[ask["id"]] = Open(ask, time.monotonic())
        if self.live:
            self._say(ask)

    async def _connected(self) -> str:
        """Until the line breaks: why."""
        headers = {"Cookie": self.cookie} if self.cookie else {}
        origin: Any = f"http://{self.all.plan.at}"
        self.note("opens")
        host, _, port = self.host.partition(":")
        try:
            async with asyncio.timeout(PONG_WITHIN):
                line = await connect(
                    f"ws://{self.all.plan.at}{self.address}/socket",
                    host=host,
                    port=int(port or 80),
                    origin=origin,
                    additional_headers=headers,
                    compression=None,
                    ping_interval=None,
                    open_timeout=None,
                    close_timeout=1,
                    max_size=2**22,
                )
        except InvalidStatus as error:
            return f"status {error.response.status_code}"
        except (OSError, InvalidHandshake, InvalidMessage, ConnectionClosed, TimeoutError) as error:
            return type(error).__name__
        self._line, self._give_up_at = line, time.monotonic() + PONG_WITHIN
        try:
            await self._send({"t": "hello", "version": 1, "have": self.have, **self.hello()})
            async for text in line:
                self._receive(bytes(text, "utf-8") if isinstance(text, str) else text)
                if self.over.is_set():
                    break
        except ConnectionClosed:
            pass
        finally:
            line.transport.abort()
        return f"closed {line.close_code}"

    def _receive(self, text: bytes) -> None:
        message = msgspec.json.decode(text)
        match message["t"]:
            case "welcome":
                self.note("welcome")
                self.live, self._tries, self._give_up_at = True, 0, 0.0
                self._ping_at = time.monotonic() + PING_AFTER
                self._resend(0)
            case "pong":
                self._give_up_at, self._ping_at = 0.0, time.monotonic() + PING_AFTER
                if message["n"] > self.have:
                    self._say({"t": "fetch", "have": self.have})
            case "bye":
                self.note("bye", code=message["code"], again=message.get("again", True))
                self._moved = message["code"] == "moved"
                if message.get("again") is False:
                    self.over.set()
        self.receive(message, text)

    def _cut(self) -> None:
        if self._line is not None:
            self._line.transport.abort()

    async def _send(self, message: dict[str, Any]) -> None:
        if self._line is not None:
            with contextlib.suppress(ConnectionClosed):
                await self._line.send(msgspec.json.encode(message).decode())

    def _say(self, message: dict[str, Any]) -> None:
        asyncio.ensure_future(self._send(message))  # noqa: RUF006 - its end is of no interest

    async def _ticks(self) -> None:
        while True:
            await asyncio.sleep(TICK)
            now = time.monotonic()
            if self._line is None:
                continue
            if self._give_up_at and now >= self._give_up_at:
                self.note("gives up")
                self._cut()
                continue
            if self.live and not self._give_up_at and now >= self._ping_at:
                self._give_up_at = now + PONG_WITHIN
                self._say({"t": "ping"})
            if self.live:
                self._resend(RESEND_AFTER)

    def _resend(self, age: float) -> None:
        now = time.monotonic()
        for one in self.asks.values():
            if now - one.at < age:
                continue
            one.sent = one.sent + 1 if age else 1
            if one.sent > one.patience:
                one.patience *= 2
                self.note("gives up")
                return self._cut()
            one.at = now
            self.note("again", id=one.message["id"])
            self._say(one.message)
        return None
