"""The page on which a person at a table changes their name and figure."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from kartentisch.engine.reasons import Reason
from kartentisch.web.access.tokens import path
from kartentisch.web.live import people
from kartentisch.web.live.people import checked_name
from kartentisch.web.live.room import Room
from kartentisch.web.pages.context import AppContext
from kartentisch.web.pages.cookies import remember_person
from kartentisch.web.pages.request import PageError, figure_of, language_of, name_of, render
from kartentisch.web.phrases import refusals


async def _seat(context: AppContext, request: Request) -> tuple[Room, int]:
    """The room and the seat, if this browser holds the seat. Raises PageError."""
    room, seat = await context.room(request), int(request.path_params["seat"])
    if not context.holds(request, room, seat):
        raise PageError(403, "token_bad")
    return room, seat


async def show(context: AppContext, request: Request) -> Response:
    room, seat = await _seat(context, request)
    return _form(request, room, seat, room.names.get(seat) or name_of(request))


def _form(request: Request, room: Room, seat: int, name: str, figure: str = "", error: str = "") -> Response:
    t, chairs = language_of(request), room.table.chairs
    shown = people.figures(room.id, room.table, room.figures)
    taken = [shown[other] for other, chair in enumerate(chairs) if chair.person and other != seat]
    wish = figure or (shown[seat] if room.names.get(seat) else figure_of(request))
    return render(
        request,
        "name.html",
        400 if error else 200,
        name=name,
        error=error,
        figures=[(key, said) for key, said in people.figure_words(t).items() if key not in taken],
        figure=wish if wish and wish not in taken else shown[seat],
        back=path(room.id, seat),
    )


async def save(context: AppContext, request: Request) -> Response:
    given, t = await context.form(request), language_of(request)
    room, seat = await _seat(context, request)
    name, figure = checked_name(given.get("name", "")), given.get("figure", "")
    if isinstance(name, Reason):
        return _form(request, room, seat, given.get("name", ""), figure, refusals.sentence(t, "", name))
    answer = await room.admission.rename(seat, name, figure or room.figures.get(seat, ""))
    if answer.failed:
        return _form(request, room, seat, name, figure, refusals.store_failed(t, answer.failed))
    response = RedirectResponse(path(room.id, seat), 303)
    remember_person(request, response, name, figure)
    return response
