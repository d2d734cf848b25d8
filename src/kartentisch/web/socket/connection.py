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
from kartentisch.web.scene import Line
from kartentisch.web.socket.asks import answer
from kartentisch.web.socket.disconnect import CODES, Disconnect
from kartentisch.web.socket.talk import ChatCursor
from kartentisch.web.table_scene.reader import Reader, sitting
from kartentisch.web.table_scene.scene import scene
from kartentisch.web.wire import MAX_BYTES, Ask, Bye, Done, Down, Fetch, Hello, Ping, Pong, Refused, Up
from kartentisch.words.language import LANGUAGES, language

log = structlog.get_logger()
UNREAD = 32
"""Answers that may wait for a slow reader. Until it has read them, nothing more is read from it."""
SEND_WITHIN = 20.0
HELLO_WITHIN = 10.0
SILENT = 150.0
"""Seconds without a message after which a page's connection is dropped. Pages ping every few seconds; browsers let
pages in the background do so once a minute. Programs need not: the protocol's own pings show whether they are alive."""

_UP: msgspec.json.Decoder[Up] = msgspec.json.Decoder(Up)
_ID = re.compile(r"[A-Za-z0-9_-]{8,40}")
_ANY_ID = re.compile(r'"id"\s*:\s*"([A-Za-z0-9_-]{1,40})"')


class _SceneDown(msgspec.Struct, tag="scene", tag_field="t"):
    """Like `wire.SceneDown`, with a scene that was encoded once for everyone who sees the same."""

    scene: msgspec.Raw
    log: list[Line]
    fresh: bool = False


class Malformed(Exception):  # noqa: N818 - what the message was
    pass


