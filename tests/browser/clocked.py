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
from kartentisch.table.clocks import ALLOWANCE, RESERVE
from kartentisch.table.facts import Fact
from kartentisch.table.settings import Settings, checked_settings
from kartentisch.web.access.public_address import PublicAddress
from kartentisch.web.access.tokens import Tokens
from kartentisch.web.app import create_app
from kartentisch.web.live.registry import RoomRegistry
from kartentisch.web.live.room import Room
from kartentisch.web.live.world import World
from kartentisch.web.server import FRAME, GRACE
from tests.plain_store import PlainTokens, plain
from tests.processes import PATIENCE

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

T = TypeVar("T")
BRISK = ALLOWANCE["brisk"] + RESERVE["brisk"]
KEY = b"k" * 32
NAMES = ("Anna", "Ben", "Cleo", "Dora")


class Line:
    """A way to the server that can fail: a port of its own, whose traffic is held back or cut off."""

    def __init__(self, address: str) -> None:
        self.to = int(address.rsplit(":", 1)[1])
        self.open = asyncio.Event()
        self.open.set()
        self.ends: list[asyncio.StreamWriter] = []
        """Of the connections to the server."""
        self.near: list[asyncio.StreamWriter] = []
        """Of the connections to pages."""
        self.address = ""
        self.server: asyncio.Server | None = None

    async def start(self) -> None:
        self.server = await asyncio.start_server(self._pass_on, "127.0.0.1", 0)
        self.address = f"http://127.0.0.1:{self.server.sockets[0].getsockname()[1]}"

    async def end(self) -> None:
        assert self.server is not None
        self.server.close()
        self.open.set()
        for end in (*self.near, *self.ends):
            end.transport.abort()
        await asyncio.sleep(0.05)

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.near.append(writer)
        await self.open.wait()
        far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self.to)
        self.ends.append(far_writer)
        ways = (self._pump(reader, far_writer), self._pump(far_reader, writer))
        await asyncio.gather(*ways, return_exceptions=True)

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(65536):
            await self.open.wait()
            writer.write(data)
            await writer.drain()
        await self.open.wait()
        writer.close()


