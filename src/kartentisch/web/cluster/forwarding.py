"""The outermost layer of the application: what belongs to a table of another server is forwarded there.

If the other server has gone, or says that it is not the one, a request waits here with its body until another server
may have the table, and this one takes it.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Awaitable, Callable
from functools import partial

import structlog
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kartentisch.engine.reasons import Reason
from kartentisch.store import StoreFailed
from kartentisch.store.peers import Peer
from kartentisch.web.cluster.bodies import Body, TooLong
from kartentisch.web.cluster.carrying import (
    MISDIRECTED,
    BrokeOff,
    Line,
    Silent,
    carry_request,
    carry_socket,
    client,
    target_of,
)
from kartentisch.web.cluster.owners import Owners
from kartentisch.web.cluster.passes import Passes
from kartentisch.web.live.meters import UNCOUNTED, Meters
from kartentisch.web.pages.errors import HELD
from kartentisch.web.pages.request import language_of
from kartentisch.web.phrases import refusals

log = structlog.get_logger()
SPARE = 4.0
"""Seconds after the lease of a server that does not answer: by then its tables are free."""
LONGEST_WAIT = 30.0
"""Seconds that a request waits at most, as proxies and people give up. A page comes again."""
PAUSE = 0.25
MOST_HOPS = 2
"""A server that cannot be reached from here may be reached from a third one."""
HOPS = "kartentisch.hops"
"""How often a request had been forwarded when it came here."""
LOG = re.compile(r"/(?:t/([^/]+)(?:/.*)?|pad/([^/]+)(?:/socket)?)", re.DOTALL)
"""Addresses of a table, and of a shared pad; those of a game's own pad belong to nobody."""
STATIC = re.compile(r"/static/(v[0-9a-f]{10})/.*", re.DOTALL)
"""Files of a page, with the version of all of them: a page of another version needs those of that version."""
STAYS = re.compile(r"/(?:static/.*|healthz|readyz|statistics)")
"""Addresses that a server which is about to stop still answers itself."""


