"""Moves of programs wait like those of bots, so that everybody has the same time to react first."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from kartentisch.table.windows import grace_ends
from kartentisch.web.live.room import Room


class Patience:
    """`reschedule`: called when something is due at another time."""

    def __init__(self, room: Room, reschedule: Callable[[], None]) -> None:
        self._room, self._reschedule = room, reschedule
        self._waiting: list[tuple[int, asyncio.Future[None]]] = []

    async def wait(self, seat: int, since: int) -> None:
        """Wait until a program may play its move, or until it is too late. `since`: the fact that it is based on."""
        while (until := grace_ends(self._room.table)) > self._room.now() and since >= self._room.table.since[seat]:
            turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiting.append((until, turn))
            self._reschedule()
            await turn

    def due(self) -> int | None:
        return min((until for until, _ in self._waiting), default=None)

    def ring(self) -> bool:
        """Let the moves that are due continue; return whether there are any."""
        now, waiting = self._room.now(), self._waiting
        self._waiting = [(until, turn) for until, turn in waiting if until > now]
        for until, turn in waiting:
            if until <= now and not turn.done():
                turn.set_result(None)
        return len(self._waiting) < len(waiting)
