"""Pages for operators: whether the server is alive, whether it is ready, and its load."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version
from typing import Literal

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from kartentisch.store.peers import cut_off
from kartentisch.web.live.registry import RoomRegistry
from kartentisch.web.pages.context import AppContext

try:
    VERSION = version("kartentisch")
except PackageNotFoundError:  # the sources are run without being installed
    VERSION = "unknown"
State = Literal["ready", "waking tables", "draining", "closing", "cut off"]
READY: State = "ready"


def state(rooms: RoomRegistry) -> State:
    """Ready once all tables that act by themselves are awake, until the server begins to stop or loses its database."""
    if rooms.closing:
        return "closing"
    if rooms.peers is not None and cut_off(rooms.peers):
        return "cut off"
    if rooms.peers is not None and rooms.peers.draining:
        return "draining"
    return READY if rooms.woken else "waking tables"


def alive() -> Response:
    return PlainTextResponse(f"ok\nkartentisch {VERSION}\n")


def readiness(rooms: RoomRegistry, draining: int = 503) -> Response:
    """`draining`: the status of a server that drains."""
    said = state(rooms)
    status = {READY: 200, "draining": draining}.get(said, 503)
    return PlainTextResponse(f"{said}\nkartentisch {VERSION}\n", status)


async def healthz(context: AppContext, request: Request) -> Response:
    """The server is alive."""
    return alive()


async def readyz(context: AppContext, request: Request) -> Response:
    """Whether all running tables have been loaded and the server is not about to stop.

    HAProxy asks with `?draining=404`: it leaves the sockets at such a server as they are, and sends nobody new there.
    """
    return readiness(context.rooms, 404 if request.query_params.get("draining") == "404" else 503)


async def statistics(context: AppContext, request: Request) -> Response:
    rooms, stalls = context.rooms.open_rooms(), context.rooms.stalls
    phases: dict[str, int] = {}
    for room in rooms:
        phases[room.table.phase] = phases.get(room.table.phase, 0) + 1
    return JSONResponse(
        {
            "uptime_s": (context.rooms.world.steady() - context.rooms.started) // 1000,
            "tables_in_memory": len(rooms),
            "tables_by_phase": phases,
            "connections": sum(room.pages for room in rooms),
            "facts": sum(room.table.number for room in rooms),
            "loop_stalls": stalls.count,
            "loop_stalled_ms": {cause: round(1000 * seconds) for cause, seconds in stalls.seconds.items()},
            "loop_longest_stall_ms": round(1000 * stalls.longest),
        }
    )
