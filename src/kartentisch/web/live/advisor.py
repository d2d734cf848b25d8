"""Hints at friendly tables. The player to move asks for one; everybody learns of it, but only the asker sees it.

A thread computes a hint from the view of the seat while the table goes on.
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
from kartentisch.play.match import View as Front
from kartentisch.table.facts import Ask
from kartentisch.table.windows import waited
from kartentisch.web.live.answers import Answer
from kartentisch.web.live.hints import Hint
from kartentisch.web.live.room import Room
from kartentisch.web.live.scheduler import Scheduler

log = structlog.get_logger()
SHOWN = 3
PARTS = 4
LOOK = 0.5
"""Seconds between two checks whether the search is compiled."""
DEALS = 100
"""The number of imagined truths in each part. Progress is shown after each part."""
_ADVISER = ThreadPoolExecutor(1, thread_name_prefix="hint")
"""One thread for all tables, so that hints leave room for the bots."""


def current(room: Room, seat: int) -> Hint | None:
    """The hint of a seat, ready or in progress."""
    hint = asked(room, seat)
    return None if hint is None or hint.failed else hint


def asked(room: Room, seat: int) -> Hint | None:
    """The hint of a seat, as long as the situation is the same and the person may see it."""
    hint, table = room.hints.of(seat), room.table
    if hint is None or hint.since != table.since[seat] or not table.reads(seat):
        return None
    return hint if table.phase in ("playing", "paused") else None


async def ask(room: Room, scheduler: Scheduler, reader: int, ask: Ask) -> Answer:
    """Tell everybody and begin to think. A second ask in the same situation has no effect."""
    before = room.table.number
    if reader != BYSTANDER and (known := current(room, reader)) is not None:
        return Answer(known.number)
    answer = await room.ask(ask)
    if answer.failed or answer.reason is not None or answer.number <= before:  # refused, or answered long ago
        return answer
    view = room.table.view(reader) if reader in waited(room.table) else None
    if view is None or current(room, reader) is not None:
        return answer
    hint = Hint(answer.number, room.table.since[reader], PARTS)
    room.hints.begin(reader, hint)
    room.mark_changed(frozenset({reader}))
    scheduler.work(think(room, reader, hint, view))
    return answer


async def weigh(view: View, **how: Any) -> list[Worth]:
    """The worth of moves, as far as the seat of this view can know. Requests are handled one after the other."""
    work = partial(consider, Front(view), **how)
    return await asyncio.get_running_loop().run_in_executor(_ADVISER, work)


async def think(room: Room, seat: int, hint: Hint, view: View) -> None:
    """Find the best moves, then weigh them part by part, as long as the hint is wanted."""
    try:
        while not await asyncio.to_thread(room.bot_pool.compiler.can, view.game):  # its progress is shown meanwhile
            if current(room, seat) is not hint:
                return
            await asyncio.sleep(LOOK)
        best = await weigh(view, deals=DEALS, seed=room.world.lot(1 << 32))
        moves = [one.move for one in best[:SHOWN]]
        for _ in range(hint.of):
            if current(room, seat) is not hint:
                return
            hint.add(await weigh(view, moves=moves, deals=DEALS, seed=room.world.lot(1 << 32)))
            room.mark_changed(frozenset({seat}))
    except Exception as error:  # nobody waits for a hint that has failed
        log.exception("hint failed", table=room.id, seat=seat, error=repr(error))
        hint.fail()
        room.mark_changed(frozenset({seat}))
