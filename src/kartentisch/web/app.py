"""The application: which address leads to which page."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial

import structlog
from starlette.applications import Starlette
from starlette.convertors import Convertor, register_url_convertor
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from kartentisch.engine.fields import BYSTANDER
from kartentisch.engine.reasons import Reason
from kartentisch.store import StoreFailed
from kartentisch.web.access.budgets import LOOK, MATCH, PAGE
from kartentisch.web.access.public_address import PublicAddress
from kartentisch.web.access.table_limits import Limits, TableLimits
from kartentisch.web.access.tokens import Tokens
from kartentisch.web.live import janitor
from kartentisch.web.live.registry import RoomRegistry
from kartentisch.web.live.room import Room
from kartentisch.web.live.tasks import cancelled
from kartentisch.web.pages import (
    compiling,
    give_seat,
    home,
    join,
    my_tables,
    next_match,
    open_table,
    play_on,
    preview,
    privacy,
    profile,
    replay,
    review,
    rules,
    screen,
    static_files,
    status,
)
from kartentisch.web.pages.context import AppContext
from kartentisch.web.pages.request import PageError, code_of, not_ours, page, refusal, speaks
from kartentisch.web.pages.security_headers import SecurityHeaders
from kartentisch.web.phrases import refusals
from kartentisch.web.socket.connection import Socket
from kartentisch.web.socket.disconnect import turned_away

log = structlog.get_logger()
WAIT = 5
"""Seconds after which a visitor who asked for too much may retry (Retry-After)."""


# ---- Connections -----------------------------------------------------------------------------------------------------


async def connect(site: AppContext, ws: WebSocket, screen: bool = False) -> None:
    """Connect a page, program or screen to a table."""
    code = code_of(ws)
    if (foreign := not_ours(ws.headers, site.reach)) is not None:
        await ws.send_denial_response(PlainTextResponse(refusals.sentence(speaks(ws), "", foreign), 403))
        return
    if "seat" not in ws.path_params and not site.affords(ws, LOOK):
        await turned_away(ws, Reason("busy_address"), "", code)
        return
    room = await site.rooms.get(ws.path_params["table"])
    if room is None:
        missing = site.missing(ws.path_params["table"])
        await turned_away(ws, missing, "", code)
        return
    seat = int(ws.path_params.get("seat", BYSTANDER))
    why = partial(barred, site, ws, room, seat, screen)
    if reason := why():
        await turned_away(ws, Reason(reason), room.table.game.name, code)
        return
    clockwork = site.rooms.clockwork(room.id)
    await ws.accept()
    await Socket(ws, room, clockwork, site.reach, seat, code, screen, why).run()


def barred(site: AppContext, ws: WebSocket, room: Room, seat: int, screen: bool) -> str:
    """Why this connection may not be at the table, as a code; "" if it may."""
    if seat == BYSTANDER:
        return "" if room.table.watchers != "nobody" else "no_screen" if screen else "no_watching"
    if site.holds(ws, room, seat) or (site.lets_in(ws, room, seat) and not screen):
        return ""
    return "program_bad" if "authorization" in ws.headers else "token_bad"


# ---- Errors ----------------------------------------------------------------------------------------------------------


async def rejected(request: Request, error: Exception) -> Response:
    assert isinstance(error, PageError)
    if error.reason.code == "compiling":
        return compiling.answer(request, error.reason)
    response = refusal(request, error.status, error.reason)
    if error.status == 429:
        response.headers["Retry-After"] = str(WAIT)
    return response


async def gone(request: Request, error: Exception) -> Response:
    """The sender has hung up in the middle of the request, so nobody reads this."""
    return Response(status_code=400)


async def store_failed(request: Request, error: Exception) -> Response:
    assert isinstance(error, StoreFailed)
    log.error("store failed", code=error.code)
    return page(request, "message.html", 503, title=None, text=refusals.store_failed(speaks(request), error.code))


async def no_page(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    t = speaks(request)
    if error.status_code == 405:
        return page(request, "message.html", 405, title=None, text=t.say("This address cannot be used that way."))
    return page(request, "message.html", error.status_code, title=None, text=t.say("There is no such page."))


async def fault(request: Request, error: Exception) -> Response:
    t = speaks(request)
    return page(request, "message.html", 500, title=None, text=t.say("Something went wrong here. It was not you."))


# ---- Application -----------------------------------------------------------------------------------------------------


class SeatNumber(Convertor[int]):
    """A seat in an address. Starlette's own numbers may be so long that Python refuses to read them."""

    regex = "[0-9]{1,2}"

    def convert(self, value: str) -> int:
        return int(value)

    def to_string(self, value: int) -> str:
        return str(value)


