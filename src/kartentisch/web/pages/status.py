"""Pages for operators: whether the server is alive, whether it is ready, and its load."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from kartentisch.web.pages.context import AppContext


async def healthz(site: AppContext, request: Request) -> Response:
    """The server is alive."""
    return PlainTextResponse("ok\n")


async def readyz(site: AppContext, request: Request) -> Response:
    """All running tables have been looked up."""
    return PlainTextResponse("ready\n") if site.rooms.woken else PlainTextResponse("waking tables\n", 503)


async def statistics(site: AppContext, request: Request) -> Response:
    rooms = site.rooms.open_rooms()
    phases: dict[str, int] = {}
    for room in rooms:
        phases[room.table.phase] = phases.get(room.table.phase, 0) + 1
    return JSONResponse(
        {
            "uptime_s": (site.rooms.world.steady() - site.rooms.started) // 1000,
            "tables_in_memory": len(rooms),
            "tables_by_phase": phases,
            "connections": sum(room.pages for room in rooms),
            "facts": sum(room.table.number for room in rooms),
        }
    )
