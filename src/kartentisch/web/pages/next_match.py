"""The page that takes everyone who sat at a table to the next one."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from kartentisch.store import FIRST_VERSION
from kartentisch.web.access.tokens import path
from kartentisch.web.live.rematch import seat_on
from kartentisch.web.pages.context import AppContext
from kartentisch.web.pages.request import PageError
from kartentisch.web.pages.seats import seated


async def follow(context: AppContext, request: Request) -> Response:
    """Give the new seat to the old one's holder, unless the new links were renewed or the seat was given away since."""
    room = await context.room(request)
    seat = int(request.path_params["seat"])
    if not context.holds(request, room, seat):
        raise PageError(403, "token_bad")
    new = await context.rooms.look(room.table.next_table) if room.table.next_table else None
    if new is None:
        raise PageError(404, "no_next")
    place = seat_on(room.table, seat)
    screen = "/screen" if request.query_params.get("screen") else ""
    response = RedirectResponse(path(new.id, place) + screen, 303)
    if new.table.chairs[place].person and new.versions.of(place) == FIRST_VERSION:
        seated(context.tokens, request, response, new.token(place))
    return response
