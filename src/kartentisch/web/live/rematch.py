"""Playing again: a new table with the same people and settings, everybody one seat on.

Somebody proposes it. It is dealt when all people who are there have answered, or when the host does not wait for them.
Who has said no gives their seat to a bot; for who has not answered a bot plays until they come.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol
from weakref import WeakKeyDictionary

import msgspec

from kartentisch.engine.luck import MAPPING
from kartentisch.engine.reasons import Reason
from kartentisch.store import Name, Store, StoreFailed
from kartentisch.table.chairs import Chair
from kartentisch.table.facts import Ask, Fact
from kartentisch.table.settings import Settings
from kartentisch.table.table import Table, opened
from kartentisch.table.verdict import deal, one, stand_in
from kartentisch.web.access.tokens import path
from kartentisch.web.live.answers import Answer
from kartentisch.web.live.people import bot_names, figures
from kartentisch.web.live.room import Room
from kartentisch.web.live.tasks import lasting


class Opener(Protocol):
    """What a rematch needs of the registry."""

    store: Store

    async def get(self, table_id: str, /) -> Room | None: ...

    async def begin(self, table_id: str, table: Table, facts: list[Fact], people: dict[int, Name], /) -> Room: ...


NOW = "now"
"""Said with `again`: without waiting for answers that are missing."""

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


# ---- Asking the others ----------------------------------------------------------------------------------------------


def agreed(room: Room) -> list[int]:
    """Seats that play again, the one that has proposed it first."""
    return [seat for seat, along in _answered.get(room, {}).items() if along]


def missing(room: Room) -> list[int]:
    """Seats of people who are there and have not answered."""
    said, now = _answered.get(room, {}), room.now()
    seats = [seat for seat, chair in enumerate(room.table.chairs) if _comes(chair) and seat not in said]
    return [seat for seat in seats if not room.presence.away(seat, now)]


def _along(room: Room) -> list[int]:
    """Seats of people who have a seat at the next table: all that have not said no."""
    said = _answered.get(room, {})
    return [seat for seat, chair in enumerate(room.table.chairs) if _comes(chair) and said.get(seat, True)]


def proposed(room: Room, reader: int) -> bool:
    """Whether the reader has said that they play again, and it has not begun."""
    return room.table.phase == "over" and not room.table.next_table and reader in agreed(room)


def asks(room: Room, reader: int) -> bool:
    """Whether a person at a table that has gone on, or may do so, is still to say if they play along."""
    table = room.table
    if table.phase != "over" or not 0 <= reader < table.seats or not (table.next_table or agreed(room)):
        return False
    return _comes(table.chairs[reader]) and reader not in _answered.get(room, ())


def _stays(room: Room, reader: int) -> bool:
    """Whether they do not go along, or have still to say it."""
    return asks(room, reader) or not _answered.get(room, {}).get(reader, True)


async def _stay(rooms: Opener, room: Room, ask: Ask) -> Answer:
    """They do not: a bot has their seat at the next table."""
    if not room.table.next_table and (asks(room, ask.seat) or proposed(room, ask.seat)):
        return await _answer(rooms, room, ask, along=False)
    following = await rooms.get(room.table.next_table) if asks(room, ask.seat) else None
    if following is not None:
        left = await following.ask(replace(ask, do="leave", seat=seat_on(room.table, ask.seat), arg=""))
        if left.failed:
            return left
        _answered.setdefault(room, {})[ask.seat] = False
        room.touch(frozenset({ask.seat}))
    return Answer(room.table.number)


# ---- Opening ---------------------------------------------------------------------------------------------------------


async def rematch(rooms: Opener, room: Room, ask: Ask) -> Answer:
    """Open the next table, unless somebody was quicker; the old one says where it is. `stay`: not for them."""
    if ask.do == "stay":
        return await lasting(_stay(rooms, room, ask))
    return await lasting(_rematch(rooms, room, ask))  # a table to which nothing leads would play on alone


async def _rematch(rooms: Opener, room: Room, ask: Ask) -> Answer:
    table = room.table
    if not table.next_table and table.phase == "over" and 0 <= ask.seat < table.seats:
        return await _answer(rooms, room, ask, along=True)
    _answered.setdefault(room, {})[ask.seat] = True
    return await _begin(rooms, room, ask)


async def _answer(rooms: Opener, room: Room, ask: Ask, along: bool) -> Answer:
    """Somebody says whether they play again; it begins with the last answer, or when the host does not wait."""
    others = [seat for seat in missing(room) if seat != ask.seat]
    if ask.arg == NOW and others and ask.seat != room.table.host:
        return Answer(reason=Reason("host_only"))
    _answered.setdefault(room, {})[ask.seat] = along
    along_already = agreed(room)
    if along_already and _along(room) and (not others or ask.arg == NOW):
        return await _begin(rooms, room, replace(ask, do="again", seat=ask.seat if along else along_already[0]))
    if not along_already:  # it is as if nobody had proposed it
        _answered.pop(room)
    room.touch()
    return Answer(room.table.number)


async def _begin(rooms: Opener, room: Room, ask: Ask) -> Answer:
    async with room.lock:
        verdict = room.verdict(replace(ask, arg=room.world.named(f"again {room.id}")))
        if verdict.reason is not None and verdict.reason.code == "done_before":
            return Answer(room.table.number)
        if verdict.facts:
            try:
                await _open(rooms, room, verdict.table.next_table)
            except StoreFailed as error:
                return room.failed(error)
        return await room.settle(verdict)


async def _open(rooms: Opener, room: Room, table_id: str) -> None:
    if rooms.store.facts(table_id):  # a crash came before the old table could say where it is
        return
    old, along = room.table, _along(room)
    facts, table = _facts(room, settings_of(old, room.crew.levels, along), along)
    shown = figures(room.id, old, room.figures)
    bots = bot_names(room.id, old, room.names)
    people = {
        seat_on(old, seat): Name(room.names.get(seat, "") if seat in along else bots[seat], shown[seat])
        for seat in range(old.seats)
    }
    await rooms.begin(table_id, table, facts, people)


def settings_of(old: Table, levels: tuple[str, ...], along: Sequence[int]) -> Settings:
    """The settings as they stand now, for the rules of this server, with everybody one seat on.

    `along`: seats of the people who go along. Without the host the first of them becomes it.
    A token is for one table: where a program sat, a bot does until the host lets it in again.
    """
    plan = [
        "open" if seat in along else f"bot:{chair.bot or stand_in(levels)}" for seat, chair in enumerate(old.chairs)
    ]
    plan[_host(old, along)] = "you"
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


def _host(old: Table, along: Sequence[int]) -> int:
    return old.host if old.host in along else along[0]


def _comes(chair: Chair) -> bool:
    """Whether it has a person who goes along."""
    return chair.person and not chair.program


def _facts(room: Room, settings: Settings, along: Sequence[int]) -> tuple[list[Fact], Table]:
    """What the new table begins with: who sits there, for whom a bot plays, and the cards."""
    said = _answered.get(room, {})
    old, now = room.table, room.world.clock()
    first = Fact(1, "opened", text=msgspec.json.encode(settings).decode(), time=now)
    facts, table = [first], opened(old.game, first)
    for seat, chair in enumerate(old.chairs):
        place = seat_on(old, seat)
        if seat in along and seat != _host(old, along):
            more, table, _ = one(table, "sat", Ask("sit"), now, seat=place)
            facts += more
        stands_in = chair.bot if not chair.guest and not chair.once else ""
        if seat in along and seat not in said:
            stands_in = stands_in or room.crew.stand_in
        if seat in along and stands_in:
            more, table, _ = one(table, "handed", Ask("bot"), now, f"bot {stands_in}", place)
            facts += more
    more, table, _ = deal(table, Ask("start"), now, [room.world.luck(), room.world.luck()], "first")
    return facts + more, table
