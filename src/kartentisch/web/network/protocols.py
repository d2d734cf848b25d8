"""What uvicorn's protocols lack: time-outs for clients that send or read too slowly, and limits on connections.

uvicorn closes a connection that is idle between two requests. It waits forever for a client that has begun a request,
has sent nothing yet or reads nothing, and each of these connections holds a descriptor.
"""

from __future__ import annotations

import asyncio
import struct
from typing import Any, ClassVar

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import State

from kartentisch.web.live.throttles import Throttle
from kartentisch.web.network.connections import TOO_MANY, Admissions
from kartentisch.web.socket.sending import DIRECT

HEADERS_WITHIN = 10.0
"""Seconds for the whole head of a request, from its first byte or, on a new connection, from the start."""
BODY_WITHIN = 20.0
"""Seconds for a whole body: a form has a few kilobytes at most."""
READ_WITHIN = 20.0
"""Seconds within which a client must read some of the waiting data."""
CLOSE_WITHIN = 3.0
"""Seconds for the other side to confirm that a socket is closed."""
MOST_HEAD = 64 * 1024
"""The most bytes in the head of a request."""

_TEXTS = {408: "The request took too long to arrive.", 431: "The head of the request is too long.", 503: TOO_MANY}


def frame_head(size: int) -> bytes:
    """The head of a final, unmasked text frame (RFC 6455, section 5.2)."""
    if size < 126:
        return struct.pack("!BB", 0x81, size)
    return struct.pack("!BBH", 0x81, 126, size) if size < 1 << 16 else struct.pack("!BBQ", 0x81, 127, size)


class Patient(asyncio.BaseProtocol):
    """Aborts a connection if its client reads nothing for too long."""

    transport: asyncio.Transport
    _unread: asyncio.TimerHandle | None = None

    def pause_writing(self) -> None:
        super().pause_writing()
        self._stuck(True)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._stuck(False)

    def _stuck(self, stuck: bool) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None
        if stuck:
            self._unread = asyncio.get_running_loop().call_later(READ_WITHIN, self.transport.abort)


