"""What the server sees of a request of `kartentisch doctor`, so that the doctor can tell what a proxy leaves out.

Only somebody who can open the control socket learns the path to request. It is valid for a minute.
"""

from __future__ import annotations

import json
import secrets
import time
from typing import Any

from starlette.types import ASGIApp, Receive, Scope, Send

LASTS = 60.0
"""Seconds."""
BEFORE = "/doctor/"


class Probe:
    """Wraps the application, inside the part that applies the headers of a trusted proxy."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._until: dict[str, float] = {}

    def expect(self) -> str:
        """A path that for the next minute answers each request with what the server sees of it."""
        now = time.monotonic()
        self._until = {path: until for path, until in self._until.items() if until > now}
        path = BEFORE + secrets.token_urlsafe(16)
        self._until[path] = now + LASTS
        return path

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self._until and scope["type"] in ("http", "websocket") and self._expected(scope["path"]):
            await _tell(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    def _expected(self, path: str) -> bool:
        """A proxy may have left the path of the server's address before it."""
        _, found, token = path.rpartition(BEFORE)
        return bool(found) and self._until.get(BEFORE + token, 0) > time.monotonic()


def seen(scope: Scope) -> dict[str, Any]:
    headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
    names = ("host", "x-forwarded-for", "x-forwarded-proto")
    return {
        "scheme": scope["scheme"],
        "client": scope["client"][0] if scope.get("client") else "",
        **{name: headers.get(name, "") for name in names},
    }


async def _tell(scope: Scope, receive: Receive, send: Send) -> None:
    text = json.dumps(seen(scope))
    if scope["type"] == "http":
        head = [(b"content-type", b"application/json"), (b"cache-control", b"no-store")]
        await send({"type": "http.response.start", "status": 200, "headers": head})
        await send({"type": "http.response.body", "body": text.encode()})
    elif (await receive())["type"] == "websocket.connect":
        await send({"type": "websocket.accept"})
        await send({"type": "websocket.send", "text": text})
        await send({"type": "websocket.close", "code": 1000})
