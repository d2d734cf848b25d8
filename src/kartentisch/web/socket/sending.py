"""Sends text through a socket: straight into the connection if the server offers that, else through ASGI."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial

from starlette.websockets import WebSocket, WebSocketDisconnect

SEND_WITHIN = 20.0
"""Seconds for one message to get into the buffer of the connection. Our own server has a limit of its own."""
DIRECT = "kartentisch.text"
"""The ASGI extension: a function that sends a message of UTF-8. Raises OSError if the other side is gone."""


def sender(ws: WebSocket) -> Callable[[bytes], Awaitable[None]]:
    """A function that sends a message of UTF-8. Raises OSError or WebSocketDisconnect if the other side is gone."""
    direct = ws.scope.get("extensions", {}).get(DIRECT)
    send: Callable[[bytes], Awaitable[None]] = direct["send"] if direct else partial(_through_asgi, ws)
    return send


async def _through_asgi(ws: WebSocket, data: bytes) -> None:
    async with asyncio.timeout(SEND_WITHIN):
        try:
            await ws.send_text(data.decode())
        except RuntimeError as error:  # Starlette's way to say that the connection is already closed
            raise WebSocketDisconnect(1006) from error
