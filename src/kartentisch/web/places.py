"""People and their seats, as a room keeps them: sitting down, names and figures, whose links are void."""

from __future__ import annotations

from collections.abc import Callable, Sequence
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
    if (known := _known(room, ask_id, seat)) is not None:
        return known
    free = free_seats(room)
    if seat is None and not free:
        return Answer(reason=Reason(no_seat(room)))
    place = free[room.world.lot(len(free))] if seat is None else seat
    return await _take(room, Ask("sit", id=ask_id, arg=str(place)), place, name, figure)


def _took(room: Room, ask_id: str, seat: int) -> None:
    room.took[ask_id] = seat, room.store.token_version(room.id, seat)


def _known(room: Room, ask_id: str, wanted: int | None) -> Answer | None:
    """To an ask that was sent before: the seat that it took, while nothing has made its links void, or why not."""
    seat, version = room.took.get(ask_id, (-1, 0))
    if seat >= 0 and wanted in (None, seat) and room.store.token_version(room.id, seat) == version:
        return Answer(room.table.number, seat=seat)
    return Answer(reason=Reason("sent_before")) if seat >= 0 or room.table.done(ask_id) is not None else None


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
    room.dismiss(place, "seat_gone")
    _took(room, ask.id, place)
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


async def renew(room: Room, seat: int, still: Callable[[], bool]) -> bool:
    """New links for a seat, if whoever wants them `still` holds it when it is their turn. Raises StoreFailed."""
    async with room.lock:
        if holds := still():
            await room.renew(seat)
        return holds


async def give(room: Room, ask: Ask) -> Answer:
    """The seat will be somebody else's: its links and pages are void first, and nobody is named there."""
    async with room.lock:
        if (known := _known(room, ask.id, int(ask.arg))) is not None:
            return known
        verdict = room.verdict(ask)
        if verdict[2] is not None:
            return Answer(reason=verdict[2])
        seat = verdict[0][-1].seat
        try:
            await room.renew(seat, "given")
            await call(room, seat, "", "")
        except StoreFailed as error:
            return room.failed(error)
        answer = await room.settle(verdict)
        if not answer.failed:
            _took(room, ask.id, seat)
        return replace(answer, seat=seat)


async def let_program(room: Room, ask: Ask, name: str) -> Answer:
    """The host lets a program sit down on the seat in `ask.arg`; where one sits already, its token is void."""
    async with room.lock:
        if (known := _known(room, ask.id, int(ask.arg))) is not None:
            return known
        if ask.seat != room.table.host:
            return Answer(reason=Reason("host_only"))
        seat = int(ask.arg)
        if not room.table.chairs[seat].program:
            return await _take(room, ask, seat, name, "")
        try:
            await room.renew(seat)
        except StoreFailed as error:
            return room.failed(error)
        _took(room, ask.id, seat)
        return Answer(room.table.number, seat=seat)


async def turn_out(room: Room, facts: Sequence[Fact]) -> None:
    """Whose seat is gone loses its links and pages; whoever may not watch any more is told so."""
    for fact in facts:
        if fact.kind == "left":
            why = "removed" if fact.text.startswith("removed") else "seat_gone"
            try:
                await room.renew(fact.seat, why)
            except StoreFailed:  # no token opens an empty chair; who sits down there renews it first
                room.dismiss(fact.seat, why)
        if fact.kind == "watchers" and fact.text == "nobody":
            room.dismiss(telling.BYSTANDER, "no_watching")