class Clocked:
    """The server, in a thread of its own."""

    def __init__(self, reached: bool = False) -> None:
        self.ahead = 0
        """Milliseconds that its clock is ahead of the computer's."""
        self.store = MemoryStore()
        self.rooms = RoomRegistry(self.store, World(clock=self._now, steady=self._now))
        self.loop: asyncio.AbstractEventLoop | None = None
        self.lines: list[Line] = []
        found = socket.socket()
        found.bind(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{found.getsockname()[1]}"
        app = create_app(self.rooms, Tokens(KEY), PublicAddress(self.address if reached else ""))
        config = uvicorn.Config(
            app,
            ws_max_size=FRAME,
            ws_per_message_deflate=False,
            log_level="warning",
            timeout_graceful_shutdown=GRACE,
        )
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=lambda: asyncio.run(self._serve(found)))
        self.thread.start()
        until = time.monotonic() + PATIENCE
        while not self.server.started and time.monotonic() < until:
            time.sleep(0.02)

    def _now(self) -> int:
        return time.time_ns() // 1_000_000 + self.ahead

    async def _serve(self, found: socket.socket) -> None:
        self.loop = asyncio.get_running_loop()
        await self.server.serve(sockets=[found])

    def close(self) -> None:
        for line in self.lines:
            self.do(line.end)
        self.server.should_exit = True
        self.thread.join(PATIENCE)
        assert not self.thread.is_alive(), "the server has not ended"

    def do(self, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Something on the server's loop."""
        assert self.loop is not None
        return asyncio.run_coroutine_threadsafe(work(), self.loop).result(PATIENCE)

    # ---- Lines ----

    def line(self) -> Line:
        found = Line(self.address)
        self.do(found.start)
        self.lines.append(found)
        return found

    def hold(self, line: Line) -> None:
        """Nothing gets through, and nobody is told."""

        async def work() -> None:
            line.open.clear()

        self.do(work)

    def lose(self, line: Line, room: Room, seat: int, here: bool = False) -> None:
        """The server notices that the line is dead, as it does after two pings; the page does not."""

        async def work() -> None:
            line.open.clear()
            for end in line.ends:
                end.transport.abort()
            line.ends.clear()

        known = room.pages
        self.do(work)
        eventually(lambda: room.pages < known and room.presence.here(seat) == here)

    def mend(self, line: Line) -> None:
        async def work() -> None:
            line.open.set()

        self.do(work)

    # ---- Tables ----

    def table(self, *plan: str, game: str = "schwupps", **more: Any) -> Room:
        """A table at which all have sat down and the cards are dealt."""

        async def work() -> Room:
            settings = checked_settings(sheet(game), plan, more.pop("options", {}), self.rooms.bot_pool.levels, **more)
            assert isinstance(settings, Settings), settings
            room = await self.rooms.open(settings, NAMES[0])
            for number in range(plan.count("open")):
                await room.sit(NAMES[number + 1], f"join-{number:08}")
            return room

        return self.do(work)

    def facts(self, room: Room) -> list[Fact]:
        return plain(self.store).facts(room.id)

    def jump(self, room: Room, milliseconds: int) -> None:
        """Time goes by at the table, and what is due then is done; everybody is shown the time."""

        async def work() -> None:
            self.ahead += milliseconds
            scheduler = self.rooms.scheduler(room.id)
            for _ in range(4):
                await scheduler.run_due()
                await asyncio.sleep(0.01)
            room.mark_changed()

        self.do(work)

    # ---- People ----

    def context(self, chromium: Browser, room: Room, seat: int, **more: Any) -> BrowserContext:
        """A browser that holds the seat's cookie; cookies know no port, so on every line."""
        options: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "reduced_motion": "reduce"}
        context = chromium.new_context(**{**options, **more})
        cookie = PlainTokens(KEY, self.store).cookie(room.id, seat)
        context.add_cookies([{"name": "seat", "value": cookie, "url": f"{self.address}/t/{room.id}/{seat}"}])
        return context

    def sit(self, chromium: Browser, room: Room, seat: int, line: Line | None = None, **more: Any) -> Page:
        """The page of a seat; over a line its timers are the test's to move."""
        page = self.context(chromium, room, seat, **more).new_page()
        if line:
            page.clock.install()
        page.goto(f"{line.address if line else self.address}/t/{room.id}/{seat}")
        page.wait_for_selector(".page:not([data-number='-1'])")
        return page


@contextmanager
def clocked(reached: bool = False) -> Iterator[Clocked]:
    """`reached`: its tables say how others come."""
    server = Clocked(reached)
    try:
        yield server
    finally:
        server.close()


# ---- At a page ----------------------------------------------------------------------------------------------------


def start(server: Clocked, **more: Any) -> tuple[Room, int, int]:
    """A table of two people, the seat in turn, and the other one."""
    room = server.table("you", "open", **more)
    seat = room.table.actors()[0]
    return room, seat, 1 - seat


def until(page: Page, what: str, arg: Any = None, seconds: float = PATIENCE) -> None:
    page.wait_for_function(what, arg=arg, timeout=seconds * 1000)


def says(page: Page) -> str:
    return page.locator(".prompt").inner_text()


def left(page: Page) -> int:
    """Milliseconds of the one in turn, as this page was told last."""
    return int(page.locator(".prompt .clock").get_attribute("data-left") or -1)


def shift(page: Page) -> None:
    """The move that is always possible at the beginning of a turn."""
    page.locator(".actions .button:not(.not-now)").first.click()


def eventually(good: Callable[[], bool], seconds: float = PATIENCE) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            if good():
                return
        except OSError:
            pass
        time.sleep(0.05)
    raise AssertionError("it did not come about")
