"""What is in a parcel: the seats and the person of a browser, and the known part of what it stores itself."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Literal

import msgspec

from kartentisch.engine.reasons import Reason
from kartentisch.play.games import games
from kartentisch.store import StoreFailed, pack, unpack
from kartentisch.web.pages.seats import Entry, read

MINUTES = 10
"""How long a parcel can be taken."""
MOST_BYTES = 256 * 1024
"""The most bytes of what a browser stores that go along."""
ROOM = 64 * 1024 * 1024
"""The most bytes of all parcels together."""
Merge = Literal["pads", "lesson", "set", "replace"]
"""What the other browser makes of a value beside its own: all pads with all entries; the lesson that has come farther;
all of a list; or this value instead.
"""
OF_A_BROWSER: dict[str, Merge] = {"kartentisch.options": "replace", "kartentisch.aloud": "replace"}
OF_A_GAME: dict[str, Merge] = {
    "kartentisch.order": "replace",
    "kartentisch.lesson": "lesson",
    "kartentisch.pads": "pads",
}
OF_A_TABLE: dict[str, Merge] = {"kartentisch.muted": "set"}


def known(tables: Iterable[str]) -> dict[str, Merge]:
    """What a browser with seats at these tables may take along, by its key in `localStorage`. All else stays."""
    of_games = {f"{key}.{game}": merge for key, merge in OF_A_GAME.items() for game in games()}
    of_tables = {f"{key}.{table}": merge for key, merge in OF_A_TABLE.items() for table in tables}
    return OF_A_BROWSER | of_games | of_tables


@dataclass(frozen=True)
class Contents:
    seats: list[str]
    """Entries of the list of seats, each with its signature."""
    name: str = ""
    figure: str = ""
    language: str = ""
    browser: dict[str, str] = field(default_factory=dict)
    """Values of `localStorage` by their keys."""

    @property
    def entries(self) -> list[Entry]:
        return read(self.seats)

    @property
    def merges(self) -> list[tuple[Merge, str, str]]:
        """What the browser stored, with what the other one makes of it."""
        kinds = known(entry.table for entry in self.entries)
        return [(kinds[key], key, value) for key, value in self.browser.items() if key in kinds]

    def told(self) -> dict[str, Any]:
        """What comes along, as the page says it."""
        kinds = [merge for merge, _, _ in self.merges]
        return {
            "seats": len(self.entries),
            "name": self.name,
            "pads": sum(_length(value) for merge, _, value in self.merges if merge == "pads"),
            "lessons": kinds.count("lesson"),
            "settings": "replace" in kinds,
        }

    @property
    def empty(self) -> bool:
        return not (self.seats or self.name or self.merges)

    def packed(self, secret: bytes) -> bytes:
        return pack(secret, msgspec.json.encode(self).decode())


def contents(secret: bytes, sealed: bytes) -> Contents:
    """The contents of a parcel. Raises StoreFailed."""
    try:
        return msgspec.json.decode(unpack(secret, sealed), type=Contents)
    except msgspec.MsgspecError as error:
        raise StoreFailed("broken") from error


def kept(browser: dict[str, str], tables: Iterable[str]) -> dict[str, str] | Reason:
    """The part of what a browser stores that goes along; or why it is too much."""
    kinds = known(tables)
    found = {key: value for key, value in browser.items() if key in kinds}
    if sum(len(key.encode()) + len(value.encode()) for key, value in found.items()) > MOST_BYTES:
        return Reason("parcel_large", {"size": f"{MOST_BYTES // 1024} kB"})
    return found


def _length(value: str) -> int:
    """The number of things in a list, as JSON; of anything else 0: a browser can store what it likes."""
    try:
        found = json.loads(value)
    except (ValueError, RecursionError):
        return 0
    return len(found) if isinstance(found, list) else 0