class HttpProtocol(Patient, HttpToolsProtocol):
    """A connection for requests. Its client owes it (`_owes`) first a complete head, then a complete body."""

    admissions: ClassVar[Admissions]
    upgrades: ClassVar[Throttle]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._owes = ""
        """What is missing: "head" or "body"; "" while a request is answered and between two requests."""
        self._fed = 0
        self._due: asyncio.TimerHandle | None = None
        self._refused = False
        self._upgrading = False
        """Whether the request waits for its turn to become a socket."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if self.admissions.admit(self, self.client[0] if self.client else ""):
            self._expect("head", HEADERS_WITHIN)
        else:
            self._refuse(503)

    def connection_lost(self, exc: Exception | None) -> None:
        self._expect("", 0)
        self._stuck(False)
        self.admissions.leave(self)
        super().connection_lost(exc)

    def give_up(self) -> None:
        self._refuse(408)

    # ---- What the client sends ----

    def data_received(self, data: bytes) -> None:
        if self._upgrading:
            self.transport.abort()  # a client that speaks before it was answered
        if self._refused or self._upgrading:
            return
        if not self._owes and self._answering is None:
            self._expect("head", HEADERS_WITHIN)
        if self._owes == "head":
            self._fed += len(data)
        super().data_received(data)
        if self._owes == "head" and self._fed > MOST_HEAD:
            self._refuse(431)

    def on_headers_complete(self) -> None:
        super().on_headers_complete()
        self._expect("body", BODY_WITHIN)

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._expect("", 0)

    def handle_websocket_upgrade(self) -> None:
        self._expect("", 0)
        self._upgrading = True
        self.upgrades.ask(self._upgrade)

    def _upgrade(self) -> bool:
        if self.transport.is_closing():  # the page has given up, and perhaps comes back
            return False
        super().handle_websocket_upgrade()
        socket = self.transport.get_protocol()
        assert isinstance(socket, WebSocketProtocol)
        self.admissions.follow(self, socket)
        del self.parser  # it refers to this protocol, so both would become garbage
        return True

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self.admissions.waits(self, True)  # for the next request, or the rest of this one

    def _expect(self, what: str, seconds: float) -> None:
        """Expect this from the client within `seconds`; "" to expect nothing."""
        self._owes, self._fed = what, 0
        if self._due is not None:
            self._due.cancel()
            self._due = None
        if what:
            self._due = self.loop.call_later(seconds, self._refuse, 408)
        self.admissions.waits(self, bool(what))

    # ---- How it ends ----

    @property
    def _answering(self) -> RequestResponseCycle | None:
        """The request that is being answered."""
        cycle: RequestResponseCycle | None = self.cycle
        return None if cycle is None or cycle.response_complete else cycle

    def _refuse(self, status: int) -> None:
        """Say why, close, and read nothing more. A client that has not begun a request is told nothing."""
        begun = self._owes == "body" or self._fed > 0 or status == 503
        cycle = self._answering
        self._refused = True
        self._expect("", 0)
        if begun and (cycle is None or not cycle.response_started):
            text = _TEXTS[status].encode()
            head = b"content-type: text/plain; charset=utf-8\r\nconnection: close\r\nretry-after: 5\r\n"
            length = b"content-length: %d\r\n\r\n" % len(text)
            self.transport.write(STATUS_LINE[status] + head + length + text)
        if cycle is not None:
            cycle.disconnected = True
            cycle.message_event.set()
        self.transport.close()

    def shutdown(self) -> None:
        """Stop without waiting for the rest of a request."""
        if self._owes == "body" and not self.cycle.response_started:
            self.transport.close()
        super().shutdown()


class SocketProtocol(WebSocketsSansIOProtocol):
    """A socket whose handshake may end otherwise than by being accepted. uvicorn would log that as an error of the
    application.
    """

    async def send(self, message: Any) -> None:
        if not self.handshake_complete and self.initial_response is None and self.transport.is_closing():
            self.handshake_complete = True  # the visitor has gone, or this server stops: nobody waits for an answer
            raise ClientDisconnected
        await super().send(message)
        if message["type"] == "websocket.http.response.body" and not message.get("more_body", False):
            self.handshake_complete = True  # it is refused


class WebSocketProtocol(Patient, SocketProtocol):
    admissions: ClassVar[Admissions]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.close_timeout = CLOSE_WITHIN

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"] = {**(self.scope.get("extensions") or {}), DIRECT: {"send": self.send_direct}}

    def connection_lost(self, exc: Exception | None) -> None:
        self._stuck(False)
        self.admissions.leave(self)
        super().connection_lost(exc)
        if (scope := getattr(self, "scope", None)) is not None:
            scope["extensions"].pop(DIRECT, None)  # it refers to this protocol, so both would become garbage

    def give_up(self) -> None:
        self.transport.abort()

    async def send_direct(self, text: bytes) -> None:
        """Send a message of UTF-8, in one frame. Raises ClientDisconnected if the other side is gone.

        It does what `send` does, without the layers of ASGI, Starlette and websockets: with four readers of each move,
        those cost as much as drawing a fifth scene.
        """
        if not self.writable.is_set():
            await self.writable.wait()
        if self.disconnected or self.close_sent or self.conn.state is not State.OPEN:
            raise ClientDisconnected
        self.transport.write(frame_head(len(text)) + text)

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.transport.abort()  # closing would wait until a dead connection has read everything


def protocols(admissions: Admissions, upgrades: Throttle) -> tuple[type[HttpProtocol], type[WebSocketProtocol]]:
    """The protocols of a server that counts its connections in `admissions`."""
    http = type("Http", (HttpProtocol,), {"admissions": admissions, "upgrades": upgrades})
    return http, type("WebSocket", (WebSocketProtocol,), {"admissions": admissions})
