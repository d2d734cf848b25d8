"""Whoever has a table open, as its room knows them."""

from __future__ import annotations

from typing import Protocol


class Listener(Protocol):
    """An open page or program."""

    seat: int
    """Whose view it shows."""
    by: int
    """The seat by whose right it is open; -1: it needs none."""
    screen: bool

    def barred(self) -> str:
        """Why it may not be here, a code; "" if it may."""

    def changed(self) -> None:
        """There is something new to send."""

    def dismiss(self, code: str) -> None:
        """The seat is no longer theirs."""
