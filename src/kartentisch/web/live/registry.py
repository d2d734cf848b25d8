"""The tables of a server: opened, loaded from the log when somebody comes, unloaded when nobody needs them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import msgspec
import structlog

from kartentisch.bots.compiling import Compilation
from kartentisch.engine.game import Game
from kartentisch.play.games import sheet
from kartentisch.store import Lease, Listed, Name, OutOfStep, Store, written
from kartentisch.store.peers import Peers
from kartentisch.table.contents import Closed, level_of
from kartentisch.table.facts import Fact
from kartentisch.table.settings import Settings
from kartentisch.table.table import Table, opened
from kartentisch.table.ticking import running
from kartentisch.web.live.bot_pool import BotPool
from kartentisch.web.live.closing import close, delete, delete_log
from kartentisch.web.live.compilation import only_ready
from kartentisch.web.live.disk import Disk
from kartentisch.web.live.feed import LogEntry
from kartentisch.web.live.glimpse import Glimpse, glimpse
from kartentisch.web.live.history import HistoryCache
from kartentisch.web.live.ledger import Found
from kartentisch.web.live.logs import Logs
from kartentisch.web.live.maintenance import Maintenance
from kartentisch.web.live.new_tables import NewTables
from kartentisch.web.live.people import figure_for
from kartentisch.web.live.retention import Retention
from kartentisch.web.live.room import Room
from kartentisch.web.live.scheduler import Scheduler
from kartentisch.web.live.stalls import Stalls
from kartentisch.web.live.standing import note, standing
from kartentisch.web.live.stored import give_back, new, stored
from kartentisch.web.live.tasks import cancelled
from kartentisch.web.live.throttles import Throttles
from kartentisch.web.live.world import World

log = structlog.get_logger()
ASIDE = 600_000
"""Milliseconds after which a room is unloaded if nobody visits it and no bot plays there."""


class RoomRegistry:
    def __init__(
        self,
        store: Store,
        world: World | None = None,
        bot_pool: BotPool | None = None,
        find: Callable[[str], Game] = sheet,
        retention: Retention | None = None,
        compilation: Compilation | None = None,
        maintenance: Maintenance | None = None,
        disk: Disk | None = None,
        peers: Peers | None = None,
    ) -> None:
        """`peers`: the servers that share the store; None if this is the only one."""
        self.store = store
        self.world = world or World()
        self.bot_pool = bot_pool or BotPool()
        self.find = find if compilation is None else only_ready(find, compilation)
        self.compilation = compilation
        self.retention = retention or Retention()
        self.maintenance = maintenance or Maintenance()
        self.disk = disk or Disk()
        self.started = self.world.steady()
        self.woken = False
        """Whether the tables at which something happens by itself have been loaded after the start."""
        self.closing = False
        """Whether the server is about to stop."""
        self.stalls = Stalls()
        self.throttles = Throttles()
        self.histories = HistoryCache()
        self.logs = Logs(store, self.find)
        self.new_tables = NewTables()
        self.peers = peers
        self._rooms: dict[str, tuple[Room, Scheduler]] = {}
        self._used: dict[str, int] = {}
        self._spent: dict[str, int] = {}
        """Milliseconds that the running decision of an unloaded table had used. A person who comes back does not regain
        them."""
        self._loading = asyncio.Lock()
        self._going: dict[str, asyncio.Future[None]] = {}
        """Tables that are being deleted, with a future that is done afterwards."""
        self._looking: set[asyncio.Task[None]] = set()

    # ---- Finding ----------------------------------------------------------------------------------------------------

    async def get(self, table_id: str) -> Room | None:
        """The room of a table, loaded from the log if necessary. None if there is no such table.

        Also None if this program cannot read its log: see `Logs.unreadable`. Raises HeldElsewhere.
        """
        while going := self._going.get(table_id):
            await asyncio.wait({going})
        if table_id not in self._rooms:
            async with self._loading:
                if table_id not in self._rooms:
                    if (room := await self._load(table_id)) is None or await self.store.deleted(table_id):
                        return None
                    self._enter(room)
        self._used[table_id] = self.world.steady()
        return self._rooms[table_id][0]

    def scheduler(self, table_id: str) -> Scheduler:
        return self._rooms[table_id][1]

    def open_rooms(self) -> list[Room]:
        """The rooms in memory."""
        return [room for room, _ in self._rooms.values()]

    def in_use(self, table_id: str) -> bool:
        """Whether a table is in memory and its match still runs."""
        return table_id in self._rooms and self._rooms[table_id][0].table.phase not in ("over", "closed")

    def has(self, table_id: str) -> bool:
        """Whether a table is in memory."""
        return table_id in self._rooms

    def take_out(self, room: Room) -> Scheduler | None:
        """Forget a room; the scheduler that is to be stopped, or None if it is not in memory any more."""
        here, scheduler = self._rooms.get(room.id, (None, None))
        if here is not room:
            return None
        del self._rooms[room.id]
        self._used.pop(room.id, None)
        return scheduler

    def _enter(self, room: Room) -> None:
        scheduler = Scheduler(room)
        self._rooms[room.id] = room, scheduler
        self._used[room.id] = self.world.steady()
        scheduler.reschedule()

    def changed(self, room: Room) -> None:
        """Note that a room has changed, so something else may be due next."""
        here, scheduler = self._rooms.get(room.id, (None, None))
        if here is room and scheduler is not None:
            scheduler.reschedule()

    async def look(self, table_id: str) -> Room | Glimpse | None:
        """A table for a list: its room, or what its log shows if it is not in memory and another server may have it."""
        if self.peers is None or table_id in self._rooms:
            return await self.get(table_id)
        return await glimpse(self.store, self.logs, self.peers, table_id)

    async def log_entries(self, room: Room, reader: int) -> list[LogEntry]:
        """The log of a reader so far."""
        return await self.histories.log_entries(room, reader)

    def behind(self, room: Room) -> None:
        """Load a room again that is behind its log. Pages reconnect by themselves, and bots play on in the new room."""
        if (scheduler := self.take_out(room)) is not None:
            room.end("stale")
            looking = asyncio.ensure_future(self._look_up(room.id, scheduler))
            self._looking.add(looking)
            looking.add_done_callback(self._looking.discard)

    async def _look_up(self, table_id: str, old: Scheduler) -> None:
        await old.stop()
        try:
            await self.get(table_id)
        except Exception as error:  # the next visit tries again
            log.exception("table cannot be read", table=table_id, error=repr(error))

    async def _load(self, table_id: str) -> Room | None:
        row = await self.store.listed(table_id)
        if row is None or row.kind != "table":
            return None
        lease, room = await written(self.store.take(table_id)), None
        try:
            room = await self._folded(lease, row)
        finally:
            if room is None:
                await give_back(self.store, lease)
        return room

    async def _folded(self, lease: Lease, row: Listed) -> Room | None:
        history = await self.logs.read(lease.log_id, row)
        if history is None:
            return None
        assert history.newest is not None
        found = Found([*history.scores[-1]], self._spent.pop(lease.log_id, None))
        room = Room(await stored(self.store, lease), history.newest, self, found)
        self.histories.put(room, history)
        await room.join_code.follow(room.table.joinable)
        if not row.phase:
            await note(self.store, lease, room.table)
        return room

    def all_know(self, what: str) -> bool:
        """Whether all servers can read facts of this kind, or with this form of text: see `contents.LEVELS`. Ask before
        you write something that has a level: while the servers are updated, some do not know it yet.
        """
        return self.peers is None or level_of(what) <= self.peers.level

    def begin_closing(self) -> None:
        """The server is about to stop."""
        self.closing = True

    def mark_woken(self) -> None:
        """All tables at which something happens by itself have been loaded after the start."""
        self.woken = True

    # ---- Opening ----------------------------------------------------------------------------------------------------

    async def open(self, settings: Settings, name: str, figure: str = "", table_id: str = "", ask: str = "") -> Room:
        """Open a new table. `name` is that of the host, if there is one. Raises StoreFailed; then there is no table."""
        settings = msgspec.structs.replace(settings, luck=self.world.source)
        table_id = table_id or self.world.new_id()
        now = self.world.clock()
        fact = Fact.of(1, settings, ask=ask, time=now)
        table = opened(self.find(settings.game), fact)
        host = table.host
        people = {host: Name(name, figure_for(table_id, host, figure, ()))} if host >= 0 else {}
        return await self.begin(table_id, table, [fact], people)

    async def begin(self, table_id: str, table: Table, facts: list[Fact], people: dict[int, Name]) -> Room:
        """Make the room of a new table with its first facts.

        Raises StoreFailed; then there is no table. Raises OutOfStep if there is one with this id.
        """
        lease = await written(self.store.take(table_id))
        try:
            await written(self.store.append(lease, 0, facts, standing(table)))
        except OutOfStep:  # another server has opened it and given it away again
            await give_back(self.store, lease)
            raise
        for seat, named in people.items():
            await written(self.store.set_name(lease, seat, *named))
        log.info("fact", table=table_id, n=table.number, kind="opened", seat=table.host, game=table.game.name)
        room = Room(new(lease, dict(people)), table, self)
        await room.join_code.follow(room.table.joinable)
        self._enter(room)
        self.new_tables.note(room, self.world.steady())
        return room

    # ---- End --------------------------------------------------------------------------------------------------------

    async def close_room(self, table_id: str, why: Closed) -> bool:
        """Close a table that is in memory; False if it is not."""
        if here := table_id in self._rooms:
            await close(self._rooms[table_id][0], why)
        return here

    async def delete(self, *table_ids: str) -> None:
        """Remove tables for good. Raises StoreFailed; then some of them are still there."""
        for error in await asyncio.gather(*map(self._delete, table_ids), return_exceptions=True):
            if error is not None:
                raise error

    async def _delete(self, table_id: str) -> None:
        """Delete one table. Only requests for this table wait."""
        if table_id in self._going:
            await asyncio.wait({self._going[table_id]})
            return
        self._going[table_id] = asyncio.get_running_loop().create_future()
        try:
            if table_id in self._rooms:
                await delete(self._rooms[table_id][0])
            else:
                await delete_log(self.store, table_id, self.world.clock())
            if table_id in self._rooms:
                room, scheduler = self._rooms[table_id]
                self.take_out(room)
                room.end("table_deleted")  # it may have been loaded meanwhile
                await scheduler.stop()
        finally:
            self._going.pop(table_id).set_result(None)

    async def sweep(self) -> None:
        """Unload the rooms that nobody has needed for a while."""
        now = self.world.steady()
        for table_id, (room, scheduler) in list(self._rooms.items()):
            waits = scheduler.next_due() is None and not scheduler.thinking
            if _quiet(room) and waits and now - self._used.get(table_id, now) > ASIDE:
                self.take_out(room)
                if running(room.table):
                    self._spent[table_id] = room.ledger.spent()
                await scheduler.stop()
                await give_back(self.store, room.ledger.lease)

    async def close(self) -> None:
        for looking in list(self._looking):
            await cancelled(looking)
        for _, scheduler in list(self._rooms.values()):
            await scheduler.stop()
        if self.compilation:
            self.compilation.close()
        self.bot_pool.close()


def _quiet(room: Room) -> bool:
    """Whether a room can be unloaded: nobody is there, and nothing is being changed."""
    return not room.pages and not room.lock.locked()