class Forwarding:
    def __init__(
        self,
        app: ASGIApp,
        owners: Owners,
        passes: Passes,
        base: str,
        here: Callable[[str], bool],
        closing: Callable[[], bool],
        newer: Callable[[str], Awaitable[bool]],
        meters: Meters = UNCOUNTED,
        files: Callable[[], str] = lambda: "",
    ) -> None:
        """`base`: the path of the server. `here`: whether a log is in memory. `closing`: whether this server takes
        no more logs, as it is about to stop or drains. `newer`: whether a log needs another version of the program.
        `files`: the version of the files of pages here.
        """
        self.app, self.owners, self.passes, self.base = app, owners, passes, base
        self._here, self._closing, self._newer = here, closing, newer
        self._http = client()
        self._meters = meters
        self._files = files

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._for_life(scope, receive, send)
            return
        path = scope["path"].removeprefix(self.base)
        found = LOG.fullmatch(path)
        log_id = (found[1] or found[2]) if found else ""
        if (file := STATIC.fullmatch(path)) and file[1] != self._files() and not scope.get(HOPS):
            await self._file(scope, receive, send)
            return
        stays = self._here(log_id) if log_id else not self._closing() or STAYS.fullmatch(path)
        if stays:
            await self.app(scope, receive, send)
        else:
            try:
                await self._led(log_id, scope, receive, send)
            except (BrokeOff, TooLong):
                self._count(scope, "broke_off")
                await _unanswered(scope, receive, send)

    async def _for_life(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await self.app(scope, receive, send)
        finally:
            await self._http.aclose()

    async def _file(self, scope: Scope, receive: Receive, send: Send) -> None:
        """A file for a page of another version, from a server of that version if there is one."""
        try:
            peer = await self.owners.unlike(scope["path"])
            if peer is not None:
                await self._carried(peer, 1, scope, receive, self._counting("answered", scope, send))
                return
        except (Silent, BrokeOff, StoreFailed) as error:
            log.warning("a file of another version cannot be fetched", error=repr(error))
        await self.app(scope, receive, send)

    async def _led(self, log_id: str, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer from the server that has the log; from this one if none has it. Raises BrokeOff, TooLong."""
        begun = time.monotonic()
        held = False
        again = Body(receive).again if scope["type"] == "http" else lambda: receive
        while True:
            peer = await self._peer(log_id, scope)
            if peer is None and log_id and scope.get(HOPS) and self._closing():
                await _unreached(scope, again(), send)  # the other server has not heard yet that it was handed over
                return
            if peer is None and log_id and scope["type"] == "http" and not held:
                if await self._answered_here(log_id, scope, again(), send):
                    return
                held = True
                continue
            if peer is None:
                await self.app(scope, again(), send)
                return
            try:
                await self._carried_somehow(peer, scope, again, send)
                return
            except Silent:
                self.owners.forget(log_id)
            if time.monotonic() - begun > (0 if scope.get(HOPS) else min(peer.lives + SPARE, LONGEST_WAIT)):
                self._count(scope, "unreached")
                await _unreached(scope, receive, send)
                return
            await asyncio.sleep(PAUSE)

    async def _answered_here(self, log_id: str, scope: Scope, receive: Receive, send: Send) -> bool:
        """Answer from this server. False if another one has taken the log meanwhile; then nothing was done."""
        held = {log_id: False}

        async def unless_held(message: Message) -> None:
            if not held[log_id]:
                await send(message)

        await self.app({**scope, HELD: held}, receive, unless_held)
        return not held[log_id]

    async def _peer(self, log_id: str, scope: Scope) -> Peer | None:
        """The other server that is to answer; None for this one."""
        try:
            owner = await self.owners.of(log_id) if log_id else None
            if owner is None and self._closing() and not scope.get(HOPS):
                return next((one for one in await self.owners.others() if not one.draining), None)
            if owner is None and log_id and scope.get(HOPS, 0) < MOST_HOPS:
                unlike = await self.owners.unlike(log_id)
                return unlike if unlike is not None and await self._newer(log_id) else None
        except StoreFailed as error:  # the application says what that means
            log.warning("the owner of a table cannot be found", code=error.code)
            return None
        return owner

    async def _carried_somehow(self, owner: Peer, scope: Scope, again: Callable[[], Receive], send: Send) -> None:
        """Straight to the owner, or through a third server if there is no way. `again`: what the visitor sends, from
        the beginning. Raises Silent, BrokeOff, TooLong.
        """
        hops = scope.get(HOPS, 0) + 1
        if hops > MOST_HOPS or not owner.address:
            raise Silent
        try:
            await self._carried(owner, hops, scope, again(), self._counting("answered", scope, send))
            return
        except Silent:
            if hops == MOST_HOPS:
                raise
        for third in await self._thirds(owner):
            try:
                await self._carried(third, hops, scope, again(), self._counting("answered_by_a_third", scope, send))
                return
            except Silent:
                continue
        raise Silent

    async def _thirds(self, owner: Peer) -> list[Peer]:
        try:
            return [one for one in await self.owners.others_lately() if one.id != owner.id]
        except StoreFailed:
            return []

    def _count(self, scope: Scope, outcome: str) -> None:
        self._meters.forwarded("request" if scope["type"] == "http" else "socket", outcome)

    def _counting(self, outcome: str, scope: Scope, send: Send) -> Send:
        """Count as soon as the other server answers: a socket stays open for hours."""
        begun = False

        async def counted(message: Message) -> None:
            nonlocal begun
            if not begun:
                begun = True
                self._count(scope, outcome)
            await send(message)

        return counted

    async def _carried(self, peer: Peer, hops: int, scope: Scope, receive: Receive, send: Send) -> None:
        connection, method = HTTPConnection(scope), scope.get("method", "GET")
        visitor = connection.client.host if connection.client else ""
        scheme = "https" if scope["scheme"] in ("https", "wss") else "http"
        host = connection.headers.get("host", "")
        signed = self.passes.write(peer.id, method, target_of(scope), visitor, scheme, host, hops)
        line = Line(signed, partial(self.passes.knows, signed), partial(self.owners.gone, peer))
        if scope["type"] == "http":
            await carry_request(self._http, peer, line, scope, receive, send)
        else:
            gone = refusals.sentence(language_of(connection), "", Reason("moved"))
            await carry_socket(peer, line, gone, scope, receive, send)


async def _unanswered(scope: Scope, receive: Receive, send: Send) -> None:
    """The other server has gone in the middle. A form that is sent again is carried out once."""
    text = refusals.sentence(language_of(HTTPConnection(scope)), "", Reason("moved"))
    await PlainTextResponse(f"{text}\n", 503, {"Retry-After": "1"})(scope, receive, send)


async def _unreached(scope: Scope, receive: Receive, send: Send) -> None:
    """The server that has the table lives, but there is no way to it."""
    if scope.get(HOPS):
        await PlainTextResponse("", MISDIRECTED)(scope, receive, send)
    else:
        await _unanswered(scope, receive, send)
