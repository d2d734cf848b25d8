"""Hints at friendly tables: asked for in one's turn, heard of by all, shown to the asker alone.

A hint is worked out from the view of the seat, in a thread, while the table goes on.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import structlog

from kartentisch import words
from kartentisch.bots.thinking import Worth, consider
from kartentisch.engine.views import View
from kartentisch.play.view import View as Front
from kartentisch.table import facts
from kartentisch.table.table import Table
from kartentisch.table.windows import waited
from kartentisch.web.answers import Answer
from kartentisch.web.hinted import Hint
from kartentisch.web.hints import Thinking
from kartentisch.web.room import Room
from kartentisch.web.scene import Step
from kartentisch.web.sitting import Sitting
from kartentisch.words.language import Language

log = structlog.get_logger()
SHOWN = 3
SURE = 2
"""So many standard errors a move has to be ahead for it to be said."""
PARTS = 4
LOOK = 0.5
"""Seconds between two looks whether the search is compiled."""
DEALS = 100
"""Imagined truths of each part; progress is shown after each."""
_ADVISER = ThreadPoolExecutor(1, thread_name_prefix="hint")
"""One for all tables, so that hints leave room for the bots."""


def said(t: Language, table: Table) -> list[str]:
    """What there is to know about hints at this table, where it is not as usual."""
    return [] if table.settings.friendly else [t.say("At this table there are no hints.")]


def offered(at: Sitting) -> bool:
    """Whether the reader can ask for a hint now."""
    table = at.table
    if at.watching or not table.settings.friendly or table.chairs[at.reader].bot:
        return False
    return at.reader in waited(table) and current(at.room, at.reader) is None


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


async def ask(at: Sitting, ask: facts.Ask) -> Answer:
    """Say it to all and begin to think; who asks again in the same situation hears nothing new."""
    room, before = at.room, at.table.number
    if not at.watching and (known := current(room, at.reader)) is not None:
        return Answer(known.number)
    answer = await room.ask(ask)
    if answer.failed or answer.reason is not None or answer.number <= before:  # refused, or answered long ago
        return answer
    view = room.table.view(at.reader) if at.reader in waited(room.table) else None
    if view is None or current(room, at.reader) is not None:
        return answer
    hint = Thinking(answer.number, room.table.since[at.reader], PARTS)
    room.hints[at.reader] = hint
    room.touch(frozenset({at.reader}))
    at.clockwork.work(think(room, at.reader, hint, view))
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


# ---- In words --------------------------------------------------------------------------------------------------------


def shown(at: Sitting, steps: Sequence[Step], begun: str) -> Hint | None:
    """The reader's hint, as far as it is. `steps`: those that can be picked after `begun`."""
    if at.watching or (hint := asked(at.room, at.reader)) is None:
        return None
    t = at.t
    if hint.failed:
        return Hint(hint.number, t.say("There is no hint this time: something went wrong on the server."))
    if (seconds := at.room.crew.school.seconds(at.table.game)) is not None:
        learning = t.many(
            "First the bots' search is compiled, once: {n} second so far, about a minute in all.",
            "First the bots' search is compiled, once: {n} seconds so far, about a minute in all.",
            seconds,
        )
        return Hint(hint.number, learning, done=0, of=hint.of)
    if not hint.done:
        return Hint(hint.number, t.say("Your hint is being worked out."), done=len(hint.parts), of=hint.of)
    best, *others = hint.worths()
    move = words.of(at.table.game.name).move(t, best.move.split(), at.names)
    more = [sentence(at, best), *alternatives(at, best, others)]
    why = because(t, best, others[0]) if others else ""
    return Hint(hint.number, t.say("Best: {move}.", move=move), more, why=why, path=elements(best.move, steps, begun))


def because(t: Language, best: Worth, other: Worth) -> str:
    """What the best move has over the next best one, in words."""
    chance, points = best.chance - other.chance, best.points - other.points
    wins = round(100 * chance)
    if wins > 0 and chance > SURE * math.hypot(best.chance_error, other.chance_error):
        return t.say("In 100 matches it wins about {n} more than the next best move.", n=wins)
    if points >= 0.1 and points > SURE * math.hypot(best.points_error, other.points_error):
        return t.say("It brings about {n} points more than the next best move.", n=t.decimal(points))
    return t.say("The next best move is about as good.")


def elements(move: str, steps: Sequence[Step], begun: str) -> list[str]:
    """What is to be picked next for a move; nothing where another move has been begun."""
    tokens, held = move.split(), begun.split()
    rest = tokens[len(held) :] if tokens[: len(held)] == held else []
    fitting = [step for step in steps if rest[: len(step.token.split())] == step.token.split()]
    return max(fitting, key=lambda step: len(step.token.split())).path if fitting else []


def alternatives(at: Sitting, best: Worth, others: list[Worth]) -> Iterator[str]:
    for one in others:
        yield sentence(at, one)
    if not others:
        yield at.t.say("There is no other move.")


def sentence(at: Sitting, one: Worth) -> str:
    """A move, and what it is worth."""
    t = at.t
    move = words.of(at.table.game.name).move(t, one.move.split(), at.names)
    sign = "−" if one.points < -0.05 else "+" if one.points >= 0.05 else ""
    points = f"{sign}{t.decimal(abs(one.points))} ± {t.decimal(one.points_error)}"
    chance = f"{100 * one.chance:.0f} ± {100 * one.chance_error:.0f} %"
    return t.say(
        "{move}: {points} points, {chance} to win.",
        move=move,
        points=points.replace(" ", "\N{NO-BREAK SPACE}"),
        chance=chance.replace(" ", "\N{NO-BREAK SPACE}"),
    )
