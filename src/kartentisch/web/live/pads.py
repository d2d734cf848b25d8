"""Shared pads: opened, loaded from the log when somebody comes, told to every page that has them open."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextvars import ContextVar
from typing import NamedTuple, Protocol

import structlog

from kartentisch import words
from kartentisch.engine.reasons import Reason
from kartentisch.pad import log as pad_log
from kartentisch.pad import pad as pads
from kartentisch.pad.entries import Entry
from kartentisch.pad.log import PAD, Opened, UnreadablePad
from kartentisch.pad.pad import Line, Pad
from kartentisch.store import (
    EndUnknown,
    HeldElsewhere,
    Lease,
    LeaseLost,
    OutOfStep,
    Standing,
    Store,
    StoreFailed,
    outlasted,
    written,
)
from kartentisch.table.facts import Fact
from kartentisch.web.access.tokens import SeatToken
from kartentisch.web.live.answers import Answer
from kartentisch.web.live.retention import DAY, Retention
from kartentisch.web.live.stored import give_back
from kartentisch.web.live.world import World
from kartentisch.words.sheet import Sheet

log = structlog.get_logger()
ASIDE = 600_000
"""Milliseconds after which a pad that nobody has open is unloaded."""
ELSEWHERE = ("stale", "moved")
"""Why a room has ended although the pad goes on, here or at another server."""
PAGES = 100
"""Pages that may have a pad open at once."""
TIDY = 3_600
"""Seconds between two rounds of deleting pads."""


class Given(NamedTuple):
    """An entry as a device sends it."""

    entry: Entry
    name: str = ""
    """Of a `name`: a checked one."""
    by: int = -1


class PadPage(Protocol):
    """A page that has a pad open."""

    def changed(self) -> None:
        """There is something new to send."""

    def disconnect(self, code: str) -> None:
        """Send it away. `code`: why."""


def token_of(pad_id: str) -> SeatToken:
    """What the secret of the link that writes says."""
    return SeatToken(pad_id, 0, 1)


class PadRoom:
    """One pad in memory. It changes only here, one ask after the other; facts are written first."""

    def __init__(self, lease: Lease, pad: Pad, names: dict[int, str], registry: PadRegistry) -> None:
        """`names`: by the number of the fact that gave them."""
        self.id, self.lease, self.pad, self.names = lease.log_id, lease, pad, names
        self.registry = registry
        self.pages: set[PadPage] = set()
        self.lock = asyncio.Lock()
        self.gone = ""
        """Why nobody can open the pad here any more, as a code; "" while they can."""

    async def ask(self, given: Sequence[Given]) -> Answer:
        """Enter all of these, or none. The answer has the number of the last one's fact."""
        async with self.lock:
            if self.gone in ELSEWHERE:
                return Answer(failed="moved")
            if self.gone:
                return Answer(reason=Reason(self.gone))
            now = self.registry.world.clock()
            facts, pad, reason = pads.decide(self.pad, [(one.entry, one.by) for one in given], now)
            if reason is not None:
                return Answer(reason=reason)
            if not facts:
                return Answer(self.pad.numbers[given[-1].entry.id])
            called = {one.entry.id: one.name for one in given if one.entry.do == "name"}
            named = {fact.number: called[fact.ask] for fact in facts if fact.ask in called}
            return await self._write(facts, pad, named)

    async def _write(self, facts: list[Fact], pad: Pad, named: dict[int, str]) -> Answer:
        """Names are written first: a name without its fact is never read, and the next fact takes its place."""
        store, gone = self.registry.store, None
        try:
            for number, name in named.items():
                await written(store.set_name(self.lease, number, name, ""))
            gone = await outlasted(store.append(self.lease, self.pad.newest, facts, Standing("playing")))
        except StoreFailed as error:
            log.exception("store failed", pad=self.id, code=error.code)
            self.registry.world.meters.store_failed(error.code)
            if isinstance(error, EndUnknown | LeaseLost):
                self.registry.put_aside(self)
            return Answer(failed=error.code)
        except OutOfStep as error:
            log.exception("log is ahead of the pad", pad=self.id, newest=error.newest)
            self.registry.put_aside(self)
            return Answer(failed="broken")
        self.pad = pad
        self.names |= named
        for page in list(self.pages):
            page.changed()
        if gone is not None:
            raise gone
        return Answer(pad.newest)

    def lines(self, have: int) -> list[tuple[Line, str]]:
        """What came after fact `have`, with the names that were given."""
        return [(line, self.names.get(line.number, "")) for line in self.pad.lines if line.number > have]

    def subscribe(self, page: PadPage) -> str:
        """Tell this page what is new; a code if it may not come."""
        if self.gone or len(self.pages) >= PAGES:
            return self.gone or "crowded"
        self.pages.add(page)
        return ""

    def unsubscribe(self, page: PadPage) -> None:
        self.pages.discard(page)

    def end(self, code: str) -> None:
        """Nobody can open the pad here any more."""
        self.gone = code
        for page in list(self.pages):
            page.disconnect(code)


OF_REQUEST: ContextVar[list[PadRoom] | None] = ContextVar("new pads", default=None)
"""Where a request notes the pads that it opens, if it wants to know."""


