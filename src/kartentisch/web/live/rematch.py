"""Playing again: a new table with the same people and settings, everybody one seat further.

Somebody proposes it. The cards are dealt when everybody who is there has answered, or when the host does not wait. Bots
take the seats of people who said no, and play for people who have not answered until they come.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import msgspec

from kartentisch.engine.luck import MAPPING
from kartentisch.engine.reasons import Reason
from kartentisch.store import HeldElsewhere, Name, StoreFailed
from kartentisch.table.chairs import Chair
from kartentisch.table.contents import BotPlays, Sat
from kartentisch.table.dealing import deal
from kartentisch.table.draw import opening
from kartentisch.table.facts import Ask, Fact
from kartentisch.table.settings import Settings, Source
from kartentisch.table.table import Table, opened
from kartentisch.table.verdict import one, stand_in
from kartentisch.web.access.tokens import path
from kartentisch.web.live.answers import Answer
from kartentisch.web.live.people import bot_names, figures
from kartentisch.web.live.room import Room
from kartentisch.web.live.tasks import run_to_end

NOW = "now"
"""The argument of `again` that does not wait for missing answers."""


def seat_on(table: Table, seat: int) -> int:
    """The seat that somebody gets at the next table."""
    return (seat + 1) % table.seats


def address(room: Room, reader: int, screen: bool = False) -> str:
    """The address of the next table for a reader; "" if there is none, or they are still to answer."""
    if not room.table.next_table or (not screen and _stays(room, reader)):
        return ""
    if reader < 0:
        return f"/t/{room.table.next_table}/{'screen' if screen else 'watch'}"
    return f"{path(room.id, reader)}/again{'?screen=yes' if screen else ''}"


# ---- Asking the others ----------------------------------------------------------------------------------------------


def missing(room: Room) -> list[int]:
    """The seats of people who are there and have not answered."""
    now = room.now()
    seats = [seat for seat, chair in enumerate(room.table.chairs) if _comes(chair)]
    return [seat for seat in seats if not room.proposal.answered(seat) and not room.presence.away(seat, now)]


def _along(room: Room) -> list[int]:
    """The seats of people who get a seat at the next table: all who have not said no."""
    return [seat for seat, chair in enumerate(room.table.chairs) if _comes(chair) and not room.proposal.refused(seat)]


def proposed(room: Room, reader: int) -> bool:
    """Whether the reader wants to play again and the next match has not begun."""
    return room.table.phase == "over" and not room.table.next_table and reader in room.proposal.agreed


def asks(room: Room, reader: int) -> bool:
    """Whether the reader still has to say if they play again."""
    table = room.table
    if table.phase != "over" or not 0 <= reader < table.seats or not (table.next_table or room.proposal.agreed):
        return False
    return _comes(table.chairs[reader]) and not room.proposal.answered(reader)


def _stays(room: Room, reader: int) -> bool:
    """Whether the reader does not play again, or still has to answer."""
    return asks(room, reader) or room.proposal.refused(reader)


async def _stay(room: Room, ask: Ask) -> Answer:
    """Note that somebody does not play again, so that a bot gets their seat at the next table."""
    if not room.table.next_table and (asks(room, ask.seat) or proposed(room, ask.seat)):
        return await _answer(room, ask, along=False)
    if asks(room, ask.seat):
        left = await _leave_next(room, ask)
        if left.failed:
            return left
        room.proposal.say(ask.seat, False)
        room.mark_changed(frozenset({ask.seat}))
    return Answer(room.table.number)


async def _leave_next(room: Room, ask: Ask) -> Answer:
    """Leave the next table, which has begun. If another server has it, a bot plays there for them as before."""
    try:
        following = await room.registry.get(room.table.next_table)
    except HeldElsewhere:
        return Answer()
    if following is None:
        return Answer()
    return await following.ask(replace(ask, do="leave", seat=seat_on(room.table, ask.seat), arg=""))


# ---- Opening ---------------------------------------------------------------------------------------------------------


async def rematch(room: Room, ask: Ask) -> Answer:
    """Open the next table, unless somebody was quicker; with `stay`, decline instead. The old table links to the new
    one.
    """
    if ask.do == "stay":
        return await run_to_end(_stay(room, ask))
    return await run_to_end(_rematch(room, ask))  # a table without a link to it would play on alone


async def _rematch(room: Room, ask: Ask) -> Answer:
    table = room.table
    if not table.next_table and table.phase == "over" and 0 <= ask.seat < table.seats:
        return await _answer(room, ask, along=True)
    room.proposal.say(ask.seat, True)
    return await _begin(room, ask)


async def _answer(room: Room, ask: Ask, along: bool) -> Answer:
    """Note whether somebody plays again. The match begins with the last answer, or when the host does not wait."""
    others = [seat for seat in missing(room) if seat != ask.seat]
    if ask.arg == NOW and others and ask.seat != room.table.host:
        return Answer(reason=Reason("host_only"))
    room.proposal.say(ask.seat, along)
    along_already = room.proposal.agreed
    if along_already and _along(room) and (not others or ask.arg == NOW):
        return await _begin(room, replace(ask, do="again", seat=ask.seat if along else along_already[0]))
    if not along_already:
        room.proposal.withdraw()
    room.mark_changed()
    return Answer(room.table.number)


async def _begin(room: Room, ask: Ask) -> Answer:
    async with room.lock:
        verdict = room.ledger.verdict(replace(ask, arg=room.world.named(f"again {room.id}")))
        if verdict.reason is not None and verdict.reason.code == "done_before":
            return Answer(room.table.number)
        if verdict.facts:
            try:
                await _open(room, verdict.table.next_table)
            except StoreFailed as error:
                return room.failed(error)
        return await room.ledger.write_and_tell(verdict)


async def _open(room: Room, table_id: str) -> None:
    if await room.registry.store.listed(table_id):  # the server crashed before the old table linked to it
        return
    old, along = room.table, _along(room)
    facts, table = _facts(room, settings_of(old, room.bot_pool.levels, along, room.world.source), along)
    shown = figures(room.id, old, room.figures)
    bots = bot_names(room.id, old, room.names)
    people = {
        seat_on(old, seat): Name(room.names.get(seat, "") if seat in along else bots[seat], shown[seat])
        for seat in range(old.seats)
    }
    await room.registry.begin(table_id, table, facts, people)


def settings_of(old: Table, levels: tuple[str, ...], along: Sequence[int], luck: Source = "system") -> Settings:
    """The current settings for the rules of this server, with everybody one seat further.

    `along`: the seats of the people who play again. If the host does not, the first of them becomes the host.
    A token is for one table, so a bot has the seat of a program until the host lets the program in again.
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
        luck=luck,
        pace=old.pace,
        watchers=old.watchers,
        clock=old.clocks.kind,
        zero=old.clocks.zero,
    )


