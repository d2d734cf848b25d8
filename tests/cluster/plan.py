"""What scripted people are to do, and the file in which they write down what they hear."""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict
from dataclasses import dataclass, field
from typing import IO, TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from tests.cluster.page import Page


class Plan(msgspec.Struct):
    """What people do. `at`: the host and port where they ask. `think`: the longest time for a move, in seconds."""

    at: str
    out: str
    """The file for what they asked and heard, a line of JSON for each."""
    tables: int = 1
    games: list[str] = msgspec.field(default_factory=lambda: ["schweinsgalopp"])
    people: int = 2
    bots: list[str] = msgspec.field(default_factory=list)
    """The levels of bots. They sit at each second table."""
    options: dict[str, str] = msgspec.field(default_factory=dict)
    think: float = 0.6
    openers: int = 0
    """People who open tables, one after the other, and do not play there."""
    seed: int = 1
    keeps: int = 1
    """Of each n-th table the frames are written down."""
    talk: float = 0.0
    """How often somebody says something with a move."""
    pads: int = 0
    """Shared score pads, each written from two phones."""
    nodes: list[str] = msgspec.field(default_factory=list)
    """The hosts and ports of the servers, for phones that do not come by `at`."""


class Report:
    def __init__(self, file: IO[bytes]) -> None:
        self._file = file

    def note(self, what: str, **more: Any) -> None:
        self._file.write(msgspec.json.encode({"at": time.monotonic(), "what": what, **more}) + b"\n")


@dataclass
class People:
    """All of them."""

    plan: Plan
    report: Report
    stop: asyncio.Event = field(default_factory=asyncio.Event)
    begun: set[str] = field(default_factory=set)
    """The tables and pads at which something has happened."""
    here: set[Page] = field(default_factory=set)
    said: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    """By table: the lines of talk that somebody was told are said."""
