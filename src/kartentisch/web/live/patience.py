"""Moves of programs wait like those of bots, so that all have the same time for what has to be said before them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from kartentisch.table.windows import grace_ends
from kartentisch.web.live.room import Room


class Patience:
    """`look`: called when there is another time to wake up at."""

    def __init__(self, room: Room, look: Callable[[], None]) -> None:
        self._room, self._look = room, look
        self._waiting: list[tuple[int, asyncio.Future[None]]] = []

    async def wait(self, seat: int, since: int) -> None:
        """Until a program's move may be played, or comes too late anyway. `since`: what it rests on."""
        while (until := grace_ends(self._room.table)) > self._room.now() and since >= self._room.table.since[seat]:
            turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiting.append((until, turn))
            self._look()
            await turn

    def due(self) -> int | None:
        return min((until for until, _ in self._waiting), default=None)

    def ring(self) -> bool:
        """Let those go on whose time has come; whether there are any."""
        now, waiting = self._room.now(), self._waiting
        self._waiting = [(until, turn) for until, turn in waiting if until > now]
        for until, turn in waiting:
            if until <= now and not turn.done():
                turn.set_result(None)
        return len(self._waiting) < len(waiting)
