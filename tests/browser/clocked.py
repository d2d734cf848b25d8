"""A server whose clock the tests move, and people at its tables in browsers of their own."""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

import uvicorn

from kartentisch.play.games import sheet
from kartentisch.store import MemoryStore
from kartentisch.table.facts import Fact
from kartentisch.table.settings import Settings, settle
from kartentisch.web.app import create_app
from kartentisch.web.room import Room
from kartentisch.web.rooms import Rooms
from kartentisch.web.serve import FRAME
from kartentisch.web.tokens import Tokens
from kartentisch.web.world import World

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

T = TypeVar("T")
KEY = b"k" * 32
NAMES = ("Anna", "Ben", "Cleo", "Dora")


class Clocked:
    """The server, in a thread of its own."""

    def __init__(self) -> None:
        self.ahead = 0
        """Milliseconds that its clock is ahead of the computer's."""
        self.store = MemoryStore()
        self.rooms = Rooms(self.store, World(clock=lambda: time.time_ns() // 1_000_000 + self.ahead))
        self.loop: asyncio.AbstractEventLoop | None = None
        found = socket.socket()
        found.bind(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{found.getsockname()[1]}"
        app = create_app(self.rooms, Tokens(KEY, self.store))
        config = uvicorn.Config(app, ws_max_size=FRAME, ws_per_message_deflate=False, log_level="warning")
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=lambda: asyncio.run(self._serve(found)))
        self.thread.start()
        until = time.monotonic() + 20
        while not self.server.started and time.monotonic() < until:
            time.sleep(0.02)

    async def _serve(self, found: socket.socket) -> None:
        self.loop = asyncio.get_running_loop()
        await self.server.serve(sockets=[found])

    def close(self) -> None:
        self.server.should_exit = True
        self.thread.join(30)

    def do(self, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Something on the server's loop."""
        assert self.loop is not None
        return asyncio.run_coroutine_threadsafe(work(), self.loop).result(20)

    # ---- Tables ----

    def table(self, *plan: str, game: str = "schwupps", **more: Any) -> Room:
        """A table at which all have sat down and the cards are dealt."""

        async def work() -> Room:
            settings = settle(sheet(game), plan, more.pop("options", {}), self.rooms.crew.levels, **more)
            assert isinstance(settings, Settings), settings
            room = await self.rooms.open(settings, NAMES[0])
            for number in range(plan.count("open")):
                await room.sit(NAMES[number + 1], f"join-{number:08}")
            return room

        return self.do(work)

    def facts(self, room: Room) -> list[Fact]:
        return self.store.facts(room.id)

    def jump(self, room: Room, milliseconds: int) -> None:
        """Time goes by at the table, and what is due then is done; everybody is shown the time."""

        async def work() -> None:
            self.ahead += milliseconds
            clockwork = self.rooms.clockwork(room.id)
            for _ in range(4):
                await clockwork.wake()
                await asyncio.sleep(0.01)
            room.touch()

        self.do(work)

    # ---- People ----

    def context(self, chromium: Browser, room: Room, seat: int, **more: Any) -> BrowserContext:
        """A browser that holds the seat's cookie."""
        options: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "reduced_motion": "reduce"}
        context = chromium.new_context(**{**options, **more})
        cookie = Tokens(KEY, self.store).cookie(room.id, seat)
        context.add_cookies([{"name": "seat", "value": cookie, "url": f"{self.address}/t/{room.id}/{seat}"}])
        return context

    def sit(self, chromium: Browser, room: Room, seat: int, **more: Any) -> Page:
        """The page of a seat."""
        page = self.context(chromium, room, seat, **more).new_page()
        page.goto(f"{self.address}/t/{room.id}/{seat}")
        page.wait_for_selector(".page:not([data-number='-1'])")
        return page


@contextmanager
def clocked() -> Iterator[Clocked]:
    server = Clocked()
    try:
        yield server
    finally:
        server.close()
