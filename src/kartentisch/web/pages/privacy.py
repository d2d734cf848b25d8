"""What the server keeps, and how a host deletes it."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from kartentisch import words
from kartentisch.engine.reasons import Reason
from kartentisch.store import TALK_KEPT, StoreFailed
from kartentisch.web.live.record import finished
from kartentisch.web.live.room import Room
from kartentisch.web.pages.context import AppContext
from kartentisch.web.pages.request import PageError, page, speaks
from kartentisch.web.pages.seats import remove_tables
from kartentisch.web.phrases import refusals


async def show(site: AppContext, request: Request) -> Response:
    """The page that says what is stored, where and for how long, with this server's settings."""
    keeping, limits = site.rooms.keeping, site.gate.limits
    return page(request, "stored.html", keeping=keeping, limits=limits, lines=TALK_KEPT)


async def _of_host(site: AppContext, request: Request) -> Room:
    """The room, if the request comes from its host. Raises PageError."""
    room = await site.room(request)
    seat = int(request.path_params["seat"])
    if not site.holds(request, room, seat):
        raise PageError(403, "token_bad")
    if seat != room.table.host:
        raise PageError(403, "host_only")
    return room


async def ask_to_delete(site: AppContext, request: Request) -> Response:
    room = await _of_host(site, request)
    return page(
        request,
        "delete.html",
        table=room.id,
        seat=room.table.host,
        game=words.of(room.table.game.name).title,
        runs=room.table.phase in ("playing", "paused", "result"),
        matches=finished(room.table),
    )


async def delete_table(site: AppContext, request: Request) -> Response:
    await site.form(request)
    room = await _of_host(site, request)
    t = speaks(request)
    try:
        await site.rooms.delete(room.id)
    except StoreFailed as error:
        return page(request, "message.html", 503, title=None, text=refusals.store_failed(t, error.code))
    site.reviews.forget(room.id)
    text = refusals.sentence(t, "", Reason("table_deleted"))
    response = page(request, "message.html", title=t.say("Done."), text=text)
    remove_tables(request, response, {room.id})
    return response
