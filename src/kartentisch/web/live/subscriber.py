"""A page, program or screen that has a table open, as its room knows it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

WATCHERS, DEVICES = 500, 30
"""The number of pages that may have a table open at once: for all who watch together, and for each seat."""


class Subscriber(Protocol):
    """An open page, program or screen."""

    seat: int
    """The seat whose view it shows, or BYSTANDER."""
    by: int
    """The seat by whose right it is open; -1 if it needs none."""
    screen: bool
    have: int
    """The newest fact of whose log line it knows; -1: none."""
    seals: bool
    """Whether it takes part in draws of luck."""

    @property
    def disconnected(self) -> bool:
        """Whether it is being disconnected and stays only until it knows."""

    @property
    def listens(self) -> bool:
        """Whether it was heard a moment ago, and so will probably answer."""

    def barred(self) -> str:
        """Why it may not be here, as a code; "" if it may."""

    def changed(self) -> None:
        """Called when there is something new to send."""

    def disconnect(self, code: str) -> None:
        """Send it away. `code`: why."""


def crowded(there: Iterable[Subscriber], one: Subscriber) -> str:
    """A code if there is no room for one more. Watchers never take the places of a seat."""
    most = WATCHERS if one.by < 0 else DEVICES
    return "crowded" if sum(other.by == one.by and not other.disconnected for other in there) >= most else ""
