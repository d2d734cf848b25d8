"""One connection to a lesson: its table lives here, and ends with the connection."""

from __future__ import annotations

import asyncio
import contextlib

import msgspec
import structlog
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from kartentisch.engine.reasons import Reason
from kartentisch.table.facts import Ask as TableAsk
from kartentisch.web import wire
from kartentisch.web.access.rate_limit import TokenBucket
from kartentisch.web.lessons.course import Course
from kartentisch.web.lessons.lesson import LEARNER
from kartentisch.web.lessons.scene import lines, names, scene
from kartentisch.web.lessons.session import Session
from kartentisch.web.live.world import World
from kartentisch.web.phrases import refusals
from kartentisch.web.socket.connection import HELLO_WITHIN, ID, SILENT
from kartentisch.web.socket.disconnect import CODES, Disconnect
from kartentisch.web.socket.messages import Malformed, read_message
from kartentisch.web.socket.sending import sender
from kartentisch.web.socket.telling import untold
from kartentisch.web.table_scene.spoken import QUESTIONS, told
from kartentisch.web.wire import Ask, Bye, Done, Fetch, Hello, Ping, Pong, Refused, Up
from kartentisch.words.language import LANGUAGES, language

log = structlog.get_logger()
REMEMBERED = 64
"""The number of answers that are kept, so that an ask that is sent again is not done again."""
UNREAD = 32
"""The number of messages that may wait. Until they are read, nothing more is read."""


