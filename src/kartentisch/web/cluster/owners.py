"""Which other server has a table, remembered for a second."""

from __future__ import annotations

import random
import time

from kartentisch.store.peers import Peer, Peers
from kartentisch.web.access.newest import Newest

FRESH = 1.0
"""Seconds."""
UNLIKE = 5.0
"""The same for the servers of another version."""
REMEMBERED = 10_000


class Owners:
    def __init__(self, peers: Peers) -> None:
        self.peers = peers
        self._known = Newest[str, tuple[Peer, float]](REMEMBERED)
        self._unlike: tuple[list[Peer], float] = ([], -UNLIKE)

    async def of(self, log_id: str) -> Peer | None:
        """The other node that has this log; None if this node or none has it. Raises StoreFailed."""
        known = self._known.get(log_id)
        if known is not None and time.monotonic() - known[1] < FRESH:
            return known[0]
        found = await self.peers.owner(log_id)
        if found is None or found.id == self.peers.id:
            self._known.pop(log_id, None)
            return None
        return self._known.keep(log_id, (found, time.monotonic()))[0]

    async def unlike(self) -> list[Peer]:
        """The other nodes with another version of the program, as long as an update takes. Raises StoreFailed."""
        if time.monotonic() - self._unlike[1] >= UNLIKE:
            living = await self.peers.living()
            mine = {one.version for one in living if one.id == self.peers.id}
            found = [one for one in living if one.version not in mine and one.address and not one.draining]
            self._unlike = found, time.monotonic()
        return self._unlike[0]

    def forget(self, log_id: str) -> None:
        self._known.pop(log_id, None)

    async def others(self) -> list[Peer]:
        """The other nodes that take logs, in a random order. Raises StoreFailed."""
        found = [one for one in await self.peers.living() if one.id != self.peers.id and one.address]
        return random.sample(found, len(found))
