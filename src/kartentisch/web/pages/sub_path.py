"""A server below a path of its host: `--url https://example.org/games/`.

Inside, all addresses are as if the server had the host to itself: routes, links in messages, redirects, paths of
cookies. The path is removed and added at the edge: here for the heads of requests and responses, in the templates by
`base`, in the browser's code by `base.js`. It makes no difference whether a proxy passes the path on or strips it.
"""

from __future__ import annotations

import re

from starlette.datastructures import URL, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kartentisch.web.pages.security_headers import SecurityHeaders

_KEY = "kartentisch.base"
_COOKIE_PATH = re.compile(r"(;\s*path=)/", re.IGNORECASE)


def base_of(connection: HTTPConnection) -> str:
    """The path below which this server's pages are, as `/games`; empty if there is none."""
    base: str = connection.scope.get(_KEY, "")
    return base


class SubPath:
    def __init__(self, app: ASGIApp, base: str) -> None:
        self.app, self.base = app, base

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        app = self.app
        if scope["path"] == self.base:  # the browser would not send the cookies, whose path ends in a slash
            app = SecurityHeaders(RedirectResponse("/", 308))
        elif scope["path"].startswith(self.base + "/"):
            scope = {**scope, "path": scope["path"][len(self.base) :]}
            scope["raw_path"] = scope.get("raw_path", b"").removeprefix(self.base.encode())

        async def below(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._put_on(MutableHeaders(raw=message["headers"]))
            await send(message)

        await app({**scope, _KEY: self.base}, receive, below)

    def _put_on(self, headers: MutableHeaders) -> None:
        """Add the path to the redirects and cookies of a response."""
        if "location" in headers:
            to = URL(headers["location"])
            headers["location"] = str(to.replace(path=self.base + to.path))
        cookies = headers.getlist("set-cookie")
        del headers["set-cookie"]
        for cookie in cookies:
            headers.append("set-cookie", _COOKIE_PATH.sub(rf"\g<1>{self.base}/", cookie))
