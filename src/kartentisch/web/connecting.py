"""Who may connect: only pages of this server; and connections to shared pads."""

from __future__ import annotations

from starlette.responses import PlainTextResponse
from starlette.websockets import WebSocket

from kartentisch.engine.reasons import Reason
from kartentisch.web.access.budgets import LOOK
from kartentisch.web.pages.context import AppContext
from kartentisch.web.pages.request import language_code_of, language_of, not_ours
from kartentisch.web.phrases import refusals
from kartentisch.web.socket.disconnect import turned_away
from kartentisch.web.socket.pad import PadSocket


async def connect_pad(context: AppContext, ws: WebSocket) -> None:
    """Connect a page to a shared pad."""
    pad_id, language_code = ws.path_params["pad"], language_code_of(ws)
    if await not_from_here(context, ws):
        return
    room = await context.pads.get(pad_id) if (affords := context.affords(ws, LOOK)) else None
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
