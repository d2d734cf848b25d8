"""The pages with which a host gives a seat away: to a person by a link, to a program by a token."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from kartentisch.engine.reasons import Reason
from kartentisch.table.facts import Ask
from kartentisch.web.access.public_address import picture
from kartentisch.web.access.tokens import path
from kartentisch.web.live import people
from kartentisch.web.live.answers import Answer
from kartentisch.web.live.people import checked_name
from kartentisch.web.live.room import Room
from kartentisch.web.pages.context import AppContext
from kartentisch.web.pages.request import PageError, language_of, render
from kartentisch.web.phrases import refusals


async def _seats(context: AppContext, request: Request) -> tuple[Room, int, int]:
    """The room, the host's seat and the seat in question. Raises PageError."""
    room = await context.room(request)
    seat, other = int(request.path_params["seat"]), int(request.path_params["other"])
    if not context.holds(request, room, seat):
        raise PageError(403, "token_bad")
    if seat != room.table.host:
        raise PageError(403, "host_only")
    if other >= room.table.seats:
        raise PageError(404, "seat_unknown", seat=other, seats=room.table.seats)
    if other == seat:
        raise PageError(409, "own_seat")
    return room, seat, other


async def show(context: AppContext, request: Request) -> Response:
    """The page of a free seat shows its link; that of a person's seat asks whether to take the seat from them."""
    room, seat, other = await _seats(context, request)
    free = not room.table.chairs[other].person
    return _page(context, request, room, seat, other, f"/t/{room.id}?seat={other}" if free else "")


def _page(
    context: AppContext, request: Request, room: Room, seat: int, other: int, link: str, given: bool = False
) -> Response:
    t = language_of(request)
    base = context.public_address.base or f"{request.url.scheme}://{request.url.netloc}"
    return render(
        request,
        "give.html",
        name=people.names(t, room.id, room.table, room.names)[other],
        person=room.table.chairs[other].person,
        guest=room.table.chairs[other].guest,
        running=room.table.running,
        given=given,
        back=path(room.id, seat),
        here=f"{path(room.id, seat)}/give/{other}",
        link=link and base + link,
        ask_id=context.rooms.world.new_id(),
        qr=picture(base + link) if link and context.public_address.base else "",
    )


def _refused(request: Request, room: Room, answer: Answer) -> Response | None:
    """The page that says why the ask failed; None if it succeeded."""
    t = language_of(request)
    if answer.failed:
        return render(request, "message.html", 503, title=None, text=refusals.store_failed(t, answer.failed))
    if answer.reason is not None:
        names = people.names(t, room.id, room.table, room.names)
        text = refusals.sentence(t, room.table.game.name, answer.reason, names)
        return render(request, "message.html", 409, title=None, text=text)
    return None


async def give(context: AppContext, request: Request) -> Response:
    """Give the seat away. Its old links are void from now on; the new link is shown this once."""
    given = await context.form(request)
    room, seat, other = await _seats(context, request)
    answer = await room.admission.give(Ask("give", seat, f"give-{context.ask_id(given)}", arg=str(other)))
    if refused := _refused(request, room, answer):
        return refused
    return _page(
        context, request, room, seat, other, f"{path(room.id, other)}#{context.tokens.secret(room.token(other))}", True
    )


# ---- Programs --------------------------------------------------------------------------------------------------------


async def show_program(context: AppContext, request: Request) -> Response:
    """What a program needs to take a seat that is free or that a bot or program has; the form asks for its name."""
    return _program(request, *await _for_program(context, request))


async def _for_program(context: AppContext, request: Request) -> tuple[AppContext, Room, int, int]:
    room, seat, other = await _seats(context, request)
    chair = room.table.chairs[other]
    if chair.person and not chair.program:
        raise PageError(409, "seat_taken", seat=other)
    return context, room, seat, other


def _program(
    request: Request,
    context: AppContext,
    room: Room,
    seat: int,
    other: int,
    token: str = "",
    name: str = "",
    error: str = "",
) -> Response:
    t, base = language_of(request), context.public_address.base or f"{request.url.scheme}://{request.url.netloc}"
    chair = room.table.chairs[other]
    return render(
        request,
        "program.html",
        400 if error else 200,
        name=people.names(t, room.id, room.table, room.names)[other],
        sits=chair.program,
        guest=chair.guest,
        wanted=name or people.bot_names(room.id, room.table, room.names)[other],
        longest=people.LONGEST,
        error=error,
        running=room.table.running and bool(chair.bot),
        token=token,
        address=f"{base.replace('http', 'ws', 1)}{path(room.id, other)}/socket",
        back=path(room.id, seat),
        here=f"{path(room.id, seat)}/program/{other}",
        ask_id=context.rooms.world.new_id(),
    )


async def let_program(context: AppContext, request: Request) -> Response:
    """Let the program sit there from now on. Its token is shown this once."""
    given = await context.form(request)
    at = _, room, seat, other = await _for_program(context, request)
    t, chair = language_of(request), room.table.chairs[other]
    name = checked_name(given.get("name", "")) if not chair.program else room.names.get(other, "")
    if isinstance(name, Reason):
        return _program(request, *at, name=given.get("name", ""), error=refusals.sentence(t, "", name))
    ask = Ask("program", seat, f"program-{context.ask_id(given)}", arg=str(other))
    answer = await room.admission.let_program(ask, name)
    if refused := _refused(request, room, answer):
        return refused
    return _program(request, *at, token=context.tokens.program(room.token(other)))
