"""Time in which nobody was here is charged to nobody. It is subtracted before anything is written, as after a
restart.
"""

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
    """The time at one table without the time in which nobody was here. The caller holds the lock of the table."""

    def __init__(self, table_id: str, now: Hours, presence: Presence) -> None:
        self._id, self._now, self._presence = table_id, now, presence

    def verdict(self, table: Table, what: Callable[[Table, int], Verdict]) -> tuple[Table, Verdict]:
        """The verdict at this moment, and the table to which it applies, without empty time."""
        verdict, since = what(table, self._now()), self._presence.alone(self._now())
        if not verdict.facts or (since is None and not self._now.behind()):
            return table, verdict
        table, first, later = self._on_time(table, since)
        facts, later, reason = what(later, self._now())
        return table, Verdict([*first, *facts], later, reason)

    def here_again(self, table: Table, since: int) -> tuple[Table, Verdict]:
        """Somebody has come after nobody had been here since this time."""
        table, facts, later = self._on_time(table, since)
        return table, Verdict(facts, later)

    def spent(self, table: Table) -> int:
        """Milliseconds that the running decision has used, without empty time."""
        now = self._now()
        since = self._presence.alone(now)
        return table.clocks.elapsed(now if since is None else since)

    def _on_time(self, table: Table, since: int | None) -> tuple[Table, list[Fact], Table]:
        """The table without empty time, the facts about it, and the table after these facts.

        `since`: when the clocks stopped, as nobody was here.
        """
        now, jump = self._now(), self._now.behind()
        used = None if self._presence.begins_again() else table.clocks.elapsed(now if since is None else since)
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
