"""Events in a server that an operator may want to count."""

from __future__ import annotations


class Meters:
    """Counts nothing. With `--metrics` the server uses `metrics.PrometheusMeters` instead. No figure contains an
    address, a name, a table or a card.
    """

    counts = False
    """Whether durations are worth measuring."""

    def moved(self, game: str, by: str) -> None:
        """A move was played by a person, program or bot."""

    def shown(self, seconds: float) -> None:
        """The time from receiving a move until it was sent to all seats that have the table open."""

    def committed(self, seconds: float) -> None:
        """The time that the store took to write facts."""

    def lagged(self, seconds: float) -> None:
        """The delay with which the event loop ran a timer."""

    def refused(self, where: str, code: str) -> None:
        """An ask, a page or a connection was refused."""

    def lessons(self, running: int) -> None:
        """So many lessons are running now."""

    def store_failed(self, code: str) -> None:
        """A read or write of the store failed."""

    def forwarded(self, what: str, outcome: str) -> None:
        """A request or a socket was carried to another server of the same store, or could not be."""

    def table_went(self, how: str) -> None:
        """A table went to another server of the same store, or came from one."""


UNCOUNTED = Meters()
