"""The tables at which this browser has a seat: current ones, and earlier ones, asleep or finished."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import structlog
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from kartentisch import words
from kartentisch.table.contents import Closed
from kartentisch.web import scenes
from kartentisch.web.access.tokens import path
from kartentisch.web.live import people
from kartentisch.web.live.glimpse import Glimpse
from kartentisch.web.live.record import finished
from kartentisch.web.live.room import Room
from kartentisch.web.pages.context import AppContext
from kartentisch.web.pages.request import PageError
from kartentisch.web.pages.seats import Entry, entries, remove_seat
from kartentisch.web.phrases import refusals
from kartentisch.words.language import Language
from kartentisch.words.shared import points

log = structlog.get_logger()
GONE = ("table_unknown", "table_deleted")
FIRST = 3
"""The number of current tables at the top of the home page."""


@dataclass(frozen=True)
class MiniSeat:
    """A seat in the row of a table."""

    figure: str
    up: bool
    """It is this seat's turn."""
    free: bool


@dataclass(frozen=True)
class MyTable:
    """A table in the list, read from the browser's list cookie. The page of the seat still needs the seat's cookie."""

    table: str
    seat: int
    title: str
    emblem: tuple[str, ...]
    state: str
    yours: bool
    """It is this seat's turn."""
    ended: bool
    past: bool
    """There is something to look back at."""
    over: bool
    """The match is over, so it can be reviewed."""
    seats: tuple[MiniSeat, ...] = ()

    @property
    def address(self) -> str:
        return path(self.table, self.seat)


async def my_tables(context: AppContext, request: Request, t: Language) -> tuple[list[MyTable], list[MyTable]]:
    """The newest current tables, then all others; each list with the newest first."""
    found = []
    for entry in entries(request):
        try:
            found += await _entry(context, t, entry)
        except Exception as error:  # show the other tables and the games anyway
            log.exception("table cannot be listed", table=entry.table, error=repr(error))
            found.append(_closed_book(t, entry, t.say("This table cannot be shown now.")))
    going = [one for one in found if not one.ended][:FIRST]
    return going, [one for one in found if one not in going]


async def _entry(context: AppContext, t: Language, entry: Entry) -> list[MyTable]:
    """The entry for one table of the list; nothing if the table is gone or no person has the seat."""
    room = await context.rooms.look(entry.table)
    if room is None:
        why = await context.missing(entry.table)
        return [] if why.code in GONE else [_closed_book(t, entry, refusals.sentence(t, "", why))]
    if entry.seat >= room.table.seats or not room.table.chairs[entry.seat].person:
        return []
    if not context.tokens.listed(entry.sign, room.token(entry.seat)):
        return [_closed_book(t, entry, t.say("The table’s page shows how the match is going."), room.table.game.name)]
    return [listed(t, room, entry.seat)]


def _closed_book(t: Language, entry: Entry, state: str, game: str = "") -> MyTable:
    """The entry for a table of which at most the game is shown."""
    title = words.of(game).title if game else t.say("A table")
    emblem = scenes.of(game).emblem if game else ()
    return MyTable(entry.table, entry.seat, title, emblem, state, yours=False, ended=False, past=False, over=False)


def listed(t: Language, room: Room | Glimpse, seat: int) -> MyTable:
    """The entry for a seat that this browser holds."""
    table, names = room.table, _names(t, room)
    others = [name for number, name in enumerate(names) if number != seat and not table.chairs[number].open]
    title = words.of(table.game.name).title
    if others:
        title = t.say("{game} with {names}", game=title, names=t.listing(few(t, others)))
    yours = table.actors()[:1] == (seat,)
    state = " ".join(_states(t, room, seat, yours))
    ended = table.phase in ("over", "closed")
    past = table.records is not None
    return MyTable(
        room.id,
        seat,
        title,
        scenes.of(table.game.name).emblem,
        state,
        yours,
        ended,
        past,
        past and bool(finished(table)),
        () if ended else mini_seats(t, room),
    )


def mini_seats(t: Language, room: Room | Glimpse) -> tuple[MiniSeat, ...]:
    """The seats of a table as its row shows them: what everybody may see."""
    up = next(iter(room.table.actors()), -1)
    figures = room.roster.shown(t, room.table).figures
    chairs = room.table.chairs
    return tuple(MiniSeat(figure, seat == up, chairs[seat].open) for seat, figure in enumerate(figures))


def _names(t: Language, room: Room | Glimpse) -> list[str]:
    return people.names(t, room.id, room.table, room.names)


def few(t: Language, names: list[str]) -> list[str]:
    """The first names, and the number of the others."""
    if len(names) <= 3:
        return names
    return [*names[:2], t.say("{n} more", n=len(names) - 2)]


def _states(t: Language, room: Room | Glimpse, seat: int, yours: bool) -> Iterator[str]:
    table = room.table
    match table.phase:
        case "closed" if table.closed == Closed("rules"):
            yield t.say("Closed: it was begun under other rules.")
        case "closed":
            yield t.say("The table was closed.")
        case "over":
            yield _result(t, room, seat)
        case _ if yours:
            yield t.say("It is your turn.")
        case "waiting" | "paused" as phase:
            yield going(t, phase)
        case phase if room.presence.anybody:
            yield going(t, phase)
    if table.phase not in ("over", "closed") and not room.presence.anybody:
        yield t.say("Nobody is there: the table is asleep.")


def going(t: Language, phase: str) -> str:
    """The state of a table that is not over, in words."""
    match phase:
        case "waiting":
            return t.say("Waiting for people.")
        case "paused":
            return t.say("Paused.")
        case _:
            return t.say("The match is running.")


def _result(t: Language, room: Room | Glimpse, seat: int) -> str:
    view = room.view(seat)
    assert view is not None
    seen, names = view.json(), _names(t, room)
    winners, totals = seen["winners"], seen["totals"]
    if winners == [seat]:
        return t.say("You won with {points}.", points=points(t, totals[seat]))
    if len(winners) != 1:
        shared = [t.say("you") if one == seat else names[one] for one in winners]
        return t.say("Won together: {names}.", names=t.listing(shared))
    won = points(t, totals[winners[0]])
    own = points(t, totals[seat])
    return t.say("{name} won with {points}, you have {own}.", name=names[winners[0]], points=won, own=own)


async def forget(context: AppContext, request: Request) -> Response:
    """Remove a table from this browser's list. The seat stays, and its link still opens it."""
    given = await context.form(request)
    table, seat = given.get("table", "")[:20], given.get("seat", "")
    if not (seat.isascii() and seat.isdigit() and len(seat) < 3):
        raise PageError(400, "form_bad")
    response = RedirectResponse("/", 303)
    remove_seat(request, response, table, int(seat))
    return response
