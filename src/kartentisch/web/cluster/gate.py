"""The inner port: what comes in here comes from another server of the same database, and says who really asks."""

from __future__ import annotations

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kartentisch.web.cluster.carrying import MISDIRECTED, target_of
from kartentisch.web.cluster.forwarding import HOPS
from kartentisch.web.cluster.passes import HEADER, Misdirected, Passes

NOT_FOR_YOU = (
    "This address is only for the other servers of the same tables. Open the table at the address that people use.\n"
)


FIRST = ("http.response.start", "websocket.accept", "websocket.http.response.start")
"""Messages with the head of an answer."""


class Gate:
    """Wraps the application for the inner port. Without a pass that is for this server, nothing gets through."""

    def __init__(self, app: ASGIApp, passes: Passes) -> None:
        self.app, self._passes = app, passes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = scope["headers"]
        given = next((value for name, value in headers if name == HEADER.encode()), b"")
        try:
            found = self._passes.read(given.decode("latin-1"), scope.get("method", "GET"), target_of(scope))
        except Misdirected:
            await PlainTextResponse(NOT_FOR_YOU, MISDIRECTED)(scope, receive, send)
            return
        receipt = (HEADER.encode(), self._passes.receipt(given.decode("latin-1")).encode())

        begun = False

        async def signed(message: Message) -> None:
            nonlocal begun
            if message["type"] == "websocket.close" and not begun:  # uvicorn would answer by itself, without a receipt
                await send({"type": "websocket.http.response.start", "status": 403, "headers": [receipt]})
                await send({"type": "websocket.http.response.body", "body": b""})
                return
            if message["type"] in FIRST:
                begun = True
                message = {**message, "headers": [*message.get("headers", ()), receipt]}
            await send(message)

        own = (HEADER.encode(), b"host")
        kept = [(name, value) for name, value in headers if name not in own]
        scheme = found.scheme if scope["type"] == "http" else {"http": "ws", "https": "wss"}[found.scheme]
        await self.app(
            {
                **scope,
                "headers": [*kept, (b"host", found.host.encode("latin-1"))],
                "client": (found.client, 0) if found.client else None,
                "scheme": scheme,
                HOPS: found.hops,
            },
            receive,
            signed,
        )