class Socket:
    """A page or program at a seat, or watching (seat -1). A screen watches too; it may do so by right of a seat."""

    def __init__(
        self,
        ws: WebSocket,
        room: Room,
        clockwork: Scheduler,
        reach: PublicAddress,
        seat: int,
        code: str,
        screen: bool = False,
        barred: Callable[[], str] = lambda: "",
    ) -> None:
        """`barred`: a function that returns why the connection may not be at the table, as a code; "" if it may."""
        self.ws = ws
        self.barred = barred
        self.room = room
        self.clockwork = clockwork
        self.reach = reach
        self.by = seat
        self.screen = screen
        self.seat = BYSTANDER if screen else seat
        self.t = language(code)
        self.wants = "scene"
        self.have = -1
        self._scene_of = -1
        self._answers: list[Down] = []
        self._something = asyncio.Event()
        self._room_for_more = asyncio.Event()
        self._revision = (-1, -1)
        self._dismissed: str = ""
        self._credits = TokenBucket(self.room.world.steady() / 1000)
        self._ear = ChatCursor(room.talk, -1)

    # ---- Subscriber -------------------------------------------------------------------------------------------------

    def changed(self) -> None:
        self._something.set()

    @property
    def dismissed(self) -> bool:
        return bool(self._dismissed)

    def dismiss(self, code: str) -> None:
        self._dismissed = code
        self._something.set()

    # ---- Life -------------------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Serve the connection until one of the two sides ends it."""
        try:
            await self._hello()
            await self._enter()
            reader = asyncio.ensure_future(self._read())
            writer = asyncio.ensure_future(self._write())
            done, rest = await asyncio.wait({reader, writer}, return_when=asyncio.FIRST_COMPLETED)
            for task in rest:
                task.cancel()
            ends = await asyncio.gather(*done, *rest, return_exceptions=True)
            if isinstance(ends[0], BaseException):
                raise ends[0]
        except Disconnect as bye:
            await self._bye(bye)
        except StoreFailed as error:
            self.room.failed(error)
            await self._last(Bye("store", refusals.store_failed(self.t, error.code)))
        except (WebSocketDisconnect, TimeoutError, OSError):
            pass  # the other side is gone; it reconnects by itself
        finally:
            self.room.leave(self)
            await self._close(1001)

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
        self.have, self.wants = message.have, message.wants
        self._ear = ChatCursor(self.room.talk, message.talk)
        await self._send(wire.Welcome(wire.VERSION, self.room.id, self.seat))

    async def _enter(self) -> None:
        """Enter the room. Raises Disconnect if the connection is turned away; then nothing is read from it."""
        await self.room.enter(self)
        if self._dismissed:
            raise Disconnect(self._dismissed)

    async def _receive(self) -> Up:
        """The next message. Raises Malformed with the message's id, if one can be found."""
        async with asyncio.timeout(SILENT if self.wants == "scene" else None):
            try:
                message = await self.ws.receive()
            except RuntimeError as error:
                raise WebSocketDisconnect(1006) from error
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code") or 1005)
        data: str | bytes = message.get("text") or message.get("bytes") or b""
        if len(data) > MAX_BYTES or (isinstance(data, str) and len(data.encode("utf-8", "surrogatepass")) > MAX_BYTES):
            raise Disconnect("oversized", n=MAX_BYTES)
        try:
            message_up = _UP.decode(data)
        except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
            text = data if isinstance(data, str) else data.decode(errors="replace")
            found = _ANY_ID.search(text)
            raise Malformed(found[1] if found else "") from error
        return message_up

    async def _read(self) -> None:
        while True:
            try:
                message = await self._receive()
            except Malformed as error:
                self._credits.take(self.room.world.steady() / 1000)
                await self._reply(self._refused(str(error), "malformed"))
                continue
            if self._dismissed:  # its asks are ignored now; the writer says why
                await asyncio.Event().wait()
            affords = self._credits.take(self.room.world.steady() / 1000)
            if isinstance(message, Ping):  # without an answer, a page would drop a connection that is alive
                await self._reply(Pong(-1))
            elif isinstance(message, Ask):
                await self._reply(await self._answer(message) if affords else self._refused(message.id, "busy"))
            elif isinstance(message, Fetch) and affords:
                self.have, self._scene_of, self._revision = message.have, -1, (-1, -1)
                self._something.set()

    async def _answer(self, ask: Ask) -> Done | Refused:
        if not _ID.fullmatch(ask.id):
            return self._refused(ask.id[:40], "id_bad")
        wanted = TableAsk(ask.do, self.seat, ask.id, ask.since, tuple(ask.moves), ask.arg)
        try:
            return await answer(self.at(), wanted, ask.path)
        except Exception as error:  # whatever the error was, the asker must hear of it
            log.exception("ask failed", table=self.room.id, seat=self.seat, do=ask.do[:20], error=repr(error))
            return self._refused(ask.id, "failed")

    async def _reply(self, message: Down) -> None:
        self._answers.append(message)
        self._something.set()
        while len(self._answers) >= UNREAD:
            self._room_for_more.clear()
            await self._room_for_more.wait()

    def _refused(self, ask_id: str, code: str) -> Refused:
        return Refused(ask_id, code, refusals.sentence(self.t, self.room.table.game.name, Reason(code)))

    # ---- Down -------------------------------------------------------------------------------------------------------

    def at(self) -> Reader:
        return sitting(self.room, self.clockwork, self.reach, self.t.code, self.seat, self.screen, self.by)

    async def _write(self) -> None:
        """Send what waits. A refusal follows the scene that it rests on, as a scene would erase its text.

        A pong also follows the scene: its receiver must already know of the fact whose number it carries.
        """
        while True:
            waiting, self._answers = self._answers, []
            self._room_for_more.set()
            after = [message for message in waiting if isinstance(message, Refused | Pong)]
            for message in [message for message in waiting if not isinstance(message, Refused | Pong)]:
                await self._send(message)
            number = self.room.table.number
            newer = not self._dismissed and self._revision != self.room.revisions.of(self.seat)
            if newer:
                await self._send_bytes(self._newest())
            for late in after:
                await self._send(Pong(number) if isinstance(late, Pong) else late)
            if self._dismissed and not self._answers:
                raise Disconnect(self._dismissed)
            heard = self.wants == "scene" and not self._dismissed and self._ear.misses(self.room.now())
            if heard:
                await self._send(self._ear.news(self.at()))
            if not (newer or waiting or heard):
                self._something.clear()
                await self._something.wait()

    def _newest(self) -> bytes:
        """The newest scene (or view), with the lines of the log since the one before."""
        room = self.room
        self._revision = room.revisions.of(self.seat)
        if self.wants == "view":
            view = room.view(self.seat)
            since = room.table.since[self.seat] if self.seat >= 0 else room.table.number
            self.have = room.table.number
            return msgspec.json.encode(wire.ViewDown(room.table.number, since, view.json() if view else None))
        moved, cheered = room.news(self.seat, self._scene_of)
        key = (self.seat, self.t.code, bool(moved or cheered) and self._scene_of, self.screen and (self.by,))
        at = self.at()
        drawn = room.revisions.drawn
        if key not in drawn:
            drawn[key] = msgspec.json.encode(scene(at, moved, cheered))
        told, fresh = room.past(self.seat, self.have)
        lines = feed.lines(self.t, room.table.game.name, told, at.names, self.seat)
        self.have = self._scene_of = room.table.number
        return msgspec.json.encode(_SceneDown(msgspec.Raw(drawn[key]), lines, fresh))

    async def _send(self, message: Down) -> None:
        await self._send_bytes(msgspec.json.encode(message))

    async def _send_bytes(self, data: bytes) -> None:
        async with asyncio.timeout(SEND_WITHIN):
            try:
                await self.ws.send_text(data.decode())
            except RuntimeError as error:  # Starlette's way to say that the connection is already closed
                raise WebSocketDisconnect(1006) from error

    async def _bye(self, bye: Disconnect) -> None:
        reason = Reason(bye.code, dict(bye.args_of_reason))
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
