"""People and their seats, as a room keeps them: sitting down, names and figures, whose links are void."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from kartentisch.engine.reasons import Reason
from kartentisch.store import StoreFailed, written
from kartentisch.table.facts import Ask, Fact
from kartentisch.web import telling
from kartentisch.web.answers import Answer
from kartentisch.web.people import figure_for

if TYPE_CHECKING:
    from kartentisch.web.room import Room


def free_seats(room: Room) -> list[int]:
    """Seats that who comes now can take: the open ones, else those of bots."""
    if not room.table.joinable:
        return []
    chairs = room.table.chairs
    opened = [seat for seat, chair in enumerate(chairs) if chair.open]
    return opened or [seat for seat, chair in enumerate(chairs) if not chair.person]


def no_seat(room: Room) -> str:
    """Why there is nothing to sit down on."""
    return "table_closed" if room.table.closed else "went_on" if room.table.next_table else "table_full"


async def sit(room: Room, name: str, ask_id: str, seat: int | None, figure: str) -> Answer:
    """Somebody takes a seat: this one, or one of the free seats by lot."""
    async with room.lock:
        return await _sit(room, name, ask_id, seat, figure)


async def _sit(room: Room, name: str, ask_id: str, seat: int | None, figure: str) -> Answer:
    if ask_id in room.sat_by and room.table.done(ask_id):
        return Answer(room.table.number, seat=room.sat_by[ask_id])
    free = free_seats(room)
    if seat is None and not free:
        return Answer(reason=Reason(no_seat(room)))
    place = free[room.world.lot(len(free))] if seat is None else seat
    answer = await _take(room, Ask("sit", id=ask_id, arg=str(place)), place, name, figure)
    if answer.seat == place:
        room.sat_by[ask_id] = place
    return answer


async def _take(room: Room, ask: Ask, place: int, name: str, figure: str) -> Answer:
    """A seat gets somebody new: what opened it so far opens it no more."""
    verdict = room.verdict(ask)
    if verdict[2] is not None:
        return Answer(reason=verdict[2])
    before = room.names.get(place, ""), room.figures.get(place, "")
    try:
        await written(room.store.renew(room.id, place))
        await call(room, place, name, figure)
    except StoreFailed as error:
        return room.failed(error)
    answer = await room.settle(verdict)
    if answer.failed:
        room.names[place], room.figures[place] = before
        return answer
    return replace(answer, seat=place)


async def call(room: Room, seat: int, name: str, figure: str) -> None:
    """Name a person, who gets the figure wanted or the next free one. Raises StoreFailed; then nothing has changed."""
    chairs = room.table.chairs
    taken = [room.figures.get(other, "") for other, chair in enumerate(chairs) if chair.person and other != seat]
    figure = figure_for(room.id, seat, figure, taken)
    await written(room.store.set_name(room.id, seat, name, figure))
    room.names[seat], room.figures[seat] = name, figure


async def rename(room: Room, seat: int, name: str, figure: str) -> Answer:
    """A person wants to be called otherwise, or another figure."""
    async with room.lock:
        try:
            await call(room, seat, name, figure)
        except StoreFailed as error:
            return room.failed(error)
        room.touch()
        return Answer(room.table.number)


async def give(room: Room, ask: Ask) -> Answer:
    """The seat will be somebody else's: its links and pages are void first, and nobody is named there."""
    async with room.lock:
        verdict = room.verdict(ask)
        if verdict[2] is not None:
            return Answer(room.table.number, None if verdict[2].code == "done_before" else verdict[2])
        seat = verdict[0][-1].seat
        try:
            await room.renew(seat, "given")
            await call(room, seat, "", "")
        except StoreFailed as error:
            return room.failed(error)
        return await room.settle(verdict)


async def let_program(room: Room, ask: Ask, name: str) -> Answer:
    """The host lets a program sit down on the seat in `ask.arg`; where one sits already, its token is void."""
    async with room.lock:
        if room.table.done(ask.id):
            return Answer(room.table.number)
        seat = int(ask.arg)
        if not room.table.chairs[seat].program:
            return await _take(room, ask, seat, name, "")
        try:
            await room.renew(seat)
        except StoreFailed as error:
            return room.failed(error)
        return Answer(room.table.number)


async def turn_out(room: Room, facts: Sequence[Fact]) -> None:
    """Whose seat is gone loses its links and pages; whoever may not watch any more is told so."""
    for fact in facts:
        if fact.kind == "left":
            with contextlib.suppress(StoreFailed):  # no token opens an empty chair; who sits down there renews it first
                await room.renew(fact.seat, "removed" if fact.text.startswith("removed") else "seat_gone")
        if fact.kind == "watchers" and fact.text == "nobody":
            room.dismiss(telling.BYSTANDER, "no_watching")
