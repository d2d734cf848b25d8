"""Servers of one database in the loop of a test, without a network: they report, and take the operator's orders."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from unittest import mock

from kartentisch.web.network.order_taker import OrderTaker
from tests.store.kit import PATIENCE
from tests.web.support.kit import House, Page

BEAT = 0.05
"""Seconds between two reports, so that no test waits two seconds for an order."""


class Serving:
    """One server. `obeys`: whether it takes orders, as those of an older version do not."""

    def __init__(self, database: Any, name: str) -> None:
        from kartentisch.store.postgres import PostgresStore
        from kartentisch.store.postgres.heart import Heart
        from kartentisch.store.postgres.operator_orders import PostgresOrders
        from kartentisch.store.postgres.peers import PostgresPeers

        self.store = PostgresStore(database, name, f"{name}:1", writers=1)
        self.house = House(self.store)  # type: ignore[arg-type]
        self.house.hands._ids = itertools.count(100 * int(name[1:]))  # two houses would give the same ids
        self.house.rooms.peers = PostgresPeers(self.store, self.store.nodes)
        self.taker = OrderTaker(PostgresOrders(self.store, self.store.nodes), self.house.rooms)
        with mock.patch("kartentisch.store.postgres.heart.beat", return_value=BEAT):
            self.heart = Heart(self.store.nodes)

    def close(self) -> None:
        self.heart.close()
        self.store.close()


@asynccontextmanager
async def serving(database: Any, name: str, obeys: bool = True) -> AsyncIterator[Serving]:
    server = Serving(database, name)
    work = asyncio.create_task(server.taker.work() if obeys else asyncio.sleep(3600))
    try:
        yield server
    finally:
        work.cancel()
        await asyncio.wait({work})
        await server.house.close()
        await asyncio.to_thread(server.close)


async def shows(page: Page, what: str, value: Any) -> None:
    """Wait until a page shows this in its scene."""
    async with asyncio.timeout(PATIENCE):
        while page.scene.get(what, "") != value:
            await asyncio.sleep(0.01)
