"""The table of a room and its log. The table changes only here, one ask after the other.

Facts are written first, with the number that they expect to follow; then the room tells everybody. If a fact cannot be
written, it has not happened.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

import structlog

from kartentisch.store import EndUnknown, Lease, LeaseLost, OutOfStep, Store, StoreFailed, outlasted, written
from kartentisch.table.contents import Closed
from kartentisch.table.deciding import MOST_MOVES, decide
from kartentisch.table.facts import Ask, Fact
from kartentisch.table.luck import DrawnLuck, Luck
from kartentisch.table.table import Table
from kartentisch.table.verdict import Verdict
from kartentisch.table.windows import woken
from kartentisch.web.live.answers import Answer
from kartentisch.web.live.hours import Hours
from kartentisch.web.live.presence import Presence
from kartentisch.web.live.standing import standing
from kartentisch.web.live.table_time import TableTime
from kartentisch.web.live.world import World

log = structlog.get_logger()

Tell = Callable[[Sequence[Fact], Table, Table], Awaitable[None]]
"""Tells everybody of these facts. The tables are those before and after them; without facts, only notes differ."""


class Found(NamedTuple):
    """What else is known of a table that was loaded from its log."""

    scores: list[list[int]]
    """Points of the rounds of its match that are over."""
    spent: int | None
    """Milliseconds that its running decision had used; None: unknown, since the server was down."""


class Ledger:
    def __init__(
        self,
        lease: Lease,
        table: Table,
        store: Store,
        world: World,
        levels: tuple[str, ...],
        found: Found | None,
        tell: Tell,
        behind: Callable[[], None],
        drawn: Callable[[Table], DrawnLuck],
        all_know: Callable[[str], bool] = lambda _: True,
    ) -> None:
        """`behind`: called when the log holds more than the table here, or may, or belongs to another node.

        `drawn`: the luck of a table that draws it. `all_know`: see `RoomRegistry.all_know`.
        """
        self.lease = lease
        self.id = lease.log_id
        self.store = store
        self.world = world
        self.now = Hours(world, table.newest)
        """The time at this table: the only source of times for facts."""
        self.table = table if found is None else woken(table, self.now(), found.spent or 0)
        self.presence = Presence(
            table.seats,
            self.now(),
            asleep=found is not None,
            begins=found is not None and found.spent is None,
        )
        self.lock = asyncio.Lock()
        """Only its holder changes the table."""
        self.began = 0.0
        """The time by `time.perf_counter` at which the facts that are being told were asked for."""
        self._levels = levels
        self._time = TableTime(self.id, self.now, self.presence)
        self._tell = tell
        self._behind = behind
        self._ended = False
        """Whether the log holds more than the table here, or may, or belongs to another node."""
        self._drawn = drawn
        self.all_know = all_know

    def verdict(self, ask: Ask, away: bool = False) -> Verdict:
        """The verdict on an ask. The caller holds the lock until it is written."""
        return self.on_time(lambda table, now: decide(table, ask, now, self.luck(MOST_MOVES), self._levels, away))

    def on_time(self, what: Callable[[Table, int], Verdict]) -> Verdict:
        """A verdict of now, without the time in which nobody was here."""
        self.table, verdict = self._time.verdict(self.table, what)
        return verdict

    async def act(self, what: Callable[[Table, int], Verdict]) -> bool:
        """Do something that nobody asks for; return whether it happened."""
        async with self.lock:
            verdict = self.on_time(what)
            return bool(verdict.facts) and not (await self.write_and_tell(verdict)).failed

    async def here_again(self, since: int) -> None:
        """Somebody has come, after nobody had been here since this time."""
        async with self.lock:
            self.table, verdict = self._time.here_again(self.table, since)
            await self.write_and_tell(verdict)

    async def write_and_tell(self, verdict: Verdict, began: float | None = None) -> Answer:
        """Write the facts, adopt the new table and tell everybody, even if the asker has left meanwhile. `began`: the
        time of the ask by `time.perf_counter`; None for now.
        """
        started = time.perf_counter()
        self.began = started if began is None else began
        facts, table, reason = verdict
        if self._ended:  # the ask may be one whose end is unknown, sent again
            return Answer(failed="unknown")
        gone: asyncio.CancelledError | None = None
        if unknown := [fact.kind for fact in facts if not self.all_know(fact.kind)]:
            raise ValueError(f"not all servers know facts of the kind {unknown[0]!r} yet: ask `all_know` first")
        if facts:
            try:
                gone = await outlasted(self.store.append(self.lease, self.table.number, facts, standing(table)))
            except StoreFailed as error:
                return self.failed(error)
            except OutOfStep as error:
                log.exception("log is ahead of the room", table=self.id, newest=error.newest)
                self._end()
                return Answer(failed="broken")
            self.world.meters.committed(time.perf_counter() - started)
        before, self.table = self.table, table
        await self._tell(facts, before, table)
        if gone is not None:
            raise gone
        return Answer(self.table.number, reason)

    def failed(self, error: StoreFailed) -> Answer:
        """The answer to an ask that could not be stored. If the log may hold it, or belongs to another node, the room
        ends.
        """
        log.error("store failed", table=self.id, code=error.code)
        self.world.meters.store_failed(error.code)
        if isinstance(error, EndUnknown | LeaseLost):
            self._end()
        return Answer(failed=error.code)

    def _end(self) -> None:
        self._ended = True
        self._behind()

    async def delete(self) -> None:
        """Remove the table for good. The caller holds the lock. Raises StoreFailed; then it is still there."""
        await written(self.store.delete(self.lease, self.now()))
        self.table = replace(self.table, closed=Closed("host"))  # asks that wait for the lock are refused

    def luck(self, n: int) -> Luck:
        """The luck of the table; `n`: the number of values that may be needed."""
        if self.table.settings.luck == "drawn":
            return self._drawn(self.table)
        return [self.world.luck() for _ in range(n)]

    def spent(self) -> int:
        """Milliseconds that the running decision has used."""
        return self._time.spent(self.table)
