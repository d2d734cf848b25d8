"""Which other server has a table, remembered for a second."""

from __future__ import annotations

import asyncio
import random
import time
import zlib
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

from kartentisch.store import StoreFailed
from kartentisch.store.peers import Peer, Peers
from kartentisch.web.access.newest import Newest

FRESH = 1.0
"""Seconds."""
AGAIN = 0.2
"""Seconds between two looks while a server does not answer. All its pages come at once, and all of them wait here."""
UNLIKE = 5.0
"""The same for the servers of another version."""
REMEMBERED = 10_000


class Owners:
    def __init__(self, peers: Peers) -> None:
        self.peers = peers
        self._known = Newest[str, tuple[Peer, float]](REMEMBERED)
        """Each with the time until which it is believed."""
        self._others: tuple[list[Peer], float] = ([], -AGAIN)
        self._looking: dict[str, asyncio.Task[Any]] = {}
        self._unlike: tuple[list[Peer], float] = ([], -UNLIKE)

    async def of(self, log_id: str) -> Peer | None:
        """The other node that has this log; None if this node or none has it. Raises StoreFailed."""
        known = self._known.get(log_id)
        if known is not None and time.monotonic() < known[1]:
            return known[0]
        found: Peer | None = await self._once(log_id, partial(self.peers.owner, log_id))
        if found is None or found.id == self.peers.id:
            self._known.pop(log_id, None)
            return None
        if self._known.get(log_id) is known:  # else somebody has read the same and perhaps tried it
            self._known.keep(log_id, (found, time.monotonic() + FRESH))
        return found

    async def _once(self, what: str, look: Callable[[], Coroutine[Any, Any, Any]]) -> Any:
        """Look, or wait for somebody who looks already."""
        if (looking := self._looking.get(what)) is None:
            looking = self._looking[what] = asyncio.ensure_future(look())
            looking.add_done_callback(partial(self._looked, what))
        return await asyncio.shield(looking)

    def _looked(self, what: str, looking: asyncio.Task[Any]) -> None:
        del self._looking[what]
        if not looking.cancelled():
            looking.exception()  # those who wait get it, if they have not gone

    async def unlike(self, what: str) -> Peer | None:
        """Another node with another version of the program, always the same one for `what`; None if all have this
        version, as before and after an update. Raises StoreFailed.
        """
        if time.monotonic() - self._unlike[1] >= UNLIKE:
            self._unlike = await self._once("unlike", self._of_other_versions), time.monotonic()
        found = self._unlike[0]
        return found[zlib.crc32(what.encode()) % len(found)] if found else None

    async def _of_other_versions(self) -> list[Peer]:
        living = await self.peers.living()
        mine = {one.version for one in living if one.id == self.peers.id}
        return [one for one in living if one.version not in mine and one.address and not one.draining]

    def forget(self, log_id: str) -> None:
        """It was not the one, or does not answer. It is believed a little longer, so that not everybody looks."""
        self._unlike = self._unlike[0], min(self._unlike[1], time.monotonic() - UNLIKE + AGAIN)
        if (known := self._known.get(log_id)) is not None:
            self._known.keep(log_id, (known[0], min(known[1], time.monotonic() + AGAIN)))

    async def others(self) -> list[Peer]:
        """The other nodes that take logs, in a random order. Raises StoreFailed."""
        found = [one for one in await self.peers.living() if one.id != self.peers.id and one.address]
        return random.sample(found, len(found))

    async def others_lately(self) -> list[Peer]:
        """The same as of a moment ago."""
        if time.monotonic() - self._others[1] >= AGAIN:
            self._others = await self._once("", self.others), time.monotonic()
        return self._others[0]

    async def gone(self, peer: Peer) -> bool:
        """Whether another node has ended, as of a moment ago. While nobody can tell, it has not."""
        try:
            return peer.id not in {one.id for one in await self.others_lately()}
        except StoreFailed:
            return False
