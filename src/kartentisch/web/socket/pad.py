"""A connection to a shared pad: it reads entries and sends what is new. It writes with the secret of the link only."""

from __future__ import annotations

import asyncio
import contextlib

import msgspec
import structlog
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from kartentisch.engine.reasons import Reason
from kartentisch.store import StoreFailed
from kartentisch.web import wire
from kartentisch.web.access.rate_limit import TokenBucket
from kartentisch.web.access.tokens import Tokens
from kartentisch.web.live.answers import Answer
from kartentisch.web.live.pad_messages import EntryUp, PadDown, down, given
from kartentisch.web.live.pads import PadRegistry, PadRoom, token_of
from kartentisch.web.phrases import refusals
from kartentisch.web.socket.disconnect import CODES, Disconnect
from kartentisch.web.socket.messages import Malformed, read_message
from kartentisch.web.socket.sending import sender
from kartentisch.web.wire import Ask, Bye, Done, Fetch, Hello, Ping, Pong, Refused, Welcome
from kartentisch.words.language import LANGUAGES, language

log = structlog.get_logger()
HELLO_WITHIN, SILENT = 10.0, 150.0
UNREAD = 32
"""Answers that may wait for a slow reader before nothing more is read from it."""


class _Sent(msgspec.Struct):
    """What the `arg` of an ask holds."""

    key: str = ""
    """The secret of the link that writes."""
    entry: EntryUp | None = None
    renew: bool = False
    """Of `delete`: the same entries get new links."""


class PadSocket:
    def __init__(self, ws: WebSocket, room: PadRoom, pads: PadRegistry, tokens: Tokens, code: str) -> None:
        self.ws, self.room, self.pads, self.tokens, self.t = ws, room, pads, tokens, language(code)
        self._send_bytes = sender(ws)
        self.have = -1
        self._gone = ""
        self._something = asyncio.Event()
        self._answers = asyncio.Queue[Done | Refused | Pong](UNREAD)
        self._bucket = TokenBucket(pads.world.steady() / 1000)

    def changed(self) -> None:
        self._something.set()

    def disconnect(self, code: str) -> None:
        self._gone = code
        self._something.set()

    async def run(self) -> None:
        """Serve the connection until one of the two sides ends it."""
        try:
            await self._hello()
            ends = {asyncio.ensure_future(self._read()), asyncio.ensure_future(self._write())}
            done, rest = await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
            for task in rest:
                task.cancel()
            for end in await asyncio.gather(*done, *rest, return_exceptions=True):
                if isinstance(end, BaseException) and not isinstance(end, asyncio.CancelledError):
                    raise end
        except Disconnect as bye:
            await self._last(bye.code, bye.again, bye.args_of_reason)
        except (WebSocketDisconnect, TimeoutError, OSError):
            pass  # the other side is gone; it connects again by itself
        finally:
            self.room.unsubscribe(self)
            await self._close(1001)

    async def _hello(self) -> None:
        try:
            async with asyncio.timeout(HELLO_WITHIN):
                message = await self._receive()
        except (Malformed, TimeoutError) as error:
            raise Disconnect("hello_first") from error
        if not isinstance(message, Hello):
            raise Disconnect("hello_first")
        if message.version != wire.VERSION:
            raise Disconnect("version")
        if message.language in LANGUAGES:
            self.t = language(message.language)
        self.have = message.have
        await self._send(Welcome(wire.VERSION, self.room.id, -1))
        if full := self.room.subscribe(self):
            raise Disconnect(full)

    async def _receive(self) -> wire.Up:
        async with asyncio.timeout(SILENT):
            try:
                message = await self.ws.receive()
            except RuntimeError as error:
                raise WebSocketDisconnect(1006) from error
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code") or 1005)
        return read_message(message.get("text") or message.get("bytes") or b"")

    async def _read(self) -> None:
        while True:
            try:
                message = await self._receive()
            except Malformed as error:
                self._bucket.take(self.pads.world.steady() / 1000)
                await self._reply(self._refused(str(error), Reason("malformed")))
                continue
            affords = self._bucket.take(self.pads.world.steady() / 1000)
            match message:
                case Ping():
                    await self._reply(Pong(self.room.pad.newest))
                case Ask(id=ask_id):
                    answer = await self._answer(message) if affords else self._refused(ask_id[:40], Reason("busy"))
                    if answer is not None:
                        await self._reply(answer)
                case Fetch(have=have) if affords:
                    self.have = have
                    self._something.set()

    async def _answer(self, ask: Ask) -> Done | Refused | None:
        """None: it is not known whether it was done, or another server has the pad, so the page asks again."""
        try:
            sent = msgspec.json.decode(ask.arg, type=_Sent)
        except msgspec.MsgspecError:
            return self._refused(ask.id[:40], Reason("malformed"))
        if not self.tokens.opens_pad(sent.key[:500], token_of(self.room.id)):
            return self._refused(ask.id[:40], Reason("pad_read_only"))
        try:
            if ask.do == "delete":
                await self.pads.delete(self.room, "pad_renewed" if sent.renew else "pad_deleted")
                return Done(ask.id, 0)
            one = (
                given(sent.entry)
                if sent.entry is not None and ask.do == "enter"
                else Reason("pad_do", {"do": ask.do[:20]})
            )
            if isinstance(one, Reason):
                return self._refused(ask.id[:40], one)
            answer = await self.room.ask([one])
        except StoreFailed as error:
            answer = Answer(failed=error.code)
        if answer.unknown:
            return None
        if answer.failed:
            return Refused(ask.id, "store", refusals.store_failed(self.t, answer.failed))
        return Done(ask.id, answer.number) if answer.reason is None else self._refused(ask.id[:40], answer.reason)

    async def _reply(self, message: Done | Refused | Pong) -> None:
        if isinstance(message, Refused):
            self.pads.world.meters.refused("ask", message.code)
        await self._answers.put(message)
        self._something.set()

    def _refused(self, ask_id: str, why: Reason) -> Refused:
        return Refused(ask_id, why.code, refusals.sentence(self.t, "", why))

    async def _write(self) -> None:
        """Send what is new, then the answers: who is told that an entry is in has been sent it."""
        while True:
            self._something.clear()
            waiting = [self._answers.get_nowait() for _ in range(self._answers.qsize())]
            if lines := self.room.lines(self.have):
                self.have = lines[-1][0].number
                await self._send(PadDown([down(line, name) for line, name in lines]))
            for message in waiting:
                await self._send(message)
            if self._gone:
                raise Disconnect(self._gone)
            await self._something.wait()

    async def _send(self, message: msgspec.Struct) -> None:
        await self._send_bytes(msgspec.json.encode(message))

    async def _last(self, code: str, again: bool, args: dict[str, object]) -> None:
        self.pads.world.meters.refused("connection", code)
        with contextlib.suppress(Exception):
            await self._send(Bye(code, refusals.sentence(self.t, "", Reason(code, args)), again))
        await self._close(CODES.get(code, 1008))

    async def _close(self, code: int) -> None:
        if self.ws.application_state is WebSocketState.CONNECTED:
            with contextlib.suppress(Exception):
                await self.ws.close(code)
