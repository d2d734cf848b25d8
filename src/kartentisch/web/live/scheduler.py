"""What happens in a room by itself, and when: bots, reaction windows, the next round, bots for absent people."""

from __future__ import annotations

import asyncio
import contextlib
from contextvars import Context
from dataclasses import dataclass

import structlog

from kartentisch.bots.bot import Bot
from kartentisch.engine import moves
from kartentisch.engine.views import View
from kartentisch.table.deciding import rests, wants
from kartentisch.table.settings import BOT_WAIT
from kartentisch.table.ticking import used_up, zero_at
from kartentisch.table.timing import at_zero
from kartentisch.table.windows import asks_people, due, grace, window_length, window_seats
from kartentisch.web.live import waits
from kartentisch.web.live.bot_pool import GLANCE, fallback
from kartentisch.web.live.patience import Patience
from kartentisch.web.live.presence import HANDED
from kartentisch.web.live.reading import Reading
from kartentisch.web.live.room import Room

log = structlog.get_logger()
PROGRESS = 2_000
"""Milliseconds between two updates of a progress that pages show."""
SLOWEST = 3_000
"""The longest pause in milliseconds that a bot makes because other bots needed long to think."""
RETRY = 2_000
"""Milliseconds until something that failed is tried again."""


@dataclass
class Thought:
    """A bot's move for the table as it was at fact `number`; None while the bot is thinking."""

    number: int
    since: int
    move: str | None = None


