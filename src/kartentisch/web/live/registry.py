"""All tables of a server: opened, looked up in the log when somebody comes, put aside when nobody needs them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial

import msgspec
import structlog

from kartentisch.bots.compiling import Compilation
from kartentisch.engine.game import Game
from kartentisch.engine.reasons import Reason
from kartentisch.play.games import sheet
from kartentisch.store import Name, Store, StoreFailed, written
from kartentisch.table.facts import Fact
from kartentisch.table.logs import UnreadableLog, game_of
from kartentisch.table.settings import Settings
from kartentisch.table.table import Table, opened
from kartentisch.table.ticking import running
from kartentisch.table.windows import woken
from kartentisch.web.live.bot_pool import BotPool
from kartentisch.web.live.closing import close, delete
from kartentisch.web.live.compilation import only_ready
from kartentisch.web.live.history import HistoryCache
from kartentisch.web.live.people import figure_for
from kartentisch.web.live.rematch import rematch
from kartentisch.web.live.retention import Retention
from kartentisch.web.live.room import Room
from kartentisch.web.live.scheduler import Scheduler
from kartentisch.web.live.scores import folded
from kartentisch.web.live.standing import standing
from kartentisch.web.live.tasks import cancelled
from kartentisch.web.live.world import World

log = structlog.get_logger()
ASIDE = 600_000
"""Milliseconds after which a room that nobody visits and no bot plays in is put aside."""


class RoomRegistry:
    def __init__(
        self,
        store: Store,
        world: World | None = None,
        crew: BotPool | None = None,
        find: Callable[[str], Game] = sheet,
        keeping: Retention | None = None,
        compilation: Compilation | None = None,
    ) -> None:
        self.store = store
        self.world = world or World()
        self.crew = crew or BotPool()
        self.find = find if compilation is None else only_ready(find, compilation)
        self.compilation = compilation
        self.keeping = keeping or Retention()
        self.started = self.world.steady()
        self.woken = False
        """Whether the tables that do something by themselves have been looked up after the start."""
        self.pasts = HistoryCache()
        self._rooms: dict[str, tuple[Room, Scheduler]] = {}
        self._used: dict[str, int] = {}
        self._spent: dict[str, int] = {}
        """What the running decision of a table that was put aside had used: whoever comes back gets none of it back."""
        self._unfit: dict[str, Reason] = {}
        """Tables whose log does not fit their rules: reading them once is enough."""
        self._loading = asyncio.Lock()
        self._going: dict[str, asyncio.Future[None]] = {}
        """Tables that are being deleted; done when that has come to its end."""
        self._looking: set[asyncio.Task[None]] = set()

    # ---- Finding ----------------------------------------------------------------------------------------------------

    async def get(self, table_id: str) -> Room | None:
        """The room of a table, looked up in the log if need be; None if there is no such table.

        Also None if this program cannot read its log; `unreadable` says why.
        """
        while going := self._going.get(table_id):
            await asyncio.wait({going})
        if table_id not in self._rooms:
            async with self._loading:
                if table_id not in self._rooms:
                    room = await self._load(table_id)
                    if room is None or self.store.deleted(table_id):
                        return None
                    await self._note(room)
                    self._enter(room)
        self._used[table_id] = self.world.steady()
        return self._rooms[table_id][0]

    def clockwork(self, table_id: str) -> Scheduler:
        return self._rooms[table_id][1]

    def open_rooms(self) -> list[Room]:
        """Those in memory."""
        return [room for room, _ in self._rooms.values()]

    def in_use(self, table_id: str) -> bool:
        """Whether a table is in memory and its match still runs."""
        return table_id in self._rooms and self._rooms[table_id][0].table.phase not in ("over", "closed")

    def _enter(self, room: Room) -> None:
        clockwork = Scheduler(room)
        room.again = partial(rematch, self, room)
        room.so_far = partial(self.pasts.told, room)
        room.on_stale = partial(self._put_aside, room)
        self._rooms[room.id] = room, clockwork
        self._used[room.id] = self.world.steady()
        clockwork.look()

    def _put_aside(self, room: Room) -> None:
        """It is behind its log: pages come again by themselves, and bots play on in the room that is looked up anew."""
        if self._rooms.get(room.id, (None,))[0] is room:
            _, clockwork = self._rooms.pop(room.id)
            self._used.pop(room.id, None)
            room.end("stale")
            looking = asyncio.ensure_future(self._look_up(room.id, clockwork))
            self._looking.add(looking)
            looking.add_done_callback(self._looking.discard)

    async def _look_up(self, table_id: str, old: Scheduler) -> None:
        await old.stop()
        try:
            await self.get(table_id)
        except Exception as error:  # whoever comes next tries again
            log.exception("table cannot be read", table=table_id, error=repr(error))

    async def _load(self, table_id: str) -> Room | None:
        folded = await self._read(table_id)
        if folded is None:
            return None
        table, scores = folded
        room = Room(table_id, table, self.store, self.world, self.crew)
        room.presence.begins = table_id not in self._spent
        room.table = woken(table, room.now(), self._spent.pop(table_id, 0))
        room.scores = scores
        room.presence.asleep = True
        await room.join_code.follow(room.table.joinable)
        return room

    async def _read(self, table_id: str) -> tuple[Table, list[list[int]]] | None:
        """What the log of a table gives; None if there is none, or it cannot be read."""
        facts = self.store.facts(table_id)
        if not facts or table_id in self._unfit:
            return None
        try:
            return await asyncio.to_thread(folded, game_of(facts, self.find), facts)
        except UnreadableLog as error:
            self._leave_alone(table_id, error)
            return None

    async def _note(self, room: Room) -> None:
        """Tables that an older version has written are noted when somebody comes."""
        row = self.store.listed(room.id)
        if row is not None and not row.phase:
            try:
                await written(self.store.stand(room.id, room.table.number, standing(room.table)))
            except StoreFailed as error:
                log.warning("table not noted", table=room.id, code=error.code)

    async def readable(self, table_id: str) -> bool:
        """Whether this program can read the log of a table: nothing is written to one that it cannot read."""
        return table_id in self._rooms or await self._read(table_id) is not None

    def _leave_alone(self, table_id: str, error: UnreadableLog) -> None:
        """Nothing is written to a log that cannot be read: an update of the program may read it again."""
        if error.reason.code == "log_unfit":
            self._unfit[table_id] = error.reason
            log.error("this log does not fit these rules", table=table_id, n=error.number, error=repr(error.__cause__))
        elif error.reason.code != "compiling":
            log.warning("this log cannot be read here", table=table_id, error=str(error))

    def unreadable(self, table_id: str) -> Reason | None:
        """Why there is no room of this table although it has a log; None if there is no such log, or it can be read."""
        if table_id in self._unfit:
            return self._unfit[table_id]
        facts = self.store.facts(table_id)
        try:
            if facts:
                game_of(facts, self.find)
        except UnreadableLog as error:
            return error.reason
        return None

    # ---- Opening ----------------------------------------------------------------------------------------------------

    async def open(self, settings: Settings, name: str, figure: str = "", table_id: str = "", ask: str = "") -> Room:
        """A new table; the host, if there is one, is called `name`. Raises StoreFailed; then there is none."""
        table_id = table_id or self.world.new_id()
        now = self.world.clock()
        fact = Fact(1, "opened", ask=ask, text=msgspec.json.encode(settings).decode(), time=now)
        table = opened(self.find(settings.game), fact)
        host = table.host
        people = {host: Name(name, figure_for(table_id, host, figure, ()))} if host >= 0 else {}
        return await self.begin(table_id, table, [fact], people)

    async def begin(self, table_id: str, table: Table, facts: list[Fact], people: dict[int, Name]) -> Room:
        """A room for a new table and the facts it begins with. Raises StoreFailed; then there is none."""
        await written(self.store.append(table_id, 0, facts, standing(table)))
        for seat, named in people.items():
            await written(self.store.set_name(table_id, seat, *named))
        log.info("fact", table=table_id, n=table.number, kind="opened", seat=table.host, game=table.game.name)
        room = Room(table_id, table, self.store, self.world, self.crew)
        await room.join_code.follow(room.table.joinable)
        self._enter(room)
        return room

    # ---- End ----------------------------------------------------------------------------------------------

    async def close_room(self, table_id: str, why: str) -> bool:
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
        """Only who wants this very table waits for it."""
        if table_id in self._going:
            await asyncio.wait({self._going[table_id]})
            return
        self._going[table_id] = asyncio.get_running_loop().create_future()
        try:
            if table_id in self._rooms:
                await delete(self._rooms[table_id][0])
            else:
                await written(self.store.delete(table_id, self.world.clock()))
            if table_id in self._rooms:
                room, clockwork = self._rooms.pop(table_id)
                self._used.pop(table_id, None)
                room.end("table_deleted")  # it may have been looked up in the log meanwhile
                await clockwork.stop()
        finally:
            self._going.pop(table_id).set_result(None)

    async def sweep(self) -> None:
        """Put aside what nobody has needed for a while."""
        now = self.world.steady()
        for table_id, (room, clockwork) in list(self._rooms.items()):
            waits = clockwork.next_due() is None and not clockwork.thinking
            if _quiet(room) and waits and now - self._used.get(table_id, now) > ASIDE:
                self._rooms.pop(table_id, None)
                self._used.pop(table_id, None)
                if running(room.table):
                    self._spent[table_id] = room.time.spent(room.table)
                await clockwork.stop()

    async def close(self) -> None:
        for looking in list(self._looking):
            await cancelled(looking)
        for _, clockwork in list(self._rooms.values()):
            await clockwork.stop()
        if self.compilation:
            self.compilation.close()
        self.crew.close()


def _quiet(room: Room) -> bool:
    """Whether a room can be put aside: nobody is here, and only somebody's ask can change it."""
    return not room.pages and not room.lock.locked()
