"""The application: which address leads to which page."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.convertors import Convertor, register_url_convertor
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket

from kartentisch.store import StoreFailed
from kartentisch.web.access.budgets import LOOK, MATCH, PAGE
from kartentisch.web.access.counts import Counts, local_counts
from kartentisch.web.access.public_address import PublicAddress
from kartentisch.web.access.table_limits import Limits, TableLimits
from kartentisch.web.access.tokens import Tokens
from kartentisch.web.connecting import connect, connect_lesson, connect_pad
from kartentisch.web.live import janitor
from kartentisch.web.live.pads import PadRegistry
from kartentisch.web.live.registry import RoomRegistry
from kartentisch.web.live.reviews import Reviews
from kartentisch.web.live.tasks import cancelled
from kartentisch.web.pages import (
    ask,
    errors,
    give_seat,
    home,
    installable,
    join,
    learn,
    lobby,
    my_tables,
    next_match,
    open_table,
    pad,
    pad_share,
    play_on,
    preview,
    privacy,
    profile,
    replay,
    review,
    rules,
    screen,
    security_txt,
    static_files,
    status,
    take,
    ways,
)
from kartentisch.web.pages.context import AppContext
from kartentisch.web.pages.request import PageError
from kartentisch.web.pages.security_headers import SecurityHeaders
from kartentisch.web.pages.sub_path import SubPath
from kartentisch.words.language import load_catalogs

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
    rooms: RoomRegistry,
    tokens: Tokens,
    public_address: PublicAddress | None = None,
    limits: Limits | None = None,
    security_contact: str = "",
    offline: bool = True,
    pads: PadRegistry | None = None,
    counts: Counts | None = None,
) -> ASGIApp:
    """The application for these tables.

    `offline`: browsers may store rules and score pads to open them without it. `counts`: what addresses have done
    lately; None: at this server alone.
    """
    pads = pads or PadRegistry(rooms.store, rooms.world, rooms.retention)
    counts = counts or local_counts(rooms.world.steady, rooms.in_use, pads.in_use)
    context = AppContext(
        rooms,
        tokens,
        public_address or PublicAddress(),
        pads,
        Reviews(rooms),
        TableLimits(counts.tables, limits),
        TableLimits(counts.pads, limits),
        counts.codes,
        counts.parcels,
        security_contact=security_contact,
    )

    def at(address: str, get: Page | None = None, post: Page | None = None, on: str = "", cost: int = 0) -> Route:
        """A route. `on`: the page with the form, if the form is posted to an address that is not a page itself."""

        async def endpoint(request: Request) -> Response:
            request.state.on = on.format(**request.path_params)
            if not context.affords(request, cost):
                raise PageError(429, "busy_address")
            work = post if request.method == "POST" else get
            assert work is not None
            return await work(context, request)

        return Route(address, endpoint, methods=[name for name, work in (("GET", get), ("POST", post)) if work])

    async def socket(ws: WebSocket) -> None:
        await connect(context, ws)

    async def lesson_socket(ws: WebSocket) -> None:
        await connect_lesson(context, ws)

    async def pad_socket(ws: WebSocket) -> None:
        await connect_pad(context, ws)

    async def screen_socket(ws: WebSocket) -> None:
        await connect(context, ws, screen=True)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        works = (
            janitor.wake(rooms),
            janitor.keep_sweeping(rooms),
            counts.keep_forgetting(),
            context.pads.keep_sweeping(),
        )
        load_catalogs()  # before anyone is here: later it would hold up everybody at once
        tasks = [asyncio.create_task(work) for work in works]
        context.reviews.start()
        yield
        for task in tasks:
            await cancelled(task)
        await context.reviews.close()
        await rooms.close()

    table = "/t/{table:str}"
    seat = table + "/{seat:seat}"
    routes = [
        at("/", home.home, cost=PAGE),
        at("/code", post=home.by_code, on="/", cost=PAGE),
        at("/open/{game:str}", open_table.show, open_table.open_table),
        at("/forget", post=my_tables.forget, on="/"),
        at("/pad/{game:str}", pad.show, cost=PAGE),
        at("/pad/{game:str}/share", post=pad_share.share, on="/pad/{game}", cost=MATCH),
        at("/pad/{game:str}/link", post=pad_share.show_link, on="/pad/{game}", cost=LOOK),
        WebSocketRoute("/pad/{pad:str}/socket", pad_socket),
        at("/rules/{game:str}", rules.show),
        at("/rules/{game:str}/short", rules.show_short),
        at("/ask/{game:str}", ask.show),
        at("/ask/{game:str}/{question:str}", ask.answer),
        at("/rules/{game:str}/{number:str}", rules.show_passage),
        at("/learn/{game:str}", learn.show),
        at("/learn/{game:str}/done", learn.done),
        WebSocketRoute("/learn/{game:str}/socket", lesson_socket),
        at("/language/{code:str}", home.choose_language),
        at("/lobby", lobby.show),
        at("/stored", privacy.show),
        at("/take", take.show, cost=PAGE),
        at("/take/make", post=take.make, on="/take", cost=PAGE),
        at("/take/look", post=take.look, on="/take"),
        at("/take/over", post=take.over, on="/take", cost=PAGE),
        at("/take/back", post=take.back, on="/take"),
        at("/install", installable.show),
        at(installable.OFFLINE, installable.offline),
        at("/manifest.webmanifest", installable.manifest),
        at("/service-worker.js", installable.worker),
        Route("/favicon.ico", static_files.named),
        Route("/apple-touch-icon.png", static_files.named),
        Route("/robots.txt", preview.robots),
        at("/.well-known/security.txt", security_txt.show),
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
    ]
    opened = ways.open_ways(routes)
    application = Starlette(
        routes=[*routes, *(at(f"/{way.name}", ways.show) for way in opened)],
        exception_handlers={
            PageError: errors.rejected,
            ClientDisconnect: errors.gone,
            StoreFailed: errors.store_failed,
            HTTPException: errors.no_page,
            Exception: errors.fault,
        },
        lifespan=lifespan,
    )
    application.state.meters = rooms.world.meters
    application.state.maintenance = rooms.maintenance
    application.state.offline = offline
    application.state.ways = opened
    app = SecurityHeaders(application)
    return SubPath(app, context.public_address.path) if context.public_address.path else app