register_url_convertor("seat", SeatNumber())

Page = Callable[[AppContext, Request], Awaitable[Response]]


def create_app(
    rooms: RoomRegistry, tokens: Tokens, reach: PublicAddress | None = None, limits: Limits | None = None
) -> SecurityHeaders:
    """The application for these tables."""
    site = AppContext(rooms, tokens, reach or PublicAddress(), TableLimits(limits))

    def at(address: str, get: Page | None = None, post: Page | None = None, on: str = "", cost: int = 0) -> Route:
        """A route. `on`: the page with the form, if the form is posted to an address that is not a page itself."""

        async def endpoint(request: Request) -> Response:
            request.state.on = on.format(**request.path_params)
            if not site.affords(request, cost):
                raise PageError(429, "busy_address")
            work = post if request.method == "POST" else get
            assert work is not None
            return await work(site, request)

        return Route(address, endpoint, methods=[name for name, work in (("GET", get), ("POST", post)) if work])

    async def socket(ws: WebSocket) -> None:
        await connect(site, ws)

    async def screen_socket(ws: WebSocket) -> None:
        await connect(site, ws, screen=True)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        works = (janitor.wake(rooms), janitor.keep_sweeping(rooms), site.gate.keep_forgetting(rooms.world.steady))
        tasks = [asyncio.create_task(work) for work in works]
        yield
        for task in tasks:
            await cancelled(task)
        await site.reviews.close()
        await rooms.close()

    table = "/t/{table:str}"
    seat = table + "/{seat:seat}"
    application = Starlette(
        routes=[
            at("/", home.home, cost=PAGE),
            at("/code", post=home.by_code, on="/", cost=PAGE),
            at("/open/{game:str}", open_table.show, open_table.open_table),
            at("/forget", post=my_tables.forget, on="/"),
            at("/rules/{game:str}", rules.show),
            at("/language/{code:str}", home.choose_language),
            at("/stored", privacy.show),
            Route("/favicon.ico", static_files.named),
            Route("/apple-touch-icon.png", static_files.named),
            Route("/robots.txt", preview.robots),
            at("/healthz", status.healthz),
            at("/readyz", status.readyz),
            at("/statistics", status.statistics),
            at(table, join.arrive),
            at(table + "/join", post=join.join, on="/t/{table}"),
            at(table + "/watch", join.watch, cost=PAGE),
            at(table + "/record", replay.save_record, cost=MATCH),
            at(table + "/screen", screen.show),
            at(table + "/replay", replay.show, cost=PAGE),
            at(table + "/replay/scenes", replay.scenes_of, cost=LOOK),
            at(table + "/play-on", post=play_on.play_on, on="/t/{table}/replay", cost=MATCH),
            at(table + "/review", review.show, cost=LOOK),
            at(table + "/review/progress", review.progress),
            at(seat, join.sit_at),
            at(seat + "/record", replay.save_record, cost=MATCH),
            at(seat + "/screen", screen.show),
            at(seat + "/replay", replay.show, cost=PAGE),
            at(seat + "/replay/scenes", replay.scenes_of, cost=LOOK),
            at(seat + "/play-on", post=play_on.play_on, on="/t/{table}/{seat}/replay", cost=MATCH),
            at(seat + "/review", review.show, cost=LOOK),
            at(seat + "/review/progress", review.progress),
            at(seat + "/show", screen.how),
            at(seat + "/trade", post=join.trade, on="/t/{table}/{seat}"),
            at(seat + "/link", join.link),
            at(seat + "/renew", post=join.renew, on="/t/{table}/{seat}/link"),
            at(seat + "/name", profile.show, profile.save),
            at(seat + "/give/{other:seat}", give_seat.show, give_seat.give),
            at(seat + "/program/{other:seat}", give_seat.show_program, give_seat.let_program),
            at(seat + "/again", next_match.follow),
            at(seat + "/delete", privacy.ask_to_delete, privacy.delete_table),
            WebSocketRoute(table + "/watch/socket", socket),
            WebSocketRoute(seat + "/socket", socket),
            WebSocketRoute(table + "/screen/socket", screen_socket),
            WebSocketRoute(seat + "/screen/socket", screen_socket),
            Route("/static/{path:path}", static_files.serve),
        ],
        exception_handlers={
            PageError: rejected,
            ClientDisconnect: gone,
            StoreFailed: store_failed,
            HTTPException: no_page,
            Exception: fault,
        },
        lifespan=lifespan,
    )
    return SecurityHeaders(application)
