"""The HTTP server around the application: how it takes connections, what runs beside it, and how it ends."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

import uvicorn
from starlette.types import ASGIApp
from uvicorn.config import LOGGING_CONFIG

from kartentisch.web.live.registry import RoomRegistry
from kartentisch.web.live.tasks import cancelled
from kartentisch.web.live.throttles import Throttles
from kartentisch.web.logs import Form, RequestIds
from kartentisch.web.network.connections import Admissions, BehindProxy, Proxies
from kartentisch.web.network.control import Control
from kartentisch.web.network.inner import InnerServer
from kartentisch.web.network.protocols import SocketProtocol, protocols
from kartentisch.web.network.throttled import Throttled
from kartentisch.web.network.visitors import Visitors
from kartentisch.web.wire import MAX_BYTES

FRAME = 4 * MAX_BYTES
"""Above this size, uvicorn itself ends a connection (1009); above MAX_BYTES the table does, with a sentence."""
PING = 10
"""Seconds between pings of the protocol, and the wait for a pong: a dead connection is noticed after 20. The browser
itself answers, even for a page whose timers are suspended."""
GRACE = 5
"""Seconds that running requests get when the server stops."""
SOCKETS: dict[str, Any] = {
    "http": "httptools",
    "ws": SocketProtocol,
    "ws_max_size": FRAME,
    "ws_max_queue": 8,
    "ws_per_message_deflate": False,
    "ws_ping_interval": PING,
    "ws_ping_timeout": PING,
}
"""How a server takes sockets from other servers."""
SWEEP = 50
"""Tenths of a second between two searches for connections that were closed but are still there."""


async def nothing() -> None:
    """The default farewell: nobody has to be told."""


class Server(uvicorn.Server):
    """Tells the pages before it stops, and aborts closed connections that do not end."""

    def __init__(self, config: uvicorn.Config, admissions: Admissions, farewell: Callable[[], Awaitable[None]]) -> None:
        super().__init__(config)
        self._admissions = admissions
        self._farewell = farewell
        self._rooms: RoomRegistry | None = None
        self._control: Control | None = None
        self._inner: list[tuple[InnerServer, socket.socket]] = []
        self._works: list[Callable[[], Coroutine[Any, Any, None]]] = []
        self._beside: list[asyncio.Task[None]] = []
        self._attending: list[asyncio.Task[None]] = []

    def watch(self, rooms: RoomRegistry) -> None:
        """Count when the event loop of these tables stands still."""
        self._rooms = rooms

    def obey(self, control: Control) -> None:
        """Carry out the orders that come by this socket."""
        self._control = control

    def also(self, inner: InnerServer, bound: socket.socket) -> None:
        """Run this server too, until the very end."""
        self._inner.append((inner, bound))

    def attend(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Do this too, until the farewell has been said."""
        self._works.append(work)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        if self._control:  # first, so that orders are taken as soon as the first page is served
            await self._control.open()
        await super().startup(sockets)
        self._beside = [asyncio.create_task(inner.serve([bound])) for inner, bound in self._inner]
        self._attending = [asyncio.create_task(work()) for work in self._works]

    async def on_tick(self, counter: int) -> bool:
        if self._rooms is not None:
            self._rooms.stalls.tick(self._rooms.world.meters)
        if counter % SWEEP == 0:
            self._admissions.sweep()
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if self._control:
            await self._control.close()
        for server in self.servers:
            server.close()
        await self._farewell()
        for task in self._attending:
            await cancelled(task)
        await super().shutdown(sockets)
        for inner, _ in self._inner:
            inner.should_exit = True
        await asyncio.gather(*self._beside)


def server(
    app: ASGIApp,
    proxies: list[str],
    admissions: Admissions,
    farewell: Callable[[], Awaitable[None]] = nothing,
    log: Form = "text",
    throttles: Throttles | None = None,
) -> Server:
    throttles = throttles or Throttles()
    http, ws = protocols(admissions, throttles.upgrades)
    app = Throttled(app, throttles.requests)
    if log == "json":
        app = RequestIds(app)
    if proxies:
        app = Visitors(BehindProxy(app, admissions.limits.per_address, Proxies(proxies)), proxies)
    config = uvicorn.Config(
        app,
        http=http,
        ws=ws,
        ws_max_size=FRAME,
        ws_max_queue=8,
        ws_per_message_deflate=False,
        ws_ping_interval=PING,
        ws_ping_timeout=PING,
        timeout_graceful_shutdown=GRACE,
        access_log=False,
        log_level="warning",
        log_config=None if log == "json" else LOGGING_CONFIG,
        proxy_headers=False,
        server_header=False,
    )
    return Server(config, admissions, farewell)
