"""Whoever has a table open, as its room knows them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

WATCHERS, DEVICES = 500, 30
"""Pages that may have a table open at once: of all who watch, and of each seat."""


class Subscriber(Protocol):
    """An open page or program."""

    seat: int
    """Whose view it shows."""
    by: int
    """The seat by whose right it is open; -1: it needs none."""
    screen: bool

    @property
    def dismissed(self) -> bool:
        """Whether it is sent away, and no more there than until it has heard so."""

    def barred(self) -> str:
        """Why it may not be here, a code; "" if it may."""

    def changed(self) -> None:
        """There is something new to send."""

    def dismiss(self, code: str) -> None:
        """The seat is no longer theirs."""


def crowded(there: Iterable[Subscriber], one: Subscriber) -> str:
    """A code if no more may come where this one wants to; a seat keeps its places however many watch."""
    most = WATCHERS if one.by < 0 else DEVICES
    return "crowded" if sum(other.by == one.by and not other.dismissed for other in there) >= most else ""
