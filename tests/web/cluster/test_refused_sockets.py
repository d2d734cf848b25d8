"""However the handshake of a socket ends, it is answered, and no server takes it for a fault of its application."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import pytest
from starlette.responses import PlainTextResponse
from starlette.types import Receive, Scope, Send
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from kartentisch.web.cluster import forwarding
from tests.web.support.hop import Seen, hop

HANDSHAKE = (
    b"GET /t/x/0/socket HTTP/1.1\r\nHost: cards.example\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


async def refuses(scope: Scope, receive: Receive, send: Send) -> None:
    await receive()
    await PlainTextResponse("no", 503, {"Retry-After": "1"})(scope, receive, send)


async def closes(scope: Scope, receive: Receive, send: Send) -> None:
    await receive()
    await send({"type": "websocket.close", "code": 1012})


class Slow:
    """Answers only when it may."""

    def __init__(self) -> None:
        self.asked, self.may = asyncio.Event(), asyncio.Event()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await receive()
        self.asked.set()
        await self.may.wait()
        await send({"type": "websocket.accept"})
        await receive()


@pytest.fixture(autouse=True)
def no_fault(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr(forwarding, "LONGEST_WAIT", 0.3)
    with caplog.at_level(logging.WARNING):
        yield
    found = caplog.get_records("call")
    assert [record.getMessage() for record in found if record.name.startswith(("uvicorn", "websockets"))] == []


async def status(port: int) -> int:
    try:
        async with connect(f"ws://127.0.0.1:{port}/t/x/0/socket", open_timeout=20):
            return 101
    except InvalidStatus as error:
        return error.response.status_code


@pytest.mark.parametrize(("second", "answer"), [(Seen(), 101), (refuses, 503), (closes, 403)])
def test_the_visitor_gets_the_answer_of_the_other_server(second: Any, answer: int) -> None:
    async def work() -> None:
        async with hop(second) as line:
            assert await status(line.public) == answer

    asyncio.run(work())


def test_a_server_that_is_not_the_one_says_so_and_another_one_answers() -> None:
    async def work() -> None:
        async with hop(Seen(), owners=["another", "another", "second"]) as line:
            assert await status(line.public) == 101
        async with hop(Seen(), owners=["another"]) as line:
            assert await status(line.public) == 503
        async with hop(Seen()) as line:
            assert await status(line.inner) == 421, "without a pass"

    asyncio.run(work())


@pytest.mark.parametrize("half", [True, False], ids=["it reads on", "it has gone"])
def test_a_visitor_may_go_before_the_answer(half: bool) -> None:
    async def work() -> None:
        second = Slow()
        async with hop(second) as line:
            reader, writer = await asyncio.open_connection("127.0.0.1", line.public)
            writer.write(HANDSHAKE)
            await second.asked.wait()
            if half:
                writer.write_eof()
            else:
                writer.transport.abort()
            await asyncio.sleep(0.05)
            second.may.set()
            await asyncio.wait_for(reader.read(12), 20)
            writer.close()

    asyncio.run(work())


def test_a_server_may_stop_before_the_answer() -> None:
    async def work() -> None:
        second = Slow()
        async with hop(second) as line:
            _, writer = await asyncio.open_connection("127.0.0.1", line.public)
            writer.write(HANDSHAKE)
            await second.asked.wait()
            asyncio.get_running_loop().call_later(0.3, second.may.set)  # both servers are stopping then
        writer.close()

    asyncio.run(work())
