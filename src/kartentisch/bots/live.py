"""A program's seat at a live table, for authors of bots who only want to choose moves. See docs/wire.md for the
protocol.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from kartentisch.play.match import View
from kartentisch.proof.part import Part


class Seat:
    """A seat at a live table. `async for view in seat` gives a view whenever the seat may move.

    The loop ends when the match is over or the program is sent away. `await seat.play(move)` answers the newest view.
    A seat that may act out of turn also gets a view; doing nothing is then one of its moves.
    """

    def __init__(self, socket: ClientConnection, tell: Callable[[str], object]) -> None:
        self._socket, self._tell = socket, tell
        self._asked: dict[str, int] = {}
        self._since = self._answered = -1
        self._part = Part()

    async def play(self, *moves: str) -> None:
        """Answer the newest view. Several moves are allowed if they belong together: a card, and what is said with it.

        If something else happened first, the move is refused as late, and a newer view follows.
        """
        name = await self._ask(do="play", since=self._since, moves=list(moves))
        self._asked[name] = self._since

    async def __aiter__(self) -> AsyncIterator[View]:
        async for text in self._socket:
            message = json.loads(text)
            if message["t"] in ("welcome", "draw"):
                for ask in self._part.asks(message):
                    await self._ask(**ask)
            view, since = message.get("view"), message.get("since", -1)
            if message["t"] == "done":
                self._answered = max(self._answered, self._asked.pop(message["id"], -1))
            elif message["t"] == "bye" or (message["t"] == "refused" and message["code"] != "draw_over"):
                self._tell(message["text"])
            if message["t"] == "bye" or (view and view["over"]):
                return
            if message.get("code") == "bot_plays":  # the program was away too long, but still has the seat
                await self._ask(do="back")
            elif view and view["moves"] and since > self._answered:  # it may move and has not answered since then
                self._since = since
                yield View.from_json(view)

    async def _ask(self, **what: Any) -> str:
        name = uuid.uuid4().hex  # no other ask at this table may have this name
        await self._socket.send(json.dumps({"t": "ask", "id": name, **what}))
        return name


@asynccontextmanager
async def at(address: str, token: str, tell: Callable[[str], object] = print) -> AsyncIterator[Seat]:
    """Sit down at the seat of this address (`ws://…/socket`) with the token that the table's host has made.

    `tell` is called with messages of the table: why something was refused, or why the seat is lost. If no server
    answers, this raises the errors of `websockets.connect`.
    """
    async with connect(address, additional_headers={"Authorization": f"Bearer {token}"}) as socket:
        with suppress(ConnectionClosed):  # a program that is turned away has been told why before
            await socket.send(json.dumps({"t": "hello", "version": 1, "wants": "view", "seals": True}))
        yield Seat(socket, tell)
