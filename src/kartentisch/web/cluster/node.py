"""This server among those that share its store: what it forwards, lets go and hands over."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence

import structlog
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kartentisch.store import StoreFailed, written
from kartentisch.store.peers import Peers, cut_off
from kartentisch.web.cluster.forwarding import Forwarding
from kartentisch.web.cluster.gate import Gate
from kartentisch.web.cluster.owners import Owners
from kartentisch.web.cluster.passes import Passes
from kartentisch.web.live import new_tables
from kartentisch.web.live import pads as new_pads
from kartentisch.web.live.handing_over import hand_over, hand_over_all, hand_over_pad, let_go
from kartentisch.web.live.new_tables import New
from kartentisch.web.live.pads import PadRegistry, PadRoom
from kartentisch.web.live.registry import RoomRegistry
from kartentisch.web.pages import static_files

log = structlog.get_logger()
SETTLED = 2000
"""Milliseconds after which a table that was opened by an ask is handed over: its first facts are written then."""
NEWER = ("log_newer", "rules_unknown", "game_missing")
"""Why a program cannot read a log that another version can read."""
LOOK = 0.1
"""Seconds between two looks at whether the database still answers, and at what was opened here."""
DRAINS = 0.5
"""Seconds between two looks at whether an operator wants this node to be empty."""
NOTICED = 2000
"""Milliseconds from then until tables are handed over. By then proxies that ask for /readyz send nobody here any more,
so a page that comes again does not come here.
"""
ALONE = 10
"""Seconds without another node that takes logs, after which a node that drains takes some again."""


class Node:
    def __init__(
        self, peers: Peers, runs: Callable[[], int], rooms: RoomRegistry, pads: PadRegistry, key: bytes, base: str
    ) -> None:
        """`runs`: how often this server has entered the store. `key`: of the seats' links. `base`: the path of the
        server.
        """
        self._peers, self._runs, self._rooms, self._pads, self._base = peers, runs, rooms, pads, base
        self._owners = Owners(peers)
        self._passes = Passes(key, lambda: peers.id, peers.now)
        self._seen = runs()

    def around(self, app: ASGIApp) -> tuple[ASGIApp, ASGIApp]:
        """The application for people, and the one for the other servers."""
        forwarding = Forwarding(
            Opening(app, self.pass_on, self.pass_on_pads),
            self._owners,
            self._passes,
            self._base,
            self._here,
            lambda: self._rooms.closing or self._peers.draining,
            self._newer,
            self._rooms.world.meters,
            static_files.version,
        )
        return forwarding, Gate(forwarding, self._passes)

    def _here(self, log_id: str) -> bool:
        return self._rooms.has(log_id) or self._pads.in_use(log_id)

    async def _newer(self, log_id: str) -> bool:
        """Whether a table needs another version of the program: it was opened there, or played on there."""
        reason = await self._rooms.logs.unreadable(log_id)
        return reason is not None and reason.code in NEWER

    async def watch(self) -> None:
        """Let everything go while the database does not answer: others may have it by then. It is never written here,
        and pages must not be shown what is old.
        """
        while True:
            try:
                await self._look()
            except Exception as error:  # the next look is as important
                log.exception("this server cannot look after itself", error=repr(error))
            await asyncio.sleep(LOOK)

    async def _look(self) -> None:
        if cut_off(self._peers) or self._runs() != self._seen:
            self._seen = self._runs()
            if self._rooms.open_rooms() or self._pads.open_rooms():
                log.warning("this server lets its tables go: the database has not answered for too long")
                await let_go(self._rooms, self._pads)
        await self.pass_on(self._rooms.new_tables.settled(self._rooms.world.steady() - SETTLED))

    async def pass_on(self, opened: Sequence[New]) -> None:
        """Hand over tables that were opened here. Their pages come to the server that the proxy chooses for them, and
        would have to be forwarded here for good.
        """
        try:
            if opened and any(not one.draining for one in await self._owners.others()):
                for room, _ in opened:
                    if room.table.gathers_until and self._here(
                        room.id
                    ):  # only this server knows the seals of the pages
                        self._rooms.new_tables.later(room, self._rooms.world.steady())
                    else:
                        await hand_over(self._rooms, room)
        except StoreFailed as error:
            log.warning("a new table stays here", code=error.code)

    async def pass_on_pads(self, opened: Sequence[PadRoom]) -> None:
        """The same for pads that were shared here."""
        try:
            if opened and any(not one.draining for one in await self._owners.others()):
                for room in opened:
                    await hand_over_pad(self._pads, room)
        except StoreFailed as error:
            log.warning("a new pad stays here", code=error.code)

    async def keep_empty(self) -> None:
        """While an operator has this node drain, hand over what it has. If all others have gone meanwhile, it takes
        logs again: better here than nowhere.
        """
        told, seen = False, self._rooms.world.steady()
        since = seen
        while not self._rooms.closing:
            if (wanted := self._peers.draining) != told:
                told, since = wanted, self._rooms.world.steady()
                log.warning("this server gives its tables away" if wanted else "this server takes tables again")
            try:
                if not wanted or any(not one.draining for one in await self._owners.others()):
                    seen = self._rooms.world.steady()
                    if wanted and seen - since >= NOTICED:
                        await hand_over_all(self._rooms, self._pads, last=False)
                elif self._rooms.world.steady() - seen > ALONE * 1000:
                    await self._peers.fill()
            except StoreFailed as error:
                log.warning("the tables are not handed over", code=error.code)
            await asyncio.sleep(DRAINS)

    async def leave(self) -> bool:
        """Before this server stops, hand everything over. False if there is no other server."""
        try:
            others = [one for one in await self._owners.others() if not one.draining]
            await written(self._rooms.store.drain())
        except StoreFailed as error:
            log.warning("the tables are not handed over", code=error.code)
            return False
        if others:
            await hand_over_all(self._rooms, self._pads)
        return bool(others)


class Opening:
    """Wraps the application: a form that opens tables or pads is answered when another server can take them."""

    def __init__(
        self,
        app: ASGIApp,
        pass_on: Callable[[Sequence[New]], Awaitable[None]],
        pass_on_pads: Callable[[Sequence[PadRoom]], Awaitable[None]],
    ) -> None:
        self.app, self._pass_on, self._pass_on_pads = app, pass_on, pass_on_pads

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "POST":
            await self.app(scope, receive, send)
            return

        opened: list[New] = []
        shared: list[PadRoom] = []

        async def first(message: Message) -> None:
            if message["type"] == "http.response.start":
                await self._pass_on(opened)
                await self._pass_on_pads(shared)
            await send(message)

        tables, pads = new_tables.OF_REQUEST.set(opened), new_pads.OF_REQUEST.set(shared)
        try:
            await self.app(scope, receive, first)
        finally:
            new_tables.OF_REQUEST.reset(tables)
            new_pads.OF_REQUEST.reset(pads)
