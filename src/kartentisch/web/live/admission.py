"""People and their seats, as a room keeps them: sitting down, names and figures, whose links are void."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from kartentisch.engine.fields import BYSTANDER
from kartentisch.engine.reasons import Reason
from kartentisch.store import StoreFailed, written
from kartentisch.store.base import FIRST_VERSION
from kartentisch.table.facts import Ask, Fact
from kartentisch.web.live.answers import Answer
from kartentisch.web.live.people import figure_for, told_apart

if TYPE_CHECKING:
    from kartentisch.web.live.room import Room


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


def stamped(ask: Ask, version: int) -> Ask:
    """An ask that takes or gives a seat, with the version that the seat's tokens have since then.

    So the log tells, also after a restart, whether a form that comes again may lead to the seat.
    """
    return replace(ask, id=f"{ask.id}~{version}")


def _next(room: Room, seat: int) -> int:
    """The version that the tokens of a seat get when they are made void."""
    return room.store.token_version(room.id, seat) + 1


def _known(room: Room, ask_id: str, wanted: int | None) -> Answer | None:
    """To an ask that was sent before: the seat that it took, while nothing has made its links void, or why not."""
    took, before = room.took.get(ask_id), room.table.done(ask_id) is not None
    for seat, chair in enumerate(room.table.chairs):
        version = room.store.token_version(room.id, seat)
        ids = [f"{ask_id}~{old}" for old in range(FIRST_VERSION, version + 1)]
        done = [room.table.asks[one] for one in ids if one in room.table.asks]
        before = before or bool(done)
        now = took == (seat, version) or (ids[-1] in room.table.asks and done[-1].seat == seat)
        if now and chair.person and wanted in (None, seat):
            return Answer(room.table.number, seat=seat)
    return Answer(reason=Reason("sent_before")) if before or took else None


async def _take(room: Room, ask: Ask, place: int, name: str, figure: str) -> Answer:
    """A seat gets somebody new: what opened it so far opens it no more."""
    verdict = room.verdict(stamped(ask, _next(room, place)))
    if verdict.reason is not None:
        return Answer(reason=verdict.reason)
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
    return replace(answer, seat=place)


async def call(room: Room, seat: int, name: str, figure: str) -> None:
    """Name a person, who gets the figure wanted or the next free one. Raises StoreFailed; then nothing has changed."""
    chairs = room.table.chairs
    taken = [room.figures.get(other, "") for other, chair in enumerate(chairs) if chair.person and other != seat]
    figure = figure_for(room.id, seat, figure, taken)
    others = [room.names.get(other, "") for other, chair in enumerate(chairs) if chair.person and other != seat]
    name = told_apart(name, others)
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
        verdict = room.verdict(stamped(ask, _next(room, int(ask.arg))))
        if verdict.reason is not None:
            return Answer(reason=verdict.reason)
        seat = verdict.facts[-1].seat
        try:
            await room.renew(seat, "given")
            await call(room, seat, "", "")
        except StoreFailed as error:
            return room.failed(error)
        return replace(await room.settle(verdict), seat=seat)


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
        room.took[ask.id] = seat, room.store.token_version(room.id, seat)
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
            room.dismiss(BYSTANDER, "no_watching")
