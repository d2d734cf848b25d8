"""Measures the time from receiving a move until it has been sent to all seats that have the table open."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass

from kartentisch.web.live.meters import Meters
from kartentisch.web.live.subscriber import Subscriber

MOST = 16
"""Moves of a table that may be on their way; a reader that is further behind has stopped reading."""


@dataclass(frozen=True)
class Delivery:
    number: int
    """The newest fact of the move."""
    began: float
    waiting: set[Subscriber]


class Deliveries:
    def __init__(self, meters: Meters) -> None:
        self._meters = meters
        self._open: deque[Delivery] = deque(maxlen=MOST)

    def begin(self, number: int, began: float, subscribers: Iterable[Subscriber]) -> None:
        """Note that a move is being sent, which was asked for at `began` by `time.perf_counter`."""
        if self._meters.counts and (seats := {one for one in subscribers if one.seat >= 0}):
            self._open.append(Delivery(number, began, seats))

    def sent(self, subscriber: Subscriber, number: int) -> None:
        """Note that the table as it was after this fact has been sent to somebody."""
        for delivery in list(self._open):
            if delivery.number <= number and subscriber in delivery.waiting:
                delivery.waiting.discard(subscriber)
                if not delivery.waiting:
                    self._open.remove(delivery)
                    self._meters.shown(time.perf_counter() - delivery.began)

    def left(self, subscriber: Subscriber) -> None:
        """Note that somebody is gone, so that nobody waits for them."""
        for delivery in list(self._open):
            delivery.waiting.discard(subscriber)
            if not delivery.waiting:
                self._open.remove(delivery)
