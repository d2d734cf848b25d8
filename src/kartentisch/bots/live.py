"""A program's seat at a live table: what docs/wire.md says of programs, for whoever only wants to choose moves."""

from __future__ import annotations

import json
import uuid
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from kartentisch.play.view import View


class Seat:
    """`async for view in seat`: the view of the seat whenever it may move, until the match is over or it is sent away.

    `await seat.play(move)` answers the newest one, also out of turn, where one of the moves is to do nothing.
    """

    def __init__(self, socket: ClientConnection, tell: Callable[[str], object]) -> None:
        self._socket, self._tell = socket, tell
        self._asked: dict[str, int] = {}
        self._since = self._answered = -1

    async def play(self, *moves: str) -> None:
        """Answer the newest view, with several moves if they belong together: a card, and what is said with it.

        If something was faster this is refused as late, and the newer view comes.
        """
        name = await self._ask(do="play", since=self._since, moves=list(moves))
        self._asked[name] = self._since

    async def __aiter__(self) -> AsyncIterator[View]:
        async for text in self._socket:
            message = json.loads(text)
            view, since = message.get("view"), message.get("since", -1)
            if message["t"] == "done":
                self._answered = max(self._answered, self._asked.pop(message["id"], -1))
            elif message["t"] in ("refused", "bye"):
                self._tell(message["text"])
            if message["t"] == "bye" or (view and view["over"]):
                return
            if message.get("code") == "bot_plays":  # it was away too long; the seat is still its own
                await self._ask(do="back")
            elif view and view["moves"] and since > self._answered:  # it may move, and has not said what since it may
                self._since = since
                yield View.from_json(view)

    async def _ask(self, **what: Any) -> str:
        name = uuid.uuid4().hex  # no other ask at this table may have this name
        await self._socket.send(json.dumps({"t": "ask", "id": name, **what}))
        return name


@asynccontextmanager
async def at(address: str, token: str, tell: Callable[[str], object] = print) -> AsyncIterator[Seat]:
    """Sit down at the seat of this address (`ws://…/socket`) with the token that its host has made.

    `tell` is given what the table says in words: why something was refused, or why the seat is lost. Raises what
    `websockets.connect` does where there is no such server.
    """
    async with connect(address, additional_headers={"Authorization": f"Bearer {token}"}) as socket:
        with suppress(ConnectionClosed):  # whoever is turned away is told why before that
            await socket.send(json.dumps({"t": "hello", "version": 1, "wants": "view"}))
        yield Seat(socket, tell)
