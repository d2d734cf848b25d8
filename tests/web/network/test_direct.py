"""Text that goes straight into the connection: the same frames and patience, and nothing to a page that has gone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from starlette.websockets import WebSocket
from websockets.sync.client import connect

from kartentisch.web.network import protocols
from kartentisch.web.socket.sending import DIRECT, sender
from tests.web.support.listening import Listening, listening, until, upgrading

SIZES = (0, 1, 125, 126, 127, 65_535, 65_536, 300_000)
HALF = "\u00e4"


def texts() -> list[str]:
    return ["x" * size for size in SIZES] + [HALF * (size // 2) for size in SIZES]


class Site:
    """A socket that sends what it is told to, and notes how that ended."""

    def __init__(self, send: Callable[[WebSocket], Any]) -> None:
        self.send = send
        self.ended: list[BaseException | None] = []

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            return
        assert DIRECT in scope["extensions"]
        ws = WebSocket(scope, receive, send)
        await ws.accept()
        try:
            await self.send(ws)
        except BaseException as error:
            self.ended.append(error)
        else:
            self.ended.append(None)


def address(found: Listening) -> str:
    return f"ws://127.0.0.1:{found.port}/"


def test_texts_of_all_sizes_arrive_as_they_are_between_others() -> None:
    async def send(ws: WebSocket) -> None:
        for text in texts():
            await sender(ws)(text.encode())
            await ws.send_text("between")
        await ws.close()

    with listening(Site(send)) as found, connect(address(found), max_size=None) as page:
        assert [*page] == [line for text in texts() for line in (text, "between")]


def test_a_page_that_reads_nothing_is_cut_and_its_sender_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocols, "READ_WITHIN", 0.3)

    async def send(ws: WebSocket) -> None:
        while True:
            await sender(ws)(b"x" * 100_000)

    site = Site(send)
    with listening(site) as found:
        page = upgrading(found, "/", "")
        until(lambda: bool(site.ended))
        page.close()
    assert isinstance(site.ended[0], OSError)


@pytest.mark.parametrize("politely", [True, False])
def test_nothing_is_sent_to_a_page_that_has_gone(politely: bool) -> None:
    async def send(ws: WebSocket) -> None:
        send_text = sender(ws)
        while (await ws.receive())["type"] != "websocket.disconnect":
            pass
        await send_text(b"late")

    site = Site(send)
    with listening(site) as found:
        page = upgrading(found, "/", "")
        if politely:
            page.sendall(b"\x88\x80\0\0\0\0")
        page.close()
        until(lambda: bool(site.ended))
    assert isinstance(site.ended[0], OSError)


def test_nothing_is_sent_after_the_farewell() -> None:
    async def send(ws: WebSocket) -> None:
        send_text = sender(ws)
        await ws.close(1001)
        await send_text(b"late")

    site = Site(send)
    with listening(site) as found, connect(address(found)) as page:
        assert [*page] == []
        until(lambda: bool(site.ended))
    assert isinstance(site.ended[0], OSError)
