"""Which other server has a table, remembered for a second."""

from __future__ import annotations

import random
import time

from kartentisch.store.peers import Peer, Peers
from kartentisch.web.access.newest import Newest

FRESH = 1.0
"""Seconds."""
REMEMBERED = 10_000


class Owners:
    def __init__(self, peers: Peers) -> None:
        self.peers = peers
        self._known = Newest[str, tuple[Peer, float]](REMEMBERED)
        self._others: list[Peer] = []

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

    def forget(self, log_id: str) -> None:
        self._known.pop(log_id, None)

    async def others(self) -> list[Peer]:
        """The other nodes that take logs, in a random order. Raises StoreFailed."""
        found = [one for one in await self.peers.living() if one.id != self.peers.id and one.address]
        return random.sample(found, len(found))
