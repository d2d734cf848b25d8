"""The security headers of every response. Every request gets a response, even while the server stops."""

from __future__ import annotations

import asyncio
import re

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_HOST = re.compile(r"[A-Za-z0-9.:\[\]-]{1,100}")
HEADERS = [
    (b"x-content-type-options", b"nosniff"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=(), interest-cohort=()"),
]
HTTPS = [
    (b"strict-transport-security", b"max-age=31536000"),
    (b"cross-origin-opener-policy", b"same-origin"),
]
"""Headers sent only with https: for a year, browsers use only https for this host (HSTS), and windows of other sites
cannot reach ours (COOP). Without https, browsers ignore both, and Chromium reports the second as an error.
"""


def policy(host: str) -> bytes:
    """The Content-Security-Policy: nothing from other hosts. The socket is named for browsers whose 'self' omits it."""
    sockets = f" ws://{host} wss://{host}" if _HOST.fullmatch(host) else ""
    rules = (
        "default-src 'self'",
        f"connect-src 'self'{sockets}",
        "img-src 'self' data:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
    return "; ".join(rules).encode()


FILES = [HEADERS[0]]
DRAWINGS = [*FILES, (b"content-security-policy", b"default-src 'none'")]
"""The policy of files, which are public. A script or style has no rights of its own; a drawing opened as a page loads
nothing.
"""


class SecurityHeaders:
    """Puts the headers on every response, error pages included, because it wraps the whole application."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        host = dict(scope["headers"]).get(b"host", b"").decode("latin-1")

        begun = False

        async def with_headers(message: Message) -> None:
            nonlocal begun
            begun = True
            if message["type"] == "http.response.start":
                given = message["headers"]
                if scope["path"].startswith("/static/"):
                    message["headers"] = [*given, *(DRAWINGS if scope["path"].endswith(".svg") else FILES)]
                    await send(message)
                    return
                if not any(name == b"referrer-policy" for name, _ in given):
                    given = [*given, (b"referrer-policy", b"no-referrer")]
                given = [*given, *HEADERS, *(HTTPS if scope["scheme"] == "https" else ())]
                message["headers"] = [*given, (b"content-security-policy", policy(host))]
            await send(message)

        try:
            await self.app(scope, receive, with_headers)
        except asyncio.CancelledError:  # the server is stopping, and this request took longer than it waits
            if not begun:
                busy = PlainTextResponse("The server is being restarted.\nDer Server startet neu.\n", 503)
                await busy(scope, receive, send)
