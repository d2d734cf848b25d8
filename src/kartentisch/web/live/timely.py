"""What was nobody's time is taken out before anything is written: as after a restart, no clock has run meanwhile."""

from __future__ import annotations

from collections.abc import Callable

import structlog

from kartentisch.table.facts import Fact
from kartentisch.table.table import Table
from kartentisch.table.timing import woke
from kartentisch.table.verdict import Verdict
from kartentisch.table.windows import rested, shifted
from kartentisch.web.live.hours import Hours
from kartentisch.web.live.presence import Presence

log = structlog.get_logger()


class TableTime:
    """The time at one table: its hours, and when nobody was here. The caller holds the lock of the table."""

    def __init__(self, table_id: str, now: Hours, presence: Presence) -> None:
        self._id, self._now, self._presence = table_id, now, presence

    def verdict(self, table: Table, what: Callable[[Table, int], Verdict]) -> tuple[Table, Verdict]:
        """A verdict of now, and the table that it follows: without the time that was nobody's."""
        verdict, since = what(table, self._now()), self._presence.alone(self._now())
        if not verdict.facts or (since is None and not self._now.behind()):
            return table, verdict
        table, first, later = self._on_time(table, since)
        facts, later, reason = what(later, self._now())
        return table, Verdict([*first, *facts], later, reason)

    def here_again(self, table: Table, since: int) -> tuple[Table, Verdict]:
        """Somebody has come, and since then nobody was here."""
        table, facts, later = self._on_time(table, since)
        return table, Verdict(facts, later)

    def spent(self, table: Table) -> int:
        """Milliseconds that the running decision has used, without the time in which nobody was here."""
        now = self._now()
        since = self._presence.alone(now)
        return table.clocks.elapsed(now if since is None else since)

    def _on_time(self, table: Table, since: int | None) -> tuple[Table, list[Fact], Table]:
        """The table without that time, what the log says of it, and the table after these facts.

        `since`: when time stopped running, as nobody was here.
        """
        now, jump = self._now(), self._now.behind()
        used = None if self._presence.begins else table.clocks.elapsed(now if since is None else since)
        self._presence.begins = False
        if since is not None:
            table = rested(table, since, now)
            self._presence.rested(now)
        if jump:
            log.info("the computer's clock was set forward", table=self._id, ms=jump)
            self._now.forward(jump)
            table = shifted(table, jump)
            self._presence.forward(jump)
        facts, later, _ = woke(table, self._now(), used)
        return table, facts, later
