"""Who sits where at one table: taking and giving seats, names, and the links that open seats."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace

from kartentisch.engine.fields import BYSTANDER
from kartentisch.engine.reasons import Reason
from kartentisch.store import FIRST_VERSION, StoreFailed
from kartentisch.table.contents import Left, MayWatch
from kartentisch.table.facts import Ask, Fact
from kartentisch.table.table import Table
from kartentisch.web.live.answers import Answer
from kartentisch.web.live.audience import Audience
from kartentisch.web.live.ledger import Ledger
from kartentisch.web.live.roster import Roster
from kartentisch.web.live.stored import TokenVersions


def free_seats(table: Table) -> list[int]:
    """The seats that a newcomer can take: the open ones, else those of bots."""
    if not table.joinable:
        return []
    opened = [seat for seat, chair in enumerate(table.chairs) if chair.open]
    return opened or [seat for seat, chair in enumerate(table.chairs) if not chair.person]


def no_seat(table: Table) -> str:
    """The code of the reason why no seat is free."""
    return "table_closed" if table.closed else "went_on" if table.next_table else "table_full"


class Admission:
    def __init__(self, ledger: Ledger, roster: Roster, versions: TokenVersions, audience: Audience) -> None:
        self._ledger, self._roster, self._versions, self._audience = ledger, roster, versions, audience
        self._took: dict[str, tuple[int, int]] = {}
        """For each ask that made a new token and left no fact: the seat, and the version of its tokens since then."""

    @property
    def _table(self) -> Table:
        return self._ledger.table

    # ---- Taking a seat ----------------------------------------------------------------------------------------------

    async def sit(self, name: str, ask_id: str, seat: int | None, figure: str) -> Answer:
        """Somebody takes this seat, or one of the free seats by lot."""
        async with self._ledger.lock:
            if (known := self._known(ask_id, seat)) is not None:
                return known
            free = free_seats(self._table)
            if seat is None and not free:
                return Answer(reason=Reason(no_seat(self._table)))
            place = free[self._ledger.world.lot(len(free))] if seat is None else seat
            return await self._take(Ask("sit", id=ask_id, arg=str(place)), place, name, figure)

    async def let_program(self, ask: Ask, name: str) -> Answer:
        """Let a program sit down on the seat in `ask.arg`, for the host. If one sits there already, void its token."""
        async with self._ledger.lock:
            seat = int(ask.arg)
            if (known := self._known(ask.id, seat)) is not None:
                return known
            if ask.seat != self._table.host:
                return Answer(reason=Reason("host_only"))
            if not self._table.chairs[seat].program:
                return await self._take(ask, seat, name, "")
            try:
                await self.renew(seat)
            except StoreFailed as error:
                return self._ledger.failed(error)
            self._took[ask.id] = seat, self._versions.of(seat)
            return Answer(self._table.number, seat=seat)

    async def _take(self, ask: Ask, seat: int, name: str, figure: str) -> Answer:
        """Give a seat to somebody new, and void everything that has opened it so far."""
        verdict = self._ledger.verdict(self._stamped(ask, seat))
        if verdict.reason is not None:
            return Answer(reason=verdict.reason)
        before = self._roster.of(seat)
        try:
            await self._versions.renew(seat)
            await self._roster.enter(self._table, seat, name, figure)
        except StoreFailed as error:
            return self._ledger.failed(error)
        answer = await self._ledger.write_and_tell(verdict)
        if answer.failed:
            self._roster.put(seat, *before)
            return answer
        self._audience.disconnect(seat, "seat_gone")
        return replace(answer, seat=seat)

    def _stamped(self, ask: Ask, seat: int) -> Ask:
        """An ask that takes or gives a seat, with the version that it gives to the seat's tokens. This version lets the
        log show, even after a restart, whether a form that is sent again may lead to the seat.
        """
        return replace(ask, id=f"{ask.id}~{self._versions.of(seat) + 1}")

    def _known(self, ask_id: str, wanted: int | None) -> Answer | None:
        """The answer to an ask that was sent before: the seat that it took, unless its links are void by now."""
        took, before = self._took.get(ask_id), self._table.done(ask_id) is not None
        for seat, chair in enumerate(self._table.chairs):
            version = self._versions.of(seat)
            ids = [f"{ask_id}~{old}" for old in range(FIRST_VERSION, version + 1)]
            done = [self._table.asks[one] for one in ids if one in self._table.asks]
            before = before or bool(done)
            now = took == (seat, version) or (ids[-1] in self._table.asks and done[-1].seat == seat)
            if now and chair.person and wanted in (None, seat):
                return Answer(self._table.number, seat=seat)
        return Answer(reason=Reason("sent_before")) if before or took else None

    # ---- Names and links --------------------------------------------------------------------------------------------

    async def rename(self, seat: int, name: str, figure: str) -> Answer:
        """Change a person's name or figure."""
        async with self._ledger.lock:
            try:
                await self._roster.enter(self._table, seat, name, figure)
            except StoreFailed as error:
                return self._ledger.failed(error)
            self._audience.mark_changed()
            return Answer(self._table.number)

    async def renew_if(self, seat: int, still: Callable[[], bool]) -> bool:
        """Make new links for a seat if the asker `still` holds it. Raises StoreFailed."""
        async with self._ledger.lock:
            if holds := still():
                try:
                    await self.renew(seat)
                except StoreFailed as error:
                    self._ledger.failed(error)
                    raise
            return holds

    async def renew(self, seat: int, why: str = "seat_gone") -> None:
        """Void the tokens of a seat and close its pages. The caller holds the lock. Raises StoreFailed."""
        try:
            await self._versions.renew(seat)
        except asyncio.CancelledError:  # the tokens are void anyway
            self._audience.disconnect(seat, why)
            raise
        self._audience.disconnect(seat, why)

    # ---- Giving and leaving a seat ----------------------------------------------------------------------------------

    async def give(self, ask: Ask) -> Answer:
        """Prepare a seat for somebody else: void its links, close its pages and remove the name."""
        async with self._ledger.lock:
            seat = int(ask.arg)
            if (known := self._known(ask.id, seat)) is not None:
                return known
            verdict = self._ledger.verdict(self._stamped(ask, seat))
            if verdict.reason is not None:
                return Answer(reason=verdict.reason)
            seat = verdict.facts[-1].seat
            try:
                await self.renew(seat, "given")
                await self._roster.enter(self._table, seat, "", "")
            except StoreFailed as error:
                return self._ledger.failed(error)
            return replace(await self._ledger.write_and_tell(verdict), seat=seat)

    async def evict(self, facts: Sequence[Fact]) -> None:
        """Void the links and close the pages of people whose seat is gone, or who may not watch any more."""
        for fact in facts:
            content = fact.content
            if isinstance(content, Left):
                why = "removed" if content.removed else "seat_gone"
                try:
                    await self.renew(fact.seat, why)
                except StoreFailed as error:  # no token opens an empty chair; the next to sit there renews it first
                    self._ledger.failed(error)
                    self._audience.disconnect(fact.seat, why)
            if content == MayWatch("nobody"):
                self._audience.disconnect(BYSTANDER, "no_watching")
