"""Carries one request or one socket to another server and its answer back, both as streams."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterable
from typing import Any, NamedTuple, TypeVar

import httpx2
import msgspec
import structlog
from starlette.types import Message, Receive, Scope, Send
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

from kartentisch.store.peers import Peer
from kartentisch.web.cluster.lines import UNDER_WAY
from kartentisch.web.cluster.passes import HEADER
from kartentisch.web.wire import Bye

T = TypeVar("T")
log = structlog.get_logger()
CONNECT_WITHIN = 2.0
"""Seconds for a connection to another server, in the same network."""
ANSWER_WITHIN = 60.0
LOOK = 1.0
"""Seconds between two looks at whether a server that does not answer has ended."""
PING, PONG = 2.0, 3.0
"""Seconds between pings to the other server, and the wait for its answer: pages come again before they would give up by
themselves.
"""
CLOSE_WITHIN = 1.0
"""Seconds for the other server to confirm that a socket is closed."""
LARGEST = 1 << 24
"""Bytes of a message from another server."""
OWN = {
    *("connection", "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade", "expect"),
    *("host", "date", "server", "forwarded", HEADER),
}
"""Headers that belong to one line, or that each server sets itself."""
OWN_OF_SOCKETS = {"sec-websocket-key", "sec-websocket-version", "sec-websocket-extensions", "content-length"}
CANNOT_BE_SENT = (1005, 1006, 1015)
"""Codes that say how a socket ended without one."""
GONE = 1012
MISDIRECTED = 421


class Silent(Exception):  # noqa: N818 - not a fault of this program
    """The other server has not begun to work on the request, although it may have got it. It may be sent again."""


class BrokeOff(Exception):  # noqa: N818 - not a fault of this program
    """The other server has gone while it worked on the request. It may have been carried out."""


class Line(NamedTuple):
    """What one request or socket needs beside the address of the other server."""

    signed: str
    """The pass."""
    knows: Callable[[str], bool]
    """Whether an answer comes from the server for which the pass was written."""
    gone: Callable[[], Awaitable[bool]]
    """Whether that server has ended, by the database."""


class Hung(Exception):  # noqa: N818 - not a fault of this program
    """The visitor has hung up before the end of the body."""


def headers_of(scope: Scope, signed: str) -> list[tuple[bytes, bytes]]:
    """The headers of a request as another server gets them."""
    kept = [(name, value) for name, value in scope["headers"] if name.decode("latin-1").lower() not in OWN]
    return [*kept, (HEADER.encode(), signed.encode())]


def target_of(scope: Scope) -> str:
    """Path and query, as they were sent."""
    path = (scope.get("raw_path") or scope["path"].encode()).decode("latin-1")
    query = scope.get("query_string", b"").decode("latin-1")
    return f"{path}?{query}" if query else path


# ---- Requests --------------------------------------------------------------------------------------------------------


def client() -> httpx2.AsyncHTTPTransport:
    """Makes a connection for each request: of one that is kept, nobody knows whether it still leads anywhere.

    It is the bare transport. A client of httpx2 keeps cookies, so one visitor would get the seat of another, and it
    adds headers, spells addresses its own way and logs them.
    """
    return httpx2.AsyncHTTPTransport(trust_env=False, limits=httpx2.Limits(max_keepalive_connections=0))


async def carry_request(
    http: httpx2.AsyncHTTPTransport, peer: Peer, line: Line, scope: Scope, receive: Receive, send: Send
) -> None:
    """Raises Silent if the other server does nothing, and BrokeOff if it goes before it has answered. A page that is
    only looked at may be asked for again, so that is Silent too.
    """
    went = Silent if scope["method"] in ("GET", "HEAD") else BrokeOff
    names = [name.decode("latin-1").lower() for name, _ in scope["headers"]]
    begins = "content-length" in names or "transfer-encoding" in names
    timeout = httpx2.Timeout(ANSWER_WITHIN, connect=CONNECT_WITHIN)
    request = httpx2.Request(
        scope["method"],
        f"http://{peer.address}/",
        headers=headers_of(scope, line.signed),
        content=_body(receive) if begins else None,
        extensions={"target": target_of(scope).encode("latin-1"), "timeout": timeout.as_dict()},
    )
    try:
        answer = await _answer(http.handle_async_request(request), line.gone)
    except (httpx2.ConnectError, httpx2.ConnectTimeout) as error:
        raise Silent from error
    except httpx2.LocalProtocolError as error:
        raise BrokeOff from error
    except (httpx2.HTTPError, TimeoutError) as error:
        raise went from error
    except Hung:
        return
    try:
        if answer.status_code == MISDIRECTED:
            raise Silent
        if not line.knows(answer.headers.get(HEADER, "")):
            log.warning("a stranger answers at the address of a server", node=peer.name, status=answer.status_code)
            raise went
        kept = [(name, value) for name, value in answer.headers.raw if name.decode("latin-1").lower() not in OWN]
        await send({"type": "http.response.start", "status": answer.status_code, "headers": kept})
        assert isinstance(answer.stream, httpx2.AsyncByteStream)
        async for part in answer.stream:
            await send({"type": "http.response.body", "body": part, "more_body": True})
        await send({"type": "http.response.body", "body": b""})
    except httpx2.HTTPError as error:  # the visitor sees that the answer is cut
        log.warning("another server has gone while it answered", node=peer.name, error=repr(error))
    finally:
        await answer.aclose()


async def _answer(answering: Coroutine[Any, Any, T], gone: Callable[[], Awaitable[bool]]) -> T:
    """What the other server answers. Raises TimeoutError if it has gone although the connection stays: it is paused, or
    cut off.
    """
    task = asyncio.ensure_future(answering)
    try:
        while not (await asyncio.wait({task}, timeout=LOOK))[0]:
            if await gone():
                raise TimeoutError
        return task.result()
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def _body(receive: Receive) -> AsyncIterator[bytes]:
    """Raises Hung, so that the other server does not take the part of a body for all of it."""
    while True:
        message = await receive()
        if message["type"] != "http.request":
            raise Hung
        yield message.get("body", b"")
        if not message.get("more_body", False):
            return


# ---- Sockets ---------------------------------------------------------------------------------------------------------


async def carry_socket(peer: Peer, line: Line, gone: str, scope: Scope, receive: Receive, send: Send) -> None:
    """`gone`: the sentence for a page whose server has gone. Raises Silent before anything was read or answered.

    One message at a time waits here for a slow reader, and the system keeps little, so the newest scene stays the
    newest.
    """
    try:
        connected = await connect(
            f"ws://{peer.address}{target_of(scope)}",
            additional_headers=_texts(headers_of(scope, line.signed)),
            user_agent_header=None,
            compression=None,
            proxy=None,
            open_timeout=CONNECT_WITHIN,
            ping_interval=PING,
            ping_timeout=PONG,
            close_timeout=CLOSE_WITHIN,
            max_size=LARGEST,
            max_queue=1,
            write_limit=1 << 14,
        )
    except InvalidStatus as error:
        given = error.response.headers.get(HEADER, "")
        if error.response.status_code == MISDIRECTED or not line.knows(given):
            raise Silent from error
        await receive()
        await _deny(scope, send, error)
        return
    except (OSError, TimeoutError, InvalidHandshake) as error:
        raise Silent from error
    connected.transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, UNDER_WAY)
    async with connected:
        assert connected.response is not None
        if not line.knows(connected.response.headers.get(HEADER, "")):
            raise Silent
        await receive()
        await send({"type": "websocket.accept"})
        await _both_ways(connected, gone, receive, send)


def _texts(headers: Iterable[tuple[bytes, bytes]]) -> list[tuple[str, str]]:
    """Headers as websockets takes them."""
    found = [(name.decode("latin-1"), value.decode("latin-1")) for name, value in headers]
    return [(name, value) for name, value in found if name.lower() not in OWN_OF_SOCKETS]


async def _deny(scope: Scope, send: Send, error: InvalidStatus) -> None:
    """The other server has refused the handshake."""
    if "websocket.http.response" not in scope.get("extensions", {}):
        await send({"type": "websocket.close", "code": 1008})
        return
    head = [(name.encode(), value.encode()) for name, value in error.response.headers.raw_items()]
    kept = [(name, value) for name, value in head if name.decode("latin-1").lower() not in OWN]
    status = error.response.status_code
    await send({"type": "websocket.http.response.start", "status": status, "headers": kept})
    await send({"type": "websocket.http.response.body", "body": error.response.body or b""})


async def _both_ways(line: ClientConnection, gone: str, receive: Receive, send: Send) -> None:
    up, down = asyncio.ensure_future(_up(line, receive)), asyncio.ensure_future(_down(line, gone, send))
    try:
        await asyncio.wait({up, down}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in (up, down):
            task.cancel()
        await asyncio.gather(up, down, return_exceptions=True)


async def _up(line: ClientConnection, receive: Receive) -> None:
    """From the visitor, until they have gone."""
    while True:
        message = await receive()
        if message["type"] == "websocket.disconnect":
            code = message.get("code") or 1001
            await line.close(1001 if code in CANNOT_BE_SENT else code)
            return
        text = message.get("text")
        with contextlib.suppress(ConnectionClosed):  # the other way says so
            await line.send(text if text is not None else message.get("bytes") or b"")


async def _down(line: ClientConnection, gone: str, send: Send) -> None:
    """To the visitor, until the other server closes the socket, or has gone."""
    with contextlib.suppress(ConnectionClosed):
        while True:
            await send(_sent(await line.recv()))
    code = line.close_code
    if code is None or code in CANNOT_BE_SENT:
        await send(_sent(msgspec.json.encode(Bye("moved", gone)).decode()))
        code = GONE
    await send({"type": "websocket.close", "code": code, "reason": line.close_reason or ""})


def _sent(data: str | bytes) -> Message:
    found: dict[str, Any] = {"type": "websocket.send"}
    return found | ({"text": data} if isinstance(data, str) else {"bytes": data})
