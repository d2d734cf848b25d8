"""What the server keeps, and how a host deletes it."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from kartentisch import words
from kartentisch.engine.reasons import Reason
from kartentisch.store import TALK_KEPT, StoreFailed
from kartentisch.store.jobs import KEPT
from kartentisch.web.live.record import finished
from kartentisch.web.live.room import Room
from kartentisch.web.pages.context import AppContext
from kartentisch.web.pages.installable import KEPT_ANSWERS
from kartentisch.web.pages.request import PageError, language_of, render
from kartentisch.web.pages.seats import remove_tables
from kartentisch.web.phrases import refusals


async def show(context: AppContext, request: Request) -> Response:
    """The page that says what is stored, where and for how long, with this server's settings."""
    retention, limits = context.rooms.retention, context.table_limits.limits
    return render(
        request,
        "stored.html",
        retention=retention,
        limits=limits,
        overwrites=context.rooms.store.overwrites,
        lines=TALK_KEPT,
        reviews=KEPT,
        kept_answers=KEPT_ANSWERS,
        shared=context.rooms.peers is not None,
    )


async def _of_host(context: AppContext, request: Request) -> Room:
    """The room, if the request comes from its host. Raises PageError."""
    room = await context.room(request)
    seat = int(request.path_params["seat"])
    if not context.holds(request, room, seat):
        raise PageError(403, "token_bad")
    if seat != room.table.host:
        raise PageError(403, "host_only")
    return room


async def ask_to_delete(context: AppContext, request: Request) -> Response:
    room = await _of_host(context, request)
    return render(
        request,
        "delete.html",
        table=room.id,
        seat=room.table.host,
        game=words.of(room.table.game.name).title,
        runs=room.table.phase in ("playing", "paused", "result"),
        matches=finished(room.table),
    )


async def delete_table(context: AppContext, request: Request) -> Response:
    await context.form(request)
    room = await _of_host(context, request)
    t = language_of(request)
    try:
        await context.rooms.delete(room.id)
    except StoreFailed as error:
        return render(request, "message.html", 503, title=None, text=refusals.store_failed(t, error.code))
    text = refusals.sentence(t, "", Reason("table_deleted"))
    response = render(request, "message.html", title=t.say("Done."), text=text)
    remove_tables(request, response, {room.id})
    return response
