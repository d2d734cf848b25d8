"""The page that takes everyone who sat at a table along to the next one."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from kartentisch.store.base import FIRST_VERSION
from kartentisch.web.access.tokens import path
from kartentisch.web.live.rematch import seat_on
from kartentisch.web.pages.context import AppContext
from kartentisch.web.pages.open_table import seated
from kartentisch.web.pages.request import PageError


async def follow(site: AppContext, request: Request) -> Response:
    """Give the new seat to the old one's holder, unless the new links were renewed or the seat was given away since."""
    room = await site.room(request)
    seat = int(request.path_params["seat"])
    if not site.holds(request, room, seat):
        raise PageError(403, "token_bad")
    new = await site.rooms.get(room.table.next_table) if room.table.next_table else None
    if new is None:
        raise PageError(404, "no_next")
    place = seat_on(room.table, seat)
    screen = "/screen" if request.query_params.get("screen") else ""
    response = RedirectResponse(path(new.id, place) + screen, 303)
    if new.table.chairs[place].person and site.rooms.store.token_version(new.id, place) == FIRST_VERSION:
        seated(site, request, response, new.id, place)
    return response
