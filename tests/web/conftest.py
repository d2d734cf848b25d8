"""What the tests of the server share is ended with them."""

from __future__ import annotations

from tests.web.kit import CREW


def pytest_sessionfinish() -> None:
    """Where a search is not compiled yet, somebody may be at it still."""
    CREW.close()
