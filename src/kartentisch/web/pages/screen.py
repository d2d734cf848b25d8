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
from kartentisch.web.pages.request import PageError, page, refusal, speaks, texts


def address(room: Room, seat: int) -> str:
    """The address of the screen. Where nobody may watch, it needs the right of a seat and that seat's browser."""
    return f"{path(room.id, seat)}/screen" if room.table.watchers == "nobody" else f"/t/{room.id}/screen"


async def show(site: AppContext, request: Request) -> Response:
    room = await site.room(request)
    if "seat" not in request.path_params:
        if room.table.watchers == "nobody":
            raise PageError(403, "no_screen")
    elif not site.holds(request, room, seat_in(request, room)):
        return refusal(request, 403, Reason("token_bad"))
    code, here = speaks(request).code, request.url.path
    return page(
        request,
        "screen.html",
        table=room.id,
        socket=f"{here}/socket",
        title=words.of(room.table.game.name).title,
        texts=texts(code),
        theme="light" if request.query_params.get("theme") == "light" else "dark",
    )


async def how(site: AppContext, request: Request) -> Response:
    """The link and QR code of the screen's page, for people at the table."""
    room = await site.room(request)
    seat = seat_in(request, room)
    if not site.holds(request, room, seat):
        return refusal(request, 403, Reason("token_bad"))
    base = site.reach.base or f"{request.url.scheme}://{request.url.netloc}"
    here, private = address(room, seat), room.table.watchers == "nobody"
    return page(
        request,
        "show.html",
        table=room.id,
        seat=seat,
        here=here,
        link=base + here,
        private=private,
        qr=picture(base + here) if site.reach.base and not private else "",
    )
