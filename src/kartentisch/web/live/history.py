"""The history of a table, fact by fact: the log folded once, and what a reader may see of each moment.

A moment is a deal or a move, named by the number of its fact. While a match runs, a reader sees what they could see at
the time and no more. Once it is over, all hands are open.
"""

from __future__ import annotations

import asyncio
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from weakref import WeakKeyDictionary

from kartentisch.engine.fields import BYSTANDER
from kartentisch.engine.game import Game
from kartentisch.engine.views import Showing
from kartentisch.table.after import after
from kartentisch.table.facts import Fact, comes
from kartentisch.table.logs import fold
from kartentisch.table.table import Table, opened
from kartentisch.web.live import feed
from kartentisch.web.live.feed import CachedView, LogEntry
from kartentisch.web.live.record import finished
from kartentisch.web.live.room import Room
from kartentisch.web.live.scores import keep_score

KEPT = 20_000
"""The number of folded tables that are kept, for all rooms together."""


@dataclass
class History:
    """The table after each of its facts: `tables[k]` is the one after `facts[k]`."""

    facts: list[Fact]
    tables: list[Table]
    scores: list[list[list[int]]]
    """The points of the rounds that were over at the time."""
    moments: list[int] = field(default_factory=list)
    """The places of deals and moves in `facts`."""
    newest: Table | None = None
    """The newest table with all asks that were answered, from which the next fact is folded."""

    @classmethod
    def of(cls, game: Game, facts: Sequence[Fact]) -> History:
        """The history that a whole log gives. Raises UnreadableLog."""
        history = cls([], [], [])
        for fact, table in fold(game, facts):
            history._add(fact, table)
        return history

    @property
    def number(self) -> int:
        """The number of the newest fact; 0 if there is none."""
        return self.facts[-1].number if self.facts else 0

    def extend(self, game: Game, newer: Sequence[Fact]) -> None:
        """Fold the newer facts."""
        for fact in newer:
            self._add(fact, opened(game, fact) if self.newest is None else after(self.newest, fact))

    def _add(self, fact: Fact, table: Table) -> None:
        self.newest = table
        scores = [*self.scores[-1]] if self.scores else []
        keep_score(scores, fact, table)
        self.facts.append(replace(fact, ask=""))
        self.tables.append(replace(table, asks={}))  # of no use here, and each table would hold them all
        self.scores.append(self.scores[-1] if self.scores and scores == self.scores[-1] else scores)
        if fact.kind in ("dealt", "moved"):  # last: a reader in another thread finds everything else already there
            self.moments.append(len(self.facts) - 1)

    def numbers(self) -> list[int]:
        """The numbers of the facts that are moments."""
        return [self.facts[place].number for place in self.moments]

    def at(self, number: int) -> int:
        """The newest moment, counted from 0, after fact `number`; -1 before the first."""
        return bisect_right(self.numbers(), number) - 1

    def came(self, reader: int) -> int:
        """The number of the fact with which the person of this seat came to it."""
        return max((fact.number for fact in self.facts if fact.seat == reader and comes(fact)), default=0)


@dataclass(frozen=True)
class Perspective:
    """Who looks back, and what they may see."""

    history: History
    reader: int
    """The seat of the person who looks, or BYSTANDER."""
    wanted: int
    """The seat from which they would like to see it; -1 for any."""
    over: range
    """The numbers of the matches that are over."""
    came: int

    def open(self, place: int) -> bool:
        """Whether all hands may be seen after this fact, since its match is over."""
        return self.history.tables[place].matches in self.over

    def seat(self, place: int) -> int:
        """The seat from which the table after this fact is seen, or BYSTANDER."""
        if self.open(place):
            return self.wanted if self.wanted >= 0 else max(self.reader, 0)
        return self.reader if self.history.facts[place].number >= self.came else BYSTANDER

    def view(self, place: int) -> CachedView | None:
        """What is seen of the table after this fact."""
        table, seat = self.history.tables[place], self.seat(place)
        if not self.open(place):
            return feed.seen_by(table, seat)
        return self.hand(place, seat)

    def hand(self, place: int, seat: int) -> CachedView | None:
        """What a seat knew after this fact of a match that is over."""
        assert self.open(place)
        table = self.history.tables[place]
        return None if table.records is None else CachedView(Showing(table.game, table.records), seat)

    def own(self, place: int) -> bool:
        """Whether the table after this fact is seen from the reader's own seat."""
        return self.seat(place) == self.reader and self.history.facts[place].number >= self.came


def perspective_of(room: Room, history: History, reader: int, wanted: int = -1) -> Perspective:
    return Perspective(
        history, reader, wanted if wanted < room.table.seats else -1, finished(room.table), history.came(reader)
    )


class HistoryCache:
    """The histories of tables that somebody looks at or looks back at: each folded once for all readers."""

    def __init__(self) -> None:
        self._kept: WeakKeyDictionary[Room, History] = WeakKeyDictionary()
        """The one used last comes last."""
        self._locks: WeakKeyDictionary[Room, asyncio.Lock] = WeakKeyDictionary()
        self._working = asyncio.Lock()
        """Held by the one thread that folds or reads views. More of them would only take turns with the event loop."""

    def put(self, room: Room, history: History) -> None:
        """Keep the history with which a room was loaded: its first readers need not fold the log again."""
        self._kept[room] = history
        self._tidy()

    async def of(self, room: Room) -> History:
        """The history of a table so far."""
        async with self._locks.setdefault(room, asyncio.Lock()):
            history = self._kept.pop(room, None) or History([], [], [])
            if history.number < room.table.number:
                newer = (await room.store.facts(room.id, history.number))[: room.table.number - history.number]
                async with self._working:
                    await asyncio.to_thread(history.extend, room.table.game, newer)
            self._kept[room] = history
            self._tidy()
            return history

    async def log_entries(self, room: Room, reader: int) -> list[LogEntry]:
        """What was told a reader of a table so far."""
        history = await self.of(room)
        async with self._working:
            return await asyncio.to_thread(feed.log_entries, history.facts, history.tables, reader)

    def _tidy(self) -> None:
        """Forget the histories used longest ago while there are too many folded tables."""
        while len(self._kept) > 1 and sum(len(history.tables) for history in self._kept.values()) > KEPT:
            del self._kept[next(iter(self._kept))]
