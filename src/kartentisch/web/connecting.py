"""Connections to tables, lessons and shared pads. Only pages of this server may connect."""

from __future__ import annotations

from functools import partial

from starlette.responses import PlainTextResponse
from starlette.websockets import WebSocket

from kartentisch.engine.fields import BYSTANDER
from kartentisch.engine.reasons import Reason
from kartentisch.store import HeldElsewhere, LeaseLost
from kartentisch.web.access.addresses import address_of
from kartentisch.web.access.budgets import LOOK
from kartentisch.web.access.lesson_limits import MOST as LESSONS
from kartentisch.web.lessons.course import missing
from kartentisch.web.live.compilation import not_ready
from kartentisch.web.live.room import Room
from kartentisch.web.pages import learn
from kartentisch.web.pages.context import AppContext
from kartentisch.web.pages.request import language_code_of, language_of, not_ours
from kartentisch.web.phrases import refusals
from kartentisch.web.socket.connection import Socket
from kartentisch.web.socket.disconnect import turned_away
from kartentisch.web.socket.lesson import LessonSocket
from kartentisch.web.socket.pad import PadSocket


async def connect(context: AppContext, ws: WebSocket, screen: bool = False) -> None:
    """Connect a page, program or screen to a table."""
    language_code = language_code_of(ws)
    if await not_from_here(context, ws):
        return
    if "seat" not in ws.path_params and not context.affords(ws, LOOK):
        await turned_away(ws, Reason("busy_address"), "", language_code)
        return
    try:
        room = await context.rooms.get(ws.path_params["table"])
    except (HeldElsewhere, LeaseLost):
        await turned_away(ws, Reason("moved"), "", language_code)
        return
    if room is None:
        missing = await context.missing(ws.path_params["table"])
        await turned_away(ws, missing, "", language_code)
        return
    seat = int(ws.path_params.get("seat", BYSTANDER))
    why = partial(barred, context, ws, room, seat, screen)
    if reason := why():
        await turned_away(ws, Reason(reason), room.table.game.name, language_code)
        return
    scheduler = context.rooms.scheduler(room.id)
    await ws.accept()
    await Socket(ws, room, scheduler, context.public_address, seat, language_code, screen, why).run()


async def connect_lesson(context: AppContext, ws: WebSocket) -> None:
    """Connect a page to a lesson of its own."""
    language_code, meters = language_code_of(ws), ws.app.state.meters
    if await not_from_here(context, ws):
        return
    game, address = ws.path_params["game"], address_of(ws)
    why = Reason("busy_address") if not context.affords(ws, LOOK) else missing(game)
    why = why or not_ready(context.rooms.compilation, game)
    if why is None and context.lessons.full(address):
        why = Reason("lessons_many", {"n": LESSONS})
    if why is not None:
        await turned_away(ws, why, "", language_code)
        return
    with context.lessons.running(address):
        meters.lessons(context.lessons.total)
        await ws.accept()
        await LessonSocket(ws, await learn.course(game), language_code, context.rooms.world).run()
    meters.lessons(context.lessons.total)


def barred(context: AppContext, ws: WebSocket, room: Room, seat: int, screen: bool) -> str:
    """Why this connection may not be at the table, as a code; "" if it may."""
    if seat == BYSTANDER:
        return "" if room.table.watchers != "nobody" else "no_screen" if screen else "no_watching"
    if context.holds(ws, room, seat) or (context.lets_in(ws, room, seat) and not screen):
        return ""
    return "program_bad" if "authorization" in ws.headers else "token_bad"


async def connect_pad(context: AppContext, ws: WebSocket) -> None:
    """Connect a page to a shared pad."""
    pad_id, language_code = ws.path_params["pad"], language_code_of(ws)
    if await not_from_here(context, ws):
        return
    try:
        room = await context.pads.get(pad_id) if (affords := context.affords(ws, LOOK)) else None
    except (HeldElsewhere, LeaseLost):
        await turned_away(ws, Reason("moved"), "", language_code)
        return
    if room is None:
        why = await context.pads.why_not(pad_id) if affords else Reason("busy_address")
        await turned_away(ws, why, "", language_code)
        return
    await ws.accept()
    await PadSocket(ws, room, context.pads, context.tokens, language_code).run()


async def not_from_here(context: AppContext, ws: WebSocket) -> bool:
    """Refuse a connection that comes from another site."""
    if (foreign := not_ours(ws.headers, context.public_address)) is None:
        return False
    ws.app.state.meters.refused("connection", foreign.code)
    await ws.send_denial_response(PlainTextResponse(refusals.sentence(language_of(ws), "", foreign), 403))
    return True
