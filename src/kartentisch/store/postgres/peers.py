"""The nodes of a database, as one of them sees them."""

from __future__ import annotations

import asyncio
from collections.abc import Collection

from kartentisch.store.peers import Peer
from kartentisch.store.postgres import statements as sql
from kartentisch.store.postgres.nodes import Nodes, awake
from kartentisch.store.postgres.reads import PostgresReads
from kartentisch.store.postgres.tallies import PostgresTallies
from kartentisch.store.tallies import Tallies


class PostgresPeers:
    """See `Peers` for the contract."""

    def __init__(self, reads: PostgresReads, nodes: Nodes) -> None:
        self._reads, self._nodes = reads, nodes
        self.tallies: Tallies = PostgresTallies(reads)

    @property
    def id(self) -> str:
        return self._nodes.id

    @property
    def lives(self) -> float:
        return self._nodes.lives

    def now(self) -> int:
        return self._nodes.now()

    @property
    def level(self) -> int:
        return self._nodes.level

    @property
    def draining(self) -> bool:
        return self._nodes.draining

    async def fill(self) -> None:
        await asyncio.wrap_future(self._nodes.fill())

    def silent(self) -> int:
        return awake() - self._nodes.confirmed

    async def owner(self, log_id: str) -> Peer | None:
        return next(iter(await self._reads.read(lambda row: Peer(*row), sql.OWNER, log_id)), None)

    async def living(self) -> list[Peer]:
        return await self._reads.read(lambda row: Peer(*row), sql.LIVING)

    async def orphans(self, most: int, skip: Collection[str] = (), quiet: int = 0) -> list[str]:
        return await self._reads.read(lambda row: str(row[0]), sql.ORPHANS, list(skip), quiet, most)
