"""What each reader of a table knows: the view, the log so far, and the cards that moved last."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from itertools import takewhile

from kartentisch.table.facts import Fact
from kartentisch.table.table import Table
from kartentisch.web.live import feed
from kartentisch.web.live.feed import CachedView, LogEntry
from kartentisch.web.live.recent import Movements, Recent


class Feeds:
    """A reader is a seat or BYSTANDER."""

    def __init__(self) -> None:
        self.movements = Movements()
        self._entries: dict[int, deque[LogEntry]] = {}
        self._since: dict[int, int] = {}
        """By reader: the fact after which their log is kept here. 0: from the beginning, or as far back as lines go."""
        self._views: dict[int, CachedView | None] = {}

    def knows(self, reader: int, have: int, newest: int) -> bool:
        """Whether what this reader was told after fact `have` is kept here. -1: all of it."""
        since = self._since.get(reader, -1)
        return since == 0 or 0 < since <= have <= newest

    def start(self, reader: int, entries: Iterable[LogEntry], since: int = 0) -> None:
        """Keep the log of a reader from now on. `entries`: what it says so far, after fact `since`."""
        self._entries[reader] = deque(entries, feed.KEPT)
        self._since[reader] = since

    def forget(self, reader: int) -> None:
        """Drop the log of a seat that has a new person: what one person was told is not for the next one."""
        self._entries.pop(reader, None)
        self._since.pop(reader, None)

    def clear(self) -> None:
        """Drop everything, since nobody is here; the next reader gets it from the log."""
        self._entries.clear()
        self._since.clear()
        self.clear_views()

    def clear_views(self) -> None:
        """Drop the views, since the table has changed."""
        self._views.clear()

    def add(self, fact: Fact, before: Table, now: Table, here: set[int]) -> None:
        """Note what a fact tells each reader. `here`: readers who have the table open."""
        recent = Recent(fact.number)
        known: dict[LogEntry, LogEntry] = {}
        views: dict[int, CachedView | None] = {}
        for reader in here | set(self._entries):
            old, views[reader] = self.view(before, reader), feed.seen_by(now, reader, now.showing)
            seen = feed.change(fact, now, old, views[reader])
            if reader in self._entries:
                entry = feed.log_entry(seen)
                self._entries[reader].append(known.setdefault(entry, entry))
            if reader in here:
                recent.add(reader, feed.moved(seen), feed.celebrates(seen))
        self._views = views
        self.movements.append(recent)

    def view(self, table: Table, reader: int) -> CachedView | None:
        """What a reader sees of the table, which is the newest one."""
        if reader not in self._views:
            self._views[reader] = feed.seen_by(table, reader, table.showing)
        return self._views[reader]

    def log_since(self, reader: int, have: int, newest: int) -> tuple[list[LogEntry], bool]:
        """The log after fact `have`. True: this is the whole log, since the reader has none of it or too little."""
        entries = self._entries.get(reader, ())
        first = entries[0].number if entries else newest + 1
        fresh = have < 0 or have > newest or (have + 1 < first and len(entries) == feed.KEPT)
        if fresh:
            return [*entries], True
        newer = [*takewhile(lambda one: one.number > have, reversed(entries))]
        return newer[::-1], False
