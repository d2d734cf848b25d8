"""Requests that take turns."""

from __future__ import annotations

from starlette.types import ASGIApp, Receive, Scope, Send

from kartentisch.web.live.throttles import Throttle


class Throttled:
    """Wraps the application. Sockets take their turns before: see `protocols.HttpProtocol`."""

    def __init__(self, app: ASGIApp, requests: Throttle) -> None:
        self._app = app
        self._requests = requests

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._requests.turn()
        await self._app(scope, receive, send)
