"""Who a request comes from that a trusted proxy passes on."""

from __future__ import annotations

from collections.abc import Sequence

from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from kartentisch.web.access.addresses import named
from kartentisch.web.network.connections import Proxies

PROXY = "kartentisch.proxy"
"""In the scope: the `client` that is the proxy."""
FOR = b"x-forwarded-for"


class Visitors:
    """Wraps the application: puts in the addresses and the scheme that trusted proxies name, if they are addresses."""

    def __init__(self, app: ASGIApp, proxies: Sequence[str]) -> None:
        self._app, self._proxies = app, Proxies(proxies)
        self._read = ProxyHeadersMiddleware(self._checked, [*proxies])  # type: ignore[arg-type]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        client = scope.get("client")
        if client and client[0] in self._proxies and any(name == FOR for name, _ in scope["headers"]):
            scope = {**scope, PROXY: client}
        await self._read(scope, receive, send)  # type: ignore[arg-type]

    async def _checked(self, scope: Scope, receive: Receive, send: Send) -> None:
        if (proxy := scope.pop(PROXY, None)) is not None:
            host, port = ("", 0) if scope["client"] is proxy else scope["client"]  # it has named nobody
            scope["client"] = (named(proxy[0], host), port)
        await self._app(scope, receive, send)
