"""Playing again: a new table with the same people and settings, everybody one seat on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

import msgspec

from kartentisch.engine.luck import MAPPING
from kartentisch.store import Name, StoreFailed
from kartentisch.table.chairs import Chair
from kartentisch.table.facts import Ask, Fact
from kartentisch.table.settings import Settings
from kartentisch.table.table import Table, opened
from kartentisch.table.verdict import deal, one
from kartentisch.web.answers import Answer
from kartentisch.web.lasting import lasting
from kartentisch.web.people import bot_names, figures
from kartentisch.web.scene import Control
from kartentisch.web.tokens import path
from kartentisch.words.language import Language

if TYPE_CHECKING:
    from kartentisch.web.room import Room
    from kartentisch.web.rooms import Rooms
    from kartentisch.web.sitting import Sitting


_answered: WeakKeyDictionary[Room, dict[int, bool]] = WeakKeyDictionary()
"""Whether the people of seats play along, as far as they have said. After a restart they are asked again."""


def seat_on(table: Table, seat: int) -> int:
    """Where somebody sits next time."""
    return (seat + 1) % table.seats


def address(room: Room, reader: int, screen: bool = False) -> str:
    """How a reader of a table that has gone on comes to the next one; "": there is none, or they are asked."""
    if not room.table.next_table or (not screen and _stays(room, reader)):
        return ""
    if reader < 0:
        return f"/t/{room.table.next_table}/{'screen' if screen else 'watch'}"
    return f"{path(room.id, reader)}/again{'?screen=yes' if screen else ''}"


def renewed(t: Language, table: Table) -> list[str]:
    """That a match goes on from one that was played under other rules."""
    settings = table.settings
    if not settings.renewed:
        return []
    return [t.say("Rules: number {n}, the match before had {old}", n=settings.rules, old=settings.renewed)]


# ---- Asking the others ----------------------------------------------------------------------------------------------


def asks(room: Room, reader: int) -> bool:
    """Whether a person at a table that has gone on is still to say if they play along."""
    table = room.table
    if not table.next_table or table.phase != "over" or not 0 <= reader < table.seats:
        return False
    return _comes(table.chairs[reader]) and reader not in _answered.get(room, ())


def _stays(room: Room, reader: int) -> bool:
    """Whether they do not go along, or have still to say it."""
    return asks(room, reader) or not _answered.get(room, {}).get(reader, True)


def question(at: Sitting) -> str:
    if not asks(at.room, at.reader):
        return ""
    return at.t.say("It goes on at a new table, with a seat for you. Do you play along?")


def answers(at: Sitting) -> Iterator[Control]:
    if asks(at.room, at.reader):
        yield Control("again", at.t.say("Play along"), where="question", lead=True)
        yield Control("stay", at.t.say("Not this time"), where="question")


async def _stay(rooms: Rooms, room: Room, ask: Ask) -> Answer:
    """They do not: a bot has their seat at the next table."""
    following = await rooms.get(room.table.next_table) if asks(room, ask.seat) else None
    if following is not None:
        left = await following.ask(replace(ask, do="leave", seat=seat_on(room.table, ask.seat), arg=""))
        if left.failed:
            return left
        _answered.setdefault(room, {})[ask.seat] = False
        room.touch(frozenset({ask.seat}))
    return Answer(room.table.number)


# ---- Opening ---------------------------------------------------------------------------------------------------------


async def rematch(rooms: Rooms, room: Room, ask: Ask) -> Answer:
    """Open the next table, unless somebody was quicker; the old one says where it is. `stay`: not for them."""
    if ask.do == "stay":
        return await lasting(_stay(rooms, room, ask))
    return await lasting(_rematch(rooms, room, ask))  # a table to which nothing leads would play on alone


async def _rematch(rooms: Rooms, room: Room, ask: Ask) -> Answer:
    _answered.setdefault(room, {})[ask.seat] = True
    async with room.lock:
        verdict = room.verdict(replace(ask, arg=room.world.named(f"again {room.id}")))
        if verdict[2] is not None and verdict[2].code == "done_before":
            return Answer(room.table.number)
        if verdict[0]:
            try:
                await _open(rooms, room, verdict[1].next_table)
            except StoreFailed as error:
                return room.failed(error)
        return await room.settle(verdict)


async def _open(rooms: Rooms, room: Room, table_id: str) -> None:
    if rooms.store.facts(table_id):  # a crash came before the old table could say where it is
        return
    old = room.table
    facts, table = _facts(room, settings_of(old, room.crew.levels))
    shown = figures(room.id, old, room.figures)
    bots = bot_names(room.id, old, room.names)
    people = {
        seat_on(old, seat): Name(room.names.get(seat, "") if _comes(chair) else bots[seat], shown[seat])
        for seat, chair in enumerate(old.chairs)
    }
    await rooms.begin(table_id, table, facts, people)


def settings_of(old: Table, levels: tuple[str, ...]) -> Settings:
    """The settings as they stand now, for the rules of this server, with everybody one seat on.

    A token is for one table: where a program sat, a bot does until the host lets it in again.
    """
    plan = [
        "you" if seat == old.host else "open" if _comes(chair) else f"bot:{chair.bot or levels[-1]}"
        for seat, chair in enumerate(old.chairs)
    ]
    return msgspec.structs.replace(
        old.settings,
        plan=(plan[-1], *plan[:-1]),
        rules=old.game.rules,
        renewed=old.settings.rules if old.settings.rules != old.game.rules else 0,
        options=old.game.renewed(old.settings.options),
        mapping=MAPPING,
        pace=old.pace,
        watchers=old.watchers,
        clock=old.clocks.kind,
        zero=old.clocks.zero,
    )


def _comes(chair: Chair) -> bool:
    """Whether it has a person who goes along."""
    return chair.person and not chair.program


def _facts(room: Room, settings: Settings) -> tuple[list[Fact], Table]:
    """What the new table begins with: who sits there, whose bot stands in, and the cards."""
    old, now = room.table, room.world.clock()
    first = Fact(1, "opened", text=msgspec.json.encode(settings).decode(), time=now)
    facts, table = [first], opened(old.game, first)
    for seat, chair in enumerate(old.chairs):
        place = seat_on(old, seat)
        if _comes(chair) and seat != old.host:
            more, table, _ = one(table, "sat", Ask("sit"), now, seat=place)
            facts += more
        if _comes(chair) and chair.bot and not chair.guest and not chair.once:
            more, table, _ = one(table, "handed", Ask("bot"), now, f"bot {chair.bot}", place)
            facts += more
    more, table, _ = deal(table, Ask("start"), now, [room.world.luck(), room.world.luck()], "first")
    return facts + more, table
