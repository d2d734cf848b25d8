"""The table on a screen in the middle: its page, and the page that says how to open it there."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from kartentisch import words
from kartentisch.engine.reasons import Reason
from kartentisch.web.access.public_address import picture
from kartentisch.web.access.tokens import path
from kartentisch.web.live.room import Room
from kartentisch.web.pages.context import AppContext
from kartentisch.web.pages.join import seat_in
from kartentisch.web.pages.request import PageError, language_of, refusal, render
from kartentisch.web.pages.texts import texts


def address(room: Room, seat: int) -> str:
    """The address of the screen. Where nobody may watch, it needs the right of a seat and that seat's browser."""
    return f"{path(room.id, seat)}/screen" if room.table.watchers == "nobody" else f"/t/{room.id}/screen"


async def show(context: AppContext, request: Request) -> Response:
    room = await context.room(request)
    if "seat" not in request.path_params:
        if room.table.watchers == "nobody":
            raise PageError(403, "no_screen")
    elif not context.holds(request, room, seat_in(request, room)):
        return refusal(request, 403, Reason("token_bad"))
    code, here = language_of(request).code, request.url.path
    return render(
        request,
        "screen.html",
        table=room.id,
        socket=f"{here}/socket",
        title=words.of(room.table.game.name).title,
        texts=texts(code, "screen"),
        theme="light" if request.query_params.get("theme") == "light" else "dark",
    )


async def how(context: AppContext, request: Request) -> Response:
    """The link and QR code of the screen's page, for people at the table."""
    room = await context.room(request)
    seat = seat_in(request, room)
    if not context.holds(request, room, seat):
        return refusal(request, 403, Reason("token_bad"))
    base = context.public_address.base or f"{request.url.scheme}://{request.url.netloc}"
    here, private = address(room, seat), room.table.watchers == "nobody"
    return render(
        request,
        "show.html",
        table=room.id,
        seat=seat,
        here=here,
        link=base + here,
        private=private,
        qr=picture(base + here) if context.public_address.base and not private else "",
    )
