"""One connection to a table: it reads asks and sends the newest scene. One slot holds the scene; no queue grows."""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import Callable

import msgspec
import structlog
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from kartentisch.engine.fields import BYSTANDER
from kartentisch.engine.reasons import Reason
from kartentisch.store import StoreFailed
from kartentisch.table.facts import Ask as TableAsk
from kartentisch.web import wire
from kartentisch.web.access.public_address import PublicAddress
from kartentisch.web.access.rate_limit import TokenBucket
from kartentisch.web.live import feed
from kartentisch.web.live.room import Room
from kartentisch.web.live.scheduler import Scheduler
from kartentisch.web.phrases import refusals
from kartentisch.web.socket.asks import answer, said
from kartentisch.web.socket.disconnect import CODES, Disconnect
from kartentisch.web.socket.draws import DrawCursor
from kartentisch.web.socket.messages import Malformed, read_message
from kartentisch.web.socket.newest import EncodedScene, Redraw
from kartentisch.web.socket.sending import sender
from kartentisch.web.socket.talk import ChatCursor
from kartentisch.web.table_scene.reader import Reader, reader_at
from kartentisch.web.table_scene.scene import scene
from kartentisch.web.wire import Ask, Bye, Done, Down, Fetch, Hello, Ping, Pong, Refused, Up
from kartentisch.words.language import LANGUAGES, language

log = structlog.get_logger()
UNREAD = 32
"""The number of answers that may wait for a slow reader. Until it has read them, nothing more is read from it."""
HELLO_WITHIN = 10.0
SILENT = 150.0
"""Seconds without a message after which a page's connection is dropped. Pages ping every few seconds; browsers let
pages in the background do so once a minute. Programs need not: the protocol's own pings show whether they are alive."""

_LATE = (Refused, Pong)
"""Messages that follow the newest scene."""

ID = re.compile(r"[A-Za-z0-9_-]{8,40}")


