"""The room of one live table: its ledger, everybody who has it open, and what each of them knows of it."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Protocol

import structlog

from kartentisch.engine.fields import BYSTANDER
from kartentisch.engine.reasons import Reason
from kartentisch.proof.draws import HEX
from kartentisch.store import Name, Store, StoreFailed
from kartentisch.table.after import after
from kartentisch.table.dealing import gathered
from kartentisch.table.deciding import decide, tick
from kartentisch.table.facts import Ask, Fact
from kartentisch.table.table import Table
from kartentisch.table.verdict import Verdict
from kartentisch.web.access.newest import Newest
from kartentisch.web.access.tokens import SeatToken
from kartentisch.web.live.admission import Admission
from kartentisch.web.live.answers import ANSWERS, Answer
from kartentisch.web.live.audience import Audience
from kartentisch.web.live.bot_pool import BotPool
from kartentisch.web.live.chat import Talk
from kartentisch.web.live.feed import CachedView, LogEntry
from kartentisch.web.live.feeds import Feeds
from kartentisch.web.live.hints import Hints
from kartentisch.web.live.join_codes import JoinCode
from kartentisch.web.live.ledger import Found, Ledger
from kartentisch.web.live.maintenance import Maintenance
from kartentisch.web.live.presence import called_away, heir
from kartentisch.web.live.proposal import Proposal
from kartentisch.web.live.revisions import noted
from kartentisch.web.live.roster import Roster
from kartentisch.web.live.scores import keep_score
from kartentisch.web.live.stored import Stored, TokenVersions
from kartentisch.web.live.subscriber import Subscriber
from kartentisch.web.live.table_luck import TableLuck
from kartentisch.web.live.throttles import Throttles
from kartentisch.web.live.world import World
from kartentisch.web.scene import Moved

log = structlog.get_logger()


class Registry(Protocol):
    """What a room needs of the registry that keeps it."""

    store: Store
    world: World
    bot_pool: BotPool
    maintenance: Maintenance
    throttles: Throttles
    closing: bool
    """The server is about to stop, and its pages have been told."""

    def all_know(self, what: str, /) -> bool: ...

    async def get(self, table_id: str, /) -> Room | None: ...

    async def begin(self, table_id: str, table: Table, facts: list[Fact], people: dict[int, Name], /) -> Room: ...

    async def log_entries(self, room: Room, reader: int, /) -> list[LogEntry]:
        """The log of a reader so far."""

    def changed(self, room: Room, /) -> None:
        """Note a change: something else may be due next."""

    def behind(self, room: Room, /) -> None:
        """Replace a room whose log has more facts than it knows."""


class Room:
    def __init__(self, stored: Stored, table: Table, registry: Registry, found: Found | None = None) -> None:
        """`found`: what else is known of a table that was loaded from its log; None if it is new."""
        self.id = stored.lease.log_id
        self.registry = registry
        self.store, self.world, self.bot_pool = registry.store, registry.world, registry.bot_pool
        self.luck = TableLuck(self.id, self.world, table, new=found is None)
        self.ledger = Ledger(
            stored.lease,
            table,
            self.store,
            self.world,
            self.bot_pool.levels,
            found,
            tell=self._tell,
            behind=partial(registry.behind, self),
            drawn=self.luck.drawn,
            all_know=registry.all_know,
        )
        self.lock, self.now = self.ledger.lock, self.ledger.now
        self.presence = self.ledger.presence
        self.audience = Audience(partial(registry.changed, self), self.world.meters)
        self.mark_changed = self.audience.mark_changed
        self.feeds = Feeds()
        self.roster = Roster(stored.lease, self.store, stored.names)
        self.versions = TokenVersions(stored.lease, self.store, stored.versions)
        self.admission = Admission(self.ledger, self.roster, self.versions, self.audience)
        self.join_code = JoinCode(stored.lease, self.store, self.world, stored.join_code)
        self.talk = Talk(stored.talk)
        self.hints = Hints()
        self.proposal = Proposal()
        self.scores: list[list[int]] = found.scores if found else []
        """Points of the rounds of this match that are over."""
        self._answered = Newest[Ask, Answer](ANSWERS)

    @property
    def table(self) -> Table:
        return self.ledger.table

    def token(self, seat: int) -> SeatToken:
        """The token that opens a seat now."""
        return SeatToken(self.id, seat, self.versions.of(seat))

    @property
    def names(self) -> dict[int, str]:
        return self.roster.names

    @property
    def figures(self) -> dict[int, str]:
        return self.roster.figures

    # ---- Asks -------------------------------------------------------------------------------------------------------

    async def ask(self, ask: Ask) -> Answer:
        began = time.perf_counter()
        async with self.lock:
            if (known := self._answered.get(ask)) is not None:
                return known
            answer = await self._decide(ask, began)
            if ask.id and not answer.unknown:
                self._answered.keep(ask, answer)
            return answer

    async def _decide(self, ask: Ask, began: float) -> Answer:
        now = self.now()
        if ask.do == "host" and (first := heir(self.table, self.presence, now)) not in (-1, ask.seat):
            return Answer(reason=Reason("host_heir", {"seat": first}))
        verdict = self.ledger.verdict(ask, away=called_away(self.table, self.presence, ask, now))
        if verdict.reason is not None and verdict.reason.code == "done_before":
            return Answer(verdict.reason.args["n"])
        return await self.ledger.write_and_tell(verdict, began)

    async def sit(self, name: str, ask_id: str, seat: int | None = None, figure: str = "") -> Answer:
        """Somebody takes this seat, or one of the free seats by lot."""
        return await self.admission.sit(name, ask_id, seat, figure)

    async def for_bot(self, seat: int, since: int, move: str) -> Answer:
        """Play a bot's move, unless the table has moved on."""
        began = time.perf_counter()
        async with self.lock:
            ask, luck = Ask("play", seat, since=since, moves=(move,), by="bot"), self.ledger.luck
            verdict = self.ledger.on_time(lambda table, now: decide(table, ask, now, luck(1)))
            return await self.ledger.write_and_tell(verdict, began)

    async def hand_over(self, seat: int) -> bool:
        """Let a bot play for somebody who has been away too long."""
        ask = Ask("bot", arg=f"{seat} {self.bot_pool.stand_in}")
        return await self.act(lambda table, now: decide(table, ask, now, (), self.bot_pool.levels, away=True))

    async def tick(self) -> bool:
        """Do what is due by now; return whether something happened."""
        if self.gathered():
            return await self.act(lambda table, now: gathered(table, now, self.ledger.luck(2)))
        return await self.act(lambda table, now: tick(table, now, self.ledger.luck(max(2, table.seats))))

    def gathered(self) -> bool:
        """Whether a deal waits for pages, and all of them are here by now."""
        return self.table.gathers_until > 0 and not self.luck.awaited(self.table)

    async def seal(self, subscriber: Subscriber, arg: str) -> Answer:
        """A page gives the seal of its number for a draw. `arg`: "<draw> <seal>". The last one ends the wait for it."""
        draw, _, seal = arg.partition(" ")
        if subscriber.seat < 0 or not self.table.chairs[subscriber.seat].person:
            return Answer(reason=Reason("watching"))
        if draw != str(self.luck.next_draw(self.table)) or not HEX.fullmatch(seal):
            return Answer(reason=Reason("draw_over"))
        self.luck.seal(subscriber, self.table, int(draw), seal)
        if self.gathered():
            await self.tick()
        return Answer(self.table.number)

    async def act(self, what: Callable[[Table, int], Verdict]) -> bool:
        """Do something without an ask; return whether it happened."""
        return await self.ledger.act(what)

    def failed(self, error: StoreFailed) -> Answer:
        return self.ledger.failed(error)

    # ---- Facts ------------------------------------------------------------------------------------------------------

    async def _tell(self, facts: Sequence[Fact], before: Table, table: Table) -> None:
        """Tell everybody what has happened."""
        if not facts and table is not before:
            self.mark_changed(noted(before, table))
        for fact in facts:
            now = table if fact is facts[-1] else after(before, fact)
            try:
                self._happened(fact, before, now)
            except Exception as error:  # it has happened: a reader who cannot be told must not stop the others
                log.exception("fact not told", table=self.id, n=fact.number, kind=fact.kind, error=repr(error))
                self.feeds.clear_views()
            before = now
        if facts:
            if any(fact.kind == "moved" for fact in facts):
                self.audience.follow_move(table.number, self.ledger.began)
            self.mark_changed()
        if await self.join_code.follow(self.table.joinable):
            self.mark_changed()
        await self.admission.evict(facts)  # last: the asker gets the answer before their page is closed

    def _happened(self, fact: Fact, before: Table, now: Table) -> None:
        log.info("fact", table=self.id, n=fact.number, kind=fact.kind, seat=fact.seat)
        if fact.seat >= 0 and before.chairs[fact.seat].sat != now.chairs[fact.seat].sat:
            self.feeds.forget(fact.seat)
            self.hints.forget(fact.seat)
        if fact.kind == "moved":
            chair = before.chairs[fact.seat]
            by = "bot" if chair.bot else "program" if chair.program else "person"
            self.world.meters.moved(now.game.name, by)
        if fact.kind == "sealed":
            self.luck.closed(now)
        self.feeds.add(fact, before, now, self.audience.readers)
        keep_score(self.scores, fact, now)

    # ---- Readers ----------------------------------------------------------------------------------------------------

    async def subscribe(self, subscriber: Subscriber) -> None:
        """Let somebody in and read from the log what has happened since the newest fact that they have."""
        reader = subscriber.seat
        await self.look_up_log(reader, subscriber.have)
        if not self.audience.add(subscriber):
            return
        shown = self._presence_shown()
        if (since := self.presence.came(reader, self.now())) is not None:
            await self.ledger.here_again(since)
        self._mark_presence(reader, shown)
        if reader >= 0 and not subscriber.seals:
            self.luck.expect_no_seal(subscriber, self.table)
            if self.gathered():
                await self.tick()

    def unsubscribe(self, subscriber: Subscriber) -> None:
        self.luck.went(subscriber)
        if self.audience.remove(subscriber):
            shown = self._presence_shown()
            self.presence.went(subscriber.seat, self.now())
            if not self.audience.pages:
                self.feeds.clear()
            self._mark_presence(subscriber.seat, shown)

    def _presence_shown(self) -> tuple[bool, ...]:
        """What scenes show of who is here. A seat is shown as away only some seconds after its last page was closed."""
        now, presence = self.now(), self.presence
        return (presence.anybody, *(presence.away(seat, now) for seat in range(self.table.seats)))

    def _mark_presence(self, reader: int, before: tuple[bool, ...]) -> None:
        """A page of this reader was opened or closed. A page that reloads changes nothing for the other seats."""
        alike = reader != BYSTANDER and before == self._presence_shown()
        self.mark_changed(frozenset({reader}) if alike else None)

    async def look_up_log(self, reader: int, have: int) -> None:
        """Make sure that what a reader was told after fact `have` is known. -1: all of it.

        Pages that come back after a restart have it all, so their logs are not made again.
        """
        if self.feeds.knows(reader, have, self.table.number):
            return
        async with self.lock:
            if self.audience.gone or self.feeds.knows(reader, have, self.table.number):
                return
            if have == self.table.number:
                self.feeds.start(reader, (), since=have)
            else:
                self.feeds.start(reader, await self.registry.log_entries(self, reader))

    def end(self, why: str) -> None:
        """End the room: nobody can open the table here any more."""
        self.audience.end(why)

    @property
    def pages(self) -> int:
        """The number of pages, programs and screens that have the table open."""
        return self.audience.pages

    def log_since(self, reader: int, have: int) -> tuple[list[LogEntry], bool]:
        """What a reader was told after fact `have`. True: the whole log, as they had none or too little of it."""
        return self.feeds.log_since(reader, have, self.table.number)

    def moved_since(self, reader: int, have: int) -> tuple[list[Moved], bool]:
        """The cards that moved after fact `have`, and whether that is celebrated, if it was only a few facts ago."""
        return self.feeds.movements.since(have, self.table.number, reader)

    def view(self, reader: int) -> CachedView | None:
        return self.feeds.view(self.table, reader)
