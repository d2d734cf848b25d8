"""The application: which address does what, and what every response says to the browser about safety."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial

import structlog
from starlette.applications import Starlette
from starlette.convertors import Convertor, register_url_convertor
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from kartentisch.engine.reasons import Reason
from kartentisch.store import StoreFailed
from kartentisch.web import (
    files,
    following,
    hosting,
    joining,
    judged,
    mine,
    naming,
    opening,
    pages,
    playing_on,
    refusals,
    replaying,
    screen,
    stored,
)
from kartentisch.web.gate import Gate, Limits
from kartentisch.web.lasting import cancelled
from kartentisch.web.parting import turned_away
from kartentisch.web.reach import Reach
from kartentisch.web.room import Room
from kartentisch.web.rooms import Rooms
from kartentisch.web.site import Site
from kartentisch.web.socket import Socket
from kartentisch.web.telling import BYSTANDER
from kartentisch.web.tokens import Tokens
from kartentisch.web.visit import Rejected, code_of, page, refusal, same_origin, speaks

log = structlog.get_logger()
_HOST = re.compile(r"[A-Za-z0-9.:\[\]-]{1,100}")
HEADERS = [
    (b"x-content-type-options", b"nosniff"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=(), interest-cohort=()"),
]


def policy(host: str) -> bytes:
    """Nothing from other hosts; the socket is named for browsers whose 'self' leaves it out."""
    sockets = f" ws://{host} wss://{host}" if _HOST.fullmatch(host) else ""
    rules = (
        "default-src 'self'",
        f"connect-src 'self'{sockets}",
        "img-src 'self' data:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
    return "; ".join(rules).encode()


FILES = [HEADERS[0]]
DRAWINGS = [*FILES, (b"content-security-policy", b"default-src 'none'")]
"""Files are for everybody. A script or a style has no rights of its own; a drawing opened by itself loads nothing."""


class Safety:
    """Puts the headers on every response, also on what a fault leads to: it stands around the whole application."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        host = dict(scope["headers"]).get(b"host", b"").decode("latin-1")

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = message["headers"]
                if scope["path"].startswith("/static/"):
                    message["headers"] = [*given, *(DRAWINGS if scope["path"].endswith(".svg") else FILES)]
                    await send(message)
                    return
                if not any(name == b"referrer-policy" for name, _ in given):
                    given = [*given, (b"referrer-policy", b"no-referrer")]
                message["headers"] = [*given, *HEADERS, (b"content-security-policy", policy(host))]
            await send(message)

        await self.app(scope, receive, with_headers)


# ---- Connections -----------------------------------------------------------------------------------------------------


async def connect(site: Site, ws: WebSocket, screen: bool = False) -> None:
    """A page, program or screen comes to a table."""
    code = code_of(ws)
    if not same_origin(ws.headers, site.reach.host):
        text = refusals.sentence(speaks(ws), "", Reason("origin"))
        await ws.send_denial_response(PlainTextResponse(text, 403))
        return
    room = await site.rooms.get(ws.path_params["table"])
    if room is None:
        await turned_away(ws, site.missing(ws.path_params["table"]), "", code)
        return
    seat = int(ws.path_params.get("seat", BYSTANDER))
    why = partial(barred, site, ws, room, seat, screen)
    if reason := why():
        await turned_away(ws, reason, room.table.game.name, code)
        return
    clockwork = site.rooms.clockwork(room.id)
    await ws.accept()
    await Socket(ws, room, clockwork, site.reach, seat, code, screen, why).run()


def barred(site: Site, ws: WebSocket, room: Room, seat: int, screen: bool) -> str:
    """Why this connection may not be at the table, a code; "" if it may."""
    if seat == BYSTANDER:
        return "" if room.table.watchers != "nobody" else "no_screen" if screen else "no_watching"
    if site.holds(ws, room, seat) or (site.lets_in(ws, room, seat) and not screen):
        return ""
    return "program_bad" if "authorization" in ws.headers else "token_bad"


# ---- Errors ----------------------------------------------------------------------------------------------------------


async def rejected(request: Request, error: Exception) -> Response:
    assert isinstance(error, Rejected)
    return refusal(request, error.status, error.reason)


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

Page = Callable[[Site, Request], Awaitable[Response]]


def create_app(rooms: Rooms, tokens: Tokens, reach: Reach | None = None, limits: Limits | None = None) -> Safety:
    """The application over these tables."""
    site = Site(rooms, tokens, reach or Reach(), Gate(limits))

    def at(address: str, get: Page | None = None, post: Page | None = None, on: str = "") -> Route:
        """`on`: the page with the form that is posted to an address which is no page itself."""

        async def endpoint(request: Request) -> Response:
            request.state.on = on.format(**request.path_params)
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
        works = (rooms.wake(), rooms.keep_sweeping(), site.gate.keep_forgetting(rooms.world.steady))
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
            at("/", pages.home),
            at("/code", post=pages.by_code, on="/"),
            at("/open/{game:str}", opening.show, opening.open_table),
            at("/forget", post=mine.forget, on="/"),
            at("/rules/{game:str}", pages.rules),
            at("/language/{code:str}", pages.choose_language),
            at("/stored", stored.show),
            at("/healthz", pages.healthz),
            at("/readyz", pages.readyz),
            at("/statistics", pages.statistics),
            at(table, joining.arrive),
            at(table + "/join", post=joining.join, on="/t/{table}"),
            at(table + "/watch", joining.watch),
            at(table + "/record", replaying.save_record),
            at(table + "/screen", screen.show),
            at(table + "/replay", replaying.show),
            at(table + "/replay/scenes", replaying.scenes_of),
            at(table + "/play-on", post=playing_on.play_on, on="/t/{table}/replay"),
            at(table + "/review", judged.show),
            at(table + "/review/progress", judged.progress),
            at(seat, joining.sit_at),
            at(seat + "/record", replaying.save_record),
            at(seat + "/screen", screen.show),
            at(seat + "/replay", replaying.show),
            at(seat + "/replay/scenes", replaying.scenes_of),
            at(seat + "/play-on", post=playing_on.play_on, on="/t/{table}/{seat}/replay"),
            at(seat + "/review", judged.show),
            at(seat + "/review/progress", judged.progress),
            at(seat + "/show", screen.how),
            at(seat + "/trade", post=joining.trade, on="/t/{table}/{seat}"),
            at(seat + "/link", joining.link),
            at(seat + "/renew", post=joining.renew, on="/t/{table}/{seat}/link"),
            at(seat + "/name", naming.show, naming.save),
            at(seat + "/give/{other:seat}", hosting.show, hosting.give),
            at(seat + "/program/{other:seat}", hosting.show_program, hosting.let_program),
            at(seat + "/again", following.follow),
            at(seat + "/delete", stored.ask_to_delete, stored.delete_table),
            WebSocketRoute(table + "/watch/socket", socket),
            WebSocketRoute(seat + "/socket", socket),
            WebSocketRoute(table + "/screen/socket", screen_socket),
            WebSocketRoute(seat + "/screen/socket", screen_socket),
            Route("/static/{path:path}", files.serve),
        ],
        exception_handlers={Rejected: rejected, StoreFailed: store_failed, HTTPException: no_page, Exception: fault},
        lifespan=lifespan,
    )
    return Safety(application)
