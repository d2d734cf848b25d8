"""A scripted page at a seat. It behaves as the page does (`static/js/connection.js`), and writes down what it hears."""

from __future__ import annotations

import asyncio
import contextlib
import random
import re
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage, InvalidStatus

from tests.cluster.luck import Luck
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


class Player:
    """A page at a seat, or of somebody who watches (seat -1)."""

    def __init__(self, all_: People, group: int, name: str, place: tuple[str, str], chance: random.Random) -> None:
        self.all, self.group, self.name = all_, group, name
        self.address, self.cookie = place
        self.table, seat = self.address.split("/")[2:4]
        self.seat = -1 if seat == "watch" else int(seat)
        self.luck = Luck(self.table, self.seat)
        self.chance = chance
        self.over = asyncio.Event()
        self.asks: dict[str, Open] = {}
        self.scene: dict[str, Any] = {}
        self.newest = 0
        """The number of the newest fact that an answer has named."""
        self._line: ClientConnection | None = None
        self._live = False
        self._tries = 0
        self._moved = False
        """The server has said that another one has the table."""
        self._ready = False
        """Has asked for the next round."""
        self._moving: asyncio.Task[None] | None = None
        self._ping_at = self._give_up_at = 0.0

    def note(self, what: str, **more: Any) -> None:
        self.all.report.note(what, table=self.table, seat=self.seat, **more)

    # ---- The connection ----------------------------------------------------------------------------------------------

    async def run(self) -> None:
        ticking = asyncio.ensure_future(self._ticks())
        self.all.here.add(self)
        try:
            while not self.over.is_set():
                why = await self._connected()
                if self._moving:
                    self._moving.cancel()
                self._line, self._live = None, False
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
        if self.seat >= 0:
            self.note("receipt", text=self.luck.receipt())

    async def _connected(self) -> str:
        """Until the line breaks: why."""
        headers = {"Cookie": self.cookie} if self.cookie else {}
        origin: Any = f"http://{self.all.plan.at}"
        url = f"ws://{self.all.plan.at}{self.address}/socket"
        self.note("opens")
        try:
            async with asyncio.timeout(PONG_WITHIN):
                line = await connect(
                    url,
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
        have = self.scene.get("n", -1)
        try:
            await self._send({"t": "hello", "version": 1, "have": have, "seals": True})
            async for text in line:
                self._receive(bytes(text, "utf-8") if isinstance(text, str) else text)
                if self.over.is_set():
                    break
        except ConnectionClosed:
            pass
        finally:
            line.transport.abort()
        return f"closed {line.close_code}"

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
            if self._live and not self._give_up_at and now >= self._ping_at:
                self._give_up_at = now + PONG_WITHIN
                self._say({"t": "ping"})
            if self._live:
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

    # ---- What is heard -----------------------------------------------------------------------------------------------

    def _receive(self, text: bytes) -> None:
        message = msgspec.json.decode(text)
        match message["t"]:
            case "welcome":
                self.note("welcome")
                self._live, self._tries, self._give_up_at, self._ready = True, 0, 0.0, False
                self._ping_at = time.monotonic() + PING_AFTER
                self._resend(0)
                self._take_part(message)
            case "draw":
                self.note("draw", text=text.decode())
                self._take_part(message)
            case "pong":
                self._give_up_at, self._ping_at = 0.0, time.monotonic() + PING_AFTER
                have = self.scene.get("n", -1)
                if message["n"] > have:
                    self._say({"t": "fetch", "have": have})
            case "done" | "refused":
                self._answered(message)
            case "bye":
                self.note("bye", code=message["code"], again=message.get("again", True))
                self._moved = message["code"] == "moved"
                if message.get("again") is False:
                    self.over.set()
            case "scene":
                self._seen(message["scene"], text)
        if self.scene.get("phase") in ("over", "closed") and not self.moving:
            self.over.set()
        self._consider()

    def _take_part(self, message: dict[str, Any]) -> None:
        if self.seat < 0:
            return
        unanswered = {one.message.get("arg") for one in self.asks.values()}
        for ask in self.luck.asks(message):
            if ask["arg"] not in unanswered:
                self._ask(**ask)

    def _answered(self, message: dict[str, Any]) -> None:
        one = self.asks.pop(message["id"], None)
        more = {key: message[key] for key in ("n", "code") if key in message}
        self.note(message["t"], id=message["id"], do=one.message["do"] if one else "", **more)
        if message["t"] == "done":
            self.newest = max(self.newest, message["n"])
            if one and one.message["do"] == "unseal":
                self.luck.given(one.message["arg"])
        elif one and one.message["do"] == "next":
            self._ready = False

    def _seen(self, scene: dict[str, Any], text: bytes) -> None:
        keeps = self.group % self.all.plan.keeps == 0
        self.note("scene", n=scene["n"], phase=scene["phase"], **({"text": text.decode()} if keeps else {}))
        self.scene = scene
        if scene["phase"] != "result":
            self._ready = False
        if scene["phase"] == "playing":
            self.all.dealt.add(self.group)

    # ---- What is asked for -------------------------------------------------------------------------------------------

    @property
    def moving(self) -> bool:
        """Whether a move, or the wish for the next round, has no answer yet."""
        return any(one.message["do"] in ("play", "next") for one in self.asks.values())

    def leave(self) -> None:
        self.over.set()
        self._cut()

    def _ask(self, **what: Any) -> None:
        ask = {"t": "ask", "id": f"{self.name}-{self.chance.getrandbits(64):016x}", **what}
        self.asks[ask["id"]] = Open(ask, time.monotonic())
        self.note("ask", id=ask["id"], do=ask["do"], moves=ask.get("moves", []))
        if self._live:
            self._say(ask)

    def _choice(self) -> dict[str, Any] | None:
        """What to ask for now."""
        scene = self.scene
        if self.seat < 0 or self.moving or self.all.stop.is_set() or not self._live or scene.get("n", -1) < self.newest:
            return None
        if scene["phase"] == "result" and not self._ready:
            return {"do": "next"}
        steps = [step for step in scene.get("steps", []) if step.get("ends", True)]
        if scene["phase"] == "playing" and steps:
            return {"do": "play", "since": scene["since"], "moves": [self.chance.choice(steps)["token"]]}
        return None

    def _consider(self) -> None:
        if (self._moving is None or self._moving.done()) and self._choice() is not None:
            self._moving = asyncio.ensure_future(self._move())

    async def _move(self) -> None:
        await asyncio.sleep(self.chance.random() * self.all.plan.think)
        ask = self._choice()
        if ask is not None:
            self._ready = ask["do"] == "next"
            self._ask(**ask)
