"""Two servers in this process with the hop between them: the first one forwards everything below /t/ to the second."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Any
from unittest import mock

from starlette.types import ASGIApp, Receive, Scope, Send

from kartentisch.store.leases import NODE_LIVES
from kartentisch.store.peers import Peer
from kartentisch.web.cluster.forwarding import Forwarding
from kartentisch.web.cluster.gate import Gate
from kartentisch.web.cluster.owners import Owners
from kartentisch.web.cluster.passes import Passes
from kartentisch.web.network.connections import Admissions, ConnectionLimits
from kartentisch.web.network.inner import InnerServer
from kartentisch.web.server import SOCKETS, server

KEY = b"k" * 32


@dataclass
class Known:
    """The servers, as the first one sees them."""

    owners: Sequence[Peer | None]
    """Who has the tables, at each look-up; the last one from then on."""
    everybody: Sequence[Peer] = ()
    id: str = "first"
    draining: bool = False
    lives: float = NODE_LIVES
    tallies: Any = None

    def now(self) -> int:
        return 0

    def silent(self) -> int:
        return 0

    async def owner(self, log_id: str) -> Peer | None:
        found, *rest = self.owners
        self.owners = rest or [found]
        return found

    async def living(self) -> list[Peer]:
        return list(self.everybody or [one for one in self.owners if one])

    async def orphans(self, *_: Any) -> list[str]:
        return []


@dataclass
class Seen:
    """An application that notes what reaches it and answers what it is told."""

    scopes: list[Scope] = field(default_factory=list)
    bodies: list[bytes] = field(default_factory=list)
    broken: int = 0
    """Requests whose visitor went in the middle."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            return
        self.scopes.append(scope)
        if scope["type"] == "websocket":
            await self._echo(receive, send)
            return
        body, more = b"", True
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                self.broken += 1
                return
            body, more = body + message.get("body", b""), message.get("more_body", False)
        self.bodies.append(body)
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
        await send({"type": "http.response.body", "body": b"ok"})

    async def _echo(self, receive: Receive, send: Send) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        while (message := await receive())["type"] == "websocket.receive":
            await send({**message, "type": "websocket.send"})


@dataclass
class Hop:
    public: int
    inner: int
    first: ASGIApp
    """The application of the first server."""

    async def send(self, *parts: bytes, hang_up: bool = False) -> bytes:
        """Send these bytes to the first server, one after the other; all that it answers until it closes."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.public)
        for part in parts:
            writer.write(part)
            await writer.drain()
            await asyncio.sleep(0.02)
        answer = b"" if hang_up else await asyncio.wait_for(reader.read(), 20)
        writer.close()
        await asyncio.sleep(0.05 if hang_up else 0)
        return answer


@asynccontextmanager
async def hop(
    second: ASGIApp, owners: Sequence[str | None] = ("second",), at_first: ASGIApp | None = None, base: str = ""
) -> AsyncIterator[Hop]:
    """`second`: the application of the server that has the tables. `owners`: the id of the server that is asked, at
    each look-up; None for nobody. `base`: the path of both servers.
    """
    public, inner = (socket.create_server(("127.0.0.1", 0)) for _ in range(2))
    address = f"127.0.0.1:{inner.getsockname()[1]}"
    peers = [Peer(one, one, address, "1", False) if one else None for one in owners]
    known: Any = Known(peers)
    passes = [Passes(KEY, lambda: "first", lambda: 0), Passes(KEY, lambda: "second", lambda: 0)]
    no, never = partial(mock.Mock, return_value=False), mock.AsyncMock(return_value=False)
    first = Forwarding(at_first or Seen(), Owners(known), passes[0], base, no(), no(), never)
    behind = InnerServer(Gate(second, passes[1]), **SOCKETS)
    before = server(first, [], Admissions(ConnectionLimits()), log="json")
    before.config.lifespan = "off"
    tasks = [asyncio.create_task(behind.serve([inner])), asyncio.create_task(before._serve([public]))]
    while not (behind.started and before.started):
        await asyncio.sleep(0.005)
    try:
        yield Hop(public.getsockname()[1], inner.getsockname()[1], first)
    finally:
        before.should_exit = behind.should_exit = True
        await asyncio.gather(*tasks)
        await first._http.aclose()