def _host(old: Table, along: Sequence[int]) -> int:
    return old.host if old.host in along else along[0]


def _comes(chair: Chair) -> bool:
    """Whether the chair has a person, who can come to the next table."""
    return chair.person and not chair.program


def _facts(room: Room, settings: Settings, along: Sequence[int]) -> tuple[list[Fact], Table]:
    """The first facts of the new table: who sits there, for whom a bot plays, and the cards."""
    old, now = room.table, room.world.clock()
    first = Fact.of(1, settings, time=now)
    facts, table = [first], opened(old.game, first)
    for seat, chair in enumerate(old.chairs):
        place = seat_on(old, seat)
        if seat in along and seat != _host(old, along):
            more, table, _ = one(table, Sat(), Ask("sit"), now, place)
            facts += more
        stands_in = chair.bot if not chair.guest and not chair.once else ""
        if seat in along and not room.proposal.answered(seat):
            stands_in = stands_in or room.bot_pool.stand_in
        if seat in along and stands_in:
            more, table, _ = one(table, BotPlays(stands_in), Ask("bot"), now, place)
            facts += more
    if settings.luck == "drawn":  # dealt as soon as the pages of these people are here
        return facts, replace(table, gathers_until=now + opening(len(table.people)))
    more, table, _ = deal(table, Ask("start"), now, [room.world.luck(), room.world.luck()], first=True)
    return facts + more, table
