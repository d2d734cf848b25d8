"""Ends what the tests of the server share, and logs faults as the server does."""

from __future__ import annotations

import sys

import structlog

from tests.commands import put_together_once
from tests.web.support.kit import BOT_POOL

put_together_once()
structlog.configure(
    processors=[
        structlog.processors.add_log_level,
        structlog.processors.format_exc_info,  # structlog's own way to print a traceback takes a quarter of a second
        structlog.processors.KeyValueRenderer(key_order=["level", "event"]),
    ],
    logger_factory=lambda *_: structlog.PrintLogger(sys.stderr),
)


def pytest_sessionfinish() -> None:
    """Where a search is not compiled yet, somebody may be at it still."""
    BOT_POOL.close()
