"""Everybody who has a table open: pages, programs and screens."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from kartentisch.engine.fields import BYSTANDER
from kartentisch.web.live.deliveries import Deliveries
from kartentisch.web.live.meters import Meters
from kartentisch.web.live.revisions import Revisions
from kartentisch.web.live.subscriber import Subscriber, crowded


class Audience:
    def __init__(self, on_change: Callable[[], None], meters: Meters) -> None:
        """`on_change`: called after each change that scenes show."""
        self.revisions = Revisions()
        self.gone = ""
        """A code once nobody can open the table here any more: it was deleted, or it has a new room."""
        self._subscribers: set[Subscriber] = set()
        self._on_change = on_change
        self._deliveries = Deliveries(meters)
        self.sent = self._deliveries.sent

    @property
    def pages(self) -> int:
        """The number of all of them."""
        return len(self._subscribers)

    @property
    def readers(self) -> set[int]:
        """The seats, or BYSTANDER, as which somebody has the table open."""
        return {one.seat for one in self._subscribers}

    @property
    def watching(self) -> int:
        """The number of pages that watch."""
        return sum(one.seat == BYSTANDER and not one.screen for one in self._subscribers)

    @property
    def screens(self) -> int:
        """The number of screens that show the table."""
        return sum(one.screen for one in self._subscribers)

    def add(self, subscriber: Subscriber) -> bool:
        """Let somebody in. False: they are sent away instead, since their tokens may be void by now."""
        if why := self.gone or subscriber.barred() or crowded(self._subscribers, subscriber):
            subscriber.disconnect(why)
            return False
        self._subscribers.add(subscriber)
        return True

    def remove(self, subscriber: Subscriber) -> bool:
        """Remove somebody; return whether they were here."""
        was_here = subscriber in self._subscribers
        self._subscribers.discard(subscriber)
        self._deliveries.left(subscriber)
        return was_here

    def follow_move(self, number: int, began: float) -> None:
        """Measure how long it takes until all seats have been sent this fact."""
        self._deliveries.begin(number, began, self._subscribers)

    def mark_changed(self, seats: frozenset[int] | None = None) -> None:
        """Note a change in all scenes, or only in those of some seats. Nobody else is sent anything, because the
        message alone would tell them that something has happened.
        """
        self.revisions.bump(seats)
        for subscriber in self._subscribers:
            if seats is None or subscriber.seat in seats:
                subscriber.changed()
        self._on_change()

    def talk_changed(self, first: bool) -> None:
        """Note that somebody has said something; the pages fetch it. The `first` line also changes the scenes."""
        if first:
            self.mark_changed()
        for subscriber in self._subscribers:
            subscriber.changed()

    def disconnect(self, by: int, why: str) -> None:
        """Close everything that is open by right of a seat, or, for -1, by no right; but first answer the asker."""
        for subscriber in [one for one in self._subscribers if one.by == by]:
            asyncio.get_running_loop().call_soon(subscriber.disconnect, why)

    def end(self, why: str) -> None:
        """Send everybody away, including anyone who comes later."""
        self.gone = why
        for subscriber in self._subscribers:
            subscriber.disconnect(why)
