"""The past of a table, fact by fact: the log folded once, and what somebody may see of each moment of it.

A moment is a deal or a move; it is named by the number of its fact. While a match runs a reader sees of its past what
they could see then, and no more; once it is over all hands lie open.
"""

from __future__ import annotations

import asyncio
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from weakref import WeakKeyDictionary

from kartentisch.engine.fields import BYSTANDER
from kartentisch.engine.game import Game
from kartentisch.table.after import after
from kartentisch.table.facts import Fact
from kartentisch.table.table import Table, opened
from kartentisch.web.live import feed
from kartentisch.web.live.feed import CachedView, LogEntry
from kartentisch.web.live.record import finished
from kartentisch.web.live.room import Room
from kartentisch.web.live.scores import keep_score

KEPT = 20_000
"""So many moments of tables are kept folded, of all tables together."""


@dataclass
class History:
    """The table after each of its facts: `tables[k]` after `facts[k]`."""

    facts: list[Fact]
    tables: list[Table]
    scores: list[list[list[int]]]
    """Points of the rounds that were over then."""
    moments: list[int] = field(default_factory=list)
    """Places of the deals and moves."""

    @classmethod
    def of(cls, game: Game, facts: Sequence[Fact]) -> History:
        past = cls([], [], [])
        past.go_on(game, facts)
        return past

    @property
    def number(self) -> int:
        """Of its newest fact; 0: there is none."""
        return self.facts[-1].number if self.facts else 0

    def go_on(self, game: Game, newer: Sequence[Fact]) -> None:
        """Fold the facts that are new."""
        for fact in newer:
            bare = replace(
                fact, ask=""
            )  # asks that were answered are of no use here, and each table would hold them all
            table = after(self.tables[-1], bare) if self.tables else opened(game, bare)
            scores = [*self.scores[-1]] if self.scores else []
            keep_score(scores, fact, table)
            self.facts.append(bare)
            self.tables.append(table)
            self.scores.append(self.scores[-1] if self.scores and scores == self.scores[-1] else scores)
            if fact.kind in ("dealt", "moved"):  # last: who reads meanwhile finds all that belongs to it
                self.moments.append(len(self.facts) - 1)

    def numbers(self) -> list[int]:
        """Numbers of the facts that are moments."""
        return [self.facts[place].number for place in self.moments]

    def at(self, number: int) -> int:
        """The moment (counted from 0) that stands when fact `number` has happened; -1: before the first."""
        return bisect_right(self.numbers(), number) - 1

    def came(self, reader: int) -> int:
        """Number of the fact with which whoever has this seat now came to it."""
        return max((fact.number for fact in self.facts if fact.seat == reader and feed.comes(fact)), default=0)


@dataclass(frozen=True)
class Perspective:
    """Who looks back, and how far that may be."""

    past: History
    reader: int
    """The seat whose person looks, or BYSTANDER."""
    wanted: int
    """The seat from which they would like to see it; -1: any."""
    over: range
    """Numbers of the matches that are over."""
    came: int

    def open(self, place: int) -> bool:
        """Whether all hands may be seen after this fact: its match is over."""
        return self.past.tables[place].matches in self.over

    def seat(self, place: int) -> int:
        """The seat from which it is seen, or BYSTANDER."""
        if self.open(place):
            return self.wanted if self.wanted >= 0 else max(self.reader, 0)
        return self.reader if self.past.facts[place].number >= self.came else BYSTANDER

    def view(self, place: int) -> CachedView | None:
        """What is seen of the table after this fact."""
        table, seat = self.past.tables[place], self.seat(place)
        if not self.open(place):
            return feed.seen_by(table, seat)
        return self.hand(place, seat)

    def hand(self, place: int, seat: int) -> CachedView | None:
        """What a seat knew; only of a match that is over."""
        assert self.open(place)
        seen = self.past.tables[place].view(seat)
        return None if seen is None else CachedView(seen.game, seen.records, seen.seat)

    def own(self, place: int) -> bool:
        """Whether it is seen from the reader's own seat."""
        return self.seat(place) == self.reader and self.past.facts[place].number >= self.came


def eyes(room: Room, past: History, reader: int, wanted: int = -1) -> Perspective:
    return Perspective(
        past, reader, wanted if wanted < room.table.seats else -1, finished(room.table), past.came(reader)
    )


class HistoryCache:
    """Folded pasts of the tables that somebody looks at or looks back at: one fold for all readers of a table."""

    def __init__(self) -> None:
        self._kept: WeakKeyDictionary[Room, History] = WeakKeyDictionary()
        """The one used last at the end."""
        self._locks: WeakKeyDictionary[Room, asyncio.Lock] = WeakKeyDictionary()

    async def of(self, room: Room) -> History:
        """All that has happened at a table so far."""
        async with self._locks.setdefault(room, asyncio.Lock()):
            past = self._kept.pop(room, None) or History([], [], [])
            if past.number < room.table.number:
                newer = room.store.facts(room.id, past.number)[: room.table.number - past.number]
                await asyncio.to_thread(past.go_on, room.table.game, newer)
            self._kept[room] = past
            self._tidy()
            return past

    async def told(self, room: Room, reader: int) -> list[LogEntry]:
        """What was told a reader of a table so far."""
        past = await self.of(room)
        return await asyncio.to_thread(feed.history, room.table.game, past.facts, past.tables, reader)

    def _tidy(self) -> None:
        """Forget those used longest ago, where there are too many tables in all of them."""
        while len(self._kept) > 1 and sum(len(past.tables) for past in self._kept.values()) > KEPT:
            del self._kept[next(iter(self._kept))]
