"""Forms that open a table and come twice, by a double press: the second one leads to the table of the first."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field

REMEMBERED = 200
"""So many forms; the oldest are forgotten."""


@dataclass
class Opening:
    """What has become of a form. Whoever works on it holds the lock, so that the same form waits for it."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    table: str = ""


class Openings:
    def __init__(self) -> None:
        self._known: dict[tuple[str, frozenset[tuple[str, str]]], Opening] = {}

    def of(self, game: str, given: Mapping[str, str]) -> Opening:
        """The same for the same form. It has an `ask` of its own; one that was changed since is another form."""
        if not given.get("ask"):
            return Opening()
        key = game, frozenset(given.items())
        self._known[key] = opening = self._known.pop(key, None) or Opening()
        while len(self._known) > REMEMBERED:
            del self._known[next(iter(self._known))]
        return opening
