"""An owner that is paused, that a stranger has replaced, or that closes before it has answered."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from starlette.types import Receive, Scope, Send

from kartentisch.store.leases import NODE_LIVES
from kartentisch.store.peers import Peer
from kartentisch.web.cluster import carrying, forwarding
from tests.web.support.hop import Seen, hop

HEAD = b"HTTP/1.1\r\nHost: cards.example\r\nConnection: close\r\n"
GET, POST = b"GET /t/x " + HEAD + b"\r\n", b"POST /t/x " + HEAD + b"Content-Length: 3\r\n\r\nabc"
SOCKET = (
    b"GET /t/x/0/socket HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(carrying, "LOOK", 0.02)
    monkeypatch.setattr(forwarding, "PAUSE", 0.02)


class Paused(Seen):
    """It takes the request, and says nothing."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await super().__call__(scope, receive, self._nothing)
        await asyncio.sleep(60)

    async def _nothing(self, message: Any) -> None:
        pass


@asynccontextmanager
async def paused(here: Seen) -> Any:
    async with hop(Paused(), at_first=here) as line:
        known: Any = line.first.owners.peers  # type: ignore[attr-defined]
        asyncio.get_running_loop().call_later(0.3, setattr, known, "owners", [None])
        yield line


def test_a_page_of_a_paused_server_is_asked_for_again_once_its_lease_has_ended() -> None:
    async def work() -> None:
        here = Seen()
        async with paused(here) as line:
            assert (await line.send(GET)).endswith(b"ok")
        assert len(here.scopes) == 1

    asyncio.run(work())


def test_a_form_that_a_paused_server_has_got_is_not_carried_out_twice() -> None:
    """Nobody knows whether it was carried out: the visitor hears so as soon as the server has ended."""

    async def work() -> None:
        here = Seen()
        begun = time.monotonic()
        async with paused(here) as line:
            answer = await line.send(POST)
        assert answer.startswith(b"HTTP/1.1 503 ")
        assert b"retry-after: 1" in answer.lower()
        assert here.scopes == []
        assert time.monotonic() - begun < NODE_LIVES

    asyncio.run(work())


def test_a_server_that_is_slow_and_lives_is_waited_for() -> None:
    class Slow(Seen):
        async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
            await asyncio.sleep(0.5)
            await super().__call__(scope, receive, send)

    async def work() -> None:
        slow, here = Slow(), Seen()
        async with hop(slow, at_first=here) as line:
            assert [(await line.send(one))[-2:] for one in (GET, POST)] == [b"ok", b"ok"]
        assert (len(slow.scopes), here.scopes) == (2, [])

    asyncio.run(work())


@pytest.mark.parametrize(("asked", "shown"), [(GET, b"ok"), (POST, b""), (SOCKET, b"")], ids=["page", "form", "socket"])
def test_nobody_is_shown_what_a_stranger_answers_at_the_address_of_a_server(asked: bytes, shown: bytes) -> None:
    async def stranger(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(1 << 16)
        writer.write(
            b"HTTP/1.1 200 OK\r\nSet-Cookie: seat=evil\r\nContent-Length: 8\r\nConnection: close\r\n\r\nstranger"
        )
        writer.close()

    async def work() -> None:
        here = Seen()
        async with await asyncio.start_server(stranger, "127.0.0.1", 0) as there, hop(Seen(), at_first=here) as line:
            known: Any = line.first.owners.peers  # type: ignore[attr-defined]
            address = f"127.0.0.1:{there.sockets[0].getsockname()[1]}"
            known.owners = [Peer("second", "second", address, "1", False), None]
            answer = await line.send(asked, hang_up=asked is SOCKET)
        assert b"stranger" not in answer
        assert b"evil" not in answer
        assert answer.endswith(shown)
        assert (len(here.scopes) == 1) is (asked is not POST)

    asyncio.run(work())


class Closes(Seen):
    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.scopes.append(scope)
        await receive()
        await send({"type": "websocket.close", "code": 1008})


class Denies(Seen):
    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.scopes.append(scope)
        await receive()
        await send({"type": "websocket.http.response.start", "status": 429, "headers": [(b"content-length", b"2")]})
        await send({"type": "websocket.http.response.body", "body": b"no"})


@pytest.mark.parametrize(("second", "status"), [(Closes, b"403"), (Denies, b"429"), (Seen, b"101")])
def test_how_a_handshake_ends_arrives_at_once_and_servers_keep_their_receipts(
    second: Callable[[], Seen], status: bytes
) -> None:
    async def work() -> None:
        seen = second()
        async with hop(seen) as line:
            reader, writer = await asyncio.open_connection("127.0.0.1", line.public)
            writer.write(SOCKET)
            head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 20)
            writer.close()
        assert head.startswith(b"HTTP/1.1 " + status)
        assert b"x-kartentisch" not in head.lower()
        assert len(seen.scopes) == 1

    asyncio.run(work())