class PadRegistry:
    def __init__(
        self,
        store: Store,
        world: World,
        retention: Retention,
        find: Callable[[str], Sheet] = words.score_sheet,
    ) -> None:
        self.store, self.world, self.retention, self.find = store, world, retention, find
        self._rooms: dict[str, PadRoom] = {}
        self._used: dict[str, int] = {}
        self._loading = asyncio.Lock()

    async def get(self, pad_id: str) -> PadRoom | None:
        """The pad with this id, loaded from its log if necessary. None if there is none that can be read here."""
        if pad_id not in self._rooms:
            async with self._loading:
                if pad_id not in self._rooms and not await self._load(pad_id):
                    return None
        self._used[pad_id] = self.world.steady()
        return self._rooms[pad_id]

    async def _load(self, pad_id: str) -> bool:
        row = await self.store.listed(pad_id)
        if row is None or row.kind != PAD or await self.store.deleted(pad_id):
            return False
        lease, room = await written(self.store.take(pad_id)), None
        try:
            room = await self._folded(lease)
        finally:
            if room is None:
                await give_back(self.store, lease)
        if room is not None:
            self._rooms[pad_id] = room
        return room is not None

    async def _folded(self, lease: Lease) -> PadRoom | None:
        try:
            facts = await self.store.facts(lease.log_id)
            pad = pads.folded(self.find(pad_log.read_opening(facts[0]).game), facts)
        except (UnreadablePad, ValueError) as error:
            log.warning("this pad cannot be read here", pad=lease.log_id, error=repr(error))
            return None
        names = {number: one.name for number, one in (await self.store.names(lease.log_id)).items()}
        return PadRoom(lease, pad, names, self)

    async def open(self, pad_id: str, opened: Opened, given: Sequence[Given], ask: str) -> PadRoom | Reason:
        """A new pad with these entries, or the one that this ask has opened before.

        Raises HeldElsewhere if another server opens it at this moment, and StoreFailed.
        """
        async with self._loading:  # the same pad may be shared twice at once
            if pad_id not in self._rooms and not await self._load(pad_id):
                made = await self._made(pad_id, opened, given, ask)
                if isinstance(made, Reason):
                    return made
                self._rooms[pad_id] = made
                if (noted := OF_REQUEST.get()) is not None:
                    noted.append(made)
        self._used[pad_id] = self.world.steady()
        return self._rooms[pad_id]

    async def _made(self, pad_id: str, opened: Opened, given: Sequence[Given], ask: str) -> PadRoom | Reason:
        """Names are written first, so that no pad can lack them: see `PadRoom._write`."""
        first = pad_log.opening(opened, ask, self.world.clock())
        pad = pads.opened(self.find(opened.game), first)
        facts, pad, reason = pads.decide(pad, [(one.entry, one.by) for one in given], self.world.clock())
        if reason is not None:
            return reason
        called = {one.entry.id: one.name for one in given if one.entry.do == "name"}
        names = {fact.number: called[fact.ask] for fact in facts if fact.ask in called}
        lease = await written(self.store.take(pad_id))
        try:
            for number, name in names.items():
                await written(self.store.set_name(lease, number, name, ""))
            await written(self.store.append(lease, 0, [first, *facts], Standing("playing")))
        except OutOfStep as error:  # another server has opened it and given it away, or this program cannot read it
            await give_back(self.store, lease)
            raise HeldElsewhere(pad_id, "") from error
        log.info("pad opened", pad=pad_id, game=opened.game)
        return PadRoom(lease, pad, names, self)

    async def why_not(self, pad_id: str) -> Reason:
        """Why there is no such pad. `pad_gone`: it was deleted, which is also how it gets new links."""
        return Reason("pad_gone") if await self.store.deleted(pad_id) else Reason("pad_unknown")

    def in_use(self, pad_id: str) -> bool:
        """Whether a pad is in memory."""
        return pad_id in self._rooms

    def open_rooms(self) -> list[PadRoom]:
        """The pads in memory."""
        return list(self._rooms.values())

    async def delete(self, room: PadRoom, why: str = "pad_deleted") -> None:
        """Remove a pad for good. `why`: what its pages are told. Raises StoreFailed; then it is still there, except for
        EndUnknown.
        """
        async with room.lock:
            try:
                await written(self.store.delete(room.lease, self.world.clock()))
            except (EndUnknown, LeaseLost):
                self.put_aside(room)
                raise
            self._drop(room)
        room.end(why)

    def put_aside(self, room: PadRoom) -> None:
        """The log holds more than the pad here, or may: pages connect again, and it is loaded again."""
        self.take_out(room, "stale")

    def take_out(self, room: PadRoom, why: str) -> None:
        """Forget a pad. Its pages connect again."""
        self._drop(room)
        room.end(why)

    def _drop(self, room: PadRoom) -> None:
        if self._rooms.get(room.id) is room:
            del self._rooms[room.id]
            self._used.pop(room.id, None)

    async def sweep(self) -> None:
        """Unload the pads that nobody has open."""
        now = self.world.steady()
        for room in list(self._rooms.values()):
            if not room.pages and not room.lock.locked() and now - self._used.get(room.id, now) > ASIDE:
                self._drop(room)
                await give_back(self.store, room.lease)

    async def tidy(self) -> None:
        """Delete the pads in which nothing was entered for as long as the operator says."""
        if not self.retention.delete_after:
            return
        since = self.world.clock() - self.retention.delete_after * DAY
        for row in await self.store.unused(since, closed=False, kind=PAD):
            if (room := await self.get(row.id)) is not None:
                await self.delete(room)

    async def keep_sweeping(self) -> None:
        for minute in range(1, 1 << 60):
            await asyncio.sleep(60)
            try:
                await self.sweep()
                if minute * 60 % TIDY == 0:
                    await self.tidy()
            except Exception as error:  # try again in a minute
                log.exception("pads cannot be looked through", error=repr(error))
