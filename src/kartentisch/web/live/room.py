"""The room of one live table: it alone changes the table, one ask after the other.

Facts are written first, with the number they expect to follow; then everybody at the table is told. What cannot be
written has not happened.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

import structlog

from kartentisch.engine.fields import BYSTANDER
from kartentisch.engine.reasons import Reason
from kartentisch.store import OutOfStep, Store, StoreFailed, outlasted
from kartentisch.table.after import after
from kartentisch.table.deciding import MOST_MOVES, decide, tick
from kartentisch.table.facts import Ask, Fact
from kartentisch.table.table import Table
from kartentisch.table.verdict import Verdict
from kartentisch.web.access.newest import Newest
from kartentisch.web.live import admission, feed, standing
from kartentisch.web.live.answers import ANSWERS, Answer
from kartentisch.web.live.bot_pool import BotPool
from kartentisch.web.live.chat import Talk
from kartentisch.web.live.hints import Thinking
from kartentisch.web.live.hours import Hours
from kartentisch.web.live.join_codes import JoinCode
from kartentisch.web.live.presence import Presence, called_away, heir
from kartentisch.web.live.recent import Movements, Recent
from kartentisch.web.live.revisions import Revisions, noted
from kartentisch.web.live.scores import keep_score
from kartentisch.web.live.subscriber import Subscriber, crowded
from kartentisch.web.live.timely import TableTime
from kartentisch.web.live.world import World
from kartentisch.web.scene import Moved

log = structlog.get_logger()


class Room:
    def __init__(self, table_id: str, table: Table, store: Store, world: World, crew: BotPool) -> None:
        self.id = table_id
        self.table = table
        self.store = store
        self.world = world
        self.crew = crew
        known = store.names(table_id)
        self.names = {seat: named.name for seat, named in known.items()}
        self.figures = {seat: named.figure for seat, named in known.items()}
        self.join_code = JoinCode(table_id, store, world)
        self.talk = Talk(store.talk(table_id))
        self.gone = ""
        """Why nobody can open it any more, a code: the table was deleted, or has another room by now."""
        self.now = Hours(world, table.newest)
        """The time at this table, and the one place where it comes from."""
        self.presence = Presence(table.seats, self.now())
        self.time = TableTime(table_id, self.now, self.presence)
        self.revisions = Revisions()
        self.hints: dict[int, Thinking] = {}
        """The newest hint of each seat."""
        self.scores: list[list[int]] = []
        """Points of the rounds of this match that are over."""
        self.recent = Movements()
        self.again: Callable[[Ask], Awaitable[Answer]]
        """Opens the table where it goes on: whoever keeps the rooms does that."""
        self.so_far: Callable[[int], Awaitable[list[feed.LogEntry]]]
        """What was told a reader so far: whoever keeps the rooms keeps their past."""
        self.on_change: Callable[[], None] = lambda: None
        """Called after each change: whoever keeps the time looks what is due next."""
        self.on_stale: Callable[[], None] = lambda: None
        """Called when the log holds more than the room: whoever keeps the rooms looks it up anew."""
        self._listeners: set[Subscriber] = set()
        self._past: dict[int, deque[feed.LogEntry]] = {}
        self._views: dict[int, feed.CachedView | None] = {}
        self.lock = asyncio.Lock()
        """Whoever holds it alone changes the table."""
        self.took: dict[str, tuple[int, int]] = {}
        """By the ask that made a new token and left no fact: the seat, and the version of its tokens since then."""
        self._answered = Newest[Ask, Answer](ANSWERS)

    # ---- Asks -------------------------------------------------------------------------------------------------------

    async def ask(self, ask: Ask) -> Answer:
        async with self.lock:
            return await self._ask(ask)

    async def _ask(self, ask: Ask) -> Answer:
        if (known := self._answered.get(ask)) is not None:
            return known
        answer = await self._decide(ask)
        if ask.id and not answer.failed:
            self._answered.keep(ask, answer)
        return answer

    async def _decide(self, ask: Ask) -> Answer:
        now = self.now()
        if ask.do == "host" and (first := heir(self.table, self.presence, now)) not in (-1, ask.seat):
            return Answer(reason=Reason("host_heir", {"seat": first}))
        verdict = self.verdict(replace(ask, away=called_away(self.table, self.presence, ask, now)))
        if verdict.reason is not None and verdict.reason.code == "done_before":
            return Answer(verdict.reason.args["n"])
        return await self.settle(verdict)

    async def sit(self, name: str, ask_id: str, seat: int | None = None, figure: str = "") -> Answer:
        """Somebody takes a seat: this one, or one by lot."""
        return await admission.sit(self, name, ask_id, seat, figure)

    def verdict(self, ask: Ask) -> Verdict:
        """What an ask brings. Whoever calls it holds the lock until it is settled."""
        return self._on_time(lambda table, now: decide(table, ask, now, self._luck(MOST_MOVES), self.crew.levels))

    def _on_time(self, what: Callable[[Table, int], Verdict]) -> Verdict:
        self.table, verdict = self.time.verdict(self.table, what)
        return verdict

    async def renew(self, seat: int, why: str = "seat_gone") -> None:
        """Void the tokens of a seat and close its pages."""
        gone = await outlasted(self.store.renew(self.id, seat))
        self.dismiss(seat, why)
        if gone is not None:
            raise gone

    def dismiss(self, reader: int, why: str) -> None:
        """Close what is open by right of a seat, or with -1 by nobody's, after the answer to who asked for it."""
        for listener in [one for one in self._listeners if one.by == reader]:
            asyncio.get_running_loop().call_soon(listener.dismiss, why)

    @property
    def watching(self) -> int:
        """How many pages watch."""
        return sum(one.seat == BYSTANDER and not one.screen for one in self._listeners)

    @property
    def screens(self) -> int:
        """How many screens show the table."""
        return sum(one.screen for one in self._listeners)

    def heard(self, first: bool) -> None:
        """Something was said: pages fetch it. With the first line, scenes change too."""
        if first:
            self.touch()
        for listener in self._listeners:
            listener.changed()

    def end(self, why: str) -> None:
        """Nobody can open it any more: whoever has it open is sent away, and whoever still comes."""
        self.gone = why
        for listener in self._listeners:
            listener.dismiss(why)

    # ---- Facts ------------------------------------------------------------------------------------------------------

    async def tick(self) -> bool:
        """What time brings; whether something happened."""
        return await self.happen(lambda table, now: tick(table, now, self._luck(max(2, table.seats))))

    async def happen(self, what: Callable[[Table, int], Verdict]) -> bool:
        """Something that nobody asks for; whether it happened."""
        async with self.lock:
            verdict = self._on_time(what)
            return bool(verdict.facts) and not (await self.settle(verdict)).failed

    async def for_bot(self, seat: int, since: int, move: str) -> Answer:
        """A bot's move; refused if the table has moved on."""
        async with self.lock:
            ask = Ask("play", seat, since=since, moves=(move,), by="bot")
            return await self.settle(self._on_time(lambda table, now: decide(table, ask, now, self._luck(1))))

    async def hand_over(self, seat: int) -> bool:
        """A bot for somebody who has been away too long."""
        ask = Ask("bot", arg=f"{seat} {self.crew.stand_in}", away=True)
        return await self.happen(lambda table, now: decide(table, ask, now, (), self.crew.levels))

    async def settle(self, verdict: Verdict) -> Answer:
        """Write the facts, then take over the table and tell everybody; whoever asked may be gone meanwhile."""
        facts, table, reason = verdict
        gone: asyncio.CancelledError | None = None
        if facts:
            try:
                gone = await outlasted(self.store.append(self.id, self.table.number, facts, standing.standing(table)))
            except StoreFailed as error:
                return self.failed(error)
            except OutOfStep as error:
                log.exception("log is ahead of the room", table=self.id, newest=error.newest)
                self.on_stale()
                return Answer(failed="broken")
        before = self.table
        for fact in facts:
            now = table if fact is facts[-1] else after(before, fact)
            try:
                self._happened(fact, before, now)
            except Exception as error:  # it has happened: who is not told of it must not keep the others from going on
                log.exception("fact not told", table=self.id, n=fact.number, kind=fact.kind, error=repr(error))
                self._views.clear()
            before = now
        if facts or table is not self.table:
            before, self.table = self.table, table
            self.touch(None if facts else noted(before, table))
        if await self.join_code.follow(self.table.joinable):
            self.touch()
        await admission.turn_out(self, facts)  # last: the answer comes before the page of who asked is closed
        if gone is not None:
            raise gone
        return Answer(self.table.number, reason)

    def failed(self, error: StoreFailed) -> Answer:
        log.error("store failed", table=self.id, code=error.code)
        return Answer(failed=error.code)

    def _happened(self, fact: Fact, before: Table, now: Table) -> None:
        log.info("fact", table=self.id, n=fact.number, kind=fact.kind, seat=fact.seat)
        game, here = now.game, {listener.seat for listener in self._listeners}
        if fact.seat >= 0 and before.chairs[fact.seat].sat != now.chairs[fact.seat].sat:
            self._past.pop(fact.seat, None)  # what was told to one person is not for the next one
            self.hints.pop(fact.seat, None)
        recent = Recent(fact.number)
        known: dict[feed.LogEntry, feed.LogEntry] = {}
        views: dict[int, feed.CachedView | None] = {}
        for reader in here | set(self._past):
            old, new = self._seen(before, reader), feed.seen_by(now, reader)
            views[reader] = new
            if reader in self._past:
                told = feed.told(game, fact, old, new)
                self._past[reader].append(known.setdefault(told, told))
            if reader in here:
                recent.moved[reader] = feed.moved(game, fact, old, new)
                if feed.cheers(game, fact, old, new):
                    recent.cheered.add(reader)
        self._views = views
        self.recent.append(recent)
        keep_score(self.scores, fact, now)

    def _luck(self, n: int) -> Sequence[int]:
        return [self.world.luck() for _ in range(n)]

    # ---- Readers ----------------------------------------------------------------------------------------------------

    def touch(self, seats: frozenset[int] | None = None) -> None:
        """Something has changed that scenes show: all of them, or only those of some seats.

        Nobody else is sent anything then: also that something was sent can tell.
        """
        self.revisions.rise(seats)
        for listener in self._listeners:
            if seats is None or listener.seat in seats:
                listener.changed()
        self.on_change()

    async def enter(self, listener: Subscriber) -> None:
        """Somebody opens the table; what happened so far is looked up."""
        reader = listener.seat
        if reader not in self._past:
            async with self.lock:
                if reader not in self._past and not self.gone:
                    self._past[reader] = deque(await self.so_far(reader), feed.KEPT)
        if why := self.gone or listener.barred() or crowded(self._listeners, listener):  # its tokens may be void by now
            listener.dismiss(why)
            return
        self._listeners.add(listener)
        if (alone := self.presence.came(reader, self.now())) is not None:
            async with self.lock:
                self.table, verdict = self.time.here_again(self.table, alone)
                await self.settle(verdict)
        self.touch()

    def leave(self, listener: Subscriber) -> None:
        if listener in self._listeners:
            self._listeners.discard(listener)
            self.presence.went(listener.seat, self.now())
            if not self._listeners:  # whoever comes back finds it in the log
                self._views.clear()
                self._past.clear()
            self.touch()

    @property
    def pages(self) -> int:
        return len(self._listeners)

    def past(self, reader: int, have: int) -> tuple[list[feed.LogEntry], bool]:
        """What was told a reader since they last heard; True: all there is, they had nothing or too little."""
        told = self._past.get(reader, ())
        first = told[0].number if told else self.table.number + 1
        fresh = have < 0 or have > self.table.number or (have + 1 < first and len(told) == feed.KEPT)
        return [one for one in told if fresh or one.number > have], fresh

    def news(self, reader: int, have: int) -> tuple[list[Moved], bool]:
        """The cards that went somewhere since, and whether that is celebrated, if it is few facts ago."""
        return self.recent.since(have, self.table.number, reader)

    def view(self, reader: int) -> feed.CachedView | None:
        return self._seen(self.table, reader)

    def _seen(self, table: Table, reader: int) -> feed.CachedView | None:
        if reader not in self._views:
            self._views[reader] = feed.seen_by(table, reader)
        return self._views[reader]
