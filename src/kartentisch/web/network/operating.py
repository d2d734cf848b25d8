"""Orders of the operator: close and delete tables, show a message on all pages, report the server's state.

A running server gets these orders by its control socket, or through the database that it shares with others. Without a
server, `kartentisch tables` carries them out.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.metadata import version
from typing import Any

import structlog

from kartentisch.store import StoreFailed
from kartentisch.table.contents import Closed
from kartentisch.web.live.registry import RoomRegistry
from kartentisch.web.network.control import Answerer
from kartentisch.web.network.probe import Probe

log = structlog.get_logger()


def state_of(port: int, url: str, proxies: Sequence[str], warn_below: int) -> dict[str, Any]:
    """The unchanging part of a running server's state."""
    state = {"version": version("kartentisch"), "port": port, "url": url, "proxies": [*proxies]}
    return state | {"warn_below": warn_below}


def answering(rooms: RoomRegistry, probe: Probe, state: dict[str, Any]) -> Answerer:
    """The function with which the control socket of a running server answers an order."""

    async def answer(order: dict[str, Any]) -> dict[str, Any]:
        return {"path": probe.expect()} if order == {"do": "probe"} else await carry_out(rooms, order, state)

    return answer


async def carry_out(rooms: RoomRegistry, order: dict[str, Any], state: dict[str, Any]) -> dict[str, Any]:
    """Carry out an order. The answer has `failed`, the code of the store's fault, if a part of it failed."""
    try:
        match order:
            case {"do": "state"}:
                return state | {"pages": {room.id: room.pages for room in rooms.open_rooms() if room.pages}}
            case {"do": "close", "tables": [*tables]}:
                return {"done": await _close(rooms, tables)}
            case {"do": "delete", "tables": [*tables]}:
                await rooms.delete(*tables)
                log.warning("deleted by the operator", tables=tables)
                return {"done": tables}
            case {"do": "say"} if rooms.peers is not None:
                return {"failed": "shared"}  # all servers show what is in the database
            case {"do": "say", "text": str(text)}:
                rooms.maintenance.say(text)
                for room in rooms.open_rooms():
                    room.mark_changed()
                return {"done": [text]}
            case _:
                return {"failed": "order"}
    except StoreFailed as error:
        return {"failed": error.code}
    except OSError as error:
        log.warning("order not carried out", error=repr(error))
        return {"failed": "gone"}
    except ValueError as error:
        return {"failed": "sentence", "text": str(error)}


async def _close(rooms: RoomRegistry, tables: Sequence[str]) -> list[str]:
    """Close the tables whose logs this program can read. Return those that are closed."""
    closed = []
    for table_id in tables:
        room = await rooms.get(table_id)
        if room is not None and await rooms.close_room(table_id, Closed("server")) and room.table.closed:
            log.warning("closed by the operator", table=table_id)
            closed.append(table_id)
    return closed
