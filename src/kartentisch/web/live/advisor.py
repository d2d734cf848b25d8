"""Hints at friendly tables: asked for in one's turn, heard of by all, shown to the asker alone.

A hint is worked out from the view of the seat, in a thread, while the table goes on.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import structlog

from kartentisch.bots.thinking import Worth, consider
from kartentisch.engine.fields import BYSTANDER
from kartentisch.engine.views import View
from kartentisch.play.view import View as Front
from kartentisch.table.facts import Ask
from kartentisch.table.windows import waited
from kartentisch.web.live.answers import Answer
from kartentisch.web.live.hints import Thinking
from kartentisch.web.live.room import Room
from kartentisch.web.live.scheduler import Scheduler

log = structlog.get_logger()
SHOWN = 3
PARTS = 4
LOOK = 0.5
"""Seconds between two looks whether the search is compiled."""
DEALS = 100
"""Imagined truths of each part; progress is shown after each."""
_ADVISER = ThreadPoolExecutor(1, thread_name_prefix="hint")
"""One for all tables, so that hints leave room for the bots."""


def current(room: Room, seat: int) -> Thinking | None:
    """The hint of a seat that is there or will be."""
    hint = asked(room, seat)
    return None if hint is None or hint.failed else hint


def asked(room: Room, seat: int) -> Thinking | None:
    """The hint of a seat, as long as its situation is the one that it was asked for in, and its person may see it."""
    hint, table = room.hints.get(seat), room.table
    if hint is None or hint.since != table.since[seat] or not table.reads(seat):
        return None
    return hint if table.phase in ("playing", "paused") else None


async def ask(room: Room, scheduler: Scheduler, reader: int, ask: Ask) -> Answer:
    """Say it to all and begin to think; who asks again in the same situation hears nothing new."""
    before = room.table.number
    if reader != BYSTANDER and (known := current(room, reader)) is not None:
        return Answer(known.number)
    answer = await room.ask(ask)
    if answer.failed or answer.reason is not None or answer.number <= before:  # refused, or answered long ago
        return answer
    view = room.table.view(reader) if reader in waited(room.table) else None
    if view is None or current(room, reader) is not None:
        return answer
    hint = Thinking(answer.number, room.table.since[reader], PARTS)
    room.hints[reader] = hint
    room.touch(frozenset({reader}))
    scheduler.work(think(room, reader, hint, view))
    return answer


async def weigh(view: View, **how: Any) -> list[Worth]:
    """What moves are worth, as far as the seat of this view can know; one question after the other."""
    work = partial(consider, Front(view), **how)
    return await asyncio.get_running_loop().run_in_executor(_ADVISER, work)


async def think(room: Room, seat: int, hint: Thinking, view: View) -> None:
    """Find the best moves, then weigh them part by part, for as long as somebody may want to know."""
    try:
        while not await asyncio.to_thread(room.crew.school.can, view.game):  # its progress is shown meanwhile
            if current(room, seat) is not hint:
                return
            await asyncio.sleep(LOOK)
        best = await weigh(view, deals=DEALS, seed=room.world.lot(1 << 32))
        moves = [one.move for one in best[:SHOWN]]
        for _ in range(hint.of):
            if current(room, seat) is not hint:
                return
            hint.parts.append(await weigh(view, moves=moves, deals=DEALS, seed=room.world.lot(1 << 32)))
            room.touch(frozenset({seat}))
    except Exception as error:  # a fault in here is no reason to keep somebody waiting
        log.exception("hint failed", table=room.id, seat=seat, error=repr(error))
        hint.failed = True
        room.touch(frozenset({seat}))