class Scheduler:
    """The scheduler of one room. `run_due` does everything that is due and sets the alarm for what comes next."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self._bots: dict[int, tuple[str, Bot]] = {}
        self._thoughts: dict[int, Thought] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._alarm: asyncio.TimerHandle | None = None
        self.stepped = -1
        self._retry = 0
        self._slow = 0
        """Milliseconds that the bots of this table have needed lately."""
        self._last_run = room.now()
        self._was_compiling = self._stopped = False
        self.patience = Patience(room, self.reschedule)
        self.reading = Reading()

    # ---- Alarm ------------------------------------------------------------------------------------------------------

    def reschedule(self) -> None:
        """Set the alarm for what is due next. Called after each change of the room."""
        if self._stopped:
            return
        self._think()
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        when = self.next_due()
        if when is not None:
            wait = max(0, when - self.room.now(), self._retry - self.room.now())
            self._alarm = asyncio.get_running_loop().call_later(wait / 1000, self._ring)

    def _ring(self) -> None:
        self.work(self._run_guarded())

    async def _run_guarded(self) -> None:
        """`run_due`, tried again after a fault."""
        try:
            await self.run_due()
        except Exception as error:
            log.exception("clockwork failed", table=self.room.id, error=repr(error))
            self._retry = self.room.now() + RETRY
            self.reschedule()

    def work(self, work: asyncio._CoroutineLike[None]) -> None:
        """Run something in the background, until the room is unloaded at the latest. It belongs to no request."""
        task = asyncio.get_running_loop().create_task(work, context=Context())
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
        """When something is due next, in milliseconds since 1970."""
        room, now = self.room, self.room.now()
        times = [self.due(), self._zero(), self.handing_over(), self._bot_due(), self.patience.due()]
        if room.pages:
            times += [time + 1 for time in room.presence.changes(now)]
            if self._compiling():
                times.append(self._last_run + PROGRESS)
        return min((time for time in times if time is not None), default=None)

    @property
    def thinking(self) -> bool:
        """Whether a bot of this table is thinking."""
        number = self.room.table.number
        return any(one.move is None and one.number == number for one in self._thoughts.values())

    async def run_due(self) -> None:
        if self.patience.ring():
            self.reschedule()  # programs that have waited come before bots
            return
        room = self.room
        now = room.now()
        compiling, was_compiling = self._compiling(), self._was_compiling
        self._was_compiling = compiling
        news = compiling or was_compiling or any(time < now for time in room.presence.changes(self._last_run - 1))
        self._last_run = now
        done = await self._play(now) or await self._tick(now) or await self._at_zero(now) or await self._hand_over(now)
        late = self.next_due()
        stuck = not done and late is not None and late <= now
        self._retry = now + RETRY if stuck else 0
        if room.pages and news and not done:
            room.mark_changed()  # somebody is shown as away now, or compiling has progressed
        else:
            self.reschedule()

    def _compiling(self) -> bool:
        """Whether bots of this table play below their level until their search is compiled."""
        return self.room.bot_pool.compiler.seconds(self.room.table.game) is not None

    def due(self) -> int | None:
        """The time at which the table acts by itself. A window that asks people waits until somebody is here."""
        table, presence = self.room.table, self.room.presence
        if self.room.gathered():
            return self.room.now()
        return self.reading.due(table, presence, None if asks_people(table) and not presence.anybody else due(table))

    def _zero(self) -> int | None:
        """When somebody's time is up. Clocks stand still while nobody is here."""
        return zero_at(self.room.table) if self.room.presence.anybody else None

    async def _tick(self, now: int) -> bool:
        when = self.due()
        return when is not None and when <= now and await self.room.tick()

    async def _at_zero(self, now: int) -> bool:
        when = self._zero()
        if when is None or when > now:
            return False
        return await self.room.act(lambda table, now: at_zero(table, now, self.room.bot_pool.levels))

    def handing_over(self) -> int | None:
        """The time at which a bot takes over for the person who is to move and is not here."""
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
        when = self.handing_over()
        if when is None or when > now:
            return False
        return await self.room.hand_over(self.room.table.actors()[0])

    # ---- Bots -------------------------------------------------------------------------------------------------------

    def step(self) -> bool:
        """Let a waiting bot play one move now; return whether one is waiting."""
        if not waits.step(self.room.table, self.stepped) and not waits.skip(self.room.table, self.stepped):
            return False
        self.stepped = self.room.table.number
        self.reschedule()
        return True

    def _wanted(self) -> list[int]:
        """Bots that may act, the one in turn first."""
        table = self.room.table
        return [seat for seat in table.actors() if table.chairs[seat].bot and wants(table, seat)]

    def _bot_due(self) -> int | None:
        times = [self._due_of(seat) for seat in self._wanted()]
        return min((time for time in times if time is not None), default=None)

    def _due_of(self, seat: int) -> int | None:
        """The time at which a bot plays the move that it has found; None if it will not play one. The time depends only
        on what everybody can see, so that it reveals nothing: if searches take longer than the pace, a move that needed
        no search comes no sooner than they do.
        """
        table, thought = self.room.table, self._thoughts.get(seat)
        if thought is None or thought.move is None or thought.number != table.number or self._rests(seat, thought.move):
            return None
        if window_length(table) and seat in window_seats(table):
            return self.due()
        wait = BOT_WAIT[table.pace]
        least = grace(table)
        if wait < 0 and seat == table.actors()[0] and not used_up(table, seat):
            return table.moved + least if self.stepped == table.number else None
        if self.stepped == table.number:
            return table.moved
        took_over = table.clocks.start + BOT_WAIT["quick"]
        return max(table.moved + max(wait, least, self._slow), took_over)

    def _rests(self, seat: int, move: str) -> bool:
        """Whether this move means "I do not act"."""
        steps = moves.read(self.room.table.game, move)
        return isinstance(steps, tuple) and len(steps) == 1 and rests(self.room.table, seat, steps[0])

    def _think(self) -> None:
        """Let every bot that is asked think at once. It plays when its move is due."""
        table = self.room.table
        for seat in self._wanted():
            thought = self._thoughts.get(seat)
            if thought is None or thought.number != table.number:
                self._thoughts[seat] = Thought(table.number, table.since[seat])
                self.work(self._ask(seat, self._thoughts[seat]))

    async def _ask(self, seat: int, thought: Thought) -> None:
        view, asked = self.room.table.view(seat), self.room.now()
        if view is None:
            return
        try:
            move = await self.room.bot_pool.think(
                self._bot(seat), view, self.room.id, lambda: self._thoughts.get(seat) is thought
            )
        except Exception as error:
            move = self._failed(seat, view, error)
        if thought.move is None:
            thought.move = move or None
        self._slow = min(SLOWEST, max(self.room.now() - asked, self._slow * 3 // 4))
        if self._thoughts.get(seat) is thought:
            self.reschedule()

    def _failed(self, seat: int, view: View, error: Exception) -> str:
        """The move for a bot that failed, since its fault must not stop the table."""
        log.exception("bot failed", table=self.room.id, seat=seat, error=repr(error))
        return fallback(view)

    def _bot(self, seat: int) -> Bot:
        room = self.room
        level = room.table.chairs[seat].bot
        seed = room.luck.bot_seed(room.table, seat)
        if seed is not None:  # a bot of one decision, whose chance follows from nothing else
            return room.bot_pool.create(level, room.table.game.name, seed)
        if seat not in self._bots or self._bots[seat][0] != level:
            self._bots[seat] = level, room.bot_pool.create(level, room.table.game.name, room.world.lot(1 << 32))
        return self._bots[seat][1]

    def _hurry(self, now: int) -> None:
        """At the end of a window, bots that are still thinking play at a glance."""
        table, end = self.room.table, self.due()
        if not window_length(table) or end is None or end > now:
            return
        for seat in set(self._wanted()) & set(window_seats(table)):
            thought, view = self._thoughts.get(seat), table.view(seat)
            if thought is not None and view is not None and thought.move is None and thought.number == table.number:
                try:
                    thought.move = self._bot(seat).choose(view, GLANCE)
                except Exception as error:
                    thought.move = self._failed(seat, view, error)

    async def _play(self, now: int) -> bool:
        """Play the moves of bots that are due. Bots out of turn come before the bot to move; in a window, all play."""
        self._hurry(now)
        table = self.room.table
        wanted = sorted(self._wanted(), key=lambda seat: seat == table.actors()[0])
        ready = [(seat, self._due_of(seat)) for seat in wanted]
        thoughts = [(seat, self._thoughts[seat]) for seat, when in ready if when is not None and when <= now]
        together = window_length(table) > 0
        played = False
        for seat, thought in thoughts:
            assert thought.move is not None
            answer = await self.room.for_bot(seat, thought.since, thought.move)
            if answer.failed:  # the same move is tried again
                continue
            if self._thoughts.get(seat) is thought:  # else it is already thinking about the next move
                del self._thoughts[seat]
            played = True
            if not together:
                break
        return played
