"""What the tests of the server share is ended with them, and faults are logged as the server logs them."""

from __future__ import annotations

import sys

import structlog

from tests.commands import put_together_once
from tests.web.kit import CREW

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
    CREW.close()