class Socket:
    """A page or program at a seat, or watching (seat -1). A screen also watches, possibly by right of a seat."""

    def __init__(
        self,
        ws: WebSocket,
        room: Room,
        scheduler: Scheduler,
        public_address: PublicAddress,
        seat: int,
        language_code: str,
        screen: bool = False,
        barred: Callable[[], str] = lambda: "",
    ) -> None:
        """`barred`: a function that returns why the connection may not be at the table, as a code; "" if it may."""
        self.ws = ws
        self._send_bytes = sender(ws)
        self.barred = barred
        self.room = room
        self.scheduler = scheduler
        self.public_address = public_address
        self.by = seat
        self.screen = screen
        self.seat = BYSTANDER if screen else seat
        self.t = language(language_code)
        self.wants = "scene"
        self.have = -1
        self.seals = False
        self._scene_of = -1
        self._answers: list[Down] = []
        self._something = asyncio.Event()
        self._room_for_more = asyncio.Event()
        self._revision = (-1, -1)
        self._disconnected: str = ""
        self._bucket = TokenBucket(self.room.world.steady() / 1000)
        self._chat = ChatCursor(room.talk, -1)
        self._draws = DrawCursor(room)
        self._throttles = room.registry.throttles
        self._redraw = Redraw(self._throttles.redraws)

    # ---- Subscriber -------------------------------------------------------------------------------------------------

    def changed(self) -> None:
        self._something.set()

    @property
    def disconnected(self) -> bool:
        return bool(self._disconnected)

    @property
    def listens(self) -> bool:
        return self.wants == "view" or self._draws.listens  # programs need not say anything

    def disconnect(self, code: str) -> None:
        self._disconnected = code
        self._something.set()

    # ---- Life -------------------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Serve the connection until one of the two sides ends it."""
        try:
            await self._hello()
            await self._throttles.arrivals.turn()
            await self._enter()
            await self._read_and_write()
        except Disconnect as bye:
            await self._bye(bye)
        except StoreFailed as error:
            self.room.failed(error)
            await self._last(Bye("store", refusals.store_failed(self.t, error.code)))
        except (WebSocketDisconnect, TimeoutError, OSError):
            pass  # the other side is gone; it reconnects by itself
        finally:
            self.room.unsubscribe(self)
            await self._close(1001)

    async def _read_and_write(self) -> None:
        """Until one of the two ends. Raises its error."""
        both = {asyncio.ensure_future(self._read()), asyncio.ensure_future(self._write())}
        try:
            done, rest = await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
            if not self._disconnected:
                await self._throttles.departures.turn()
            for task in rest:
                task.cancel()
            await asyncio.gather(*both, return_exceptions=True)
            await done.pop()
        finally:
            both = done = rest = set()  # an error refers to this frame: if that referred to it, both would be garbage

    async def _hello(self) -> None:
        try:
            async with asyncio.timeout(HELLO_WITHIN):
                message = await self._receive()
        except (Malformed, TimeoutError) as error:
            raise Disconnect("hello_first") from error
        if not isinstance(message, Hello):
            raise Disconnect("hello_first")
        if message.language in LANGUAGES:
            self.t = language(message.language)
        if message.version != wire.VERSION:
            raise Disconnect("version")
        self.have, self.wants, self.seals = message.have, message.wants, message.seals
        self._chat = ChatCursor(self.room.talk, message.talk)
        await self._send(wire.Welcome(wire.VERSION, self.room.id, self.seat, self._draws.next))

    async def _enter(self) -> None:
        """Enter the room. Raises Disconnect if the connection is turned away; then nothing is read from it."""
        await self.room.subscribe(self)
        if self._disconnected or self.room.registry.closing:  # it has missed the farewell
            raise Disconnect(self._disconnected or "restart")

    async def _receive(self) -> Up:
        """The next message. Raises Malformed with the message's id, if one can be found."""
        async with asyncio.timeout(SILENT if self.wants == "scene" else None):
            try:
                message = await self.ws.receive()
            except RuntimeError as error:
                raise WebSocketDisconnect(1006) from error
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code") or 1005)
        self._draws.note_message()
        return read_message(message.get("text") or message.get("bytes") or b"")

    async def _read(self) -> None:
        while True:
            try:
                message = await self._receive()
            except Malformed as error:
                self._bucket.take(self.room.world.steady() / 1000)
                await self._reply(self._refused(str(error), "malformed"))
                continue
            if self._disconnected:  # its asks are ignored now; the writer says why
                await asyncio.Event().wait()
            affords = self._bucket.take(self.room.world.steady() / 1000)
            if isinstance(message, Ping):  # without an answer, a page would drop a connection that is alive
                await self._reply(Pong(-1))
            elif isinstance(message, Ask):
                reply = await self._answer(message) if affords else self._refused(message.id, "busy")
                if reply is not None:
                    await self._reply(reply)
            elif isinstance(message, Fetch) and affords:
                await self.room.look_up_log(self.seat, message.have)
                self.have, self._scene_of, self._revision = message.have, -1, (-1, -1)
                self._something.set()

    async def _answer(self, ask: Ask) -> Done | Refused | None:
        if not ID.fullmatch(ask.id):
            return self._refused(ask.id[:40], "id_bad")
        wanted = TableAsk(ask.do, self.seat, ask.id, ask.since, tuple(ask.moves), ask.arg)
        try:
            if ask.do == "seal":
                return said(self.at(), wanted, await self.room.seal(self, ask.arg))
            return await answer(self.at(), wanted, ask.path)
        except Exception as error:  # whatever the error is, the asker must hear of it
            log.exception("ask failed", table=self.room.id, seat=self.seat, do=ask.do[:20], error=repr(error))
            return self._refused(ask.id, "failed")

    async def _reply(self, message: Down) -> None:
        if isinstance(message, Refused):
            self.room.world.meters.refused("ask", message.code)
        self._answers.append(message)
        self._something.set()
        while len(self._answers) >= UNREAD:
            self._room_for_more.clear()
            await self._room_for_more.wait()

    def _refused(self, ask_id: str, code: str) -> Refused:
        return Refused(ask_id, code, refusals.sentence(self.t, self.room.table.game.name, Reason(code)))

    # ---- Down -------------------------------------------------------------------------------------------------------

    def at(self) -> Reader:
        return reader_at(self.room, self.scheduler, self.public_address, self.t.code, self.seat, self.screen, self.by)

    async def _write(self) -> None:
        """Send everything that waits. A refusal follows the scene on which it is based, since a scene would erase its
        text.

        A pong also follows the scene: its receiver must already know of the fact whose number it carries.
        """
        while True:
            waiting, self._answers = self._answers, []
            self._room_for_more.set()
            after = [message for message in waiting if isinstance(message, _LATE)]
            for message in [message for message in waiting if not isinstance(message, _LATE)]:
                await self._send(message)
            if not self._disconnected and (draw := self._draws.news()) is not None:
                await self._send(draw)
            number = self.room.table.number
            newer = not self._disconnected and self._revision != self.room.audience.revisions.of(self.seat)
            asked = any(not isinstance(message, Pong) for message in waiting)
            if newer := newer and self._redraw.due(asked or self._scene_of != number, self.changed):
                await self._send_bytes(self._newest())
                self.room.audience.sent(self, number)
            for late in after:
                await self._send(Pong(number) if isinstance(late, Pong) else late)
            if self._disconnected and not self._answers:
                raise Disconnect(self._disconnected)
            talk = self.wants == "scene" and not self._disconnected and self._chat.misses(self.room.now())
            if talk:
                await self._send(self._chat.news(self.at()))
            if not (newer or waiting or talk):
                self._something.clear()
                await self._something.wait()

    def _newest(self) -> bytes:
        """The newest scene (or view), with the lines of the log since the one before."""
        room = self.room
        self._revision = room.audience.revisions.of(self.seat)
        if self.wants == "view":
            view = room.view(self.seat)
            since = room.table.since[self.seat] if self.seat >= 0 else room.table.number
            self.have = self._scene_of = room.table.number
            return msgspec.json.encode(wire.ViewDown(room.table.number, since, view.json() if view else None))
        moved, celebrated = room.moved_since(self.seat, self._scene_of)
        key = (self.seat, self.t.code, bool(moved or celebrated) and self._scene_of, self.screen and (self.by,))
        at = self.at()
        drawn = room.audience.revisions.scene(key, lambda: msgspec.json.encode(scene(at, moved, celebrated)))
        entries, fresh = room.log_since(self.seat, self.have)
        lines = feed.lines(self.t, room.table.game.name, entries, at.names, self.seat)
        self.have = self._scene_of = room.table.number
        return msgspec.json.encode(EncodedScene(msgspec.Raw(drawn), lines, fresh))

    async def _send(self, message: Down) -> None:
        await self._send_bytes(msgspec.json.encode(message))

    async def _bye(self, bye: Disconnect) -> None:
        reason = Reason(bye.code, dict(bye.args_of_reason))
        self.room.world.meters.refused("connection", bye.code)
        text = refusals.sentence(self.t, self.room.table.game.name, reason)
        await self._last(Bye(bye.code, text, bye.again))

    async def _last(self, bye: Bye) -> None:
        """Say why the connection ends, and close it."""
        with contextlib.suppress(Exception):
            await self._send(bye)
        await self._close(CODES.get(bye.code, 1008))

    async def _close(self, code: int) -> None:
        if self.ws.application_state is WebSocketState.CONNECTED:
            with contextlib.suppress(Exception):
                await self.ws.close(code)
