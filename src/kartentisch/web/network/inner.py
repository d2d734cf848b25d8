"""Servers beside the public one, at addresses that only an inner network can reach: for figures, for other servers."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

import uvicorn
from starlette.types import ASGIApp


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

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield
