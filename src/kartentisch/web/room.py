"""The room of one live table: it alone changes the table, one ask after the other.

Facts are written first, with the number they expect to follow; then everybody at the table is told. What cannot be
written has not happened.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

import structlog

from kartentisch.engine.reasons import Reason
from kartentisch.store import OutOfStep, Store, StoreFailed, written
from kartentisch.table.deciding import MOST_MOVES, decide, tick
from kartentisch.table.facts import Ask, Fact
from kartentisch.table.table import Table, after
from kartentisch.table.timing import woke
from kartentisch.table.verdict import Verdict
from kartentisch.web import telling
from kartentisch.web.crew import Crew
from kartentisch.web.people import figure
from kartentisch.web.presence import HOST, SHOWN, Presence
from kartentisch.web.revisions import Revisions, noted
from kartentisch.web.scene import Moved
from kartentisch.web.scores import keep_score
from kartentisch.web.telling import Kept, Told
from kartentisch.web.world import World

log = structlog.get_logger()
RECENT = 2
"""Facts whose card movements are kept: who is further behind jumps."""

ANSWERS = 64
"""Answers kept, so that an ask sent again is answered again; those of the log are found there."""


class Listener(Protocol):
    """An open page or program."""

    seat: int

    def changed(self) -> None:
        """There is something new to send."""

    def dismiss(self, code: str) -> None:
        """The seat is no longer theirs."""


@dataclass(frozen=True)
class Answer:
    """To an ask: done with the number of its fact, or why not."""

    number: int = 0
    reason: Reason | None = None
    failed: str = ""
    """Code of the store's failure."""
    seat: int = -1


@dataclass
class Recent:
    """What the newest facts moved, for each reader who is here."""

    number: int
    moved: dict[int, list[Moved]] = field(default_factory=dict)


class Room:
    def __init__(self, table_id: str, table: Table, store: Store, world: World, crew: Crew) -> None:
        self.id = table_id
        self.table = table
        self.store = store
        self.world = world
        self.crew = crew
        self.names = {seat: named.name for seat, named in store.names(table_id).items()}
        self.presence = Presence(table.seats, world.clock())
        self.revisions = Revisions()
        self.scores: list[list[int]] = []
        """Points of the rounds of this match that are over."""
        self.recent: deque[Recent] = deque(maxlen=RECENT)
        self.on_change: Callable[[], None] = lambda: None
        """Called after each change: whoever keeps the time looks what is due next."""
        self._listeners: set[Listener] = set()
        self._past: dict[int, deque[Told]] = {}
        self._views: dict[int, Kept | None] = {}
        self._lock = asyncio.Lock()
        self._sat: dict[str, int] = {}
        self._answered: dict[tuple[int, str], Answer] = {}

    # ---- Asks -------------------------------------------------------------------------------------------------------

    async def ask(self, ask: Ask) -> Answer:
        async with self._lock:
            return await self._ask(ask)

    async def _ask(self, ask: Ask) -> Answer:
        if (known := self._answered.get((ask.seat, ask.id))) is not None:
            return known
        answer = await self._decide(ask)
        if ask.id and not answer.failed:
            self._answered[ask.seat, ask.id] = answer
            while len(self._answered) > ANSWERS:
                del self._answered[next(iter(self._answered))]
        return answer

    async def _decide(self, ask: Ask) -> Answer:
        ask = replace(ask, away=self._is_away(ask))
        verdict = decide(self.table, ask, self.world.clock(), self._luck(MOST_MOVES), self.crew.levels)
        if verdict[2] is not None and verdict[2].code == "done_before":
            return Answer(verdict[2].args["n"])
        answer = await self._settle(verdict)
        if ask.do == "leave" and answer.reason is None and not answer.failed:
            with contextlib.suppress(StoreFailed):  # who sits down there next renews it first
                await self.renew(ask.seat)
        return answer

    async def sit(self, name: str, ask_id: str, seat: int | None = None) -> Answer:
        """Somebody takes a seat: this one, or one of the open seats by lot."""
        async with self._lock:
            if ask_id in self._sat and self.table.done(ask_id):
                return Answer(self.table.number, seat=self._sat[ask_id])
            free = [place for place, chair in enumerate(self.table.chairs) if chair.open]
            if seat is None and not free:
                return Answer(reason=Reason("table_full"))
            place = free[self.world.lot(len(free))] if seat is None else seat
            ask = Ask("sit", id=ask_id, arg=str(place))
            verdict = decide(self.table, ask, self.world.clock(), self._luck(2), self.crew.levels)
            if verdict[2] is not None:
                return Answer(reason=verdict[2])
            try:
                await written(self.store.renew(self.id, place))
                await written(self.store.set_name(self.id, place, name, figure(self.id, place)))
            except StoreFailed as error:
                return self._failed(error)
            before, self.names[place] = self.names.get(place, ""), name
            answer = await self._settle(verdict)
            if answer.failed:
                self.names[place] = before
                return answer
            self._sat[ask_id] = place
            return replace(answer, seat=place)

    def _is_away(self, ask: Ask) -> bool:
        now = self.world.clock()
        if ask.do == "host":
            return self.table.host >= 0 and self.presence.away(self.table.host, now, HOST)
        seat = ask.arg.partition(" ")[0]
        if ask.do != "bot" or not seat.isascii() or not seat.isdigit() or int(seat[:3]) >= self.table.seats:
            return False
        return ask.seat >= 0 and self.presence.away(int(seat), now, SHOWN)

    async def renew(self, seat: int) -> int:
        """Void the tokens of a seat and close its pages; the version that new tokens carry."""
        version = await written(self.store.renew(self.id, seat))
        for listener in [one for one in self._listeners if one.seat == seat]:  # after the answer to who asked for it
            asyncio.get_running_loop().call_soon(listener.dismiss, "seat_gone")
        return version

    # ---- Facts ------------------------------------------------------------------------------------------------------

    async def tick(self) -> bool:
        """What time brings; whether something happened."""
        return await self.happen(lambda now: tick(self.table, now, self._luck(max(2, self.table.seats))))

    async def happen(self, what: Callable[[int], Verdict]) -> bool:
        """Something that nobody asks for; whether it happened."""
        async with self._lock:
            verdict = what(self.world.clock())
            return bool(verdict[0]) and not (await self._settle(verdict)).failed

    async def for_bot(self, seat: int, since: int, move: str) -> Answer:
        """A bot's move; refused if the table has moved on."""
        async with self._lock:
            ask = Ask("play", seat, since=since, moves=(move,), by="bot")
            return await self._settle(decide(self.table, ask, self.world.clock(), self._luck(1)))

    async def hand_over(self, seat: int) -> bool:
        """A bot for somebody who has been away too long."""
        ask = Ask("bot", arg=f"{seat} {self.crew.levels[-1]}", away=True)
        return await self.happen(lambda now: decide(self.table, ask, now, (), self.crew.levels))

    async def _settle(self, verdict: Verdict) -> Answer:
        """Write the facts, then take over the table and tell everybody."""
        facts, table, reason = verdict
        if facts:
            try:
                await written(self.store.append(self.id, self.table.number, facts))
            except StoreFailed as error:
                return self._failed(error)
            except OutOfStep as error:
                log.exception("log is ahead of the room", table=self.id, newest=error.newest)
                return Answer(failed="broken")
        before = self.table
        for fact in facts:
            now = table if fact is facts[-1] else after(before, fact)
            self._happened(fact, before, now)
            before = now
        if facts or table is not self.table:
            before, self.table = self.table, table
            self.touch(None if facts else noted(before, table))
        return Answer(self.table.number, reason)

    def _failed(self, error: StoreFailed) -> Answer:
        log.error("store failed", table=self.id, code=error.code)
        return Answer(failed=error.code)

    def _happened(self, fact: Fact, before: Table, now: Table) -> None:
        log.info("fact", table=self.id, n=fact.number, kind=fact.kind, seat=fact.seat)
        game, here = now.game, {listener.seat for listener in self._listeners}
        recent = Recent(fact.number)
        known: dict[bytes, Told] = {}
        views: dict[int, Kept | None] = {}
        for reader in here | set(self._past):
            old, new = self._seen(before, reader), telling.seen_by(now, reader)
            views[reader] = new
            if reader in self._past:
                told = telling.told(game, fact, old, new, reader)
                self._past[reader].append(known.setdefault(told.events, told))
            if reader in here:
                recent.moved[reader] = telling.moved(game, fact, old, new, reader)
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

    async def enter(self, listener: Listener) -> None:
        """Somebody opens the table; what happened so far is looked up."""
        reader = listener.seat
        if reader not in self._past and self.table.closed != "rules":  # the cards of other rules cannot be read
            async with self._lock:
                if reader not in self._past:
                    facts = self.store.facts(self.id)[: self.table.number]
                    past = await asyncio.to_thread(telling.history, self.table.game, facts, reader)
                    self._past[reader] = deque(past, telling.KEPT)
        self._listeners.add(listener)
        if self.presence.came(reader, self.world.clock()):
            await self.happen(lambda now: woke(self.table, now))
        self.touch()

    def leave(self, listener: Listener) -> None:
        if listener in self._listeners:
            self._listeners.discard(listener)
            self.presence.went(listener.seat, self.world.clock())
            if not self._listeners:  # whoever comes back finds it in the log
                self._views.clear()
                self._past.clear()
            self.touch()

    @property
    def pages(self) -> int:
        return len(self._listeners)

    def past(self, reader: int, have: int) -> tuple[list[Told], bool]:
        """What was told a reader since they last heard; True: all there is, they had nothing or too little."""
        told = self._past.get(reader, ())
        first = told[0].number if told else self.table.number + 1
        fresh = have < 0 or have > self.table.number or (have + 1 < first and len(told) == telling.KEPT)
        return [one for one in told if fresh or one.number > have], fresh

    def moved(self, reader: int, have: int) -> list[Moved]:
        """The cards that went somewhere since, if that is few facts ago."""
        newer = [recent for recent in self.recent if recent.number > have]
        if have < 0 or self.table.number - have > len(newer):
            return []
        return [one for recent in newer for one in recent.moved.get(reader, [])]

    def view(self, reader: int) -> Kept | None:
        return self._seen(self.table, reader)

    def _seen(self, table: Table, reader: int) -> Kept | None:
        if reader not in self._views:
            self._views[reader] = telling.seen_by(table, reader)
        return self._views[reader]

    def quiet(self) -> bool:
        """Whether it can be put aside: nobody here, nothing but a person's ask can change it."""
        return not self._listeners and not self._lock.locked()