class LessonSocket:
    def __init__(self, ws: WebSocket, course: Course, language_code: str, world: World) -> None:
        self.ws = ws
        self._send_bytes = sender(ws)
        self.course = course
        self.t = language(language_code)
        self.world = world
        self.session = Session(course)
        self._told = 0
        """The number of entries of the log that have been sent."""
        self._answers: dict[str, Done | Refused] = {}
        self._bucket = TokenBucket(world.steady() / 1000)
        self._messages: asyncio.Queue[Up | Exception] = asyncio.Queue(UNREAD)

    async def run(self) -> None:
        """Serve the connection until one of the two sides ends it."""
        reader = asyncio.ensure_future(self._read())
        try:
            await self._hello()
            await self._serve()
        except Disconnect as bye:
            text = refusals.sentence(self.t, self.course.lesson.game, Reason(bye.code, dict(bye.args_of_reason)))
            with contextlib.suppress(Exception):
                await self._send(Bye(bye.code, text, bye.again))
            await self._close(CODES.get(bye.code, 1008))
        except (WebSocketDisconnect, TimeoutError, OSError):
            pass  # the other side is gone; it reconnects by itself
        finally:
            reader.cancel()
            await self._close(1001)

    async def _read(self) -> None:
        """Put all messages into the queue, last of all the reason why no more come."""
        while True:
            message: Up | Exception
            try:
                async with asyncio.timeout(SILENT):
                    message = await self._receive()
            except Malformed as error:
                message = error
            except (Disconnect, WebSocketDisconnect, TimeoutError, OSError, RuntimeError) as error:
                ended = WebSocketDisconnect(1006) if isinstance(error, RuntimeError) else error
                await self._messages.put(ended)
                return
            await self._messages.put(message)

    async def _receive(self) -> Up:
        received = await self.ws.receive()
        if received["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(received.get("code") or 1005)
        return read_message(received.get("text") or received.get("bytes") or b"")

    async def _next(self) -> Up | Malformed:
        message = await self._messages.get()
        if isinstance(message, Exception) and not isinstance(message, Malformed):
            raise message
        return message

    async def _hello(self) -> None:
        try:
            async with asyncio.timeout(HELLO_WITHIN):
                message = await self._next()
        except TimeoutError as error:
            raise Disconnect("hello_first") from error
        if not isinstance(message, Hello) or message.wants != "scene":
            raise Disconnect("hello_first")
        if message.language in LANGUAGES:
            self.t = language(message.language)
        if message.version != wire.VERSION:
            raise Disconnect("version")
        self.session.jump(message.moment)
        await self._send(wire.Welcome(wire.VERSION, "", LEARNER))
        await self._show()

    async def _serve(self) -> None:
        clock, pace = asyncio.get_running_loop().time, self.world.lesson_pace / 1000
        due: float | None = None
        while True:
            if not self.session.waits:
                due = None
            elif due is None:
                due = clock() + pace
            try:
                async with asyncio.timeout_at(due):
                    message = await self._next()
            except TimeoutError:
                if due is None:
                    raise
                due = None
                self.session.proceed()
                await self._show()
                continue
            await self._take(message)

    async def _take(self, message: Up | Malformed) -> None:
        affords = self._bucket.take(self.world.steady() / 1000)
        match message:
            case Ping():  # without an answer, a page would drop a connection that is alive
                await self._send(Pong(self.session.table.number))
            case Ask():
                await self._answer(message, affords)
            case Fetch() if affords:
                self.session.forget_told()
                await self._show()
            case Malformed():
                await self._send(self._refused(str(message), Reason("malformed")))

    async def _answer(self, ask: Ask, affords: bool) -> None:
        answer = self._answers.get(ask.id)
        if answer is None:
            answer = self._done(ask) if affords else self._refused(ask.id, Reason("busy"))
            if affords and ID.fullmatch(ask.id):
                self._answers[ask.id] = answer
            while len(self._answers) > REMEMBERED:
                del self._answers[next(iter(self._answers))]
        if affords:
            await self._show()  # first: a scene erases what a page says about a refusal
        await self._send(answer)

    def _done(self, ask: Ask) -> Done | Refused:
        if not ID.fullmatch(ask.id):
            return self._refused(ask.id[:40], Reason("id_bad"))
        game, session = self.course.lesson.game, self.session
        if ask.do == "language" and ask.arg in LANGUAGES:
            return Done(ask.id, session.table.number, f"/language/{ask.arg}?back=/learn/{game}")
        if ask.do == "coach" and ask.arg == "end":
            return Done(ask.id, session.table.number, f"/learn/{game}/done")
        if ask.do == "tell" and ask.arg in QUESTIONS:
            says = told(self.t, ask.arg, scene(session, self.t), lines(session, self.t, 0))
            return Done(ask.id, session.table.number, says)
        if ask.do == "tell":
            return self._refused(ask.id, untold(ask.arg))
        try:
            why = session.ask(TableAsk(ask.do, LEARNER, ask.id, ask.since, tuple(ask.moves), ask.arg), ask.path)
        except Exception as error:  # whatever the error is, the asker must hear of it
            log.exception("ask of a lesson failed", game=game, do=ask.do[:20], error=repr(error))
            why = Reason("failed")
        if why is None:
            return Done(ask.id, session.table.number)
        if ask.do == "why":
            return Done(ask.id, session.table.number, self._sentence(why))
        return self._refused(ask.id, why)

    def _refused(self, ask_id: str, why: Reason) -> Refused:
        self.world.meters.refused("lesson", why.code)
        return Refused(ask_id, why.code, self._sentence(why))

    def _sentence(self, why: Reason) -> str:
        return refusals.sentence(self.t, self.course.lesson.game, why, names(self.t))

    async def _show(self) -> None:
        """Send the newest scene, with the lines of the log since the one before."""
        session = self.session
        fresh, moved = session.take_told()
        told = 0 if fresh else self._told
        self._told = len(session.log)
        await self._send(wire.SceneDown(scene(session, self.t, moved), lines(session, self.t, told), fresh))

    async def _send(self, message: wire.Down) -> None:
        await self._send_bytes(msgspec.json.encode(message))

    async def _close(self, code: int) -> None:
        if self.ws.application_state is WebSocketState.CONNECTED:
            with contextlib.suppress(Exception):
                await self.ws.close(code)
