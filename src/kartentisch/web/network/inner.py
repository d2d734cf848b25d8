"""Servers beside the public one, at addresses that only an inner network can reach: for figures, for other servers."""

from __future__ import annotations

import contextlib
import socket
from collections.abc import Iterator
from typing import Any

import uvicorn
from starlette.types import ASGIApp

from kartentisch.web.cluster.lines import UNDER_WAY


class InnerServer(uvicorn.Server):
    """The public server beside it handles the signals, and starts and ends what the application needs."""

    def __init__(self, app: ASGIApp, **more: Any) -> None:
        """`more`: settings of uvicorn."""
        settings: dict[str, Any] = {
            "ws": "none",
            "lifespan": "off",
            "access_log": False,
            "log_config": None,
            "server_header": False,
            "proxy_headers": False,
            "timeout_graceful_shutdown": 1,
        }
        super().__init__(uvicorn.Config(app, **settings | more))

    async def serve(self, sockets: list[socket.socket] | None = None) -> None:
        for bound in sockets or ():  # lines that come in here are like it
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, UNDER_WAY)
        await super().serve(sockets)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield
