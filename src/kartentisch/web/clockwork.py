"""What a room does by itself, and when: bots, reaction windows, the next round, bots for those who have gone."""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import dataclass

import structlog

from kartentisch.bots.bot import Bot
from kartentisch.table.deciding import wants
from kartentisch.table.settings import BOT_WAIT
from kartentisch.table.table import due
from kartentisch.web.crew import fallback
from kartentisch.web.presence import HANDED
from kartentisch.web.room import Room
from kartentisch.web.telling import seen_by

log = structlog.get_logger()
RETRY = 2_000
"""Milliseconds until something that could not be written is tried again."""


@dataclass
class Thought:
    """A bot's move for the table as it was at fact `number`; None: still thinking."""

    number: int
    since: int
    move: str | None = None


class Clockwork:
    """Keeps the time for one room. `wake` does all that is due and sets the alarm for what comes next."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self._bots: dict[int, tuple[str, Bot]] = {}
        self._thoughts: dict[int, Thought] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._alarm: asyncio.TimerHandle | None = None
        self._stepped = -1
        self._retry = 0
        self._stopped = False
        room.on_change = self.look

    # ---- Alarm ------------------------------------------------------------------------------------------------------

    def look(self) -> None:
        """Look what is due next; called after each change of the room."""
        if self._stopped:
            return
        self._think()
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        when = self.next_due()
        if when is not None:
            wait = max(0, when - self.room.world.clock(), self._retry - self.room.world.clock())
            self._alarm = asyncio.get_running_loop().call_later(wait / 1000, self._ring)

    def _ring(self) -> None:
        self._run(self.wake())

    def _run(self, work: asyncio._CoroutineLike[None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def stop(self) -> None:
        self._stopped = True
        if self._alarm is not None:
            self._alarm.cancel()
        for task in list(self._tasks):
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task

    # ---- What is due ------------------------------------------------------------------------------------------------

    def next_due(self) -> int | None:
        """When something is to be done next, in milliseconds since 1970."""
        room, now = self.room, self.room.world.clock()
        times = [due(room.table), self._handing_over(), self._bot_due()]
        if room.pages:
            times += [time + 1 for time in room.presence.changes(now)]
        return min((time for time in times if time is not None), default=None)

    async def wake(self) -> None:
        room = self.room
        now = room.world.clock()
        done = await room.tick() or await self._hand_over(now) or await self._play(now)
        late = self.next_due()
        stuck = not done and late is not None and late <= now
        self._retry = now + RETRY if stuck else 0
        if room.pages and not done:
            room.touch()  # somebody may be called away now
        else:
            self.look()

    def _handing_over(self) -> int | None:
        """When a bot takes over for the one the game waits for."""
        room = self.room
        table, present = room.table, room.presence
        actors = table.actors()
        if not actors or not present.anybody:
            return None
        chair = table.chairs[actors[0]]
        if not chair.person or chair.bot or present.here(actors[0]):
            return None
        return max(present.since(actors[0]), table.moved, present.company) + HANDED

    async def _hand_over(self, now: int) -> bool:
        when = self._handing_over()
        if when is None or when > now:
            return False
        return await self.room.hand_over(self.room.table.actors()[0])

    # ---- Bots -------------------------------------------------------------------------------------------------------

    def step(self) -> bool:
        """Let the bots that wait for it play one move; whether one is waiting."""
        if not self.waiting():
            return False
        self._stepped = self.room.table.number
        self.look()
        return True

    def waiting(self) -> bool:
        """Whether a bot waits until somebody asks for its step."""
        return BOT_WAIT[self.room.table.pace] < 0 and bool(self._wanted()) and self._stepped != self.room.table.number

    def _wanted(self) -> list[int]:
        table = self.room.table
        return [seat for seat in table.actors() if table.chairs[seat].bot and wants(table, seat)]

    def _bot_due(self) -> int | None:
        table, ready = self.room.table, [seat for seat in self._wanted() if self._ready(seat)]
        if not ready:
            return None
        wait = BOT_WAIT[table.pace]
        if wait < 0:
            return table.moved if self._stepped == table.number else None
        return table.moved + wait

    def _ready(self, seat: int) -> bool:
        thought = self._thoughts.get(seat)
        return thought is not None and thought.move is not None and thought.number == self.room.table.number

    def _think(self) -> None:
        """Every bot that is asked thinks at once; it plays when its time has come."""
        table = self.room.table
        for seat in self._wanted():
            thought = self._thoughts.get(seat)
            if thought is None or thought.number != table.number:
                self._thoughts[seat] = Thought(table.number, table.since[seat])
                self._run(self._ask(seat, self._thoughts[seat]))

    async def _ask(self, seat: int, thought: Thought) -> None:
        view = seen_by(self.room.table, seat)
        if view is None:
            return
        try:
            thought.move = await self.room.crew.think(self._bot(seat), view)
        except Exception as error:  # a bot's fault must not stop the table
            log.exception("bot failed", table=self.room.id, seat=seat, error=repr(error))
            thought.move = fallback(view)
        if self._thoughts.get(seat) is thought:
            self.look()

    def _bot(self, seat: int) -> Bot:
        room = self.room
        level = room.table.chairs[seat].bot
        if seat not in self._bots or self._bots[seat][0] != level:
            self._bots[seat] = level, room.crew.hire(level, room.table.game.name, room.world.lot(1 << 32))
        return self._bots[seat][1]

    async def _play(self, now: int) -> bool:
        when = self._bot_due()
        if when is None or when > now:
            return False
        for seat in self._wanted():
            thought = self._thoughts.get(seat)
            if not self._ready(seat) or thought is None or thought.move is None:
                continue
            answer = await self.room.for_bot(seat, thought.since, thought.move)
            if not answer.failed:  # else the same move is tried again
                self._thoughts.pop(seat, None)
                return True
        return False
